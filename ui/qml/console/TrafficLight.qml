import QtQuick
import ".."

// The betting light: circle, triangle or square, only one lit, in a dark housing.
// `light` is {lamp: "go"|"last"|"stop"|"off", word, seconds, fill} with fill 0 to 100.
Panel {
    id: root
    property var light: null
    readonly property string lamp: light ? light.lamp || "off" : "off"
    readonly property string seconds: light ? light.seconds || "" : ""
    readonly property color ink: lamp === "go" ? Theme.go : lamp === "last" ? Theme.warn : Theme.sec

    width: Theme.actionWidth
    height: Theme.lightHeight
    opacity: light && light.recedes === true ? Theme.receded : 1
    Accessible.role: Accessible.StaticText
    Accessible.name: light ? [light.word, seconds].join(" ").replace(/\s+/g, " ").trim() : ""

    LampHousing {
        x: Theme.pick(20, 14)
        anchors.verticalCenter: parent.verticalCenter
        height: parent.height - Theme.pick(24, 16)
        lamp: root.lamp
    }
    Item {
        x: Theme.pick(96, 68)
        width: parent.width - x - Theme.pick(20, 14)
        height: parent.height
        Txt {
            id: word
            readonly property bool timed: root.seconds !== ""
            width: timed ? parent.width - left.implicitWidth - 8 : parent.width
            height: timed ? Theme.pick(82, 62) : parent.height
            y: timed ? Theme.pick(12, 8) : 0
            text: root.light ? root.light.word || "" : ""
            size: timed ? Theme.pick(38, 28) : Theme.pick(30, 24)
            fontSizeMode: Text.Fit
            minimumPixelSize: 18
            weight: root.lamp === "go" || root.lamp === "last" ? 700 : 600
            font.family: Theme.displayFace
            color: root.ink
            lineHeight: 1.02
            verticalAlignment: Text.AlignVCenter
        }
        Txt {
            id: left
            visible: word.timed
            anchors.right: parent.right
            y: word.y
            height: word.height
            verticalAlignment: Text.AlignVCenter
            text: root.seconds
            size: Theme.pick(38, 28)
            weight: 600
        }
        Rectangle {
            visible: word.timed
            y: Theme.pick(100, 76)
            width: parent.width
            height: Theme.pick(12, 10)
            radius: height / 2
            color: Theme.housing
            Rectangle {
                width: Math.max(height, parent.width * (root.light ? root.light.fill || 0 : 0) / 100)
                height: parent.height
                radius: height / 2
                color: root.lamp === "go" ? Theme.lampGo : root.lamp === "last" ? Theme.lampLast : Theme.stale
            }
        }
    }
}
