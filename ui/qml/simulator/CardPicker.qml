import QtQuick
import ".."

// The 52 cards: `cards` are {card, mark, says, tap}; a placed one is white and says where it lies.
Grid {
    id: root
    property var cards: []
    property real room: 420
    columns: 13
    spacing: 2
    readonly property var tints: ({ s: Theme.text, h: "#FF8A80", d: "#82B7FF", c: "#A9B4AA" })

    Repeater {
        model: root.cards.length
        TouchKey {
            id: card
            required property int index
            readonly property var told: root.cards[index] || ({})
            readonly property string face: told.card || "As"
            readonly property bool placed: (told.mark || "") !== ""
            width: (root.room - 24) / 13
            height: 38
            radius: 4
            tap: told.tap || null
            says: told.says || ""
            Rectangle {
                anchors.fill: parent
                radius: card.radius
                color: card.placed ? Theme.card : card.held ? Theme.lift : Theme.surface
                border.width: 1
                border.color: card.placed ? Theme.cardEdge : Theme.hair
            }
            Txt {
                anchors.horizontalCenter: parent.horizontalCenter
                y: 1
                text: card.face[0] === "T" ? "10" : card.face[0]
                size: 15
                weight: 650
                color: card.placed ? Theme.suitInk[card.face[1]] : Theme.text
            }
            SuitMark {
                suit: card.face[1]
                tint: card.placed ? Theme.suitInk[card.face[1]] : root.tints[card.face[1]]
                size: 13
                x: card.placed ? 2 : (card.width - size) / 2
                y: 21
            }
            Txt {
                visible: card.placed
                anchors.right: parent.right
                anchors.rightMargin: 3
                y: 19
                text: card.told.mark || ""
                size: 13
                weight: 700
                color: Theme.primText
            }
        }
    }
}
