import QtQuick
import QtQuick.Shapes

// Says that nothing here is worth money: drawn on every screen of a simulated table, always.
Item {
    id: root
    property string word: ""
    property int size: Theme.px(20)
    visible: word !== ""
    width: plate.width
    height: size * 2
    Accessible.role: Accessible.StaticText
    Accessible.name: word

    Rectangle {
        id: plate
        width: label.implicitWidth + 2 * (stripes.band + root.size * 0.7)
        height: parent.height
        radius: 6
        color: "transparent"
        border.width: 1.5
        border.color: Theme.edge
        clip: true
        Repeater {
            id: stripes
            readonly property real band: root.size * (Theme.small ? 1.1 : 1.6)
            model: 2
            Item {
                id: end
                required property int index
                x: index === 0 ? 4 : plate.width - width - 4
                y: 4
                width: stripes.band
                height: plate.height - 8
                clip: true
                Shape {
                    anchors.fill: parent
                    ShapePath {
                        fillColor: "transparent"
                        strokeColor: Theme.edge
                        strokeWidth: root.size * 0.22
                        PathMultiline { paths: root.stripe(end.width, end.height) }
                    }
                }
            }
        }
        Txt {
            id: label
            anchors.centerIn: parent
            text: root.word
            size: root.size
            weight: 700
            color: Theme.text
            font.family: Theme.displayFace
            font.letterSpacing: root.size * 0.06
        }
    }
    function stripe(w, h) {
        const lines = []
        for (let x = -h; x < w + h; x += root.size * 0.6)
            lines.push([Qt.point(x, h), Qt.point(x + h, 0)])
        return lines
    }
}
