import QtQuick
import QtQuick.Shapes

// The keys of every pad: 1-2-3 on top, the nought below, ⌫ at the right. `keys` are twelve Keys, row by row;
// one without a word takes the last digit away.
Item {
    id: root
    property var keys: []
    property real gapX: Theme.pick(19, 18)
    property real gapY: Theme.pick(17, 18)
    property int size: Theme.pick(40, 34)
    property int wordSize: Theme.px(22)

    Repeater {
        model: 12
        ActionKey {
            id: pressed
            required property int index
            width: (root.width - 2 * root.gapX) / 3
            height: (root.height - 3 * root.gapY) / 4
            x: (index % 3) * (width + root.gapX)
            y: Math.floor(index / 3) * (height + root.gapY)
            key: (root.keys || [])[index] || null
            raised: !key || key.plain !== true
            size: label.length === 1 ? root.size : root.wordSize
            weight: label.length === 1 ? 650 : 600
            Shape {
                id: arrow
                visible: pressed.key !== null && pressed.label === ""
                anchors.centerIn: parent
                width: 48 * unit
                height: 48 * unit
                readonly property real unit: root.size / 40
                ShapePath {
                    scale: Qt.size(arrow.unit, arrow.unit)
                    strokeWidth: 3
                    strokeColor: pressed.live ? Theme.text : Theme.dim
                    fillColor: "transparent"
                    capStyle: ShapePath.RoundCap
                    joinStyle: ShapePath.RoundJoin
                    PathSvg { path: "M16 11 H43 V37 H16 L4 24 Z M24 19 L34 29 M34 19 L24 29" }
                }
            }
        }
    }
}
