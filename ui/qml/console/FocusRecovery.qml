import QtQuick
import ".."

// After a restart: the last acts on record, to be compared with the felt.
// `content` {title, text, acts: [{time, text}], key: Key}.
Item {
    id: root
    property var content: ({})
    readonly property real keyHeight: Theme.pick(92, 78)
    Txt {
        y: Theme.pick(18, 10)
        width: root.width
        text: root.content.title || ""
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 15
        size: Theme.pick(30, 23)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        y: Theme.pick(60, 40)
        width: root.width
        text: root.content.text || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Column {
        y: Theme.pick(106, 68)
        width: root.width
        Repeater {
            model: (root.content.acts || []).length
            Item {
                id: act
                required property int index
                readonly property var words: (root.content.acts || [])[index] || ({})
                width: root.width
                height: Theme.pick(42, 34)
                Rectangle {
                    visible: act.index > 0
                    width: parent.width
                    height: 1
                    color: Theme.hair
                }
                Txt {
                    id: time
                    anchors.verticalCenter: parent.verticalCenter
                    text: act.words.time || ""
                    size: Theme.pick(20, 17)
                    color: Theme.sec
                }
                Txt {
                    x: time.width + Theme.pick(16, 10)
                    anchors.verticalCenter: parent.verticalCenter
                    width: parent.width - x - Theme.pick(28, 22)
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 14
                    text: act.words.text || ""
                    size: Theme.pick(20, 17)
                    weight: act.index === 0 ? 700 : 500
                    color: act.index === 0 ? Theme.text : Theme.sec
                }
                Tick {
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    size: Theme.pick(20, 15)
                    tint: act.index === 0 ? Theme.text : Theme.sec
                }
            }
        }
    }
    ActionKey {
        x: -Theme.pick(12, 8)
        y: parent.height - Theme.pick(12, 8) - height
        width: parent.width - 2 * x
        height: root.keyHeight
        key: root.content.key || null
        size: Theme.px(26)
    }
}
