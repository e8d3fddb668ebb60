import QtQuick
import ".."

// A word that settles a question, and its reason below.
Column {
    id: root
    property string verdict: ""
    property string note: ""
    // The height of the cards beside it: a long reason takes more lines before it is drawn smaller.
    property real room: Theme.pick(157, 112)
    // One word that is longer than the column makes the letters smaller; lines do not help it.
    readonly property real longest: Math.max(1, ...note.split(/\s/).map(one => letters.advanceWidth(one)))
    spacing: Theme.pick(8, 4)
    FontMetrics {
        id: letters
        font.family: Theme.textFace
        font.pixelSize: Theme.px(20)
    }
    Txt {
        id: word
        visible: text !== ""
        width: root.width
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        wrapMode: Text.WordWrap
        text: root.verdict
        size: Theme.pick(32, 20)
        weight: 650
        lineHeight: 1.0
    }
    Txt {
        visible: text !== ""
        width: root.width
        height: root.room - (word.visible ? word.height + root.spacing : 0)
        wrapMode: Text.WordWrap
        fontSizeMode: Text.Fit
        minimumPixelSize: 13
        text: root.note
        size: Math.max(13, Math.floor(Theme.px(20) * Math.min(1, root.width / root.longest)))
        color: Theme.sec
        lineHeight: 1.12
    }
}
