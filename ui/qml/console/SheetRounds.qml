import QtQuick
import ".."

// The last closed rounds, and beside them what each hand pays. Read only.
// `sheet` {title, text, columns, spare, rounds: [[word]], legend, paytable: {title, note, columns, rows}}; a felt of more
// spots has `tables`: [{title, note, rows: [{label, value}]}]. The last column holds the letters of a round's
// marks; `legend` says what they mean.
Item {
    id: root
    property var sheet: ({})
    readonly property var rounds: sheet.rounds || []
    readonly property var paytable: sheet.paytable || null
    readonly property var tables: sheet.tables || []
    readonly property real inset: Theme.pick(24, 12)

    Panel {
        id: list
        width: root.paytable ? Theme.pick(720, 418) : Theme.pick(Theme.span(3), 280)
        height: parent.height
        Txt {
            x: root.inset
            y: Theme.pick(14, 8)
            width: parent.width - 2 * x
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 16
            text: root.sheet.title || ""
            size: Theme.pick(30, 22)
            weight: 650
            font.family: Theme.displayFace
        }
        Txt {
            visible: text !== ""
            x: root.inset
            y: Theme.pick(64, 42)
            width: parent.width - 2 * x
            wrapMode: Text.WordWrap
            text: root.sheet.text || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        WordTable {
            x: root.inset
            y: Theme.pick(58, 38)
            width: parent.width - 2 * x
            head: root.sheet.columns || []
            rows: root.rounds
            spare: root.sheet.spare || []
            strong: 4
            // Ten rounds, their head, and two lines that tell what the letters mean.
            rowHeight: (list.height - y - (legend.visible ? legend.height + Theme.pick(12, 8) : 8)) / 11
        }
        Txt {
            id: legend
            visible: text !== ""
            x: root.inset
            anchors.bottom: parent.bottom
            anchors.bottomMargin: Theme.pick(12, 6)
            width: parent.width - 2 * x
            wrapMode: Text.WordWrap
            lineHeight: 0.95
            text: root.sheet.legend || ""
            size: Theme.px(18)
            color: Theme.sec
        }
    }
    Panel {
        visible: root.paytable !== null
        x: list.width + Theme.gutter
        width: parent.width - x
        height: parent.height
        Txt {
            id: paid
            x: root.inset
            y: Theme.pick(14, 8)
            text: root.paytable ? root.paytable.title : ""
            size: Theme.pick(30, 22)
            weight: 650
            font.family: Theme.displayFace
        }
        Txt {
            anchors.right: parent.right
            anchors.rightMargin: root.inset
            anchors.baseline: paid.baseline
            text: root.paytable ? root.paytable.note : ""
            size: Theme.px(20)
            color: Theme.sec
        }
        WordTable {
            x: root.inset
            y: Theme.pick(58, 38)
            width: parent.width - 2 * x
            head: root.paytable ? ["", ...root.paytable.columns] : []
            rows: root.paytable ? root.paytable.rows : []
            rowHeight: Math.min(Theme.pick(44, 32), (parent.height - y - 8) / (1 + Math.max(9, rows.length)))
        }
    }
    Repeater {
        model: root.tables.length
        PayTable {
            required property int index
            readonly property int across: Math.ceil(root.tables.length / 2)
            table: root.tables[index] || ({})
            x: list.width + Theme.gutter + (index % across) * (width + Theme.gutter)
            y: index >= across ? height + Theme.gutter : 0
            width: (root.width - list.width - across * Theme.gutter) / across
            height: (parent.height - Theme.gutter) / 2
        }
    }
}
