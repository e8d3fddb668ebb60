import QtQuick
import ".."

// The dealer's cards, the board, what the table waits for.
Item {
    id: root
    property var view: ({})
    readonly property var dealer: view.dealer || ({})
    readonly property var board: view.board || ({})
    readonly property var waits: view.waits || ({})
    height: 150

    Caption {
        text: root.dealer.caption || ""
    }
    Repeater {
        model: 2
        CardFace {
            required property int index
            x: index * 90
            y: 28
            width: 80
            card: (root.dealer.cards || [])[index] || ""
        }
    }
    Column {
        x: 184
        y: 30
        width: 136
        spacing: 6
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.dealer.verdict || ""
            size: 20
            weight: 650
            lineHeight: 1.05
        }
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.dealer.hand || ""
            size: 17
            color: Theme.sec
        }
    }
    Caption {
        x: 340
        text: root.board.caption || ""
    }
    Repeater {
        model: 5
        CardFace {
            required property int index
            x: 340 + index * 90 + (index > 2 ? 14 : 0)
            y: 28
            width: 80
            card: (root.board.cards || [])[index] || ""
            dimmed: (root.board.dim || [])[index] === true
        }
    }
    Caption {
        x: 850
        text: root.waits.caption || ""
    }
    Column {
        x: 850
        y: 26
        width: parent.width - x
        spacing: 6
        Row {
            spacing: 12
            LightMark {
                visible: lamp !== "none"
                anchors.verticalCenter: parent.verticalCenter
                size: 22
                lamp: root.waits.lamp || "none"
            }
            Txt {
                width: Math.min(implicitWidth, 340)
                wrapMode: Text.WordWrap
                text: root.waits.title || ""
                size: 26
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
            size: 17
            color: Theme.sec
        }
        Txt {
            visible: text !== ""
            text: root.waits.since || ""
            size: 17
            color: Theme.sec
        }
        Txt {
            visible: text !== ""
            text: root.waits.book || ""
            size: 17
            color: Theme.gold
        }
    }

    component Caption: Txt {
        size: 16
        color: Theme.sec
    }
}
