import QtQuick
import ".."

// What the bank won or lost in each of the last rounds: bars from zero, the last one lit.
// `bars` is {title, note, sum, heights: [-100..100], scale}.
Item {
    id: root
    property var bars: ({})
    readonly property var heights: bars.heights || []
    readonly property real middle: 40 + (height - 40) / 2
    readonly property real unit: (height - 52) / 200
    readonly property real step: (width - 104) / 10

    visible: heights.length > 0

    PitSection {
        width: parent.width
        title: root.bars.title || ""
        note: root.bars.note || ""
        tail: root.bars.sum || ""
    }
    Repeater {
        model: root.bars.scale ? [1, 0, -1] : []
        Item {
            required property int modelData
            y: root.middle - modelData * 100 * root.unit
            width: root.width
            Rectangle {
                x: 96
                width: parent.width - x
                height: 1
                color: parent.modelData === 0 ? Theme.ghost : Theme.hair
            }
            Txt {
                x: 82 - implicitWidth
                y: -height / 2
                text: parent.modelData === 0 ? "0" : (parent.modelData > 0 ? "+" : "\u2212") + root.bars.scale
                size: 15
                color: Theme.sec
            }
        }
    }
    Repeater {
        model: root.heights.length
        Rectangle {
            required property int index
            readonly property real part: root.heights[index] || 0
            x: 104 + index * root.step
            y: part >= 0 ? root.middle - part * root.unit : root.middle
            width: root.step * 0.66
            height: Math.max(2, Math.abs(part) * root.unit)
            color: index === root.heights.length - 1 ? Theme.text : Theme.ghost
        }
    }
}
