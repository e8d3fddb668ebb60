import QtQuick
import ".."

// What the table waits for. `content` {caption, title, text, rows: [{label, value}], key}, or `keys` of
// equal weight, side by side.
Item {
    id: root
    property var content: ({})
    Column {
        y: Theme.pick(20, 10)
        width: root.width
        spacing: Theme.pick(12, 6)
        FocusTitle {
            width: root.width
            caption: root.content.caption || ""
            title: root.content.title || ""
        }
        Txt {
            visible: text !== ""
            width: root.width
            text: root.content.text || ""
            size: Theme.px(22)
            wrapMode: Text.WordWrap
            lineHeight: 1.1
        }
        FocusRows {
            width: root.width
            rows: root.content.rows || []
        }
    }
    Row {
        id: row
        x: -Theme.pick(12, 8)
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.pick(12, 8)
        spacing: Theme.pick(17, 18)
        Repeater {
            id: keys
            model: (root.content.keys || []).length
            ActionKey {
                required property int index
                width: (root.width - 2 * row.x - (keys.count - 1) * row.spacing) / Math.max(1, keys.count)
                height: Theme.pick(100, 89)
                key: (root.content.keys || [])[index] || null
                raised: true
                size: Theme.px(24)
                subSize: Theme.px(20)
            }
        }
    }
    ActionKey {
        visible: !!root.content.key
        x: -Theme.pick(12, 8)
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.pick(12, 14)
        width: root.width + 2 * Theme.pick(12, 8)
        height: Theme.pick(76, Theme.touchMin)
        key: root.content.key || null
        raised: true
        arrange: "row"
        size: Theme.px(24)
        subSize: Theme.px(22)
    }
}
