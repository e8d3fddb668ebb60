import QtQuick
import ".."

// The parts of the round, side by side; the one under way stands raised.
Row {
    id: root
    property var phases: []
    spacing: 4
    Repeater {
        model: root.phases.length
        Rectangle {
            id: part
            required property int index
            readonly property var words: root.phases[index] || ({})
            readonly property bool now: words.state === "now"
            readonly property bool done: words.state === "done"
            width: (root.width - (root.phases.length - 1) * root.spacing) / Math.max(1, root.phases.length)
            height: 40
            radius: 4
            color: now ? Theme.raised : "transparent"
            Accessible.role: Accessible.StaticText
            Accessible.name: [words.name, words.time].join(" ").trim()
            Rectangle {
                anchors.bottom: parent.bottom
                width: parent.width
                height: part.now ? 3 : 1
                color: part.now ? Theme.text : part.done ? Theme.dim : Theme.panelHair
            }
            Txt {
                x: Extent.pick(8, 4)
                y: Extent.small ? 2 : (parent.height - height) / 2
                text: part.words.name || ""
                size: Extent.pick(15, 13)
                weight: part.now ? 700 : 500
                color: part.now ? Theme.text : part.done ? Theme.sec : Theme.dim
            }
            Txt {
                x: Extent.small ? 4 : parent.width - width - 8
                y: Extent.small ? 19 : (parent.height - height) / 2
                text: part.words.time || ""
                size: Extent.pick(15, 12)
                color: part.now ? Theme.text : Theme.sec
            }
        }
    }
}
