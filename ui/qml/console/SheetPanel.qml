import QtQuick
import ".."

// One step of a procedure: a title, facts in recesses, a box to tick, its keys.
// An amount as `hero` {euros, cents, words} stands at its size, `note` beside its title, above who pays what of
// it: `payers` [{name, note, gold, rows}].
// `panel` {title, text, facts: [{label, value, wide}], box: {label, sub, ticked, tap}, lines: [..], keys: [Key]}.
Panel {
    id: root
    property var panel: ({})
    readonly property var facts: panel.facts || []
    readonly property var keys: panel.keys || []
    readonly property real inset: Theme.pick(28, 16)

    Txt {
        id: title
        x: root.inset + (hero.visible ? Theme.pick(52, 38) : 0)
        y: Theme.pick(22, 12)
        text: root.panel.title || ""
        size: Theme.pick(30, 23)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        x: root.inset
        y: Theme.pick(64, 42)
        width: root.width - 2 * root.inset
        text: root.panel.text || ""
        size: Theme.px(20)
        color: Theme.sec
        wrapMode: Text.WordWrap
        lineHeight: 1.08
    }
    JackpotLamp {
        visible: hero.visible
        x: root.inset - Theme.pick(4, 3)
        y: Theme.pick(20, 11)
        size: Theme.pick(42, 30)
        lamp: "in"
    }
    Txt {
        visible: hero.visible && text !== ""
        anchors.right: parent.right
        anchors.rightMargin: root.inset
        anchors.baseline: title.baseline
        text: root.panel.note || ""
        size: Theme.px(24)
        color: Theme.sec
    }
    Item {
        id: hero
        readonly property var words: root.panel.hero || null
        // Proportional figures at the size of the hand itself; a longer amount costs size, none is ever cut.
        readonly property real size: Theme.heroSize * Math.min(1, width / Math.max(1, whole.width + rest.width))
        visible: words !== null
        x: root.inset
        y: Theme.pick(58, 38)
        width: root.width - 2 * root.inset
        height: words ? Theme.pick(246, 148) : 0
        TextMetrics {
            id: whole
            text: hero.words ? hero.words.euros : ""
            font: Qt.font({ family: Theme.displayFace, pixelSize: Theme.heroSize, weight: 650 })
        }
        TextMetrics {
            id: rest
            text: hero.words ? hero.words.cents : ""
            font: Qt.font({ family: Theme.displayFace, pixelSize: Theme.heroCents, weight: 600 })
        }
        Rectangle {
            // By day gold needs a dark ground, as behind the meter.
            visible: Theme.plated
            x: -Theme.pick(14, 8)
            y: Theme.pick(8, 12)
            width: Math.min(hero.width - 2 * x, heroCents.x + heroCents.width - 2 * x)
            height: Theme.pick(152, 88)
            radius: Theme.radius
            color: Theme.plate
        }
        Txt {
            id: heroEuros
            x: -hero.size * 0.03
            y: Theme.pick(150, 88) - baselineOffset
            text: hero.words ? hero.words.euros : ""
            size: hero.size
            tabular: false
            weight: 650
            color: Theme.meter
            font.letterSpacing: -hero.size * 0.02
        }
        Txt {
            id: heroCents
            anchors.left: heroEuros.right
            anchors.baseline: heroEuros.baseline
            text: hero.words ? hero.words.cents : ""
            size: Math.round(hero.size * Theme.heroCents / Theme.heroSize)
            tabular: false
            weight: 600
            color: Theme.meter
            font.family: Theme.displayFace
        }
        Txt {
            anchors.bottom: parent.bottom
            width: parent.width
            height: Theme.pick(82, 48)
            verticalAlignment: Text.AlignVCenter
            wrapMode: Text.WordWrap
            fontSizeMode: Text.Fit
            minimumPixelSize: 14
            text: hero.words ? hero.words.words : ""
            size: Theme.pick(34, 22)
            lineHeight: 1.02
        }
    }
    Row {
        x: root.inset - Theme.pick(10, 6)
        y: hero.y + hero.height + Theme.pick(8, 6)
        spacing: Theme.gutter
        Repeater {
            model: (root.panel.payers || []).length
            Rectangle {
                id: payer
                required property int index
                readonly property var words: (root.panel.payers || [])[index] || ({})
                readonly property color ink: words.gold === true ? Theme.gold : Theme.pay
                width: (root.width - 2 * root.inset + Theme.pick(20, 12) - Theme.gutter) / 2
                height: root.height - parent.y - Theme.pick(20, 12)
                radius: 6
                color: Theme.bg
                Rectangle {
                    y: Theme.pick(12, 8)
                    width: Theme.pick(4, 3)
                    height: parent.height - 2 * y
                    color: payer.ink
                }
                Txt {
                    id: payerName
                    x: Theme.pick(24, 14)
                    y: Theme.pick(12, 8)
                    width: Math.min(implicitWidth, 0.55 * (payer.width - x))
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 14
                    text: payer.words.name || ""
                    size: Theme.pick(24, 19)
                    weight: 650
                    color: payer.ink
                }
                Txt {
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.pick(20, 12)
                    anchors.baseline: payerName.baseline
                    width: Math.min(implicitWidth, payer.width - payerName.x - payerName.width - Theme.pick(30, 20))
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 13
                    horizontalAlignment: Text.AlignRight
                    text: payer.words.note || ""
                    size: Theme.pick(20, 17)
                    color: Theme.sec
                }
                FocusRows {
                    x: Theme.pick(24, 14)
                    y: Theme.pick(48, 36)
                    width: parent.width - x - Theme.pick(20, 12)
                    rows: payer.words.rows || []
                    rowHeight: Math.min(Theme.pick(54, 36), (payer.height - y - 4) / Math.max(1, rows.length))
                    valueSize: Theme.pick(30, 21)
                }
            }
        }
    }
    Row {
        id: facts
        x: root.inset
        y: Theme.pick(120, 88)
        spacing: Theme.gutter
        Repeater {
            model: root.facts.length
            TouchKey {
                id: fact
                required property int index
                readonly property var words: root.facts[index] || ({})
                tap: words.tap || null
                says: [words.label || "", words.value || ""].join(" ")
                width: (root.width - 2 * root.inset - (root.facts.length - 1) * facts.spacing) / root.facts.length
                height: Theme.pick(100, 72)
                Rectangle {
                    anchors.fill: parent
                    radius: 10
                    color: fact.held ? Theme.lift : Theme.bg
                    border.color: Theme.outline
                    border.width: fact.tap ? 2 : 0
                }
                Txt {
                    x: Theme.pick(18, 12)
                    y: Theme.pick(14, 9)
                    text: fact.words.label || ""
                    size: Theme.px(20)
                    color: Theme.sec
                }
                Txt {
                    x: Theme.pick(18, 12)
                    y: Theme.pick(46, 35)
                    width: parent.width - 2 * x
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 14
                    text: fact.words.value || ""
                    size: Theme.pick(32, 22)
                    weight: 650
                    font.family: Theme.displayFace
                    color: fact.words.gold === true ? Theme.gold : Theme.text
                }
            }
        }
    }
    TouchKey {
        id: box
        readonly property var words: root.panel.box || null
        visible: words !== null
        x: root.inset
        y: facts.y + Theme.pick(112, 80)
        width: root.width - 2 * root.inset
        height: Theme.pick(92, 74)
        tap: words ? words.tap : null
        says: words ? [words.label, words.sub].join(" ") : ""
        Rectangle {
            anchors.fill: parent
            radius: 10
            color: box.held ? Theme.lift : "transparent"
            border.color: Theme.outline
            border.width: 2
        }
        Rectangle {
            x: Theme.pick(24, 14)
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.pick(40, 32)
            height: width
            radius: 6
            readonly property bool ticked: box.words !== null && box.words.ticked === true
            color: ticked ? Theme.prim : "transparent"
            border.width: ticked ? 0 : 2
            border.color: Theme.outline
            Tick {
                visible: parent.ticked
                anchors.centerIn: parent
                size: Theme.pick(28, 22)
                tint: Theme.primText
                stroke: 4
            }
        }
        Txt {
            x: Theme.pick(88, 60)
            y: Theme.pick(18, 12)
            text: box.words ? box.words.label || "" : ""
            size: Theme.px(24)
            weight: 600
        }
        Txt {
            x: Theme.pick(88, 60)
            y: Theme.pick(51, 40)
            text: box.words ? box.words.sub || "" : ""
            size: Theme.px(20)
            color: Theme.sec
        }
    }
    FocusRows {
        visible: !box.visible
        x: root.inset
        y: facts.y + (root.facts.length > 0 ? Theme.pick(112, 80) : 0)
        width: root.width - 2 * root.inset
        rows: root.panel.rows || []
    }
    Row {
        x: root.inset
        y: root.height - Theme.pick(28, 12) - height
        spacing: Theme.keyGap
        Repeater {
            model: root.keys.length
            ActionKey {
                required property int index
                width: (root.width - 2 * root.inset - (root.keys.length - 1) * parent.spacing) / root.keys.length
                height: Theme.pick(120, 84)
                key: root.keys[index] || null
                raised: true
                size: Theme.px(26)
            }
        }
    }
}
