import QtQuick

// The betting circles of a seat, in the felt's order. `stakes` is [{label, short, amount}].
Item {
    id: root
    property var stakes: []
    property bool quiet: false
    readonly property real diameter: Theme.pick(52, 34)
    height: Theme.pick(80, 58)

    Repeater {
        model: root.stakes.length
        Item {
            id: spot
            required property int index
            readonly property var stake: root.stakes[index] || ({})
            x: index * (root.diameter + Theme.pick(8, 5))
            width: root.diameter
            height: root.height
            Accessible.role: Accessible.StaticText
            Accessible.name: [stake.label, stake.amount].join(" ").trim()
            Chip {
                diameter: root.diameter
                amount: spot.stake.amount || ""
                opacity: root.quiet ? 0.55 : 1
                size: Theme.pick(0, [17, 17, 17, 13, 11, 9][Math.min(5, amount.length)])
            }
            Txt {
                y: Theme.pick(lineCount > 1 ? 54 : 56, 36)
                anchors.horizontalCenter: parent.horizontalCenter
                text: (Theme.small ? spot.stake.short : spot.stake.label) || ""
                horizontalAlignment: Text.AlignHCenter
                size: Theme.pick(lineCount > 1 ? 17 : 18, 17)
                lineHeight: 0.88
                color: Theme.sec
            }
        }
    }
}
