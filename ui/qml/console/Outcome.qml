import QtQuick
import ".."

// What comes of a hand, by shape first: filled triangle up (money out), hollow down (money in), hollow up (the
// player's own goes back), two bars (equal), one bar (folded), a tick (done), a ring (contested), a hexagon (to
// be verified). `outcome` is {kind: "win"|"lose"|"refund"|"tie"|"fold"|"done"|"hold"|"verify", word, word_short,
// amount}.
Item {
    id: root
    property var outcome: null
    property bool quiet: false
    readonly property string kind: outcome ? outcome.kind || "" : ""
    readonly property string amount: outcome ? outcome.amount || "" : ""
    readonly property color ink: kind === "win" ? Theme.pay : quiet || kind === "fold" ? Theme.sec : Theme.text

    function signY(large, compact) {
        return Theme.small && amount !== "" ? 3 : Theme.pick(large, compact)
    }

    Rectangle {
        y: -Theme.pick(10, 6)
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
    Triangle {
        visible: ["win", "lose", "refund"].includes(root.kind)
        y: root.signY(14, 16)
        size: Theme.pick(26, 19)
        tint: root.ink
        down: root.kind === "lose"
        filled: root.kind === "win"
        stroke: 2.5
    }
    Column {
        visible: root.kind === "tie"
        y: root.signY(19, 19)
        spacing: Theme.pick(6, 5)
        Repeater {
            model: 2
            Rectangle {
                width: Theme.pick(24, 18)
                height: Theme.pick(5, 4)
                color: root.ink
            }
        }
    }
    Rectangle {
        visible: root.kind === "fold"
        y: 24
        width: Theme.pick(24, 18)
        height: Theme.pick(5, 4)
        color: root.ink
    }
    Rectangle {
        visible: root.kind === "hold"
        y: root.signY(14, 14)
        width: Theme.pick(24, 18)
        height: width
        radius: width / 2
        color: "transparent"
        border.width: 3
        border.color: root.ink
    }
    Hexagon {
        visible: root.kind === "verify"
        y: root.signY(14, 14)
        size: Theme.pick(26, 19)
        tint: Theme.gold
    }
    Tick {
        visible: root.kind === "done"
        y: root.signY(12, 14)
        size: Theme.pick(28, 20)
        tint: root.ink
    }
    Txt {
        id: word
        x: Theme.pick(38, 26)
        y: root.amount !== "" ? Theme.pick(-2, 0) : Theme.pick(12, 14)
        width: Math.min(implicitWidth, root.width - x)
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 15
        text: root.outcome ? (Theme.small && root.outcome.word_short) || root.outcome.word || "" : ""
        size: root.amount !== "" ? Theme.px(20) : Theme.px(26)
        weight: root.amount !== "" ? 500 : 650
        color: root.ink
    }
    Txt {
        // On the small screen the sign joins the verb: the figures have the whole column.
        visible: text !== ""
        x: Theme.pick(38, 0)
        y: word.y + word.height
        width: root.width - x
        text: root.amount
        size: Theme.pick(32, 24)
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 17
        weight: 650
        color: root.ink
        font.family: Theme.displayFace
    }
}
