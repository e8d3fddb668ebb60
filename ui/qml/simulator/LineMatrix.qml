import QtQuick
import ".."

// Faults of the lines, one row a fault, one column a machine, and under them the cables:
// {heads, rows: [{label, cells: [{text, says, tap, on, there}]}], cable: {label, cells}}.
Item {
    id: root
    property var words: ({})
    readonly property var heads: words.heads || []
    readonly property var rows: (words.rows || []).concat(words.cable ? [words.cable] : [])
    readonly property real labels: 132
    readonly property real cell: (width - labels - 18) / 4
    readonly property real pitch: 30
    height: 22 + rows.length * pitch

    Repeater {
        model: root.heads.length
        Txt {
            required property int index
            x: root.labels + index * (root.cell + 6)
            width: root.cell
            text: root.heads[index] || ""
            size: 14
            weight: 600
            horizontalAlignment: Text.AlignHCenter
        }
    }
    Repeater {
        model: root.rows.length
        Item {
            id: row
            required property int index
            readonly property var told: root.rows[index] || ({ cells: [] })
            y: 22 + index * root.pitch
            width: root.width
            height: root.pitch
            Txt {
                y: 5
                text: row.told.label || ""
                size: 14
            }
            Repeater {
                model: 4
                PanelKey {
                    id: one
                    required property int index
                    readonly property var cell: row.told.cells[index] || ({})
                    visible: cell.there === true
                    x: root.labels + index * (root.cell + 6)
                    width: root.cell
                    height: 26
                    size: 14
                    key: ({ label: cell.text || "", tap: cell.tap || null, says: cell.says || "", chosen: cell.on === true })
                }
            }
        }
    }
}
