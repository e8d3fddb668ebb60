import QtQuick
import ".."

// The shape of a priority: hexagon, triangle, square, and a ring for a call. Each says without its colour
// what it is. Only the shape blinks, and only until it was seen: 2 Hz or 0.6 Hz.
Item {
    id: root
    property string kind: ""
    property color tint: Theme.text
    property bool calling: false
    readonly property bool critical: kind === "p1"
    width: 20
    height: 20
    Hexagon {
        visible: root.critical
        anchors.centerIn: parent
        size: root.width
        tint: root.tint
    }
    Triangle {
        visible: root.kind === "p2"
        size: root.width
        tint: root.tint
    }
    Rectangle {
        visible: root.kind === "p3"
        anchors.centerIn: parent
        width: 13
        height: 13
        radius: 2
        color: Theme.sec
    }
    Rectangle {
        visible: root.kind === "call"
        anchors.centerIn: parent
        width: 18
        height: 18
        radius: 9
        color: root.calling ? root.tint : "transparent"
        border.width: 3
        border.color: root.calling ? root.tint : Theme.outline
    }
    SequentialAnimation {
        id: blink
        readonly property int half: root.critical ? 250 : 833
        running: root.calling && (root.critical || root.kind === "p2") && !Theme.reducedMotion
        loops: Animation.Infinite
        onStopped: root.opacity = 1
        PropertyAction { target: root; property: "opacity"; value: 1 }
        PauseAnimation { duration: blink.half }
        PropertyAction { target: root; property: "opacity"; value: 0.15 }
        PauseAnimation { duration: blink.half }
    }
}
