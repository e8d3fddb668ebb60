import QtQuick
import ".."

// Facts to be sure of, one by one. `content` {caption, title, facts: [{label, value, state: "done"|"open"|""}]}.
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
        y: words.y + words.height + Theme.pick(10, 6)
        width: root.width
        Repeater {
            model: (root.content.facts || []).length
            Item {
                id: fact
                required property int index
                readonly property var words: (root.content.facts || [])[index] || ({})
                width: root.width
                height: Theme.pick(64, 50)
                Rectangle {
                    width: parent.width
                    height: 1
                    color: Theme.panelHair
                }
                Txt {
                    y: Theme.pick(8, 4)
                    width: parent.width - Theme.pick(34, 26)
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    text: fact.words.label || ""
                    size: Theme.pick(18, 17)
                    color: Theme.sec
                }
                Txt {
                    y: Theme.pick(31, 24)
                    width: parent.width - Theme.pick(34, 26)
                    height: Math.min(implicitHeight, fact.height - y)
                    // Two names take two lines before they are small.
                    wrapMode: Text.WordWrap
                    fontSizeMode: Text.Fit
                    minimumPixelSize: 12
                    lineHeight: 0.9
                    text: fact.words.value || ""
                    size: Theme.pick(22, 18)
                    weight: 600
                    color: fact.words.gold === true ? Theme.gold : Theme.text
                }
                Tick {
                    visible: fact.words.state === "done"
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    size: Theme.pick(24, 18)
                }
                Rectangle {
                    visible: fact.words.state === "open"
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.pick(22, 17)
                    height: width
                    radius: width / 2
                    color: "transparent"
                    border.width: 2
                    border.color: Theme.dim
                }
            }
        }
    }
}
