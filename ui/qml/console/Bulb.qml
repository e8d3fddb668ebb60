import QtQuick
import QtQuick.Shapes
import ".."

// A lamp: what follows is a hint.
Item {
    id: root
    property real size: 34
    width: size
    height: size
    Shape {
        width: 34
        height: 34
        scale: root.size / 34
        transformOrigin: Item.TopLeft
        ShapePath {
            fillColor: "transparent"
            strokeColor: Theme.text
            strokeWidth: 2.4
            capStyle: ShapePath.RoundCap
            joinStyle: ShapePath.RoundJoin
            PathSvg { path: "M12.5 24 C12.5 20.5 8 18.5 8 12.5 A9 9 0 0 1 26 12.5 C26 18.5 21.5 20.5 21.5 24 Z" }
        }
        ShapePath {
            fillColor: "transparent"
            strokeColor: Theme.text
            strokeWidth: 2.4
            capStyle: ShapePath.RoundCap
            PathSvg { path: "M13 27.5 H21 M14.5 31 H19.5" }
        }
    }
}
