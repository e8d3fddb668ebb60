import QtQuick
import ".."

// One row of the panel: what it is about on the left, its keys on the right, a hairline under it.
// `words` is {label, note, …}.
Item {
    id: root
    property var words: ({})
    property real roomHeight: 72
    readonly property real roomWidth: room.width
    default property alias content: room.data
    x: 24
    width: 852
    height: roomHeight + 24
    // What stands here is old, and the keys are deaf.
    opacity: Touch.deaf ? 0.5 : 1

    Txt {
        id: label
        y: 14
        width: 140
        text: root.words.label || ""
        size: 20
        weight: 600
    }
    Txt {
        anchors.top: label.bottom
        anchors.topMargin: 4
        width: 140
        wrapMode: Text.WordWrap
        text: root.words.note || ""
        size: 18
        color: Theme.sec
    }
    Item {
        id: room
        x: 152
        y: 12
        width: root.width - x
        height: root.roomHeight
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.hair
    }
}
