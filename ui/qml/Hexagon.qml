import QtQuick
import QtQuick.Shapes

// The mark of what cannot wait.
Shape {
    id: root
    property real size: 34
    property color tint: Theme.text
    width: size
    height: size
    ShapePath {
        scale: Qt.size(root.size / 34, root.size / 34)
        fillColor: root.tint
        strokeWidth: -1
        PathSvg { path: "M9 0 L25 0 L34 17 L25 34 L9 34 L0 17 Z" }
    }
}
