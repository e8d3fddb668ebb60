import QtQuick

// The lit lamp alone, in its own shape.
Item {
    id: root
    property string lamp: "off"
    property real size: 24
    width: size
    height: size
    Rectangle {
        visible: root.lamp === "go"
        anchors.fill: parent
        radius: width / 2
        color: Theme.go
    }
    Triangle {
        visible: root.lamp === "last"
        size: root.size
        tint: Theme.warn
    }
    Rectangle {
        visible: root.lamp === "stop"
        anchors.fill: parent
        anchors.margins: 1
        radius: 4
        color: Theme.stop
    }
    Rectangle {
        visible: root.lamp === "off"
        anchors.fill: parent
        radius: 4
        color: "transparent"
        border.width: 3
        border.color: Theme.outline
    }
}
