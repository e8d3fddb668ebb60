import QtQuick
import ".."

// The steps of a procedure, one under the other: done, now, to come. `steps` is [{name, note, state}].
Panel {
    id: root
    property var steps: []

    Column {
        y: Theme.pick(10, 6)
        width: parent.width
        Repeater {
            model: root.steps.length
            Item {
                id: step
                required property int index
                readonly property var words: root.steps[index] || ({})
                readonly property bool now: words.state === "now"
                readonly property bool done: words.state === "done"
                readonly property color ink: now ? Theme.text : done ? Theme.sec : Theme.dim
                width: parent.width
                height: (root.height - Theme.pick(20, 12)) / Math.max(1, root.steps.length)
                Rectangle {
                    visible: step.now
                    x: Theme.pick(10, 6)
                    y: 2
                    width: parent.width - 2 * x
                    height: parent.height - 4
                    radius: 10
                    color: Theme.lift
                }
                Tick {
                    visible: step.done
                    x: Theme.pick(25, 14)
                    anchors.verticalCenter: parent.verticalCenter
                    size: Theme.pick(22, 16)
                    tint: Theme.sec
                }
                Txt {
                    visible: !step.done
                    x: Theme.pick(28, 16)
                    anchors.verticalCenter: parent.verticalCenter
                    text: step.index + 1
                    size: Theme.px(24)
                    weight: 700
                    color: step.ink
                }
                Txt {
                    id: name
                    x: Theme.pick(66, 36)
                    anchors.verticalCenter: parent.verticalCenter
                    // Beside the note, an hour or a few words, which shrinks before it.
                    width: Math.min(implicitWidth, parent.width - x - Theme.pick(26, 14) - (note.text === "" ? 0 : Theme.pick(84, 68)))
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    text: step.words.name || ""
                    size: Theme.px(22)
                    weight: step.now ? 700 : 500
                    color: step.ink
                }
                Txt {
                    id: note
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.pick(26, 12)
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.min(implicitWidth, parent.width - name.x - name.width - anchors.rightMargin - 6)
                    height: Math.min(implicitHeight, parent.height - 2)
                    horizontalAlignment: Text.AlignRight
                    verticalAlignment: Text.AlignVCenter
                    // A long name takes two lines before it is small.
                    wrapMode: Text.WordWrap
                    fontSizeMode: Text.Fit
                    minimumPixelSize: 12
                    lineHeight: 0.9
                    text: step.words.note || ""
                    size: Theme.px(20)
                    weight: step.now ? 600 : 500
                    color: step.ink
                }
            }
        }
    }
}
