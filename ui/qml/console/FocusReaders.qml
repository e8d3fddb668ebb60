import QtQuick
import ".."

// Two persons read an amount, one after the other. `content` {caption, title, readers: [{label, value,
// state: "done"|"now"|"open"}], text}.
Item {
    id: root
    property var content: ({})
    FocusTitle {
        id: words
        y: Theme.pick(20, 10)
        width: root.width
        caption: root.content.caption || ""
        title: root.content.title || ""
    }
    Column {
        id: cards
        x: -Theme.pick(12, 8)
        y: words.y + words.height + Theme.pick(12, 8)
        width: root.width - 2 * x
        spacing: Theme.pick(12, 8)
        Repeater {
            model: (root.content.readers || []).length
            Rectangle {
                id: reader
                required property int index
                readonly property var words: (root.content.readers || [])[index] || ({})
                readonly property bool done: words.state === "done"
                readonly property bool now: words.state === "now"
                width: parent.width
                height: Theme.pick(112, 82)
                radius: Theme.pick(10, 8)
                color: now ? Theme.lift : Theme.recess
                border.width: now ? 2 : done ? 0 : 1
                border.color: now ? Theme.outline : Theme.hair
                Txt {
                    x: Theme.pick(18, 12)
                    y: Theme.pick(8, 4)
                    width: parent.width - x - Theme.pick(70, 52)
                    height: Theme.pick(58, 43)
                    verticalAlignment: Text.AlignVCenter
                    // A long double name breaks at its hyphen.
                    wrapMode: Text.WordWrap
                    fontSizeMode: Text.Fit
                    minimumPixelSize: 16
                    lineHeight: 0.95
                    text: reader.words.label || ""
                    size: Theme.pick(32, 24)
                    weight: 650
                    font.family: Theme.displayFace
                    color: reader.done ? Theme.sec : Theme.text
                }
                Txt {
                    x: Theme.pick(18, 12)
                    y: Theme.pick(70, 52)
                    text: reader.words.value || ""
                    size: Theme.px(20)
                    weight: reader.now ? 600 : 500
                    color: reader.now ? Theme.text : Theme.sec
                }
                Tick {
                    visible: reader.done
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.pick(22, 14)
                    anchors.verticalCenter: parent.verticalCenter
                    size: Theme.pick(36, 26)
                }
                Rectangle {
                    visible: !reader.done
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.pick(22, 14)
                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.pick(36, 26)
                    height: width
                    radius: width / 2
                    color: "transparent"
                    border.width: Theme.pick(3, 2)
                    border.color: reader.now ? Theme.sec : Theme.edge
                }
            }
        }
    }
    Txt {
        y: cards.y + cards.height + Theme.pick(14, 8)
        width: root.width
        text: root.content.text || ""
        size: Theme.px(20)
        color: Theme.sec
        wrapMode: Text.WordWrap
        lineHeight: 1.1
    }
}
