import QtQuick
import QtQuick.Shapes

// Done.
Item {
    id: root
    property real size: 22
    property color tint: Theme.text
    property real stroke: Math.max(2, size * 0.13)
    width: size
    height: size

    Shape {
        anchors.fill: parent
        ShapePath {
            fillColor: "transparent"
            strokeColor: root.tint
            strokeWidth: root.stroke
            capStyle: ShapePath.RoundCap
            joinStyle: ShapePath.RoundJoin
            startX: root.size * 0.14
            startY: root.size * 0.55
            PathLine { x: root.size * 0.40; y: root.size * 0.80 }
            PathLine { x: root.size * 0.88; y: root.size * 0.22 }
        }
    }
}
