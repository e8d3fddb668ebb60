import QtQuick
import ".."

// The betting circles of a seat, in the felt's order. `stakes` is [{label, short, amount, mark, hollow}]; a mark is a
// small ring at the circle's edge, where a sensor sees otherwise than was declared.
Item {
    id: root
    property var stakes: []
    property bool quiet: false
    // Without the names below the circles: another word stands there.
    property bool bare: false
    // A third side bet leaves little room: smaller circles, and letters below them.
    readonly property bool crowded: stakes.length > 3
    readonly property real gap: Theme.pick(8, 5)
    readonly property real diameter: Math.min(Theme.pick(52, 34), (width + gap) / Math.max(1, stakes.length) - gap)
    height: Theme.pick(80, 58)

    Repeater {
        model: root.stakes.length
        Item {
            id: spot
            required property int index
            readonly property var stake: root.stakes[index] || ({})
            x: index * (root.diameter + root.gap)
            width: root.diameter
            height: root.height
            Accessible.role: Accessible.StaticText
            Accessible.name: [stake.label, stake.amount, stake.mark].join(" ").trim()
            Chip {
                diameter: root.diameter
                amount: spot.stake.amount || ""
                hollow: spot.stake.hollow === true
                opacity: root.quiet ? 0.55 : 1
                size: Theme.pick(0, [17, 17, 17, 13, 12, 12][Math.min(5, amount.length + (root.crowded ? 1 : 0))])
            }
            Rectangle {
                visible: !!spot.stake.mark
                width: Theme.pick(16, 12)
                height: width
                radius: width / 2
                x: root.diameter - width * 0.8
                y: -width * 0.2
                color: Theme.surface
                border.width: Theme.pick(3, 2)
                border.color: Theme.sec
            }
            Txt {
                visible: !root.bare
                y: Theme.pick(lineCount > 1 ? 54 : 56, 36)
                anchors.horizontalCenter: parent.horizontalCenter
                text: (Theme.small || root.crowded ? spot.stake.short : spot.stake.label) || ""
                horizontalAlignment: Text.AlignHCenter
                size: Theme.pick(lineCount > 1 ? 17 : 18, 17)
                lineHeight: 0.88
                color: Theme.sec
            }
        }
    }
}
