import QtQuick
import ".."

// One plot: a title, the strokes of `Ink`, its words, and one area that leads from a point to its rounds.
// `panel` is {title, note, tail, w, h, marks, texts, hits}, the last three as texts of JSON.
Item {
    id: root
    property var panel: ({})
    property int head: 26
    property string places: panel.hits || "[]"
    readonly property var hits: JSON.parse(places)

    width: panel.w || 0
    height: (panel.h || 0) + head

    Rectangle {
        visible: root.head > 0
        y: -10
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
    Txt {
        id: title
        visible: root.head > 0
        text: root.panel.title || ""
        size: 15
        weight: 650
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 10
        anchors.baseline: title.baseline
        visible: root.head > 0
        text: root.panel.note || ""
        size: 13
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        anchors.baseline: title.baseline
        visible: root.head > 0
        text: root.panel.tail || ""
        size: 13
        weight: 600
        color: Theme.sec
    }
    PitDrawing {
        y: root.head
        panel: root.panel
        PitHits {
            anchors.fill: parent
            hits: root.hits
            says: root.panel.title || ""
        }
    }
}
