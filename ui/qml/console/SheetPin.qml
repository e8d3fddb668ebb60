import QtQuick
import ".."

// The PIN pad: on the left whose PIN and as many dots as digits, on the right twelve large keys.
// `sheet` {title, text, dots, places, says, note, warning, keypad: [[Key, ...], ...]}: never a digit.
Rectangle {
    id: root
    property var sheet: ({})
    readonly property var pad: sheet.keypad || []
    readonly property real inset: Theme.pick(28, 14)
    readonly property real gap: Theme.pick(20, 12)
    readonly property real padWidth: Math.round(width * 0.56)
    radius: Theme.radius
    color: Theme.surface

    Item {
        id: left
        x: root.inset
        y: root.inset
        width: root.width - root.padWidth - 3 * root.inset
        height: root.height - 2 * root.inset
        Txt {
            id: title
            text: root.sheet.title || ""
            size: Theme.pick(34, 26)
            weight: 650
            font.family: Theme.displayFace
        }
        Txt {
            id: who
            anchors.top: title.bottom
            anchors.topMargin: Theme.pick(8, 5)
            width: parent.width
            text: root.sheet.text || ""
            size: Theme.px(26)
            wrapMode: Text.WordWrap
        }
        Row {
            id: dots
            anchors.top: who.bottom
            anchors.topMargin: Theme.pick(44, 26)
            spacing: Theme.pick(20, 14)
            Accessible.role: Accessible.StaticText
            Accessible.name: root.sheet.says || ""
            Repeater {
                model: root.sheet.places || 0
                Rectangle {
                    required property int index
                    readonly property bool full: index < (root.sheet.dots || 0)
                    width: Theme.pick(32, 24)
                    height: width
                    radius: width / 2
                    color: full ? Theme.text : "transparent"
                    border.width: 2
                    border.color: full ? Theme.text : Theme.edge
                }
            }
        }
        Txt {
            anchors.top: dots.bottom
            anchors.topMargin: Theme.pick(40, 22)
            width: parent.width
            text: root.sheet.warning || ""
            size: Theme.px(24)
            weight: 600
            wrapMode: Text.WordWrap
            color: Theme.warn
        }
        Txt {
            anchors.bottom: parent.bottom
            width: parent.width
            text: root.sheet.note || ""
            size: Theme.px(20)
            color: Theme.sec
            wrapMode: Text.WordWrap
        }
    }
    Repeater {
        model: 12
        ActionKey {
            required property int index
            readonly property int row: Math.floor(index / 4)
            readonly property int column: index % 4
            width: (root.padWidth - 3 * root.gap) / 4
            height: (root.height - 2 * root.inset - 2 * root.gap) / 3
            x: root.width - root.inset - root.padWidth + column * (width + root.gap)
            y: root.inset + row * (height + root.gap)
            key: (root.pad[row] || [])[column] || null
            raised: true
            size: key && key.label.length === 1 ? Theme.pick(48, 36) : Theme.px(24)
        }
    }
}
