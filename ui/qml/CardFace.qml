import QtQuick
import QtQuick.Shapes

// One card. `card` is "As", "Td"… face up; "back" face down (hatched); "bad" face down and not
// read; "" no card (a hairline). A face-down card has no other data here, whoever asks.
Item {
    id: root
    property string card: ""
    property bool dimmed: false
    // One of the five of a hand that is verified: a ring of gold.
    property bool ringed: false
    height: Math.round(width * 1.4)

    readonly property bool faceUp: card.length === 2
    readonly property bool faceDown: card === "back" || card === "bad"
    readonly property real corner: width * 0.08

    Rectangle {
        visible: !root.faceUp && !root.faceDown
        anchors.fill: parent
        radius: root.corner
        color: "transparent"
        border.color: Theme.hair
        border.width: 2
    }
    Loader {
        anchors.fill: parent
        active: root.faceDown
        sourceComponent: Component {
            Rectangle {
                radius: root.corner
                color: Theme.back
                border.color: Theme.backEdge
                border.width: Theme.pick(2, 1.5)
                Rectangle {
                    id: field
                    anchors.fill: parent
                    anchors.margins: root.width * 0.085
                    color: Theme.backField
                    clip: true
                    Shape {
                        anchors.fill: parent
                        ShapePath {
                            fillColor: "transparent"
                            strokeColor: Theme.backHatch
                            strokeWidth: Math.max(1.1, root.width * 0.018)
                            PathMultiline { paths: root.hatch(field.width, field.height) }
                        }
                    }
                }
            }
        }
    }
    Loader {
        anchors.fill: parent
        active: root.faceUp
        sourceComponent: Component {
            Rectangle {
                id: face
                readonly property string suit: root.card[1] || "s"
                readonly property bool ten: root.card[0] === "T"
                readonly property bool large: root.width >= 100
                radius: root.corner
                color: Theme.card
                border.color: Theme.cardEdge
                border.width: 1
                Txt {
                    x: root.width * (face.ten ? 0.06 : 0.085)
                    y: -root.width * 0.025
                    text: face.ten ? "10" : root.card[0] || ""
                    color: Theme.suitInk[face.suit] || Theme.primText
                    size: Math.round(root.width * 0.56)
                    weight: 700
                    tabular: false
                    font.family: Theme.displayFace
                    font.letterSpacing: face.ten ? -root.width * 0.02 : 0
                }
                SuitMark {
                    visible: face.large
                    suit: face.suit
                    size: root.width * 0.23
                    x: root.width * 0.105
                    y: root.width * 0.60
                }
                SuitMark {
                    suit: face.suit
                    size: root.width * (face.large ? 0.54 : 0.56)
                    x: root.width - size - root.width * 0.09
                    y: root.height - size - root.width * 0.10
                }
                // Darkened by a veil, not by opacity: ink and paper keep their ratio.
                Rectangle {
                    visible: root.dimmed
                    anchors.fill: parent
                    radius: root.corner
                    color: Theme.bg
                    opacity: Theme.veil
                }
            }
        }
    }
    Rectangle {
        readonly property bool large: root.width >= 100
        visible: root.ringed
        anchors.fill: parent
        anchors.margins: large ? -4 : -3
        radius: root.corner + 3
        color: "transparent"
        border.width: large ? 6 : Theme.pick(5, 4)
        border.color: Theme.gold
    }
    Rectangle {
        visible: root.card === "bad"
        anchors.fill: parent
        anchors.margins: Theme.pick(-4, -3)
        radius: Theme.pick(8, 5)
        color: "transparent"
        border.width: Theme.pick(4, 3)
        border.color: Theme.warn
        Rectangle {
            anchors.centerIn: parent
            width: Theme.pick(34, 24)
            height: width
            radius: width / 2
            color: Theme.warn
            Txt {
                anchors.centerIn: parent
                text: "?"
                size: Theme.pick(26, 19)
                weight: 700
                color: Theme.warnText
            }
        }
    }

    // The hatching of a back: lines both ways, from edge to edge of the field.
    function hatch(fieldWidth, fieldHeight) {
        const lines = []
        const step = root.width * 0.105
        for (let x = -fieldHeight; x < fieldWidth; x += step) {
            lines.push([Qt.point(x, 0), Qt.point(x + fieldHeight, fieldHeight)])
            lines.push([Qt.point(x, fieldHeight), Qt.point(x + fieldHeight, 0)])
        }
        return lines
    }
}
