import QtQuick
import ".."

// How long something waits; `old`, it stands on a field of its own ink and looks it; `late`, a bar within each
// end of the field says that it has waited for as long again and more.
Rectangle {
    id: root
    property string word: ""
    property bool old: false
    property bool late: false
    property color ink: Theme.text
    property color ground: Theme.bg
    property int size: 16
    visible: word !== ""
    implicitWidth: label.implicitWidth + (old ? late ? 24 : 12 : 0)
    width: implicitWidth
    height: label.implicitHeight
    radius: 4
    color: old ? ink : "transparent"
    Repeater {
        model: root.old && root.late ? 2 : 0
        Rectangle {
            required property int index
            objectName: "late"
            x: index ? root.width - 7 : 4
            width: 3
            height: root.height
            radius: 0
            color: root.ground
        }
    }
    Txt {
        id: label
        anchors.centerIn: parent
        text: root.word
        size: root.size
        weight: root.old ? 700 : 600
        color: root.old ? root.ground : root.ink
    }
}
