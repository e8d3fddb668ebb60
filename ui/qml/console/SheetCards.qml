import QtQuick
import ".."

// A card to be keyed by hand: four suits of thirteen ranks. `sheet` {rows: [[Key with card], ...]}.
Item {
    id: root
    property var sheet: ({})
    readonly property real gap: Theme.pick(6, 3)
    Repeater {
        model: 52
        TouchKey {
            id: pick
            required property int index
            readonly property int row: Math.floor(index / 13)
            readonly property int column: index % 13
            readonly property var key: ((root.sheet.rows || [])[row] || [])[column] || ({})
            width: (root.width - 12 * root.gap) / 13
            height: (root.height - 3 * root.gap) / 4
            x: column * (width + root.gap)
            y: row * (height + root.gap)
            reachX: root.gap / 2
            reachY: root.gap / 2
            tap: key.tap
            says: key.says || ""
            CardFace {
                anchors.centerIn: parent
                width: Math.min(parent.width - 6, (parent.height - 6) / 1.4)
                card: pick.key.card || ""
                dimmed: !pick.live
            }
            Rectangle {
                visible: pick.held || pick.key.chosen === true
                anchors.fill: parent
                radius: Theme.pick(10, 7)
                color: "transparent"
                border.width: 4
                border.color: Theme.text
            }
        }
    }
}
