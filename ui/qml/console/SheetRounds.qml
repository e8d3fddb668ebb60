import QtQuick
import ".."

// The last closed rounds, and beside them what each hand pays. Read only.
// `sheet` {title, text, named, columns: [..], rounds: [[..]], legend, tables: [{title, note, rows: [{label, value}]}], close: Key}.
// `keys`: at most one, below the list. The last column holds the letters of a round's marks; `legend` says what they mean.
Item {
    id: root
    property var sheet: ({})
    readonly property var rounds: sheet.rounds || []
    readonly property var tables: sheet.tables || []
    readonly property var below: (sheet.keys || [])[0] || null
    readonly property real belowHeight: below === null ? 0 : Theme.pick(84, 74)
    // A round that is called by the instant of its start takes more room than a number.
    readonly property var widths: sheet.named === true ? [0.19, 0.18, 0.15, 0.18, 0.19, 0.11] : [0.12, 0.19, 0.15, 0.18, 0.22, 0.14]
    // Up to three stand side by side; of more each has a quarter, and one line a hand.
    readonly property bool quartered: tables.length > 3
    readonly property real noted: !quartered && tables.some(table => table.note) ? Theme.pick(26, 18) : 0
    // The compact console gives a column to the paytables: their words are the longer ones. So do four of them.
    readonly property int listColumns: quartered ? 3 : Theme.pick(4, 3)

    Panel {
        id: list
        width: Theme.span(root.listColumns)
        height: parent.height
        readonly property real inset: Theme.padding
        readonly property real inner: width - 2 * inset
        Txt {
            x: list.inset
            y: Theme.pick(14, 8)
            text: root.sheet.title || ""
            size: Theme.pick(30, 22)
            weight: 650
            font.family: Theme.displayFace
        }
        Txt {
            visible: text !== ""
            x: list.inset
            y: Theme.pick(64, 42)
            width: list.inner
            wrapMode: Text.WordWrap
            text: root.sheet.text || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Txt {
            id: legend
            visible: text !== ""
            x: list.inset
            anchors.bottom: parent.bottom
            anchors.bottomMargin: Theme.pick(12, 7) + root.belowHeight
            width: list.inner
            wrapMode: Text.WordWrap
            lineHeight: 0.95
            text: root.sheet.legend || ""
            size: Theme.pick(17, 13)
            color: Theme.sec
        }
        ActionKey {
            visible: root.below !== null
            x: list.inset
            anchors.bottom: parent.bottom
            anchors.bottomMargin: Theme.pick(12, 7)
            width: list.inner
            height: root.belowHeight - Theme.pick(12, 7)
            key: root.below
            raised: true
            size: Theme.px(22)
        }
        Repeater {
            model: 1 + root.rounds.length
            Item {
                id: row
                required property int index
                readonly property var words: index === 0 ? root.sheet.columns || [] : root.rounds[index - 1] || []
                x: list.inset
                y: Theme.pick(60, 40) + index * height
                width: list.inner
                height: (list.height - Theme.pick(68, 46) - root.belowHeight) / (legend.visible ? 12.4 : 11)
                Rectangle {
                    visible: row.index > 0
                    width: parent.width
                    height: 1
                    color: Theme.panelHair
                }
                Repeater {
                    model: 6
                    Txt {
                        required property int index
                        x: root.widths.slice(0, index).reduce((sum, part) => sum + part, 0) * row.width
                        width: root.widths[index] * row.width - (index < 5 ? 6 : 0)
                        height: row.height
                        verticalAlignment: Text.AlignVCenter
                        horizontalAlignment: index === 0 ? Text.AlignLeft : Text.AlignRight
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: row.words[index] || ""
                        size: Theme.pick(20, 17)
                        weight: row.index > 0 && index === 4 ? 600 : 500
                        color: row.index === 0 ? Theme.sec : Theme.text
                    }
                }
            }
        }
    }
    Repeater {
        model: root.tables.length
        Panel {
            id: table
            required property int index
            readonly property var words: root.tables[index] || ({})
            readonly property var prizes: words.rows || []
            readonly property int across: root.quartered ? Math.ceil(root.tables.length / 2) : Math.max(1, root.tables.length)
            readonly property real inset: Theme.pick(14, 8)
            readonly property real head: root.quartered ? Theme.pick(50, 34) : Theme.pick(60, 40) + root.noted
            x: Theme.span(root.listColumns) + Theme.gutter + (index % across) * (width + Theme.gutter)
            y: root.quartered && index >= across ? height + Theme.gutter : 0
            width: (Theme.span(7 - root.listColumns) - (across - 1) * Theme.gutter) / across
            height: root.quartered ? (parent.height - Theme.gutter) / 2 : parent.height
            Txt {
                id: name
                x: table.inset
                y: Theme.pick(14, root.quartered ? 5 : 8)
                text: table.words.title || ""
                size: Theme.pick(26, 20)
                weight: 650
                font.family: Theme.displayFace
            }
            Txt {
                x: root.quartered ? name.x + name.width + Theme.pick(16, 10) : table.inset
                y: root.quartered ? name.y + name.height - height - Theme.pick(3, 2) : Theme.pick(50, 34)
                width: parent.width - x - table.inset
                horizontalAlignment: root.quartered ? Text.AlignRight : Text.AlignLeft
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: table.words.note || ""
                size: Theme.pick(18, 14)
                color: Theme.sec
            }
            Column {
                x: table.inset
                y: table.head
                width: parent.width - 2 * x
                Repeater {
                    model: table.prizes.length
                    Item {
                        id: prize
                        required property int index
                        readonly property var words: table.prizes[index] || ({})
                        readonly property real room: (table.height - table.head - Theme.pick(6, 4)) / table.prizes.length
                        width: parent.width
                        height: Math.min(root.quartered ? Theme.pick(34, 24) : Theme.pick(60, 44), room)
                        Rectangle {
                            width: parent.width
                            height: 1
                            color: Theme.panelHair
                        }
                        Txt {
                            y: root.quartered ? 0 : 3
                            height: root.quartered ? prize.height : implicitHeight
                            verticalAlignment: Text.AlignVCenter
                            width: root.quartered ? parent.width - paid.width - Theme.pick(12, 8) : parent.width
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: prize.words.label || ""
                            size: Theme.pick(18, 15)
                            color: Theme.sec
                        }
                        Txt {
                            id: paid
                            x: root.quartered ? parent.width - width : 0
                            y: root.quartered ? 0 : Theme.pick(25, 20)
                            height: root.quartered ? prize.height : implicitHeight
                            verticalAlignment: Text.AlignVCenter
                            width: root.quartered ? Theme.pick(124, 92) : parent.width
                            horizontalAlignment: root.quartered ? Text.AlignRight : Text.AlignLeft
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: prize.words.value || ""
                            size: root.quartered ? Theme.pick(19, 15) : Theme.pick(22, 17)
                            weight: 600
                        }
                    }
                }
            }
        }
    }
}
