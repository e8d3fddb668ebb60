import QtQuick
import ".."

// What has happened: the two alerts first, lifted, then cards, then players and chips. Nothing is asked before
// the finger leaves a key. `sheet` {title, text, groups: [{caption, keys: [Key with picture and mark]}]}.
Panel {
    id: root
    property var sheet: ({})
    readonly property var groups: sheet.groups || []
    readonly property real inset: Theme.pick(24, 14)
    readonly property real gap: Theme.pick(17, 18)
    readonly property real apart: Theme.pick(36, 30)
    readonly property real alertWidth: Theme.pick(300, 196)
    readonly property real keysY: Theme.pick(104, 74)
    readonly property real keyHeight: (height - keysY - inset - gap) / 2
    // The groups beside the alerts stand in columns of two keys, all of one width.
    readonly property var columns: groups.map(group => Math.ceil(group.keys.length / 2))
    readonly property int many: columns.slice(1).reduce((sum, count) => sum + count, 0)
    readonly property real keyWidth: {
        const gaps = (groups.length - 1) * apart + Math.max(0, many - groups.length + 1) * gap
        return (width - 2 * inset - alertWidth - gaps) / Math.max(1, many)
    }

    function groupX(index) {
        const before = root.columns.slice(1, index)
        const widths = before.reduce((sum, count) => sum + count * root.keyWidth + (count - 1) * root.gap + root.apart, 0)
        return root.inset + (index === 0 ? 0 : root.alertWidth + root.apart + widths)
    }

    Txt {
        id: title
        x: root.inset
        y: Theme.pick(15, 9)
        text: root.sheet.title || ""
        size: Theme.pick(34, 24)
        weight: 650
    }
    Txt {
        anchors.baseline: title.baseline
        x: title.x + title.width + Theme.pick(28, 16)
        width: root.width - x - root.inset
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 16
        text: root.sheet.text || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Repeater {
        model: root.groups.length
        Item {
            id: group
            required property int index
            readonly property var words: root.groups[index] || ({})
            readonly property var keys: words.keys || []
            x: root.groupX(index)
            Rectangle {
                visible: group.index > 0
                x: -root.apart / 2
                y: root.keysY - Theme.pick(30, 22)
                width: 1
                height: root.height - y - root.inset
                color: Theme.panelHair
            }
            Txt {
                y: root.keysY - Theme.pick(34, 27)
                text: group.words.caption || ""
                size: Theme.px(20)
                weight: 600
                color: Theme.sec
            }
            Repeater {
                model: group.keys.length
                IncidentKey {
                    required property int index
                    readonly property int across: root.columns[group.index]
                    x: (index % across) * (root.keyWidth + root.gap)
                    y: root.keysY + Math.floor(index / across) * (root.keyHeight + root.gap)
                    width: group.index === 0 ? root.alertWidth : root.keyWidth
                    height: root.keyHeight
                    key: group.keys[index] || ({})
                }
            }
        }
    }
}
