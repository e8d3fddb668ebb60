import QtQuick
import ".."

// An abnormal state under its fixed headings. `content` {before: [{heading, text}], steps_heading,
// steps: [{text, state: "done"|"now"|"next"}], after: [{heading, text}], key}. A touch anywhere on the
// steps ticks the present one, and the next one is lifted.
Item {
    id: root
    property var content: ({})
    Column {
        id: list
        // A long checklist is drawn smaller rather than cut.
        readonly property real room: root.height - y - Theme.pick(10, 6)
        y: Theme.pick(18, 8)
        width: root.width
        spacing: Theme.pick(10, 4)
        scale: height > room ? room / height : 1
        transformOrigin: Item.TopLeft
        Repeater {
            model: (root.content.before || []).length
            HeadedText {
                required property int index
                width: root.width
                words: (root.content.before || [])[index] || ({})
            }
        }
        Column {
            id: steps
            visible: (root.content.steps || []).length > 0
            width: root.width
            spacing: Theme.pick(2, 1)
            Item {
                width: parent.width
                height: heading.height
                Txt {
                    id: heading
                    text: root.content.steps_heading || ""
                    size: Theme.pick(18, 17)
                    color: Theme.sec
                }
                Txt {
                    visible: ticking.live
                    anchors.right: mark.left
                    anchors.rightMargin: 6
                    text: ticking.words ? ticking.words.label || "" : ""
                    size: Theme.pick(18, 17)
                    color: Theme.sec
                }
                Tick {
                    id: mark
                    visible: ticking.live
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    size: Theme.pick(16, 14)
                    tint: Theme.sec
                }
            }
            Repeater {
                model: (root.content.steps || []).length
                Item {
                    id: step
                    required property int index
                    readonly property var words: (root.content.steps || [])[index] || ({})
                    readonly property bool now: words.state === "now"
                    readonly property bool done: words.state === "done"
                    width: root.width
                    height: text.height + Theme.pick(11, 5)
                    Rectangle {
                        visible: step.now
                        x: -Theme.pick(12, 8)
                        width: parent.width - 2 * x
                        height: parent.height
                        radius: 8
                        color: ticking.held ? Theme.pressed : Theme.lift
                        border.width: ticking.live ? 1.5 : 0
                        border.color: Theme.outline
                    }
                    Tick {
                        visible: step.done
                        y: Theme.pick(9, 6)
                        size: Theme.pick(20, 15)
                        tint: Theme.sec
                    }
                    Txt {
                        visible: !step.done
                        x: 3
                        y: Theme.pick(5, 2)
                        text: step.index + 1
                        size: Theme.pick(22, 18)
                        weight: 700
                        color: step.now ? Theme.text : Theme.dim
                    }
                    Txt {
                        id: text
                        x: Theme.pick(34, 24)
                        y: Theme.pick(5, 2)
                        width: parent.width - x
                        wrapMode: Text.WordWrap
                        text: step.words.text || ""
                        size: Theme.pick(22, 18)
                        weight: step.now ? 650 : 500
                        color: step.now ? Theme.text : Theme.sec
                        lineHeight: 1.04
                    }
                }
            }
        }
        Repeater {
            model: (root.content.after || []).length
            HeadedText {
                required property int index
                width: root.width
                words: (root.content.after || [])[index] || ({})
            }
        }
    }
    TouchKey {
        id: ticking
        readonly property var words: root.content.key || null
        tap: words ? words.tap : null
        says: words ? words.says || "" : ""
        x: -Theme.pick(12, 8)
        y: list.y + steps.y * list.scale
        width: parent.width - 2 * x
        height: steps.height * list.scale
    }
}
