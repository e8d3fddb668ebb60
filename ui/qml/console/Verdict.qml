import QtQuick
import ".."

// A word that settles a question, and its reason below.
Column {
    id: root
    property string verdict: ""
    property string note: ""
    spacing: Theme.pick(8, 4)
    Txt {
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
        wrapMode: Text.WordWrap
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 13
        text: root.note
        size: Theme.px(20)
        color: Theme.sec
        lineHeight: 1.12
    }
}
