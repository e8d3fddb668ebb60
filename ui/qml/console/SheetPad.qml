import QtQuick
import ".."

// A number on the pad: at the left the question and what is chosen besides, at the right the value above its
// twelve keys. Of a PIN only dots are drawn. `sheet` {caption, title, text, facts, choices: rows of Keys, note,
// warning, steps, field: {caption, hint, value, unit, dots, places, says}, keypad: [twelve Keys]}.
// On the small screen it takes the board's height, and the steps of a procedure give way.
Item {
    id: root
    property var sheet: ({})
    readonly property var field: sheet.field || ({})
    readonly property var choices: sheet.choices || []
    readonly property bool railed: !Theme.small && (sheet.steps || []).length > 0
    readonly property real inset: Theme.pick(28, 16)
    readonly property real gap: Theme.pick(17, 18)
    readonly property real choiceHeight: Theme.pick(90, 78)

    StepRail {
        visible: root.railed
        width: Theme.span(2)
        height: parent.height
        steps: root.railed ? root.sheet.steps : []
    }
    Panel {
        id: panel
        x: root.railed ? Theme.span(2) + Theme.gutter : 0
        width: Theme.span(4) - x
        height: parent.height
        Column {
            x: root.inset
            y: Theme.pick(20, 14)
            width: parent.width - 2 * x
            spacing: Theme.pick(8, 5)
            Txt {
                visible: text !== ""
                text: root.sheet.caption || ""
                size: Theme.px(20)
                color: Theme.sec
            }
            Txt {
                width: parent.width
                height: Theme.pick(54, 42)
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 24
                text: root.sheet.title || ""
                size: Theme.pick(46, 34)
                weight: 650
            }
            Txt {
                visible: text !== ""
                width: parent.width
                text: root.sheet.text || ""
                size: Theme.px(20)
                color: Theme.sec
                wrapMode: Text.WordWrap
                lineHeight: 1.1
            }
            FocusRows {
                width: parent.width
                rows: root.sheet.facts || []
            }
            Txt {
                visible: text !== ""
                width: parent.width
                topPadding: Theme.pick(14, 8)
                text: root.sheet.warning || ""
                size: Theme.px(24)
                weight: 600
                wrapMode: Text.WordWrap
                color: Theme.warn
            }
        }
        Txt {
            x: root.inset
            anchors.bottom: parent.bottom
            // Above the choices, where there are any.
            anchors.bottomMargin: root.inset + root.choices.length * (root.choiceHeight + root.gap)
            width: parent.width - 2 * x
            text: root.sheet.note || ""
            size: Theme.px(20)
            color: Theme.sec
            wrapMode: Text.WordWrap
            lineHeight: 1.1
        }
        Repeater {
            model: root.choices.length
            Row {
                id: line
                required property int index
                readonly property var keys: root.choices[index] || []
                readonly property int across: Math.max(1, keys.length, (root.choices[0] || []).length === 3 && keys.length > 1 ? 3 : 1)
                x: root.inset
                y: panel.height - root.inset - (root.choices.length - index) * (root.choiceHeight + root.gap) + root.gap
                spacing: root.gap
                Repeater {
                    model: line.keys.length
                    ActionKey {
                        required property int index
                        width: (panel.width - 2 * root.inset - (line.across - 1) * root.gap) / line.across
                        height: root.choiceHeight
                        key: line.keys[index] || null
                        raised: true
                        size: Theme.px(root.railed && line.across > 1 ? 20 : 24)
                    }
                }
            }
        }
    }
    Rectangle {
        id: display
        readonly property bool dotted: (root.field.places || 0) > 0
        x: Theme.span(4) + Theme.gutter
        width: Theme.span(3)
        height: Theme.pick(97, 92)
        radius: Theme.pick(10, 8)
        color: Theme.recess
        border.width: 2
        border.color: Theme.edge
        Txt {
            id: caption
            x: Theme.pick(20, 14)
            y: Theme.pick(15, 9)
            width: Math.min(implicitWidth, parent.width - x - Theme.pick(shown.width + 44, hint.width + 28))
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 13
            text: root.field.caption || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Txt {
            id: hint
            // A long number comes as far as under it.
            visible: Theme.small || x + width + 16 < shown.x
            x: Theme.small ? parent.width - width - 14 : caption.x
            y: Theme.pick(56, 9)
            text: root.field.hint || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Item {
            id: shown
            width: display.dotted ? dots.width : figure.width
            height: Theme.pick(parent.height, 60)
            anchors.right: parent.right
            anchors.rightMargin: Theme.pick(24, 14)
            y: Theme.pick(0, 32)
            Row {
                id: dots
                visible: display.dotted
                anchors.verticalCenter: parent.verticalCenter
                spacing: (root.field.places || 0) > 6 ? Theme.pick(14, 8) : Theme.pick(20, 12)
                Accessible.role: Accessible.StaticText
                Accessible.name: root.field.says || ""
                Repeater {
                    model: root.field.places || 0
                    Rectangle {
                        required property int index
                        readonly property bool full: index < (root.field.dots || 0)
                        width: 32
                        height: width
                        radius: width / 2
                        color: full ? Theme.text : "transparent"
                        border.width: 3
                        border.color: full ? Theme.text : Theme.outline
                    }
                }
            }
            Row {
                id: figure
                visible: !display.dotted
                anchors.verticalCenter: parent.verticalCenter
                spacing: 10
                Txt {
                    id: value
                    text: root.field.value || ""
                    size: 46
                    weight: 650
                }
                Rectangle {
                    anchors.verticalCenter: parent.verticalCenter
                    width: 3
                    height: 44
                    color: Theme.text
                }
                Txt {
                    visible: text !== ""
                    anchors.baseline: value.baseline
                    text: root.field.unit || ""
                    size: Theme.pick(24, 20)
                    color: Theme.sec
                }
            }
        }
    }
    Keypad {
        x: display.x
        y: display.height + Theme.pick(16, 14)
        width: display.width
        height: root.height - y
        keys: root.sheet.keypad || []
    }
}
