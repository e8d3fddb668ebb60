import QtQuick
import ".."

// A few keys for one question: batch decisions, how to end a hold. `content` {caption, title, text, keys: [Key]}.
Item {
    id: root
    property var content: ({})
    readonly property int count: (content.keys || []).length
    // Under one another two keys of the small console are nearer than a finger can tell: they stand side by side.
    readonly property bool beside: Theme.small && count === 2
    readonly property int rows: beside ? 1 : count
    // One row alone stands further from the large one below.
    readonly property real under: Theme.pick(12, rows > 1 ? 8 : 14)
    readonly property real room: height - words.y - words.height * words.scale - under - Theme.pick(2, 0)
    // Three millimetres apart, where the keys are a finger high beside it.
    // Of three on the small console the middle one has two neighbours: four millimetres.
    readonly property real gap: Math.max(Theme.pick(10, 8), Theme.small && rows > 2
        ? Math.min(Theme.keyGap + 5, Math.floor((room - rows * Theme.touchMin) / (rows - 1)))
        : Math.min(Theme.keyGap, Math.floor(room / Math.max(1, rows)) - Theme.touchMin))
    readonly property real keyHeight: Math.min(Theme.pick(92, 84), Math.max(Theme.touchMin,
        (room - gap * rows) / Math.max(1, rows)))
    readonly property real across: width + Theme.pick(24, 16)

    Column {
        id: words
        // Words of a longer language are drawn smaller rather than under the keys.
        readonly property real most: root.height - y - Theme.pick(26, 16)
            - root.rows * (Theme.touchMin + Theme.pick(10, 8))
        y: Theme.pick(16, 8)
        scale: height > most ? most / height : 1
        transformOrigin: Item.TopLeft
        width: root.width
        spacing: Theme.pick(6, 2)
        FocusTitle {
            width: root.width
            // Under the light of the small console there is room for the title and two rows, no more.
            caption: Theme.small && root.height < 260 && root.rows > 1 ? "" : root.content.caption || ""
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
            x: -Theme.pick(12, 8) + (root.beside ? index * (width + Theme.keyGap) : 0)
            width: root.beside ? (root.across - Theme.keyGap) / 2 : root.across
            height: root.keyHeight
            y: root.height - root.under - (root.beside ? 1 : root.count - index) * (height + root.gap) + root.gap
            key: (root.content.keys || [])[index] || null
            raised: !key || key.plain !== true
            arrange: root.beside || key && key.stack === true ? "stack" : "row"
            size: root.beside ? Theme.px(24) : Theme.px(26)
            subSize: arrange === "row" ? Theme.px(22) : Theme.px(18)
        }
    }
}
