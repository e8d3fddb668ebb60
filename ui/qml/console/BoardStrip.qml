import QtQuick
import ".."

// The dealer's two cards, the five community cards, and the jackpot.
// `dealer` {caption, cards, dim, recedes, verdict, note, note_short},
// `board` {caption, cards, dim: [..], ringed: [..], recedes, verdict, note},
// `meter` {caption, euros, cents, note, note_short, dim, roll}.
Item {
    id: root
    property var dealer: ({})
    property var board: ({})
    property var meter: ({})
    // A sheet lies over the cards; the jackpot stays in sight.
    property bool covered: false
    y: Theme.boardY
    width: Theme.stageWidth
    height: Theme.seatY - Theme.boardY

    readonly property real cardWidth: Theme.pick(112, 80)
    readonly property real cardY: Theme.pick(37, 25)
    readonly property real gap: Theme.pick(10, 8)
    readonly property real streetGap: Theme.pick(24, 14)

    Item {
        visible: !root.covered
        x: Theme.columnX(0)
        Txt {
            y: Theme.pick(5, 0)
            text: root.dealer.caption || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Row {
            y: root.cardY
            spacing: root.gap
            Repeater {
                model: 2
                CardFace {
                    required property int index
                    width: root.cardWidth
                    card: (root.dealer.cards || [])[index] || ""
                    dimmed: root.dealer.dim === true
                    opacity: root.dealer.recedes === true ? Theme.recededCard : 1
                }
            }
        }
        Verdict {
            x: 2 * root.cardWidth + root.gap + Theme.pick(20, 12)
            y: root.cardY
            width: Theme.pick(152, 84)
            opacity: root.dealer.recedes === true ? Theme.recededCard : 1
            verdict: root.dealer.verdict || ""
            note: (Theme.small && root.dealer.note_short) || root.dealer.note || ""
        }
    }
    Item {
        visible: !root.covered
        x: Theme.columnX(2)
        Txt {
            y: Theme.pick(5, 0)
            text: root.board.caption || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Repeater {
            model: 5
            CardFace {
                required property int index
                x: index * (root.cardWidth + root.gap) + (index > 2 ? root.streetGap : 0)
                y: root.cardY
                width: root.cardWidth
                card: (root.board.cards || [])[index] || ""
                ringed: (root.board.ringed || [])[index] === true
                opacity: root.board.recedes === true && !ringed ? Theme.recededCard : 1
                dimmed: (root.board.dim || [])[index] === true
            }
        }
        Verdict {
            x: 5 * root.cardWidth + 4 * root.gap + root.streetGap + Theme.pick(24, 20)
            y: root.cardY
            width: Theme.pick(172, 150)
            verdict: root.board.verdict || ""
            note: (Theme.small && root.board.note_short) || root.board.note || ""
        }
    }
    Item {
        id: jackpot
        x: Theme.leftHanded || root.covered ? Theme.actionX : Theme.small ? Theme.actionX - 60 : Theme.columnX(6)
        width: Theme.leftHanded ? Theme.actionWidth : Theme.stageWidth - Theme.margin - x
        // On a plate the figures stand off its edge, without one on the edge of the screen's content.
        readonly property real inset: Theme.plated ? Theme.pick(14, 9) : 0
        // The amount keeps to the outer edge, away from the cards.
        function aside(inner) {
            return Theme.leftHanded ? 0 : width - inner
        }
        Accessible.role: Accessible.StaticText
        Accessible.name: [root.meter.caption, (root.meter.euros || "") + (root.meter.cents || "")].join(" ")
        Txt {
            x: jackpot.aside(width)
            y: Theme.pick(5, 0)
            width: Math.min(implicitWidth, jackpot.width)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 13
            text: root.meter.caption || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Rectangle {
            objectName: "plate"
            visible: figures.euros !== ""
            x: figures.x - jackpot.inset
            y: figures.y - Theme.pick(2, 1)
            width: figures.width + 2 * jackpot.inset
            height: Theme.pick(98, 62)
            radius: Theme.radius
            color: Theme.plate
        }
        MeterDigits {
            id: figures
            x: jackpot.aside(width + 2 * jackpot.inset) + jackpot.inset
            y: Theme.pick(40, 27)
            euros: root.meter.euros || ""
            cents: root.meter.cents || ""
            euroSize: Theme.pick(76, 48)
            centSize: Theme.pick(40, 27)
            spacing: -Theme.pick(1.5, 1)
            tint: root.meter.dim === true ? Theme.stale : root.meter.plain === true ? Theme.meterPlain : Theme.meter
            maxWidth: jackpot.width - 2 * jackpot.inset
            rollMs: root.meter.roll === true ? 700 : 0
        }
        Txt {
            anchors.right: parent.right
            width: parent.width
            y: Theme.pick(140, 92)
            text: (Theme.small && root.meter.note_short) || root.meter.note || ""
            size: Theme.px(20)
            color: Theme.sec
            horizontalAlignment: Theme.leftHanded ? Text.AlignLeft : Text.AlignRight
            wrapMode: Text.WordWrap
            lineHeight: 1.1
        }
    }
}
