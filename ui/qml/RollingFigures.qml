import QtQuick

// A line of figures, each in its own window, counted from the right so that a figure keeps its
// window while the number grows.
Item {
    id: root
    property string text: ""
    property int size: 40
    property int weight: 600
    property color tint: Theme.text
    property real letterSpacing: 0
    property int rollMs: 0
    readonly property real ascent: metrics.ascent
    // A figure rolls within its own height: what stands above and below the line is not crossed.
    readonly property real windowTop: metrics.ascent - 0.79 * size
    readonly property real windowHeight: 0.86 * size

    width: row.width
    height: metrics.height

    FontMetrics {
        id: metrics
        font.family: Theme.displayFace
        font.pixelSize: root.size
        font.weight: root.weight
    }
    Row {
        id: row
        layoutDirection: Qt.RightToLeft
        Repeater {
            model: root.text.length
            Item {
                id: cell
                required property int index
                readonly property string figure: root.text[root.text.length - 1 - index] || ""
                property string shown: figure
                // A space alone has no width as a text: the thousands are as far apart as in any other text
                // (the U+202F of the display cut), the sign as its own space.
                readonly property real gap: figure === "\u202f" ? 0.14 : figure === "\u00a0" ? 0.24 : 0
                width: gap > 0 ? root.size * gap : now.implicitWidth
                height: root.height

                onFigureChanged: {
                    roll.stop()
                    was.text = shown
                    shown = figure
                    if (root.rollMs > 0 && was.text !== "" && was.text !== shown && "0123456789".includes(shown))
                        roll.start()
                }
                Item {
                    y: root.windowTop
                    width: cell.width
                    height: root.windowHeight
                    clip: roll.running
                    Txt {
                        id: was
                        visible: roll.running
                        y: now.y - root.windowHeight
                        size: root.size
                        weight: root.weight
                        color: root.tint
                        tabular: true
                        font.family: Theme.displayFace
                        font.letterSpacing: root.letterSpacing
                    }
                    Txt {
                        id: now
                        y: -root.windowTop
                        text: cell.shown
                        size: root.size
                        weight: root.weight
                        color: root.tint
                        tabular: true
                        font.family: Theme.displayFace
                        font.letterSpacing: root.letterSpacing
                    }
                }
                NumberAnimation {
                    id: roll
                    target: now
                    property: "y"
                    from: root.windowHeight - root.windowTop
                    to: -root.windowTop
                    duration: root.rollMs
                    easing.type: Easing.OutCubic
                    onStopped: now.y = -root.windowTop
                }
            }
        }
    }
}
