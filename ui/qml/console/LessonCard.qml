import QtQuick
import ".."

// A lesson, in the two first columns: its steps, a hint, how it stands.
// `lesson` is {caption, title, steps: [{name, state}], text, hint, score, note, points: [bool]}.
Rectangle {
    id: root
    property var lesson: ({})
    readonly property var steps: lesson.steps || []
    readonly property real inset: Theme.pick(24, 14)
    readonly property real stepHeight: Theme.pick(34, 22)
    readonly property real stepsY: Theme.pick(98, 60)

    radius: Theme.radius
    color: Theme.bg
    border.width: 2
    border.color: Theme.outline
    Accessible.role: Accessible.Grouping
    Accessible.name: [lesson.caption, lesson.title, lesson.text].join(" ").trim()

    Txt {
        x: root.inset
        y: Theme.pick(16, 8)
        text: root.lesson.caption || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Txt {
        x: root.inset
        y: Theme.pick(44, 29)
        width: root.width - 2 * x
        text: root.lesson.title || ""
        size: Theme.pick(34, 22)
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 17
        weight: 650
        font.family: Theme.displayFace
    }
    Repeater {
        model: root.steps.length
        Rectangle {
            id: step
            required property int index
            readonly property var told: root.steps[index] || ({})
            readonly property bool now: told.state === "now"
            readonly property bool done: told.state === "done"
            x: root.inset - Theme.pick(12, 8)
            y: root.stepsY + index * root.stepHeight
            width: root.width - 2 * x
            height: root.stepHeight
            radius: Theme.pick(8, 6)
            color: now ? Theme.lift : "transparent"
            Tick {
                visible: step.done
                x: Theme.pick(12, 8)
                anchors.verticalCenter: parent.verticalCenter
                size: Theme.pick(18, 13)
                tint: Theme.sec
            }
            Txt {
                visible: !step.done
                x: Theme.pick(14, 9)
                anchors.verticalCenter: parent.verticalCenter
                text: step.index + 1
                size: Theme.px(20)
                weight: 650
                color: step.now ? Theme.text : Theme.dim
            }
            Txt {
                x: Theme.pick(48, 32)
                anchors.verticalCenter: parent.verticalCenter
                text: step.told.name || ""
                size: Theme.px(22)
                weight: step.now ? 600 : 500
                color: step.now ? Theme.text : step.done ? Theme.sec : Theme.dim
            }
        }
    }
    Rectangle {
        // The hint, or what is asked while an alarm has the line.
        visible: text.text !== ""
        x: Theme.pick(12, 8)
        y: root.stepsY + root.steps.length * root.stepHeight + Theme.pick(8, 4)
        width: root.width - 2 * x
        height: score.y - Theme.pick(8, 4) - y
        radius: Theme.pick(8, 6)
        color: Theme.housing
        Bulb {
            id: bulb
            visible: root.lesson.hint === true
            x: Theme.pick(16, 8)
            anchors.verticalCenter: parent.verticalCenter
            size: Theme.pick(34, 22)
        }
        Txt {
            id: text
            x: bulb.visible ? bulb.x + bulb.width + Theme.pick(14, 6) : Theme.pick(16, 10)
            width: parent.width - x - Theme.pick(12, 8)
            anchors.verticalCenter: parent.verticalCenter
            text: root.lesson.text || ""
            size: Theme.px(20)
            wrapMode: Text.WordWrap
            lineHeight: Theme.pick(1.1, 1.0)
        }
    }
    Txt {
        id: score
        x: root.inset
        y: root.height - Theme.pick(70, 48)
        text: root.lesson.score || ""
        size: Theme.pick(32, 22)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.right: parent.right
        anchors.rightMargin: root.inset
        anchors.baseline: score.baseline
        width: root.width - 2 * root.inset - score.contentWidth - Theme.pick(16, 10)
        horizontalAlignment: Text.AlignRight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 13
        text: root.lesson.note || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Repeater {
        model: (root.lesson.points || []).length
        Rectangle {
            required property int index
            readonly property real room: root.width - 2 * root.inset
            readonly property real gap: Theme.pick(6, 4)
            x: root.inset + index * (width + gap)
            y: root.height - Theme.pick(22, 15)
            width: (room - 9 * gap) / 10
            height: Theme.pick(9, 7)
            radius: height / 2
            color: root.lesson.points[index] ? Theme.text : "transparent"
            border.width: root.lesson.points[index] ? 0 : 1.5
            border.color: Theme.edge
        }
    }
}
