import QtQuick
import ".."

// Three lamps in their housing, as on a road light.
Rectangle {
    id: root
    property string lamp: "off"
    property real lampSize: Theme.pick(34, 26)
    width: lampSize + Theme.pick(20, 14)
    height: 3 * lampSize + Theme.pick(24, 22)
    radius: Theme.pick(14, 10)
    color: Theme.housing

    Column {
        anchors.centerIn: parent
        spacing: Theme.pick(6, 4)
        Rectangle {
            width: root.lampSize
            height: width
            radius: width / 2
            color: root.lamp === "go" ? Theme.lampGo : "transparent"
            border.width: root.lamp === "go" ? 0 : 2
            border.color: Theme.unlit
        }
        Triangle {
            size: root.lampSize
            filled: root.lamp === "last"
            tint: root.lamp === "last" ? Theme.lampLast : Theme.unlit
        }
        Rectangle {
            width: root.lampSize
            height: width
            radius: 4
            scale: 0.9
            color: root.lamp === "stop" ? Theme.lampStop : "transparent"
            border.width: root.lamp === "stop" ? 0 : 2
            border.color: Theme.unlit
        }
    }
}
