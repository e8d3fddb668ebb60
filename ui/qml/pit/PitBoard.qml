import QtQuick
import ".."

// The dealer's cards, the board, what the table waits for.
Item {
    id: root
    property var view: ({})
    readonly property var dealer: view.dealer || ({})
    readonly property var board: view.board || ({})
    readonly property var waits: view.waits || ({})
    height: Extent.pick(150, 126)
    readonly property bool small: Extent.small
    readonly property real cardPx: small ? 56 : 80
    readonly property real cardStep: small ? 60 : 90
    readonly property real boardAt: small ? 244 : Extent.wide ? 400 : 340
    readonly property real waitsAt: small ? 566 : Extent.wide ? 950 : 850

    Caption {
        text: root.dealer.caption || ""
    }
    Repeater {
        model: 2
        CardFace {
            required property int index
            x: index * root.cardStep
            y: 28
            width: root.cardPx
            card: (root.dealer.cards || [])[index] || ""
        }
    }
    Column {
        x: root.small ? 124 : 184
        y: 30
        width: root.boardAt - x - (root.small ? 6 : 20)
        spacing: 6
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.dealer.verdict || ""
            size: root.small ? 15 : 20
            weight: 650
            lineHeight: 1.05
        }
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.dealer.hand || ""
            size: root.small ? 13 : 17
            color: Theme.sec
        }
    }
    Caption {
        x: root.boardAt
        text: root.board.caption || ""
    }
    Repeater {
        model: 5
        CardFace {
            required property int index
            x: root.boardAt + index * root.cardStep + (index > 2 ? (root.small ? 8 : 14) : 0)
            y: 28
            width: root.cardPx
            card: (root.board.cards || [])[index] || ""
            dimmed: (root.board.dim || [])[index] === true
        }
    }
    Caption {
        x: root.waitsAt
        text: root.waits.caption || ""
    }
    Column {
        x: root.waitsAt
        y: 26
        width: parent.width - x
        spacing: 6
        Row {
            spacing: 12
            LightMark {
                visible: lamp !== "none"
                anchors.verticalCenter: parent.verticalCenter
                size: root.small ? 18 : 22
                lamp: root.waits.lamp || "none"
            }
            Txt {
                width: Math.min(implicitWidth, root.width - root.waitsAt - 40)
                wrapMode: Text.WordWrap
                text: root.waits.title || ""
                size: root.small ? 17 : 26
                weight: 650
                font.family: Theme.displayFace
                lineHeight: 1.0
            }
        }
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.waits.text || ""
            size: root.small ? 13 : 17
            color: Theme.sec
        }
        Txt {
            visible: text !== ""
            text: root.waits.since || ""
            size: root.small ? 13 : 17
            color: Theme.sec
        }
        Txt {
            visible: text !== ""
            text: root.waits.book || ""
            size: root.small ? 13 : 17
            color: Theme.gold
        }
    }

    component Caption: Txt {
        size: Extent.pick(16, 13)
        color: Theme.sec
    }
}
