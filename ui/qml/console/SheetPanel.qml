import QtQuick
import ".."

// One step of a procedure: a title, facts in recesses, a box to tick, its keys.
// `panel` {title, text, facts: [{label, value, wide}], box: {label, sub, ticked, tap}, lines: [..], keys: [Key]}.
Rectangle {
    id: root
    property var panel: ({})
    readonly property var facts: panel.facts || []
    readonly property var keys: panel.keys || []
    readonly property real inset: Theme.pick(28, 16)
    radius: Theme.radius
    color: Theme.surface

    Txt {
        x: root.inset
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
        spacing: Theme.gutter
        Repeater {
            model: root.keys.length
            ActionKey {
                required property int index
                width: (root.width - 2 * root.inset - (root.keys.length - 1) * Theme.gutter) / root.keys.length
                height: Theme.pick(120, 84)
                key: root.keys[index] || null
                raised: true
                size: Theme.px(26)
            }
        }
    }
}
