import QtQuick
import ".."

// A word that settles a question, and its reason below.
Column {
    id: root
    property string verdict: ""
    property string note: ""
    // The height of the cards beside it: a long reason takes more lines before it is drawn smaller.
    property real room: Theme.pick(157, 112)
    spacing: Theme.pick(8, 4)
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
        size: Theme.px(20)
        color: Theme.sec
        lineHeight: 1.12
    }
}
