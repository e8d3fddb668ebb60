import QtQuick
import ".."

// What the spots of a felt without a jackpot pay: side by side on a lying screen, one under the other on a
// standing one. `tables` is [{title, note, rows: [{name, figure, unit}]}].
Item {
    id: root
    property var tables: []
    property bool stacked: false
    property bool faint: false
    readonly property real gap: stacked ? 44 : 96
    readonly property real share: stacked
        ? (height - gap * (tables.length - 1)) / Math.max(1, tables.length)
        : height
    readonly property int lines: tables.reduce((most, table) => Math.max(most, table.rows.length), 1)
    readonly property real lineHeight: Math.min(92, (share - 76) / lines)
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
                size: 46
                weight: 650
                font.family: Theme.displayFace
            }
            Txt {
                anchors.right: parent.right
                anchors.baseline: title.baseline
                width: parent.width - title.width - 24
                horizontalAlignment: Text.AlignRight
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 20
                text: table.words.note || ""
                size: 28
                color: Theme.sec
            }
            Repeater {
                model: table.words.rows.length
                Item {
                    id: row
                    required property int index
                    readonly property var words: table.words.rows[index] || ({})
                    y: 76 + index * root.lineHeight
                    width: table.width
                    height: root.lineHeight
                    Rectangle {
                        width: parent.width
                        height: 2
                        color: "#3A424A"
                    }
                    Txt {
                        anchors.verticalCenter: parent.verticalCenter
                        text: row.words.name || ""
                        size: 38
                        font.family: Theme.displayFace
                    }
                    Txt {
                        id: figure
                        anchors.verticalCenter: parent.verticalCenter
                        x: parent.width - 150 - width
                        text: row.words.figure || ""
                        size: 50
                        weight: 600
                    }
                    Txt {
                        anchors.left: figure.right
                        anchors.leftMargin: 16
                        anchors.baseline: figure.baseline
                        text: row.words.unit || ""
                        size: 30
                        color: Theme.sec
                    }
                }
            }
        }
    }
}
