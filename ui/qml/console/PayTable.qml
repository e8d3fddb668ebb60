import QtQuick
import ".."

// What each hand pays on one spot, a line a hand. `table` {title, note, rows: [{label, value}]}.
Panel {
    id: root
    property var table: ({})
    readonly property var rows: table.rows || []
    readonly property real inset: Theme.pick(14, 6)
    readonly property real head: Theme.pick(50, 38)

    Txt {
        id: name
        x: root.inset
        y: Theme.pick(12, 6)
        text: root.table.title || ""
        size: Theme.pick(26, 20)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.baseline: name.baseline
        x: name.x + name.width + Theme.pick(16, 8)
        width: parent.width - x - root.inset
        horizontalAlignment: Text.AlignRight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 16
        text: root.table.note || ""
        size: Theme.px(18)
        color: Theme.sec
    }
    Repeater {
        model: root.rows.length
        Item {
            id: line
            required property int index
            readonly property var words: root.rows[index] || ({})
            x: root.inset
            y: root.head + index * height
            width: root.width - 2 * x
            height: Math.min(Theme.pick(34, 27), (root.height - root.head - Theme.pick(6, 4)) / root.rows.length)
            Rectangle {
                width: parent.width
                height: 1
                color: Theme.panelHair
            }
            Txt {
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                width: parent.width - paid.width - Theme.pick(12, 6)
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 16
                text: line.words.label || ""
                size: Theme.px(18)
                color: Theme.sec
            }
            Txt {
                id: paid
                anchors.right: parent.right
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                text: line.words.value || ""
                size: Theme.px(18)
                weight: 600
            }
        }
    }
}
