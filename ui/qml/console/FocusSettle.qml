import QtQuick
import ".."

// One seat's settlement: what moves, in the largest figures of the console, then the rule of each
// spot. `content` {seat, hand, direction: "pay"|"take"|"refund"|"even", word, euros, cents, also, chips: [..],
// lines: [{spot, stake, rule, result, gain}], slip: {name, amount, note} that the cage pays, or null}.
Item {
    id: root
    property var content: ({})
    readonly property string direction: content.direction || "even"
    readonly property color ink: direction === "pay" ? Theme.pay : Theme.text
    readonly property int figures: (content.euros || "").replace(/[^0-9]/g, "").length
    // Two figures fill the card; each further one costs size, none is ever cut.
    readonly property var euroSizes: Theme.small ? [88, 88, 76, 62, 52, 45] : [136, 136, 116, 92, 78, 68]
    readonly property var centSizes: Theme.small ? [38, 38, 34, 28, 24, 21] : [58, 58, 50, 40, 34, 30]
    readonly property int rank: Math.max(0, Math.min(5, figures - 1))
    readonly property int lineCount: (content.lines || []).length
    // A long name of a spot pushes the stake and its rule to the right, on every line alike, and so does a stake
    // of many figures; what then finds no room beside them makes the letters of all lines smaller.
    readonly property real apart: Theme.pick(14, 8)
    readonly property real stakeRoom: Math.max(Theme.pick(78, 50), widest(line => [line.spot]) + apart)
    readonly property real ruleRoom: Math.max(Theme.pick(58, 32), widest(line => [line.stake]) + apart)
    readonly property real shrink: Math.min(1, width / Math.max(1, stakeRoom + ruleRoom + widest(line => [line.rule, line.result])))
    readonly property int lineSize: Math.max(13, Math.round(Theme.pick(20, 17) * shrink))
    readonly property real stakeX: Math.floor(stakeRoom * shrink)
    readonly property real ruleX: stakeX + Math.floor(ruleRoom * shrink)
    // How wide these words of a line are at most, one beside the other.
    function widest(words) {
        return (content.lines || []).reduce((most, line) => Math.max(most,
            words(line).filter(Boolean).reduce((sum, word) => sum + letters.advanceWidth(word) + apart, -apart)), 0)
    }
    FontMetrics {
        id: letters
        font.family: Theme.textFace
        font.pixelSize: Theme.pick(20, 17)
        font.weight: 650
        font.features: ({ "tnum": 1 })
    }
    readonly property real linesY: Theme.pick(256, 172) - lift
    readonly property real lineHeight: Math.min(Theme.pick(34, 29), (height - linesY - slipHeight - Theme.pick(8, 6)) / Math.max(1, lineCount))
    // What the cage pays stands in gold, apart from what the dealer pays.
    readonly property var slip: content.slip || null
    readonly property real slipHeight: slip ? Theme.pick(90, 68) : 0
    // It takes its room from above a sum of many figures, which is lower.
    readonly property real lift: slip && rank > 2 ? Theme.pick(28, 18) : 0

    Txt {
        id: seat
        y: Theme.pick(16, 10)
        text: root.content.seat || ""
        size: Theme.pick(34, 26)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.right: parent.right
        y: Theme.pick(12, 4)
        width: root.width - seat.width - 12
        height: Theme.pick(54, 44)
        verticalAlignment: Text.AlignVCenter
        horizontalAlignment: Text.AlignRight
        fontSizeMode: Text.Fit
        wrapMode: Text.WordWrap
        minimumPixelSize: 15
        text: root.content.hand || ""
        size: Theme.px(24)
        color: Theme.sec
    }
    Rectangle {
        y: Theme.pick(68, 48)
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
    Row {
        id: verb
        y: Theme.pick(82, 58)
        spacing: Theme.pick(10, 6)
        Triangle {
            visible: root.direction !== "even"
            anchors.verticalCenter: parent.verticalCenter
            anchors.verticalCenterOffset: -1
            size: Theme.pick(24, 18)
            tint: root.ink
            filled: root.direction === "pay"
            down: root.direction === "take"
            stroke: 2.5
        }
        Column {
            visible: root.direction === "even"
            anchors.verticalCenter: parent.verticalCenter
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
        Txt {
            text: root.content.word || ""
            size: Theme.pick(30, 22)
            weight: 700
            color: root.ink
            font.family: Theme.displayFace
        }
    }
    Row {
        visible: also.text !== ""
        anchors.right: parent.right
        y: Theme.pick(86, 60)
        spacing: Theme.pick(8, 5)
        Triangle {
            id: sign
            anchors.verticalCenter: parent.verticalCenter
            size: Theme.pick(20, 16)
            down: true
            filled: false
            stroke: 2.5
        }
        Txt {
            id: also
            width: Math.min(implicitWidth, root.width - verb.width - sign.width - Theme.pick(24, 15))
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 15
            text: root.content.also || ""
            size: Theme.pick(24, 18)
            weight: 650
        }
    }
    Row {
        visible: also.text === ""
        anchors.right: parent.right
        y: Theme.pick(78, 55)
        spacing: Theme.pick(6, 4)
        Repeater {
            model: (root.content.chips || []).length
            Chip {
                required property int index
                diameter: Theme.pick(50, 38)
                amount: (root.content.chips || [])[index] || ""
                size: amount.length > 3 ? Theme.pick(15, 12) : amount.length > 2 ? Theme.pick(18, 15) : Theme.pick(22, 17)
            }
        }
    }
    Item {
        id: sum
        x: -Theme.pick(6, 4)
        y: Theme.pick(97, 70) - root.lift
        height: root.linesY - y
        Txt {
            id: euros
            y: Theme.pick(168, 108) - baselineOffset - Theme.pick(38, 21)
            text: root.content.euros || ""
            size: root.euroSizes[root.rank]
            // Proportional figures, not too tight: the gap between thousands is seen.
            tabular: false
            weight: 650
            color: root.ink
            font.letterSpacing: -size * 0.015
        }
        Txt {
            anchors.left: euros.right
            anchors.baseline: euros.baseline
            text: root.content.cents || ""
            size: root.centSizes[root.rank]
            weight: 600
            color: root.ink
            font.family: Theme.displayFace
        }
    }
    Column {
        y: root.linesY
        width: parent.width
        Repeater {
            model: root.lineCount
            Item {
                id: line
                required property int index
                readonly property var words: (root.content.lines || [])[index] || ({})
                readonly property bool gain: words.gain === true
                width: parent.width
                height: root.lineHeight
                Rectangle {
                    width: parent.width
                    height: 1
                    color: Theme.panelHair
                }
                Txt {
                    anchors.verticalCenter: parent.verticalCenter
                    text: line.words.spot || ""
                    size: root.lineSize
                    weight: line.gain ? 650 : 500
                    color: line.gain ? Theme.text : Theme.sec
                }
                Txt {
                    x: root.stakeX
                    anchors.verticalCenter: parent.verticalCenter
                    text: line.words.stake || ""
                    size: root.lineSize
                    color: Theme.sec
                }
                Txt {
                    id: rule
                    x: root.ruleX
                    anchors.verticalCenter: parent.verticalCenter
                    text: line.words.rule || ""
                    size: root.lineSize
                    color: Theme.sec
                }
                Txt {
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.min(implicitWidth, root.width - rule.x - rule.width - 6)
                    horizontalAlignment: Text.AlignRight
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 13
                    text: line.words.result || ""
                    size: root.lineSize
                    weight: line.gain ? 700 : 500
                    color: line.gain ? Theme.pay : Theme.sec
                }
            }
        }
    }
    Rectangle {
        visible: root.slip !== null
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.pick(10, 8)
        x: -Theme.pick(8, 6)
        width: parent.width + Theme.pick(16, 12)
        height: root.slipHeight - Theme.pick(16, 12)
        radius: 6
        color: Theme.bg
        border.color: Theme.gold
        border.width: 2
        JackpotLamp {
            id: diamond
            x: Theme.pick(12, 8)
            anchors.verticalCenter: parent.verticalCenter
            size: Theme.pick(30, 24)
            lamp: "in"
        }
        Column {
            anchors.left: diamond.right
            anchors.leftMargin: Theme.pick(12, 8)
            anchors.right: parent.right
            anchors.rightMargin: Theme.pick(10, 6)
            anchors.verticalCenter: parent.verticalCenter
            Txt {
                width: parent.width
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 15
                text: root.slip ? root.slip.name + "\u2002" + root.slip.amount : ""
                size: Theme.pick(24, 19)
                weight: 700
                color: Theme.gold
            }
            Txt {
                width: parent.width
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 13
                text: root.slip ? root.slip.note : ""
                size: Theme.pick(20, 17)
            }
        }
    }
}
