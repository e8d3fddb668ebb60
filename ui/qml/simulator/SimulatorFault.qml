import QtQuick
import ".."

// One misfortune to order: `fault` is {label, machine, count, met, waiting, says, tap}.
TouchKey {
    id: root
    property var fault: ({})
    readonly property bool ordered: (fault.waiting || "") !== ""
    tap: fault.tap || null
    says: fault.says || ""

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: root.held || root.ordered ? Theme.lift : Theme.surface
        border.width: root.ordered ? 3 : 1.5
        border.color: root.ordered ? Theme.text : Theme.edge
    }
    Txt {
        x: 14
        y: 12
        width: root.width - 26
        text: root.fault.label || ""
        size: 20
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 15
        weight: 600
    }
    Txt {
        x: 14
        y: 40
        text: root.fault.machine || ""
        size: 18
        color: Theme.sec
    }
    Txt {
        anchors.left: parent.left
        anchors.leftMargin: 14
        anchors.right: count.left
        anchors.rightMargin: 6
        anchors.baseline: count.baseline
        text: root.fault.waiting || ""
        size: 18
        weight: 600
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 13
    }
    Txt {
        id: count
        anchors.right: parent.right
        anchors.rightMargin: 14
        y: 66
        text: root.fault.count || ""
        size: 26
        weight: 650
        font.family: Theme.displayFace
        color: root.fault.met ? Theme.text : Theme.dim
    }
}
