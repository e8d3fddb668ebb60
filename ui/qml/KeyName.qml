import QtQuick

// Which key of the keyboard a key is: a small mark on its upper edge, or its lower one, while a keyboard is used.
Rectangle {
    id: root
    objectName: "keyName"
    property string name: ""
    property real at: 0
    z: 3
    x: Theme.pick(12, 8)
    y: (parent ? parent.height * at : 0) - height / 2
    width: word.implicitWidth + Theme.pick(14, 10)
    height: Theme.pick(24, 20)
    radius: 4
    color: Theme.bg
    border.width: 1.5
    border.color: Theme.pay
    Txt {
        id: word
        anchors.centerIn: parent
        text: root.name
        size: Theme.pick(18, 15)
        weight: 600
    }
}
