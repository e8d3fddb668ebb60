import QtQuick
import QtQuick.Shapes

// How the call of the chef stands: a bell, nobody is called; a ring with a dot, called and not seen; a disc
// with a tick, seen. And a badge: the chef is here.
Item {
    id: root
    property string shown: "bell"
    property real size: 26
    property color tint: Theme.text
    width: size
    height: size

    Shape {
        visible: root.shown === "bell"
        anchors.fill: parent
        ShapePath {
            fillColor: "transparent"
            strokeColor: root.tint
            strokeWidth: Math.max(2, root.size * 0.08)
            capStyle: ShapePath.RoundCap
            joinStyle: ShapePath.RoundJoin
            startX: root.size * 0.12
            startY: root.size * 0.72
            PathCubic {
                x: root.size * 0.50; y: root.size * 0.12
                control1X: root.size * 0.34; control1Y: root.size * 0.58
                control2X: root.size * 0.14; control2Y: root.size * 0.12
            }
            PathCubic {
                x: root.size * 0.88; y: root.size * 0.72
                control1X: root.size * 0.86; control1Y: root.size * 0.12
                control2X: root.size * 0.66; control2Y: root.size * 0.58
            }
            PathLine { x: root.size * 0.12; y: root.size * 0.72 }
            PathMove { x: root.size * 0.42; y: root.size * 0.88 }
            PathLine { x: root.size * 0.58; y: root.size * 0.88 }
        }
    }
    Rectangle {
        visible: root.shown === "called" || root.shown === "seen"
        anchors.fill: parent
        radius: width / 2
        color: root.shown === "seen" ? root.tint : "transparent"
        border.width: Math.max(2, root.size * 0.1)
        border.color: root.tint
    }
    Shape {
        id: badge
        visible: root.shown === "badge"
        anchors.fill: parent
        ShapePath {
            scale: Qt.size(badge.width / 48, badge.width / 48)
            fillColor: "transparent"
            strokeColor: root.tint
            strokeWidth: Math.max(2, root.size * 0.08)
            capStyle: ShapePath.RoundCap
            joinStyle: ShapePath.RoundJoin
            PathSvg { path: "M7 11 H41 V43 H7 Z M19 11 V4 H29 V11 M19 22 A5 5 0 1 0 29 22 A5 5 0 1 0 19 22 M14 37 C15 29 33 29 34 37" }
        }
    }
    Rectangle {
        visible: root.shown === "called"
        anchors.centerIn: parent
        width: root.size * 0.42
        height: width
        radius: width / 2
        color: root.tint
    }
    Tick {
        visible: root.shown === "seen"
        anchors.centerIn: parent
        size: root.size * 0.62
        tint: Theme.surface
    }
}
