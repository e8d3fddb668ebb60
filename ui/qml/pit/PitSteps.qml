import QtQuick
import ".."

// The steps of an act of several persons: done, now, or to come. `steps` are {number, name, note, state}.
Grid {
    id: root
    // On the small stage more than four take two rows.
    columns: Extent.small && steps.length > 4 ? Math.ceil(steps.length / 2) : Math.max(1, steps.length)
    property var steps: []
    spacing: 6
    Repeater {
        model: root.steps.length
        Rectangle {
            id: step
            required property int index
            readonly property var words: root.steps[index] || ({})
            readonly property bool now: words.state === "now"
            readonly property bool done: words.state === "done"
            width: (root.width - (root.columns - 1) * root.spacing) / root.columns
            height: 52
            radius: 4
            color: now ? Theme.raised : "transparent"
            Rectangle {
                anchors.bottom: parent.bottom
                width: parent.width
                height: step.now ? 3 : 1
                color: step.now ? Theme.pay : step.done ? Theme.outline : Theme.panelHair
            }
            Tick {
                visible: step.done
                x: 12
                y: 9
                size: 14
                tint: Theme.go
            }
            Rectangle {
                visible: !step.done
                x: 12
                y: 9
                width: 14
                height: 14
                radius: 7
                color: "transparent"
                border.width: 2
                border.color: step.now ? Theme.pay : Theme.edge
                Rectangle {
                    visible: step.now
                    anchors.centerIn: parent
                    width: 6
                    height: 6
                    radius: 3
                    color: Theme.pay
                }
            }
            Txt {
                x: 36
                y: 5
                text: (step.words.number || "") + "\u2002" + (step.words.name || "")
                size: 15
                weight: step.now ? 700 : 500
                color: step.now || step.done ? Theme.text : Theme.dim
            }
            Txt {
                x: 36
                y: 27
                width: parent.width - x - 8
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: step.words.note || ""
                size: 13
                color: Theme.sec
            }
        }
    }
}
