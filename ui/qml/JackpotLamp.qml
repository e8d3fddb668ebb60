import QtQuick
import QtQuick.Shapes

// The JP1 lamp of a seat. "none": no chip. "chip": the sensor sees one. "in": registered.
// "waits": a chip beside stakes that are not confirmed, white and hollow. "back": to be given back. "closed": JP1 is closed. The diamond always means JP1.
Item {
    id: root
    property string lamp: "none"
    property real size: 46
    width: size
    height: size
    readonly property bool white: lamp === "back" || lamp === "closed"

    Rectangle {
        anchors.centerIn: parent
        width: root.size * 0.68
        height: width
        rotation: 45
        radius: width * 0.14
        antialiasing: true
        color: root.lamp === "in" ? Theme.goldFill : "transparent"
        border.width: root.lamp === "waits" ? 0 : root.lamp === "none" ? 2 : Theme.pick(4, 3)
        border.color: root.lamp === "none" ? Theme.lampOff : root.white ? Theme.text : Theme.gold
    }
    Loader {
        anchors.fill: parent
        active: root.lamp === "waits"
        sourceComponent: Component {
            Shape {
                ShapePath {
                    strokeColor: Theme.text
                    strokeWidth: Theme.pick(4, 3)
                    fillColor: "transparent"
                    capStyle: ShapePath.FlatCap
                    strokeStyle: ShapePath.DashLine
                    dashPattern: [1.4, 1.1]
                    startX: root.size / 2
                    startY: root.size * 0.04
                    PathLine { x: root.size * 0.96; y: root.size / 2 }
                    PathLine { x: root.size / 2; y: root.size * 0.96 }
                    PathLine { x: root.size * 0.04; y: root.size / 2 }
                    PathLine { x: root.size / 2; y: root.size * 0.04 }
                }
            }
        }
    }
    Rectangle {
        visible: root.lamp === "chip"
        anchors.centerIn: parent
        width: root.size * 0.30
        height: width
        radius: width / 2
        color: Theme.gold
    }
    Rectangle {
        visible: root.white
        anchors.centerIn: parent
        width: root.size * 0.40
        height: Theme.pick(5, 4)
        radius: 2
        color: Theme.text
    }
}
