import QtQuick
import ".."

// The persons of a payment, what each has done, the awaited one framed; then what comes and what is safe.
// `told` is {title, cards: [{name, role, state, facts, button}], not}.
Item {
    id: root
    property var told: ({})
    property var next: ({})
    property var safe: ({})
    readonly property var cards: told.cards || []
    // How high all of it is.
    readonly property real needs: all.height
    readonly property real cardPx: Extent.small && cards.length > 1 ? (width - 12) / 2 : width
    readonly property int factPx: (cardPx - 34) / 3

    Column {
        id: all
        width: parent.width
        spacing: 12
        Txt {
            text: root.told.title || ""
            size: 16
            weight: 650
        }
        // Side by side where the page is as wide as two of them.
        Grid {
            columns: root.cardPx < root.width ? 2 : 1
            spacing: 12
            Repeater {
                model: root.cards.length
                Rectangle {
                    id: card
                    required property int index
                    readonly property var words: root.cards[index] || ({})
                    readonly property var facts: words.facts || []
                    readonly property bool now: words.state === "now"
                    readonly property var button: words.button || null
                    readonly property real factsHeight: Math.ceil(facts.length / 3) * 50
                    readonly property var more: button ? button.more || [] : []
                    readonly property real moreHeight: Math.ceil(more.length / 2) * 56
                    width: root.cardPx
                    height: 84 + factsHeight + (button ? 90 + moreHeight + where.height + 12 : 0)
                    radius: 8
                    color: Theme.surface
                    border.width: now ? 2 : 0
                    border.color: Theme.pay
                    Rectangle {
                        x: 20
                        y: 18
                        width: 24
                        height: 24
                        radius: 12
                        color: "transparent"
                        border.width: 2
                        border.color: card.now ? Theme.pay : Theme.go
                        Tick {
                            visible: !card.now
                            anchors.centerIn: parent
                            size: 13
                            tint: Theme.go
                        }
                        Rectangle {
                            visible: card.now
                            anchors.centerIn: parent
                            width: 10
                            height: 10
                            radius: 5
                            color: Theme.pay
                        }
                    }
                    Txt {
                        x: 58
                        y: 12
                        width: parent.width - x - 16
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 14
                        text: card.words.name || ""
                        size: 22
                        weight: 650
                        font.family: Theme.displayFace
                    }
                    Txt {
                        x: 58
                        y: 42
                        width: parent.width - x - 16
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: card.words.role || ""
                        size: 14
                        color: Theme.sec
                    }
                    Rectangle {
                        x: 20
                        y: 74
                        width: parent.width - 40
                        height: 1
                        color: Theme.panelHair
                    }
                    Repeater {
                        model: card.facts.length
                        Item {
                            id: fact
                            required property int index
                            readonly property var words: card.facts[index] || ({})
                            x: 20 + (index % 3) * root.factPx
                            y: 82 + Math.floor(index / 3) * 50
                            width: root.factPx - 6
                            height: 46
                            Txt {
                                width: parent.width
                                fontSizeMode: Text.HorizontalFit
                                minimumPixelSize: 12
                                text: fact.words.label || ""
                                size: 13
                                color: Theme.sec
                            }
                            Txt {
                                y: 19
                                width: parent.width
                                fontSizeMode: Text.HorizontalFit
                                minimumPixelSize: 12
                                text: fact.words.value || ""
                                size: 16
                                weight: 650
                            }
                        }
                    }
                    // Light only while the awaited person's card is there; else it says where that is awaited.
                    TouchKey {
                        id: key
                        visible: card.button !== null
                        readonly property var said: card.button || ({})
                        x: 20
                        y: 84 + card.factsHeight
                        width: parent.width - 40
                        height: 78
                        radius: 12
                        tap: said.tap || null
                        says: [said.label, said.sub].join(" ")
                        Rectangle {
                            anchors.fill: parent
                            radius: 12
                            color: key.live ? (key.held ? Theme.primPressed : Theme.prim) : "transparent"
                            border.width: key.live ? 0 : 1.5
                            border.color: Theme.edge
                        }
                        Txt {
                            y: key.said.sub ? 10 : 24
                            width: parent.width
                            horizontalAlignment: Text.AlignHCenter
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 14
                            text: key.said.label || ""
                            size: 24
                            weight: 650
                            font.family: Theme.displayFace
                            color: key.live ? Theme.primText : Theme.sec
                        }
                        Txt {
                            y: 46
                            x: 8
                            width: parent.width - 16
                            horizontalAlignment: Text.AlignHCenter
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: key.said.sub || ""
                            size: 14
                            weight: 600
                            color: key.live ? Theme.primText : Theme.sec
                        }
                    }
                    Repeater {
                        model: card.more.length
                        TouchKey {
                            id: other
                            required property int index
                            readonly property var said: card.more[index] || ({})
                            readonly property bool single: card.more.length === 1
                            width: single ? card.width - 40 : (card.width - 48) / 2
                            height: 48
                            x: 20 + (index % 2) * (width + 8)
                            y: 84 + card.factsHeight + 86 + Math.floor(index / 2) * 56
                            radius: 8
                            tap: said.tap || null
                            says: said.label || ""
                            Rectangle {
                                anchors.fill: parent
                                radius: 8
                                color: other.held ? Theme.pressed : Theme.raised
                                border.width: 1.5
                                border.color: Theme.outline
                            }
                            Txt {
                                x: 6
                                width: parent.width - 12
                                anchors.verticalCenter: parent.verticalCenter
                                horizontalAlignment: Text.AlignHCenter
                                fontSizeMode: Text.HorizontalFit
                                minimumPixelSize: 12
                                text: other.said.label || ""
                                size: 15
                                weight: 650
                            }
                        }
                    }
                    Txt {
                        id: where
                        visible: card.button !== null
                        x: 20
                        y: 84 + card.factsHeight + 88 + card.moreHeight
                        width: parent.width - 40
                        horizontalAlignment: Text.AlignHCenter
                        wrapMode: Text.WordWrap
                        text: key.said.waits || ""
                        size: 14
                        weight: 600
                    }
                }
            }
        }
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.told.not || ""
            size: 13
            color: Theme.sec
        }
        PitPinPad {
            visible: root.told.pad !== null && root.told.pad !== undefined
            width: parent.width
            told: root.told.pad || ({})
        }
        Lines {
            visible: !root.told.pad
            title: root.next.title || ""
            lines: root.next.lines || []
        }
        Lines {
            visible: !root.told.pad
            title: root.safe.title || ""
            lines: (root.safe.lines || []).map(line => ({ number: "", name: "", text: line }))
            ticked: true
        }
    }

    component Lines: Column {
        id: part
        property string title: ""
        property var lines: []
        property bool ticked: false
        width: root.width
        spacing: 4
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.panelHair
        }
        Item {
            width: parent.width
            height: 28
            Txt {
                y: 6
                text: part.title
                size: 15
                weight: 650
            }
        }
        Repeater {
            model: part.lines.length
            Item {
                id: line
                required property int index
                readonly property var words: part.lines[index] || ({})
                width: part.width
                height: (words.name ? 22 : 0) + (words.text ? text.height + 4 : 0) + 2
                Txt {
                    visible: text !== ""
                    text: line.words.number || ""
                    size: 15
                    weight: 650
                    color: Theme.dim
                }
                Tick {
                    visible: part.ticked
                    y: 4
                    size: 12
                    tint: Theme.go
                }
                Txt {
                    x: line.words.number ? 24 : 0
                    visible: text !== ""
                    text: line.words.name || ""
                    size: 15
                    weight: 650
                    color: Theme.sec
                }
                Txt {
                    id: text
                    x: part.ticked || line.words.number ? 24 : 0
                    y: line.words.name ? 21 : 0
                    width: parent.width - x
                    wrapMode: Text.WordWrap
                    text: line.words.text || ""
                    size: 13
                    color: Theme.sec
                }
            }
        }
    }
}
