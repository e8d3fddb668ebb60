import QtQuick
import ".."

// What comes of a hand, by shape first: filled triangle up (money out), hollow down (money in),
// two bars (equal), one bar (folded), a tick (done).
// `outcome` is {kind: "win"|"lose"|"tie"|"fold"|"done"|"hold", word, word_short, amount}.
Item {
    id: root
    property var outcome: null
    property bool quiet: false
    readonly property string kind: outcome ? outcome.kind || "" : ""
    readonly property string amount: outcome ? outcome.amount || "" : ""
    readonly property color ink: kind === "win" ? Theme.pay : quiet || kind === "fold" ? Theme.sec : Theme.text

    Rectangle {
        y: -Theme.pick(10, 6)
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
    Triangle {
        visible: root.kind === "win" || root.kind === "lose"
        y: Theme.pick(14, 16)
        size: Theme.pick(26, 19)
        tint: root.ink
        down: root.kind === "lose"
        filled: root.kind === "win"
        stroke: 2.5
    }
    Column {
        visible: root.kind === "tie"
        y: Theme.pick(19, 19)
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
        y: Theme.pick(14, 14)
        width: Theme.pick(24, 18)
        height: width
        radius: width / 2
        color: "transparent"
        border.width: 3
        border.color: root.ink
    }
    Tick {
        visible: root.kind === "done"
        y: Theme.pick(12, 14)
        size: Theme.pick(28, 20)
        tint: root.ink
    }
    Column {
        x: Theme.pick(38, 26)
        y: root.amount !== "" ? Theme.pick(-2, 2) : Theme.pick(12, 14)
        Txt {
            text: root.outcome ? (Theme.small && root.outcome.word_short) || root.outcome.word || "" : ""
            size: root.amount !== "" ? Theme.px(20) : Theme.px(26)
            weight: root.amount !== "" ? 500 : 650
            color: root.ink
        }
        Txt {
            visible: text !== ""
            width: root.width - parent.x
            text: root.amount
            size: Theme.pick(32, 24)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 17
            weight: 650
            color: root.ink
            font.family: Theme.displayFace
        }
    }
}
