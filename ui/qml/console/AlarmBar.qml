import QtQuick
import ".."

// One alarm: shape, stars, title, code and time, and its keys as full-height segments.
// `alarm` is {priority: "p1"|"p2"|"p3"|"info", title, sub, more, seen, keys: [Key]}; null leaves the line empty.
Item {
    id: root
    property var alarm: null
    readonly property string priority: alarm ? alarm.priority || "" : ""
    readonly property color fill: priority === "p2" ? Theme.p2 : priority === "p1" ? Theme.p1 : Theme.raised
    readonly property color ink: priority === "p2" ? Theme.p2Text : priority === "p1" ? Theme.p1Text : Theme.text
    readonly property bool calling: priority !== "" && alarm.seen !== true
    readonly property int stars: ({ p1: 3, p2: 2, p3: 1 })[priority] || 0

    visible: priority !== ""
    x: Theme.margin
    y: Theme.alarmY
    width: Theme.stageWidth - 2 * Theme.margin
    height: Theme.alarmHeight
    Accessible.role: Accessible.AlertMessage
    Accessible.name: alarm ? [alarm.title, alarm.sub].join(" ").trim() : ""

    Rectangle {
        anchors.fill: parent
        radius: Theme.pick(10, 8)
        color: root.fill
        border.width: root.priority === "p1" ? 0 : root.priority === "p2" ? 2 : 1.5
        border.color: root.priority === "p2" ? Theme.warn : Theme.outline
    }
    Item {
        id: mark
        visible: root.stars > 0
        x: Theme.pick(20, 14)
        width: Theme.pick(34, 26)
        height: parent.height
        Triangle {
            visible: root.priority === "p2"
            anchors.centerIn: parent
            anchors.verticalCenterOffset: -2
            size: parent.width
            tint: root.ink
        }
        Hexagon {
            visible: root.priority === "p1"
            anchors.centerIn: parent
            size: parent.width
            tint: root.ink
        }
        Rectangle {
            visible: root.priority === "p3"
            anchors.centerIn: parent
            width: parent.width * 0.8
            height: width
            radius: 3
            color: root.ink
        }
        // Only the shape blinks, and only until the alarm has been seen: 2 Hz or 0.6 Hz.
        SequentialAnimation {
            id: blink
            readonly property int half: root.priority === "p1" ? 250 : 833
            running: root.calling && (root.priority === "p1" || root.priority === "p2") && !Theme.reducedMotion
            loops: Animation.Infinite
            onStopped: mark.opacity = 1
            PropertyAction { target: mark; property: "opacity"; value: 1 }
            PauseAnimation { duration: blink.half }
            PropertyAction { target: mark; property: "opacity"; value: 0.15 }
            PauseAnimation { duration: blink.half }
        }
    }
    Row {
        id: starRow
        visible: root.stars > 0
        x: mark.x + mark.width + Theme.pick(14, 8)
        height: parent.height
        spacing: Theme.pick(5, 3)
        Repeater {
            model: root.stars
            Item {
                id: star
                width: Theme.pick(19, 15)
                height: starRow.height
                Repeater {
                    model: 3
                    Rectangle {
                        required property int index
                        anchors.centerIn: parent
                        width: Theme.pick(4, 3)
                        height: star.width + 1
                        radius: 1
                        rotation: index * 60
                        color: root.ink
                        antialiasing: true
                    }
                }
            }
        }
    }
    Row {
        id: words
        x: root.stars > 0 ? starRow.x + starRow.width + Theme.pick(20, 12) : Theme.pick(20, 14)
        width: keys.x - x
        height: parent.height
        spacing: Theme.pick(20, 12)
        Txt {
            id: title
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, 0.72 * words.width)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 14
            text: root.alarm ? root.alarm.title || "" : ""
            size: Theme.pick(26, 20)
            weight: 700
            color: root.ink
            font.family: Theme.displayFace
            font.letterSpacing: 0.4
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            visible: text !== ""
            width: Math.min(implicitWidth, words.width - title.width - words.spacing - 8)
            text: root.alarm ? root.alarm.sub || "" : ""
            size: Theme.px(20)
            color: root.ink
            maximumLineCount: 2
            wrapMode: Text.WordWrap
            lineHeight: 0.95
        }
    }
    Row {
        id: keys
        anchors.right: parent.right
        height: parent.height
        Txt {
            visible: text !== ""
            anchors.verticalCenter: parent.verticalCenter
            rightPadding: Theme.pick(20, 14)
            text: root.alarm ? root.alarm.more || "" : ""
            size: Theme.pick(24, 20)
            weight: 700
            color: root.ink
        }
        Repeater {
            model: root.alarm ? (root.alarm.keys || []).length : 0
            AlarmKey {
                required property int index
                height: root.height
                key: (root.alarm && root.alarm.keys || [])[index] || ({})
                ink: root.ink
                fill: root.fill
            }
        }
    }
}
