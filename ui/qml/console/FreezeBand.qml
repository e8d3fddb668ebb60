import QtQuick
import ".."

// The first words over a frozen felt, from edge to edge: they stand in the line of the captions, so that no
// card moves. `freeze` is {title, lines: [..], calling, keys: [Key]}; null leaves the line to the alarms. Under a
// pad that takes the board's place it is as high as an alarm.
Rectangle {
    id: root
    property var freeze: null
    property bool covered: false
    readonly property var lines: freeze ? freeze.lines || [] : []

    visible: freeze !== null
    x: Theme.margin
    y: Theme.alarmY
    width: Theme.stageWidth - 2 * Theme.margin
    height: covered ? Theme.alarmHeight : Theme.freezeHeight
    radius: Theme.pick(10, 8)
    color: Theme.p1
    Accessible.role: Accessible.AlertMessage
    Accessible.name: freeze ? [freeze.title, ...lines].join(" ") : ""

    Hexagon {
        id: mark
        x: Theme.pick(28, 16)
        anchors.verticalCenter: parent.verticalCenter
        size: Theme.pick(54, 38)
        tint: Theme.p1Text
        // Only the shape blinks, and only until the comité is called.
        SequentialAnimation {
            id: blink
            running: root.visible && root.freeze.calling === true && !Theme.reducedMotion
            loops: Animation.Infinite
            onStopped: mark.opacity = 1
            PropertyAction { target: mark; property: "opacity"; value: 1 }
            PauseAnimation { duration: 250 }
            PropertyAction { target: mark; property: "opacity"; value: 0.15 }
            PauseAnimation { duration: 250 }
        }
    }
    Txt {
        id: title
        x: Theme.pick(108, 68)
        anchors.verticalCenter: parent.verticalCenter
        // The first words are whole and large; in a longer language the lines beside them keep a third.
        width: Math.min(implicitWidth, 0.68 * (keys.x - x))
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.pick(38, 24)
        text: root.freeze ? root.freeze.title : ""
        size: Theme.pick(60, 40)
        weight: 700
        color: Theme.p1Text
        font.family: Theme.displayFace
        font.letterSpacing: Theme.pick(1, 0.5)
    }
    Column {
        anchors.right: keys.left
        anchors.rightMargin: Theme.pick(28, 14)
        anchors.left: title.right
        anchors.leftMargin: Theme.pick(28, 14)
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.pick(4, 2)
        Repeater {
            model: root.lines.length
            Txt {
                required property int index
                width: parent.width
                horizontalAlignment: Text.AlignRight
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 15
                text: root.lines[index]
                size: Theme.pick(22, 18)
                weight: 600
                color: Theme.p1Text
            }
        }
    }
    Row {
        id: keys
        anchors.right: parent.right
        height: parent.height
        Repeater {
            model: root.freeze ? (root.freeze.keys || []).length : 0
            AlarmKey {
                required property int index
                height: root.height
                key: (root.freeze && root.freeze.keys || [])[index] || ({})
                ink: Theme.p1Text
                fill: root.color
            }
        }
    }
}
