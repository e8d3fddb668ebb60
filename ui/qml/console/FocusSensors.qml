import QtQuick
import ".."

// The opening test of the JP1 sensors. `content` {caption, title, lamps: [{number, lamp, says}], text,
// facts: [{label, value, state}]}.
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
    Row {
        id: lamps
        y: words.y + words.height + Theme.pick(14, 8)
        anchors.horizontalCenter: parent.horizontalCenter
        Repeater {
            model: (root.content.lamps || []).length
            Item {
                id: spot
                required property int index
                readonly property var words: (root.content.lamps || [])[index] || ({})
                width: root.width / 7
                height: Theme.pick(84, 62)
                Accessible.role: Accessible.StaticText
                Accessible.name: words.says || ""
                JackpotLamp {
                    anchors.horizontalCenter: parent.horizontalCenter
                    size: Theme.pick(48, 36)
                    lamp: spot.words.lamp || "none"
                }
                Txt {
                    anchors.horizontalCenter: parent.horizontalCenter
                    y: Theme.pick(52, 38)
                    text: spot.words.number || ""
                    size: Theme.pick(24, 19)
                    weight: 600
                    color: spot.words.lamp === "in" ? Theme.text : Theme.sec
                }
            }
        }
    }
    Txt {
        id: left
        y: lamps.y + lamps.height + Theme.pick(8, 4)
        width: root.width
        text: root.content.text || ""
        size: Theme.px(20)
        color: Theme.sec
        wrapMode: Text.WordWrap
        lineHeight: 1.08
    }
    FocusRows {
        y: left.y + left.height + Theme.pick(14, 8)
        width: root.width
        rows: root.content.rows || []
    }
}
