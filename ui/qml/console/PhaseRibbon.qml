import QtQuick
import ".."

// Where the round is: a bar and a word for each phase; the done ones with their duration.
// `phases` is [{name, time, state: "done"|"now"|"next"}].
Item {
    id: root
    property var phases: []
    readonly property int count: (phases || []).length
    x: Theme.margin
    y: Theme.phaseY
    width: Theme.stageWidth - 2 * Theme.margin
    height: Theme.pick(52, 41)

    Row {
        spacing: Theme.gutter
        Repeater {
            model: root.count
            Item {
                id: part
                required property int index
                readonly property var phase: root.phases[index] || ({})
                readonly property bool now: phase.state === "now"
                readonly property bool done: phase.state === "done"
                width: (root.width - (root.count - 1) * Theme.gutter) / root.count
                height: root.height
                Accessible.role: Accessible.StaticText
                Accessible.name: [phase.name, phase.time].join(" ").trim()
                Rectangle {
                    y: parent.height - 4
                    width: parent.width
                    height: 4
                    radius: 2
                    color: part.now ? Theme.text : part.done ? Theme.phaseDone : Theme.phaseNext
                }
                Txt {
                    id: name
                    y: Theme.pick(12, 9)
                    text: part.phase.name || ""
                    size: Theme.px(20)
                    weight: part.now ? 700 : 500
                    color: part.now ? Theme.text : part.done ? Theme.sec : Theme.dim
                }
                Txt {
                    visible: !Theme.small && text !== ""
                    anchors.left: name.right
                    anchors.leftMargin: 12
                    y: name.y
                    text: part.phase.time || ""
                    size: Theme.px(20)
                    color: part.now ? Theme.text : Theme.dim
                }
            }
        }
    }
}
