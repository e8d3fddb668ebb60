import QtQuick
import ".."

// The hands from the highest down and what each spot pays for them. `ranking` is
// {title, heads: [{title, note}], rows: [{name, cells: [{figure, unit}]}]}.
Item {
    id: root
    property var ranking: ({})
    property bool tight: false
    readonly property var heads: ranking.heads || []
    readonly property var rows: ranking.rows || []
    readonly property real nameWidth: tight ? 282 : 480
    // Where three stand close together the last has the longest words, those of the jackpot.
    readonly property bool uneven: tight && heads.length > 2
    function columnWidth(index) {
        const all = width - nameWidth
        return uneven ? all * (index === heads.length - 1 ? 0.4 : 0.6 / (heads.length - 1)) : all / Math.max(1, heads.length)
    }
    function columnX(index) {
        return nameWidth + index * columnWidth(0)
    }
    readonly property real headHeight: tight ? 96 : 88
    readonly property real lineHeight: Math.min(tight ? 92 : 64, (height - headHeight) / Math.max(1, rows.length))

    Txt {
        id: title
        y: root.tight ? 26 : 24
        width: root.nameWidth - 16
        text: root.ranking.title || ""
        size: root.tight ? 30 : 38
        weight: 650
        font.family: Theme.displayFace
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 22
    }
    Repeater {
        model: root.heads.length
        Item {
            id: head
            required property int index
            readonly property var words: root.heads[index] || ({})
            x: root.columnX(index)
            width: root.columnWidth(index)
            height: root.headHeight
            Txt {
                anchors.right: parent.right
                y: 0
                text: head.words.title || ""
                size: root.tight ? 34 : 40
                weight: 650
                font.family: Theme.displayFace
            }
            Txt {
                anchors.right: parent.right
                y: root.tight ? 46 : 50
                width: parent.width - 12
                horizontalAlignment: Text.AlignRight
                wrapMode: root.tight ? Text.WordWrap : Text.NoWrap
                text: head.words.note || ""
                size: root.tight ? 20 : 24
                lineHeight: 1.0
                color: Theme.sec
            }
        }
    }
    Repeater {
        model: root.rows.length
        Item {
            id: row
            required property int index
            readonly property var words: root.rows[index] || ({})
            y: root.headHeight + index * root.lineHeight
            width: root.width
            height: root.lineHeight
            Accessible.role: Accessible.StaticText
            Accessible.name: words.name || ""
            Rectangle {
                width: parent.width
                height: 2
                color: Theme.slot
            }
            Txt {
                anchors.verticalCenter: parent.verticalCenter
                width: root.nameWidth - 12
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 22
                text: row.words.name || ""
                size: root.tight ? 28 : 36
                font.family: Theme.displayFace
            }
            Repeater {
                model: (row.words.cells || []).length
                Item {
                    id: cell
                    required property int index
                    readonly property var words: row.words.cells[index] || ({})
                    x: root.columnX(index)
                    width: root.columnWidth(index)
                    height: row.height
                    Txt {
                        id: unit
                        anchors.right: parent.right
                        anchors.baseline: figure.baseline
                        text: cell.words.unit || ""
                        size: root.tight ? 19 : 26
                        color: Theme.sec
                    }
                    Txt {
                        id: figure
                        anchors.verticalCenter: parent.verticalCenter
                        anchors.right: unit.left
                        anchors.rightMargin: root.tight ? 6 : 12
                        text: cell.words.figure || ""
                        size: root.tight ? 30 : 42
                        weight: 600
                    }
                }
            }
        }
    }
}
