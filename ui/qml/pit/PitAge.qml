import QtQuick
import ".."

// How long something waits; `old`, it stands on a field of its own ink and looks it; `late`, a frame around
// the field says that it has waited for as long again and more.
Rectangle {
    id: root
    property string word: ""
    property bool old: false
    property bool late: false
    property color ink: Theme.text
    property color ground: Theme.bg
    property int size: 16
    visible: word !== ""
    implicitWidth: label.implicitWidth + (old ? 12 : 0)
    width: implicitWidth
    height: label.implicitHeight
    radius: 4
    color: old ? ink : "transparent"
    Rectangle {
        visible: root.old && root.late
        anchors.fill: parent
        anchors.margins: -4
        radius: 7
        color: "transparent"
        border.width: 2
        border.color: root.ink
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
