import QtQuick
import QtQuick.Shapes

// Up and filled: money out. Down and hollow: money in. Also the second lamp and the P2 mark.
Item {
    id: root
    property real size: 20
    property color tint: Theme.text
    property bool filled: true
    property bool down: false
    property real stroke: 2
    width: size
    height: size

    Shape {
        anchors.fill: parent
        rotation: root.down ? 180 : 0
        ShapePath {
            fillColor: root.filled ? root.tint : "transparent"
            strokeColor: root.filled ? "transparent" : root.tint
            strokeWidth: root.filled ? -1 : root.stroke
            joinStyle: ShapePath.RoundJoin
            startX: root.size * 0.50
            startY: root.size * 0.08
            PathLine { x: root.size * 0.97; y: root.size * 0.90 }
            PathLine { x: root.size * 0.03; y: root.size * 0.90 }
            PathLine { x: root.size * 0.50; y: root.size * 0.08 }
        }
    }
}
