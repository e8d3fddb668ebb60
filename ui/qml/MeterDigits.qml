import QtQuick

// An amount whose figures roll, as on an odometer. `euros` and `cents` are words already written
// ("28 578" and ",75 €"). Rolls upwards within `rollMs`; 0 shows the new figures at once.
Item {
    id: root
    property string euros: ""
    property string cents: ""
    property int euroSize: 76
    property int centSize: 40
    property int weight: 600
    property color tint: Theme.gold
    property real spacing: -1.5
    property int rollMs: 700
    // Shrinks to this width when the amount is longer; 0 for no limit.
    property real maxWidth: 0

    implicitWidth: line.width * line.scale
    implicitHeight: euroMetrics.height

    FontMetrics {
        id: euroMetrics
        font.family: Theme.displayFace
        font.pixelSize: root.euroSize
        font.weight: root.weight
    }
    Row {
        id: line
        readonly property real wish: root.maxWidth > 0 && width > root.maxWidth ? root.maxWidth / width : 1
        scale: wish
        transformOrigin: Item.TopLeft
        RollingFigures {
            id: euroFigures
            text: root.euros
            size: root.euroSize
            weight: root.weight
            tint: root.tint
            letterSpacing: root.spacing
            rollMs: Theme.motion(root.rollMs)
        }
        RollingFigures {
            y: euroFigures.ascent - ascent
            text: root.cents
            size: root.centSize
            weight: root.weight
            tint: root.tint
            letterSpacing: 0
            rollMs: Theme.motion(root.rollMs)
        }
    }
}
