import QtQuick
import ".."

// A few bars from zero, the last one lit: what a column of figures was lately. `values` are percents.
Item {
    id: root
    property var values: []
    property bool signed: true
    readonly property real middle: signed ? height / 2 : height - 1
    readonly property real unit: (signed ? height / 2 - 1 : height - 2) / 100
    readonly property real step: width / 10

    Rectangle {
        visible: root.values.length > 0
        y: root.middle
        width: root.width
        height: 1
        color: Theme.panelHair
    }
    Repeater {
        model: root.values.length
        Rectangle {
            required property int index
            readonly property real part: root.values[index] || 0
            x: (10 - root.values.length + index) * root.step
            y: part >= 0 ? root.middle - height : root.middle
            width: root.step * 0.72
            height: Math.max(1, Math.abs(part) * root.unit)
            color: index === root.values.length - 1 ? Theme.sec : Theme.ghost
        }
    }
}
