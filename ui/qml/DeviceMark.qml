import QtQuick

// How one machine does: a grey square when all is well, hollow when there is none, a triangle when
// it does badly, a red square with a bar when it is lost.
Item {
    id: root
    property string health: "up"
    property string says: ""
    width: Theme.pick(16, 13)
    height: width
    Accessible.role: Accessible.StaticText
    Accessible.name: says

    Rectangle {
        visible: root.health !== "degraded"
        anchors.fill: parent
        radius: 3
        color: root.health === "up" ? "#7A848E" : "transparent"
        border.width: root.health === "up" ? 0 : 2
        border.color: root.health === "lost" ? Theme.stop : Theme.ghost
    }
    Rectangle {
        visible: root.health === "lost"
        anchors.centerIn: parent
        width: parent.width
        height: 3
        rotation: -45
        antialiasing: true
        color: Theme.stop
    }
    Triangle {
        visible: root.health === "degraded"
        size: parent.width + 6
        x: -3
        y: -5
        tint: Theme.warn
    }
}
