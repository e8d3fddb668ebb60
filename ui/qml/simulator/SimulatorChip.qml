import QtQuick
import ".."

// One JP1 spot under a hand: `spot` is {seat, lamp, label, says, tap}.
TouchKey {
    id: root
    property var spot: ({})
    tap: spot.tap || null
    says: spot.says || ""

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: root.held ? Theme.lift : Theme.surface
        border.width: 1.5
        border.color: Theme.edge
    }
    Txt {
        x: 14
        y: 8
        text: root.spot.seat || ""
        size: 30
        weight: 650
    }
    JackpotLamp {
        x: root.width - width - 10
        y: 8
        size: 36
        lamp: root.spot.lamp || "none"
    }
    Txt {
        anchors.horizontalCenter: parent.horizontalCenter
        y: 52
        text: root.spot.label || ""
        size: 18
        weight: 600
    }
}
