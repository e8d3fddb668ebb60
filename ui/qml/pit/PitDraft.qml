import QtQuick
import ".."

// The draft of settings: its difference in words, what follows from it, its persons, and the one light key.
// `told` is the map of ui/screen/pit/draft.py.
Item {
    id: root
    property var told: ({})
    readonly property var changes: told.changes || []
    readonly property var followed: told.follows || []
    readonly property var fault: told.fault || told.outcome || null
    readonly property var choices: told.choices || null
    readonly property var people: told.people || null
    readonly property var cards: people ? people.cards : []
    readonly property var button: told.button || null
    readonly property var keys: told.keys || []
    readonly property var lists: told.lists || []
    // How high all of it is.
    readonly property real needs: 18 + body.height + 24 + (button ? 98 : 0) + (keys.length > 0 ? 78 : 20)

    Rectangle {
        anchors.fill: parent
        radius: 8
        color: Theme.recess
        border.width: 1
        border.color: Theme.hair
    }
    Column {
        id: body
        x: 20
        y: 18
        width: parent.width - 40
        spacing: 14
        Item {
            width: parent.width
            height: 28
            Txt {
                id: head
                text: root.told.title || ""
                size: 20
                weight: 650
                font.family: Theme.displayFace
            }
            Txt {
                anchors.right: parent.right
                anchors.baseline: head.baseline
                width: Math.min(implicitWidth, parent.width - head.width - 12)
                horizontalAlignment: Text.AlignRight
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: root.told.note || ""
                size: 14
                color: Theme.sec
            }
        }
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.told.text || ""
            size: 16
            color: Theme.sec
        }
        // The difference, a line each.
        Column {
            visible: root.changes.length > 0
            width: parent.width
            Repeater {
                model: root.changes.length
                Item {
                    id: change
                    required property int index
                    readonly property var words: root.changes[index] || ({})
                    width: parent.width
                    height: 50
                    Txt {
                        y: 4
                        width: parent.width
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: change.words.label || ""
                        size: 13
                        color: Theme.sec
                    }
                    Txt {
                        id: before
                        y: 22
                        width: Math.min(implicitWidth, parent.width / 2 - 16)
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: change.words.before || ""
                        size: 18
                        color: Theme.sec
                        tabular: false
                    }
                    Txt {
                        anchors.left: before.right
                        anchors.leftMargin: 10
                        y: 22
                        width: Math.min(implicitWidth, parent.width - before.width - 10)
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: "\u2192\u2002" + (change.words.after || "")
                        size: 18
                        weight: 700
                        tabular: false
                    }
                    Rectangle {
                        anchors.bottom: parent.bottom
                        width: parent.width
                        height: 1
                        color: Theme.hair
                    }
                }
            }
        }
        // What follows from it, a sentence each.
        Column {
            visible: root.followed.length > 0
            width: parent.width
            spacing: 6
            Repeater {
                model: root.followed.length
                Item {
                    id: one
                    required property int index
                    width: parent.width
                    height: said.height
                    Rectangle {
                        y: 8
                        width: 6
                        height: 6
                        radius: 1
                        color: Theme.outline
                    }
                    Txt {
                        id: said
                        x: 18
                        width: parent.width - x
                        wrapMode: Text.WordWrap
                        text: root.followed[one.index] || ""
                        size: 15
                        tabular: false
                    }
                }
            }
        }
        // Why not, with the article.
        Rectangle {
            visible: root.fault !== null
            width: parent.width
            height: why.tall + (why.text !== "" ? 56 : 44)
            radius: 6
            color: Theme.surface
            border.width: 2
            border.color: Theme.text
            Accessible.role: Accessible.AlertMessage
            Accessible.name: root.fault ? root.fault.title + " " + root.fault.text : ""
            Txt {
                x: 16
                y: 11
                width: parent.width - 110
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: root.fault ? root.fault.title : ""
                size: 16
                weight: 650
            }
            Txt {
                anchors.right: parent.right
                anchors.rightMargin: 16
                y: 13
                text: root.fault ? root.fault.article : ""
                size: 14
                color: Theme.sec
            }
            Txt {
                id: why
                x: 16
                y: 38
                width: parent.width - 32
                readonly property real tall: text !== "" ? contentHeight : 0
                wrapMode: Text.Wrap
                maximumLineCount: 5
                elide: Text.ElideNone
                text: root.fault ? root.fault.text : ""
                size: 15
                tabular: false
            }
        }
        Repeater {
            model: root.lists.length
            Column {
                id: list
                required property int index
                readonly property var words: root.lists[index] || ({})
                readonly property var lines: words.lines || []
                width: parent.width
                spacing: 8
                topPadding: 10
                Txt {
                    text: list.words.title || ""
                    size: 15
                    weight: 650
                }
                Rectangle {
                    width: parent.width
                    height: 1
                    color: Theme.panelHair
                }
                Repeater {
                    model: list.lines.length
                    Item {
                        id: line
                        required property int index
                        width: list.width
                        height: sentence.height
                        Txt {
                            visible: list.words.numbered === true
                            text: String(line.index + 1)
                            size: 15
                            weight: 650
                            color: Theme.sec
                        }
                        Rectangle {
                            visible: list.words.numbered !== true
                            y: 8
                            width: 6
                            height: 6
                            radius: 1
                            color: Theme.outline
                        }
                        Txt {
                            id: sentence
                            x: 22
                            width: parent.width - x
                            wrapMode: Text.WordWrap
                            text: list.lines[line.index] || ""
                            size: 15
                            tabular: false
                        }
                    }
                }
            }
        }
        // A reason from a list.
        Column {
            visible: root.choices !== null
            width: parent.width
            spacing: 8
            Txt {
                text: root.choices ? root.choices.title : ""
                size: 14
                color: Theme.sec
            }
            Flow {
                width: parent.width
                spacing: 8
                Repeater {
                    model: root.choices ? root.choices.keys.length : 0
                    PitChips {
                        required property int index
                        framed: true
                        keys: root.choices ? [root.choices.keys[index]] : []
                    }
                }
            }
        }
        Column {
            visible: root.people !== null
            width: parent.width
            spacing: 8
            Txt {
                text: root.people ? root.people.title : ""
                size: 14
                color: Theme.sec
            }
            Repeater {
                model: root.cards.length
                Rectangle {
                    id: card
                    required property int index
                    readonly property var words: root.cards[index] || ({})
                    readonly property bool now: words.state === "now"
                    readonly property bool done: words.state === "done"
                    width: parent.width
                    height: 58
                    radius: 6
                    color: Theme.surface
                    border.width: now ? 2 : 0
                    border.color: Theme.pay
                    Rectangle {
                        x: 16
                        y: 18
                        width: 22
                        height: 22
                        radius: 11
                        color: "transparent"
                        border.width: 2
                        border.color: card.now ? Theme.pay : card.done ? Theme.go : Theme.edge
                        Tick {
                            visible: card.done
                            anchors.centerIn: parent
                            size: 12
                            tint: Theme.go
                        }
                        Rectangle {
                            visible: card.now
                            anchors.centerIn: parent
                            width: 9
                            height: 9
                            radius: 5
                            color: Theme.pay
                        }
                    }
                    Txt {
                        x: 52
                        y: 8
                        width: parent.width - x - 12
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: card.words.name || ""
                        size: 17
                        weight: 650
                        color: card.now || card.done ? Theme.text : Theme.sec
                    }
                    Txt {
                        x: 52
                        y: 32
                        width: parent.width - x - 12
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: card.words.note || ""
                        size: 13
                        color: Theme.sec
                    }
                }
            }
        }
    }
    // Light only while a card that counts is in a reader; else it says which one is awaited.
    TouchKey {
        id: main
        visible: root.button !== null
        readonly property var said: root.button || ({})
        x: 20
        anchors.bottom: parent.bottom
        anchors.bottomMargin: root.keys.length > 0 ? 78 : 20
        width: parent.width - 40
        height: 78
        radius: 12
        tap: said.tap || null
        says: [said.label, said.sub].join(" ")
        Rectangle {
            anchors.fill: parent
            radius: 12
            color: main.live ? (main.held ? Theme.primPressed : Theme.prim) : "transparent"
            border.width: main.live ? 0 : 1.5
            border.color: Theme.edge
        }
        Txt {
            y: 10
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: main.said.label || ""
            size: 24
            weight: 650
            font.family: Theme.displayFace
            color: main.live ? Theme.primText : Theme.sec
        }
        Txt {
            x: 10
            y: 46
            width: parent.width - 20
            horizontalAlignment: Text.AlignHCenter
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            text: main.said.sub || ""
            size: 15
            color: main.live ? Theme.primText : Theme.text
        }
    }
    Row {
        x: 20
        anchors.bottom: parent.bottom
        anchors.bottomMargin: 20
        spacing: 10
        Repeater {
            model: root.keys.length
            TouchKey {
                id: small
                required property int index
                readonly property var words: root.keys[index] || ({})
                width: label.implicitWidth + 36
                height: 44
                reachY: 2
                radius: 6
                tap: words.tap || null
                says: words.says || ""
                Rectangle {
                    anchors.fill: parent
                    radius: 6
                    color: small.held ? Theme.pressed : "transparent"
                    border.width: 1.5
                    border.color: small.live ? Theme.outline : Theme.hair
                }
                Txt {
                    id: label
                    anchors.centerIn: parent
                    text: small.words.label || ""
                    size: 15
                    weight: 650
                    color: small.live ? Theme.text : Theme.ghost
                }
            }
        }
    }
}
