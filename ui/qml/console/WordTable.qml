import QtQuick
import ".."

// A table of words in one size: every column as wide as its longest word, the room shared between them. The
// first column stands at the left, the others at the right. `head` [word], `rows` [[word]]; `spare` are columns
// that the small screen does without, `strong` one that is set in bold.
Item {
    id: root
    property var head: []
    property var rows: []
    property var spare: []
    property int strong: -1
    property int size: Theme.px(20)
    property real rowHeight: Theme.pick(36, 26)
    readonly property int shown: Theme.small ? head.filter((word, index) => !spare.includes(index)).length : head.length
    height: (1 + rows.length) * rowHeight

    Repeater {
        model: root.rows.length
        Rectangle {
            required property int index
            y: (index + 1) * root.rowHeight
            width: root.width
            height: 1
            color: Theme.panelHair
        }
    }
    Row {
        spacing: root.shown > 1 ? (root.width - widths()) / (root.shown - 1) : 0
        function widths() {
            let sum = 0
            for (let at = 0; at < columns.count; at++) {
                const column = columns.itemAt(at)
                if (column && column.visible)
                    sum += column.implicitWidth
            }
            return sum
        }
        Repeater {
            id: columns
            model: root.head.length
            Column {
                id: column
                required property int index
                visible: !(Theme.small && root.spare.includes(index))
                Repeater {
                    model: 1 + root.rows.length
                    Txt {
                        required property int index
                        // An empty word keeps its place in the column.
                        width: Math.max(1, implicitWidth)
                        x: column.index === 0 ? 0 : column.implicitWidth - width
                        height: root.rowHeight
                        verticalAlignment: Text.AlignVCenter
                        text: (index === 0 ? root.head[column.index] : (root.rows[index - 1] || [])[column.index]) || ""
                        size: root.size
                        weight: index > 0 && (column.index === root.strong || (root.strong < 0 && column.index > 0)) ? 600 : 500
                        color: index === 0 || (root.strong < 0 && column.index === 0) ? Theme.sec : Theme.text
                    }
                }
            }
        }
    }
}
