import QtQuick
import "."
import ".."

// One plot: a title, the strokes of `Ink`, its words, and one area that leads from a point to its rounds.
// `panel` is {title, note, tail, w, h, marks, texts, hits}, the last three as texts of JSON.
Item {
    id: root
    property var panel: ({})
    property int head: 26
    property string marks: panel.marks || ""
    property string wording: panel.texts || "[]"
    property string places: panel.hits || "[]"
    readonly property var texts: JSON.parse(wording)
    readonly property var hits: JSON.parse(places)
    readonly property var inks: ({
        text: Theme.text, sec: Theme.sec, cap: Theme.dim, gold: Theme.gold, red: Theme.stop, warn: Theme.warn, now: Theme.sec
    })

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
    Item {
        id: area
        property var ink: null
        y: root.head
        width: root.panel.w || 0
        height: root.panel.h || 0
        Component.onCompleted: {
            ink = Inks.lend(area)
            ink.marks = Qt.binding(() => root.marks)
        }
        // When the whole scene ends the painters may be gone first.
        Component.onDestruction: if (ink) Inks.takeBack(ink)
        Repeater {
            model: root.texts.length
            Txt {
                required property int index
                readonly property var told: root.texts[index] || ({})
                x: told.a === 2 ? told.x - implicitWidth : told.a === 1 ? told.x - implicitWidth / 2 : told.x || 0
                y: (told.y || 0) - implicitHeight / 2
                text: told.t || ""
                size: told.s || 12
                weight: told.w || 500
                color: root.inks[told.c] || Theme.dim
            }
        }
        PitHits {
            anchors.fill: parent
            hits: root.hits
            says: root.panel.title || ""
        }
    }
}
