import QtQuick
import ".."

// What JP1 pays: side by side under their hairlines, or stacked as a table. The first is the jackpot.
Item {
    id: root
    property var prizes: []
    property bool stacked: false
    property bool faint: false
    property color ink: Theme.gold
    readonly property var columns: [[0, 444], [468, 360], [852, 300], [1176, 264], [1464, 264]]
    height: stacked ? prizes.length * 114 : 150
    opacity: faint ? 0.55 : 1

    Repeater {
        model: root.prizes.length
        Item {
            id: prize
            required property int index
            readonly property var words: root.prizes[index] || ({})
            readonly property var column: root.columns[Math.min(index, root.columns.length - 1)]
            readonly property color tint: words.first === true ? root.ink : Theme.text
            x: root.stacked ? 0 : column[0]
            y: root.stacked ? index * 114 : 0
            width: root.stacked ? root.width : column[1]
            height: root.stacked ? 114 : 150
            Rectangle {
                width: parent.width
                height: 2
                color: prize.words.first === true ? root.ink : Theme.slot
            }
            Txt {
                y: root.stacked ? (parent.height - height) / 2 : 18
                width: root.stacked ? figure.x - 24 : parent.width
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 20
                text: prize.words.name || ""
                size: root.stacked ? 44 : 29
                color: root.stacked ? Theme.text : Theme.sec
                font.family: Theme.displayFace
            }
            Txt {
                id: figure
                x: root.stacked ? parent.width - 216 - width : 0
                y: root.stacked ? (parent.height - height) / 2 : 54
                text: prize.words.figure || ""
                size: root.stacked ? 60 : 68
                weight: 600
                color: prize.tint
            }
            Txt {
                anchors.left: figure.right
                anchors.leftMargin: root.stacked ? 16 : 12
                anchors.baseline: figure.baseline
                width: root.stacked ? 200 : prize.width - x
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 20
                text: prize.words.unit || ""
                size: 32
                color: Theme.sec
            }
        }
    }
}
