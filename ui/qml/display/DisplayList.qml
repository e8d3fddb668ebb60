import QtQuick
import ".."

// A page of lines under one title: how a round goes, the rules of JP1, the last wins.
// `list` is {title, rows: [{label, value, note}]}; the value stands at the right edge, the note before it.
Item {
    id: root
    property var list: ({})
    property bool narrow: false
    readonly property var rows: list.rows || []
    readonly property int headHeight: 88
    readonly property real lineHeight: Math.min(narrow ? 132 : 96, (height - headHeight) / Math.max(1, rows.length))

    Txt {
        y: 16
        width: root.width
        text: root.list.title || ""
        size: root.narrow ? 40 : 44
        weight: 650
        font.family: Theme.displayFace
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 28
    }
    Repeater {
        model: root.rows.length
        Item {
            id: row
            required property int index
            readonly property var words: root.rows[index] || ({})
            readonly property bool noted: (words.note || "") !== ""
            y: root.headHeight + index * root.lineHeight
            width: root.width
            height: root.lineHeight
            Accessible.role: Accessible.StaticText
            Accessible.name: [words.label, words.note, words.value].filter(word => word).join(" ")
            Rectangle {
                width: parent.width
                height: 2
                color: Theme.panelHair
            }
            Line {
                id: label
                width: row.width * (row.noted ? 0.4 : 0.36)
                text: row.words.label || ""
                color: Theme.sec
            }
            Line {
                x: row.width * 0.42
                width: row.width * 0.24
                visible: row.noted
                text: row.words.note || ""
            }
            Line {
                x: row.width * (row.noted ? 0.66 : 0.38)
                width: row.width - x
                horizontalAlignment: Text.AlignRight
                text: row.words.value || ""
                weight: 600
            }
        }
    }

    component Line: Txt {
        height: root.lineHeight
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.WordWrap
        fontSizeMode: Text.Fit
        minimumPixelSize: 26
        lineHeight: 1.05
        size: root.narrow ? 34 : 38
    }
}
