import QtQuick
import QtQuick.Shapes

// A suit, always drawn: the typeface has the heart but neither spade, diamond nor club.
Item {
    id: root
    property string suit: "s"
    property real size: 40
    property color tint: Theme.suitInk[suit]
    width: size
    height: size

    readonly property var outlines: ({
        h: "M50 93 C22 68 5 51 5 31 C5 16 16 7 28 7 C38 7 46 13 50 22 C54 13 62 7 72 7 "
            + "C84 7 95 16 95 31 C95 51 78 68 50 93 Z",
        d: "M50 3 C60 21 72 38 87 50 C72 62 60 79 50 97 C40 79 28 62 13 50 C28 38 40 21 50 3 Z",
        s: "M50 4 C58 23 93 39 93 63 C93 76 84 83 73 83 C65 83 58 79 54 72 C55 83 59 91 68 96 "
            + "L32 96 C41 91 45 83 46 72 C42 79 35 83 27 83 C16 83 7 76 7 63 C7 39 42 23 50 4 Z",
        c: "M50 4 A22 22 0 0 1 66.5 40.5 A21.5 21.5 0 1 1 54 70 C55 82 59 91 68 96 L32 96 "
            + "C41 91 45 82 46 70 A21.5 21.5 0 1 1 33.5 40.5 A22 22 0 0 1 50 4 Z"
    })

    Shape {
        width: 100
        height: 100
        scale: root.size / 100
        transformOrigin: Item.TopLeft
        ShapePath {
            strokeWidth: -1
            fillColor: root.tint
            PathSvg { path: root.outlines[root.suit] }
        }
    }
}
