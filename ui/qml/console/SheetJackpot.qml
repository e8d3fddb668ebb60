import QtQuick
import ".."

// The jackpot procedure: the rail of its steps over columns 1 and 2, then the five winning cards,
// one per seat column, or the panel of the step. `sheet` {steps: [{name, note, state}],
// cards: [{card, origin, order, name, suit, read, checked, key}], panel: {title, text, facts, box, keys}}.
Item {
    id: root
    property var sheet: ({})
    readonly property var steps: sheet.steps || []
    readonly property var cards: sheet.cards || []

    function at(column) {
        return Theme.columnX(column) - Theme.columnsX
    }

    StepRail {
        width: Theme.span(2)
        height: parent.height
        steps: root.steps
    }
    Repeater {
        model: root.cards.length
        Panel {
            id: slot
            required property int index
            readonly property var words: root.cards[index] || ({})
            readonly property bool checked: words.checked === true
            x: root.at(2 + index)
            width: Theme.columnWidth
            height: root.height
            color: checked || !words.key ? Theme.surface : Theme.raised
            Txt {
                x: Theme.pick(20, 10)
                y: Theme.pick(16, 10)
                text: slot.words.origin || ""
                size: Theme.px(20)
                color: Theme.sec
            }
            Txt {
                anchors.right: parent.right
                anchors.rightMargin: Theme.pick(20, 10)
                y: Theme.pick(16, 10)
                text: slot.words.order || ""
                size: Theme.px(20)
                color: Theme.sec
            }
            CardFace {
                x: Theme.pick(20, 14)
                y: Theme.pick(54, 40)
                width: Theme.pick(156, 100)
                card: slot.words.card || ""
            }
            Txt {
                anchors.horizontalCenter: parent.horizontalCenter
                y: Theme.pick(298, 190)
                text: slot.words.name || ""
                size: Theme.pick(30, 22)
                weight: 650
                font.family: Theme.displayFace
            }
            Txt {
                anchors.horizontalCenter: parent.horizontalCenter
                y: Theme.pick(338, 220)
                text: slot.words.suit || ""
                size: Theme.px(20)
                color: Theme.sec
            }
            Txt {
                anchors.horizontalCenter: parent.horizontalCenter
                y: Theme.pick(366, 242)
                text: slot.words.read || ""
                size: 17
                color: Theme.sec
            }
            ActionKey {
                visible: !!slot.words.key && !slot.checked
                x: Theme.pick(8, 6)
                width: parent.width - 2 * x
                height: Theme.pick(92, 78)
                y: root.height - Theme.pick(8, 6) - height
                key: slot.words.key || null
                raised: true
                size: Theme.px(26)
            }
            Item {
                visible: slot.checked
                y: root.height - Theme.pick(100, 84)
                width: parent.width
                Tick {
                    anchors.horizontalCenter: parent.horizontalCenter
                    y: Theme.pick(8, 8)
                    size: Theme.pick(34, 26)
                }
                Txt {
                    anchors.horizontalCenter: parent.horizontalCenter
                    y: Theme.pick(50, 42)
                    text: slot.words.checked_word || ""
                    size: Theme.px(20)
                    color: Theme.sec
                }
            }
        }
    }
    Loader {
        id: panel
        x: root.at(2)
        width: Theme.span(5)
        height: parent.height
        active: !!root.sheet.panel && root.cards.length === 0
        sourceComponent: SheetPanel {
            panel: root.sheet.panel || ({})
        }
    }
}
