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
                ringed: (root.seat.ringed || [])[index] === true
                opacity: root.opened && faceDown ? 0.6 : root.seat.proves === true && !ringed ? Theme.recededCard : 1
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
        // A word is longer than a count: on the small glass it has little room beside the cards.
        fontSizeMode: Theme.small ? Text.HorizontalFit : Text.FixedSize
        minimumPixelSize: 12
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
    Row {
        id: line
        readonly property var marks: root.seat.play_marks || []
        // Of a closed hand only what is taken beside its refund.
        visible: root.opened || marks.length > 0
        y: Theme.pick(198, 136)
        spacing: Theme.pick(7, 5)
        Rectangle {
            visible: line.marks.includes("hold")
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.pick(17, 14)
            height: width
            radius: width / 2
            color: "transparent"
            border.width: Theme.pick(3, 2.5)
            border.color: Theme.text
        }
        Triangle {
            visible: line.marks.includes("lose") || line.marks.includes("refund")
            anchors.verticalCenter: parent.verticalCenter
            size: Theme.pick(16, 13)
            down: line.marks.includes("lose")
            filled: false
            stroke: 2
            tint: played.color
        }
        Txt {
            id: played
            width: Math.min(implicitWidth, root.width - x)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 14
            text: (Theme.small && root.seat.play_line_short) || root.seat.play_line || ""
            size: Theme.px(20)
            weight: line.marks.length > 0 ? 600 : 500
            color: line.marks.length > 0 && root.seat.quiet !== true ? Theme.text : Theme.sec
        }
    }
}
