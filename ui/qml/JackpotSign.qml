import QtQuick

// The diamond that means JP1: full while it is open; hollow with a point while a win is verified,
// with a bar while it is closed.
Item {
    id: root
    property real size: 48
    property bool full: true
    property string inside: ""
    property color tint: Theme.gold
    width: size
    height: size

    Rectangle {
        anchors.centerIn: parent
        width: root.size * 0.7
        height: width
        rotation: 45
        radius: width * 0.14
        antialiasing: true
        color: root.full ? root.tint : "transparent"
        border.width: root.full ? 0 : Math.max(2, Math.round(root.size * 0.085))
        border.color: root.tint
    }
    Rectangle {
        visible: root.inside === "point"
        anchors.centerIn: parent
        width: root.size * 0.25
        height: width
        radius: width / 2
        color: root.tint
    }
    Rectangle {
        visible: root.inside === "bar"
        anchors.centerIn: parent
        width: root.size * 0.42
        height: Math.max(3, root.size * 0.1)
        radius: 2
        color: root.tint
    }
}
