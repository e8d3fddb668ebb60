import QtQuick
import "."
import ".."

// The strokes of a drawing and its words, without a place to touch. `panel` is {w, h, marks, texts}.
Item {
    id: root
    property var panel: ({})
    property string marks: panel.marks || ""
    property string wording: panel.texts || "[]"
    property var ink: null
    readonly property var texts: JSON.parse(wording)
    readonly property var inks: ({
        text: Theme.text, sec: Theme.sec, cap: Theme.sec, gold: Theme.gold, red: Theme.stop, warn: Theme.warn, now: Theme.sec
    })
    width: panel.w || 0
    height: panel.h || 0
    Component.onCompleted: {
        ink = Inks.lend(root)
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
            color: root.inks[told.c] || Theme.sec
        }
    }
}
