import QtQuick
import ".."

// A seat's two cards: small backs and how many were read while the hand is closed; large faces, the
// name of the hand and what was played once it is open.
Item {
    id: root
    property var seat: ({})
    property bool opened: false
    readonly property real backWidth: Theme.pick(58, 29)
    readonly property real faceWidth: Theme.pick(82, 53)
    readonly property bool faded: seat.quiet === true || seat.cards_dim === true

    Row {
        spacing: root.opened ? Theme.pick(8, 6) : Theme.pick(8, 5)
        Repeater {
            model: 2
            CardFace {
                required property int index
                width: root.opened ? root.faceWidth : root.backWidth
                card: (root.seat.cards || [])[index] || ""
                dimmed: root.faded
                opacity: root.opened && faceDown ? 0.6 : 1
            }
        }
    }
    Txt {
        visible: !root.opened
        x: 2 * root.backWidth + Theme.pick(10, 8)
        y: Theme.pick(18, 10)
        width: root.width - x
        text: (Theme.small ? root.seat.cards_word_short : root.seat.cards_word) || ""
        size: Theme.pick(18, 17)
        color: Theme.sec
        lineHeight: 1.1
        horizontalAlignment: Text.AlignRight
    }
    Txt {
        visible: root.opened
        y: Theme.pick(130, 82)
        width: root.width
        height: Theme.pick(66, 47)
        fontSizeMode: Text.Fit
        minimumPixelSize: 13
        text: root.seat.hand || ""
        size: Theme.px(24)
        weight: 600
        wrapMode: Text.WordWrap
        lineHeight: 1.08
        color: root.faded ? Theme.sec : Theme.text
    }
    Txt {
        visible: root.opened
        y: Theme.pick(198, 136)
        width: root.width
        text: (Theme.small && root.seat.play_line_short) || root.seat.play_line || ""
        size: Theme.px(20)
        color: Theme.sec
    }
}
