import QtQuick

// A title, its note, what stands at its right end, and the line under them.
Item {
    id: root
    property string title: ""
    property string note: ""
    property string tail: ""
    height: 34
    Txt {
        id: head
        text: root.title
        size: 18
        weight: 650
    }
    Txt {
        anchors.left: head.right
        anchors.leftMargin: 12
        anchors.baseline: head.baseline
        text: root.note
        size: 16
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        anchors.baseline: head.baseline
        text: root.tail
        size: 16
        weight: 600
        color: Theme.sec
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
}
