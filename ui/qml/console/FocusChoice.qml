import QtQuick
import ".."

// A few keys for one question: batch decisions, how to end a hold. `content` {caption, title, text, keys: [Key]}.
Item {
    id: root
    property var content: ({})
    readonly property int count: (content.keys || []).length
    // One key alone stands further from the large one below.
    readonly property real under: Theme.pick(12, count > 1 ? 8 : 14)
    readonly property real room: height - words.y - words.height * words.scale - under - Theme.pick(2, 0)
    // Three millimetres apart, where the keys are a finger high beside it.
    readonly property real gap: Math.max(Theme.pick(10, 8), Math.min(Theme.keyGap,
        Math.floor(room / Math.max(1, count)) - Theme.touchMin))
    readonly property real keyHeight: Math.min(Theme.pick(92, 84), Math.max(Theme.touchMin,
        (room - gap * count) / Math.max(1, count)))

    Column {
        id: words
        // Words of a longer language are drawn smaller rather than under the keys.
        readonly property real most: root.height - y - Theme.pick(26, 16)
            - root.count * (Theme.touchMin + Theme.pick(10, 8))
        y: Theme.pick(16, 8)
        scale: height > most ? most / height : 1
        transformOrigin: Item.TopLeft
        width: root.width
        spacing: Theme.pick(6, 2)
        FocusTitle {
            width: root.width
            // Under the light of the small console there is room for the title and two keys, no more.
            caption: Theme.small && root.height < 260 && root.count > 1 ? "" : root.content.caption || ""
            title: root.content.title || ""
        }
        Txt {
            // Above three keys the small console has room for what is the matter, not for what is not.
            visible: text !== "" && !(Theme.small && root.count > 2)
            width: root.width
            text: root.content.text || ""
            size: Theme.px(20)
            color: Theme.sec
            wrapMode: Text.WordWrap
            lineHeight: 1.08
        }
    }
    Repeater {
        model: root.count
        ActionKey {
            required property int index
            x: -Theme.pick(12, 8)
            width: root.width + Theme.pick(24, 16)
            height: root.keyHeight
            y: root.height - root.under - (root.count - index) * (height + root.gap) + root.gap
            key: (root.content.keys || [])[index] || null
            raised: !key || key.plain !== true
            arrange: key && key.stack === true ? "stack" : "row"
            size: Theme.px(26)
            subSize: arrange === "row" ? Theme.px(22) : Theme.px(18)
        }
    }
}
