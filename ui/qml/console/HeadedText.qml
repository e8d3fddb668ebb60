import QtQuick
import ".."

// A small heading and the sentence it announces.
Column {
    id: root
    property var words: ({})
    spacing: Theme.pick(2, 0)
    Txt {
        text: root.words.heading || ""
        size: Theme.pick(18, 17)
        color: Theme.sec
    }
    Txt {
        width: root.width
        wrapMode: Text.WordWrap
        text: root.words.text || ""
        size: Theme.pick(22, 18)
        weight: 600
        lineHeight: Theme.pick(1.06, 1.0)
    }
}
