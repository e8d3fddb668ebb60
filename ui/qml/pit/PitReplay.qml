import QtQuick
import ".."

// One round played again: the banner of its chain, the felt, the timeline, the facts. `told` is that of
// ui/screen/pit/replay.py.
Item {
    id: root
    property var told: ({})
    property var exports: []
    property string saved: ""
    readonly property var felt: told.felt || ({})
    readonly property var chain: told.chain || ({})
    // Seven places share the width, and stand in the middle of a wider one.
    readonly property real pitch: Math.min(130, (width + 5.6) / 7)

    Txt {
        id: title
        y: 12
        text: root.told.title || ""
        size: 28
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 16
        anchors.baseline: title.baseline
        text: root.told.head || ""
        size: 14
        color: Theme.sec
    }
    Rectangle {
        id: banner
        readonly property bool sound: root.chain.ok === true
        y: 58
        width: parent.width
        height: 34
        radius: 6
        color: sound ? Theme.surface : Theme.p1
        border.width: 1
        border.color: sound ? Theme.edge : Theme.p1
        Accessible.role: Accessible.StaticText
        Accessible.name: root.chain.text || ""
        Tick {
            visible: banner.sound
            x: 14
            anchors.verticalCenter: parent.verticalCenter
            size: 16
            tint: Theme.go
        }
        Txt {
            x: banner.sound ? 40 : 14
            anchors.verticalCenter: parent.verticalCenter
            text: root.chain.text || ""
            size: 14
            weight: banner.sound ? 500 : 700
        }
        Txt {
            anchors.right: parent.right
            anchors.rightMargin: 14
            anchors.verticalCenter: parent.verticalCenter
            text: banner.sound ? root.told.withheld || "" : ""
            size: 13
            color: Theme.sec
        }
    }
    Txt {
        y: 104
        text: root.felt.bank || ""
        size: 13
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        y: 104
        text: root.told.rectified || ""
        size: 13
        weight: 600
        color: Theme.stop
    }
    Repeater {
        model: 2
        CardFace {
            required property int index
            x: index * 76
            y: 126
            width: 68
            card: (root.felt.dealer || [])[index] || ""
            dimmed: root.felt.proved === true
        }
    }
    Txt {
        x: 262
        y: 104
        text: root.felt.board_caption || ""
        size: 13
        color: Theme.sec
    }
    Repeater {
        model: 5
        CardFace {
            required property int index
            x: 262 + index * 76 + (index > 2 ? 10 : 0)
            y: 126
            width: 68
            card: (root.felt.board || [])[index] || ""
            ringed: (root.felt.board_ringed || [])[index] === true
            dimmed: root.felt.proved === true && !ringed
        }
    }
    Txt {
        anchors.right: parent.right
        y: 104
        text: root.felt.meter ? root.felt.meter_caption || "" : ""
        size: 13
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        y: 126
        text: root.felt.meter || ""
        size: 20
        weight: 650
        color: Theme.gold
    }
    Repeater {
        id: places
        model: (root.felt.seats || []).length
        Rectangle {
            id: seat
            required property int index
            readonly property var words: (root.felt.seats || [])[index] || ({})
            readonly property bool turn: root.felt.turn === index + 1
            x: (root.width + 5.6 - places.count * root.pitch) / 2 + index * root.pitch
            y: 236
            width: root.pitch - 5.6
            height: 158
            radius: 8
            color: words.free ? "transparent" : Theme.surface
            border.width: turn ? 3 : words.free ? 1 : 0
            border.color: turn ? Theme.pay : Theme.hair
            Txt {
                x: 10
                y: 8
                text: seat.words.number || ""
                size: 15
                weight: 650
                color: seat.words.free ? Theme.dim : Theme.text
            }
            Rectangle {
                visible: seat.words.jp1 === true
                x: parent.width - 26
                y: 13
                width: 11
                height: 11
                rotation: 45
                color: seat.words.registered === true ? Theme.gold : "transparent"
                border.width: 1.5
                border.color: Theme.gold
            }
            Txt {
                visible: !!seat.words.free
                x: 10
                y: 74
                text: seat.words.free || ""
                size: 12
                color: Theme.dim
            }
            Repeater {
                model: 2
                CardFace {
                    required property int index
                    visible: !seat.words.free
                    x: 9 + index * (seat.width > 106 ? 47 : 45)
                    y: 32
                    width: 43
                    card: (seat.words.cards || [])[index] || ""
                    ringed: (seat.words.ringed || [])[index] === true
                    dimmed: !ringed && (seat.words.dim === true || root.felt.proved === true)
                }
            }
            Txt {
                x: 9
                y: 94
                width: parent.width - 14
                text: seat.words.hand || ""
                size: 12
                weight: 600
                wrapMode: Text.WordWrap
                lineHeight: 0.92
                maximumLineCount: 2
            }
            // What JP1 paid the seat stands apart: it is none of the bank's result.
            Rectangle {
                visible: prize.text !== ""
                x: 10
                y: 142
                width: 7
                height: 7
                rotation: 45
                color: Theme.gold
            }
            Txt {
                id: prize
                x: 22
                y: 138
                width: parent.width - x - 2
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: seat.words.prize || ""
                size: 13
                weight: 650
                color: Theme.gold
            }
            Txt {
                x: 9
                y: prize.text !== "" ? 121 : 132
                text: seat.words.money || seat.words.stake || ""
                size: 14
                weight: seat.words.money ? 650 : 500
                color: seat.words.money ? Theme.text : Theme.sec
            }
        }
    }
    Txt {
        anchors.horizontalCenter: parent.horizontalCenter
        y: 406
        text: root.told.now || ""
        size: 14
        weight: 600
    }
    Txt {
        anchors.right: parent.right
        y: 408
        text: root.told.count || ""
        size: 12
        color: Theme.dim
    }
    PitPlot {
        head: 0
        y: 428
        panel: root.told.line || ({})
    }
    Row {
        y: 516
        spacing: 22
        PitChips {
            framed: true
            keys: root.told.keys || []
        }
        PitChips { keys: root.told.speeds || [] }
    }
    PitChips {
        anchors.right: parent.right
        y: parent.height - 44
        keys: root.told.shown || []
    }
    PitPlot {
        head: 0
        y: 564
        panel: root.told.facts || ({})
    }
    Txt {
        y: parent.height - 74
        text: root.told.video || ""
        size: 13
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        y: parent.height - 74
        text: root.saved
        size: 12
        color: Theme.sec
    }
    PitChips {
        y: parent.height - 44
        framed: true
        keys: (root.told.copy || []).concat(root.exports)
    }
}
