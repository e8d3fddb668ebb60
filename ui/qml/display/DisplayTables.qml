import QtQuick
import ".."

// What the spots of a felt without a jackpot pay: side by side on a lying screen, one under the other on a
// standing one. Beside the ranking of hands, `tight`: what the player's own two cards pay.
// `tables` is [{title, note, rows: [{name, figure, unit}]}].
Item {
    id: root
    property var tables: []
    property bool stacked: false
    property bool faint: false
    property bool tight: false
    // Where there is little room words and figures are smaller, and stand at the edge.
    readonly property bool crowded: tight || tables.length > 2
    readonly property real gap: stacked ? 44 : crowded ? 64 : 96
    readonly property real headHeight: tight ? 88 : 76
    readonly property real share: stacked
        ? (height - gap * (tables.length - 1)) / Math.max(1, tables.length)
        : height
    readonly property int lines: tables.reduce((most, table) => Math.max(most, table.rows.length), 1)
    readonly property real lineHeight: Math.min(tight ? 64 : 92, (share - headHeight) / lines)
    opacity: faint ? 0.55 : 1

    Repeater {
        model: root.tables.length
        Item {
            id: table
            required property int index
            readonly property var words: root.tables[index] || ({})
            width: root.stacked ? root.width : (root.width - root.gap * (root.tables.length - 1)) / root.tables.length
            height: root.share
            x: root.stacked ? 0 : index * (width + root.gap)
            y: root.stacked ? index * (root.share + root.gap) : 0
            Txt {
                id: title
                text: table.words.title || ""
                size: root.tight ? 34 : 46
                weight: 650
                font.family: Theme.displayFace
            }
            Txt {
                anchors.right: parent.right
                anchors.baseline: title.baseline
                width: parent.width - title.width - 24
                horizontalAlignment: Text.AlignRight
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: root.tight ? 16 : 20
                text: table.words.note || ""
                size: root.tight ? 20 : 28
                color: Theme.sec
            }
            Repeater {
                model: table.words.rows.length
                Item {
                    id: row
                    required property int index
                    readonly property var words: table.words.rows[index] || ({})
                    y: root.headHeight + index * root.lineHeight
                    width: table.width
                    height: root.lineHeight
                    Rectangle {
                        width: parent.width
                        height: 2
                        color: Theme.slot
                    }
                    Txt {
                        anchors.verticalCenter: parent.verticalCenter
                        width: figure.x - 16
                        height: parent.height
                        verticalAlignment: Text.AlignVCenter
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 18
                        text: row.words.name || ""
                        size: root.tight ? 28 : root.crowded ? 32 : 38
                        font.family: Theme.displayFace
                    }
                    Txt {
                        id: figure
                        anchors.verticalCenter: parent.verticalCenter
                        x: parent.width - (root.crowded ? unit.implicitWidth + unit.anchors.leftMargin : 150) - width
                        text: row.words.figure || ""
                        size: root.tight ? 32 : root.crowded ? 40 : 50
                        weight: 600
                    }
                    Txt {
                        id: unit
                        anchors.left: figure.right
                        anchors.leftMargin: root.tight ? 8 : 16
                        anchors.baseline: figure.baseline
                        text: row.words.unit || ""
                        size: root.tight ? 19 : root.crowded ? 26 : 30
                        color: Theme.sec
                    }
                }
            }
        }
    }
}
