import QtQuick
import ".."

// The chef's register: at the left whose badge lies in the reader, what the seals mean and the call; then a row
// an act, its present value at the right. `sheet` {title, text, badge: {name, role}, seals: [{label: how many,
// value}], note, call: Key, groups: [{caption, keys: [Key with value, seals and gold]}]}.
Item {
    id: root
    property var sheet: ({})
    readonly property var badge: sheet.badge || ({})
    readonly property var groups: sheet.groups || []
    readonly property real gap: Theme.pick(17, 18)
    readonly property real inset: Theme.pick(24, 16)
    readonly property real rowsY: Theme.pick(44, 30)
    readonly property real rowHeight: (height - rowsY - 3 * gap) / 4
    readonly property real rowWidth: (width - holder.width - Theme.gutter - gap) / 2

    Panel {
        id: holder
        width: Theme.span(2)
        height: parent.height
        Rectangle {
            id: card
            x: root.inset
            y: Theme.pick(26, 16)
            width: Theme.pick(112, 98)
            height: Theme.pick(144, 108)
            radius: Theme.pick(12, 9)
            color: Theme.prim
            Rectangle {
                anchors.horizontalCenter: parent.horizontalCenter
                y: Theme.pick(12, 9)
                width: Theme.pick(36, 28)
                height: Theme.pick(8, 6)
                radius: height / 2
                color: Theme.surface
            }
            Txt {
                x: 6
                y: Theme.pick(26, 20)
                width: parent.width - 2 * x
                height: Theme.pick(66, 46)
                horizontalAlignment: Text.AlignHCenter
                verticalAlignment: Text.AlignVCenter
                wrapMode: Text.Wrap
                fontSizeMode: Text.Fit
                minimumPixelSize: 12
                text: root.badge.name || ""
                size: Theme.pick(64, 46)
                weight: 700
                color: Theme.primText
            }
            Txt {
                x: Theme.pick(6, 4)
                y: Theme.pick(92, 64)
                width: parent.width - 2 * x
                height: parent.height - y - 6
                horizontalAlignment: Text.AlignHCenter
                verticalAlignment: Text.AlignVCenter
                wrapMode: Text.WordWrap
                fontSizeMode: Text.Fit
                minimumPixelSize: 15
                lineHeight: 0.92
                text: root.badge.role || ""
                size: Theme.px(20)
                weight: 600
                color: Theme.primText
            }
        }
        Txt {
            id: title
            x: card.x + card.width + Theme.pick(20, 12)
            y: Theme.pick(34, 18)
            width: parent.width - x - Theme.pick(8, 4)
            height: Theme.pick(100, 70)
            fontSizeMode: Text.Fit
            minimumPixelSize: 22
            text: root.sheet.title || ""
            size: Theme.pick(40, 28)
            weight: 650
            lineHeight: 1.0
        }
        Txt {
            x: title.x
            y: Theme.pick(138, 88)
            width: title.width
            fontSizeMode: Theme.small ? Text.FixedSize : Text.HorizontalFit
            minimumPixelSize: 17
            wrapMode: Theme.small ? Text.WordWrap : Text.NoWrap
            text: root.sheet.text || ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Column {
            x: root.inset
            y: Theme.pick(190, 150)
            width: parent.width - 2 * x
            Rectangle {
                width: parent.width
                height: 1
                color: Theme.panelHair
            }
            Item {
                width: 1
                height: Theme.pick(6, 8)
            }
            Repeater {
                model: (root.sheet.seals || []).length
                Item {
                    id: meaning
                    required property int index
                    readonly property var words: root.sheet.seals[index] || ({})
                    width: parent.width
                    height: Theme.pick(36, 34)
                    Seals {
                        anchors.verticalCenter: parent.verticalCenter
                        count: meaning.words.label === "1" ? 1 : 2
                        hollow: meaning.words.label === "0"
                    }
                    Txt {
                        x: Theme.pick(64, 48)
                        anchors.verticalCenter: parent.verticalCenter
                        text: meaning.words.value || ""
                        size: Theme.px(20)
                        color: Theme.sec
                    }
                }
            }
            Txt {
                topPadding: Theme.pick(8, 10)
                width: parent.width
                text: root.sheet.note || ""
                size: Theme.px(20)
                color: Theme.sec
                wrapMode: Text.WordWrap
                lineHeight: 1.1
            }
        }
        ActionKey {
            x: root.inset
            anchors.bottom: parent.bottom
            anchors.bottomMargin: root.inset
            width: parent.width - 2 * x
            height: Theme.pick(88, 88)
            key: root.sheet.call || null
            raised: true
            size: Theme.px(24)
        }
    }
    Repeater {
        model: root.groups.length
        Item {
            id: group
            required property int index
            readonly property var words: root.groups[index] || ({})
            readonly property var keys: words.keys || []
            x: holder.width + Theme.gutter + index * (root.rowWidth + root.gap)
            Txt {
                y: Theme.pick(9, 3)
                text: group.words.caption || ""
                size: Theme.px(20)
                weight: 600
                color: Theme.sec
            }
            Repeater {
                model: group.keys.length
                ChefRow {
                    required property int index
                    y: root.rowsY + index * (root.rowHeight + root.gap)
                    width: root.rowWidth
                    height: root.rowHeight
                    key: group.keys[index] || ({})
                }
            }
        }
    }
}
