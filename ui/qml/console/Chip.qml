import QtQuick
import QtQuick.Shapes
import ".."

// A betting circle of the felt; with an amount in it, a chip. A chip has no hue: the felt has.
// `hollow`: an amount as before that nobody has confirmed, a dashed ring and no chip.
Item {
    id: root
    property real diameter: 52
    property string amount: ""
    property int size: 0
    width: diameter
    height: diameter
    property bool hollow: false
    readonly property bool staked: amount !== "" && !hollow
    readonly property bool stood: amount !== "" && hollow

    Rectangle {
        anchors.fill: parent
        radius: width / 2
        color: root.staked ? Theme.chip : "transparent"
        border.width: root.staked || root.stood ? 0 : 1.5
        border.color: Theme.slot
    }
    Loader {
        anchors.fill: parent
        active: root.stood
        sourceComponent: Component {
            Item {
                Shape {
                    anchors.fill: parent
                    ShapePath {
                        // Eighteen dashes and as many gaps: the ring closes without a seam.
                        readonly property real ring: root.diameter / 2 - strokeWidth
                        readonly property real arc: Math.PI * ring / 9 / strokeWidth
                        strokeColor: Theme.sec
                        strokeWidth: Theme.pick(2.5, 2)
                        fillColor: "transparent"
                        capStyle: ShapePath.FlatCap
                        strokeStyle: ShapePath.DashLine
                        dashPattern: [arc * 0.55, arc * 0.45]
                        PathAngleArc {
                            centerX: root.diameter / 2
                            centerY: root.diameter / 2
                            radiusX: root.diameter / 2 - Theme.pick(2.5, 2)
                            radiusY: root.diameter / 2 - Theme.pick(2.5, 2)
                            startAngle: -90
                            sweepAngle: 360
                        }
                    }
                }
                Across {
                    color: Theme.surface
                }
                Txt {
                    anchors.centerIn: parent
                    text: root.amount
                    size: root.size || Math.round(root.diameter * [0.44, 0.44, 0.44, 0.36, 0.30, 0.24][Math.min(5, root.amount.length)])
                    weight: 500
                    color: Theme.sec
                    font.family: Theme.displayFace
                }
            }
        }
    }
    Loader {
        anchors.fill: parent
        active: root.staked
        sourceComponent: Component {
            Item {
                Shape {
                    anchors.fill: parent
                    ShapePath {
                        id: spots
                        readonly property real arc: Math.PI * root.diameter * 0.915 / 16 / strokeWidth
                        strokeColor: Theme.chipSpot
                        strokeWidth: root.diameter * 0.085
                        fillColor: "transparent"
                        capStyle: ShapePath.FlatCap
                        strokeStyle: ShapePath.DashLine
                        dashPattern: [arc * 0.8, arc * 1.2]
                        dashOffset: arc * 0.4
                        PathAngleArc {
                            centerX: root.diameter / 2
                            centerY: root.diameter / 2
                            radiusX: root.diameter * 0.4575
                            radiusY: root.diameter * 0.4575
                            startAngle: -90
                            sweepAngle: 360
                        }
                    }
                }
                Rectangle {
                    anchors.centerIn: parent
                    width: root.diameter * 0.80
                    height: width
                    radius: width / 2
                    color: Theme.chipFace
                }
                Across {
                    color: Theme.chipFace
                }
                Txt {
                    anchors.centerIn: parent
                    text: root.amount
                    size: root.size || Math.round(root.diameter * [0.44, 0.44, 0.44, 0.36, 0.30, 0.24][Math.min(5, root.amount.length)])
                    weight: 650
                    font.family: Theme.displayFace
                }
            }
        }
    }

    // Four figures do not fit into a small chip: they lie across it.
    component Across: Rectangle {
        visible: root.amount.length > 4 && root.diameter <= 40
        anchors.centerIn: parent
        width: root.diameter + 2
        height: 18
        radius: 4
    }
}
