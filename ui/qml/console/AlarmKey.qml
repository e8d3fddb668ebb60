import QtQuick
import ".."

// A key of the alarm line: a segment of its full height, inverted while what it opens is open.
TouchKey {
    id: root
    property var key: ({})
    property color ink: Theme.text
    property color fill: Theme.raised
    readonly property bool inverted: key.chosen === true || held

    width: Theme.pick(150, 112)
    radius: Theme.pick(10, 8)
    reachY: Math.max(0, (Theme.touchMin - height) / 2)
    tap: key.tap
    says: key.says || key.label || ""
    Rectangle {
        visible: root.inverted
        anchors.fill: parent
        anchors.margins: 3
        radius: Theme.pick(8, 6)
        color: root.ink
    }
    Rectangle {
        visible: !root.inverted
        y: 6
        width: 2
        height: parent.height - 12
        color: root.ink
        opacity: 0.55
    }
    Txt {
        anchors.centerIn: parent
        width: parent.width - 16
        height: parent.height - 8
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        fontSizeMode: Text.Fit
        minimumPixelSize: 14
        text: root.key.label || ""
        size: Theme.pick(24, 20)
        weight: 700
        color: root.inverted ? root.fill : root.ink
    }
}
