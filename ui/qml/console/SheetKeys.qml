import QtQuick
import ".."

// One question with many answers, as large keys: which incident, which reason.
// `sheet` {title, text, keys: [Key], across}; a key without a word is a place left free.
Panel {
    id: root
    property var sheet: ({})
    readonly property var keys: sheet.keys || []
    readonly property int columns: sheet.across || 4
    readonly property int rows: Math.max(1, Math.ceil(keys.length / columns))
    readonly property real inset: Theme.pick(24, 14)
    readonly property real keysY: Theme.pick(104, 76)
    readonly property real gap: rows > 3 || columns > 4 ? Theme.gutter : Theme.keyGap

    Txt {
        x: root.inset
        y: Theme.pick(18, 10)
        text: root.sheet.title || ""
        size: Theme.pick(30, 23)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        x: root.inset
        y: Theme.pick(60, 42)
        width: root.width - 2 * root.inset
        text: root.sheet.text || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Repeater {
        model: root.keys.length
        ActionKey {
            required property int index
            x: root.inset + (index % root.columns) * (width + root.gap)
            y: root.keysY + Math.floor(index / root.columns) * (height + root.gap)
            width: (root.width - 2 * root.inset - (root.columns - 1) * root.gap) / root.columns
            height: (root.height - root.keysY - root.inset - (root.rows - 1) * root.gap) / root.rows
            key: root.keys[index] || null
            visible: key !== null && (key.label || "") !== ""
            raised: true
            size: Theme.px(24)
        }
    }
}
