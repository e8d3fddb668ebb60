import QtQuick

// How one machine does: a grey square when all is well, hollow when there is none, a triangle when
// it does badly, a red square with a bar when it is lost; `filled`, a yellow one with a cross, where red is
// kept for what is critical.
Item {
    id: root
    property string health: "up"
    property string says: ""
    property bool filled: false
    readonly property bool crossed: filled && health === "lost"
    width: Theme.pick(16, 13)
    height: width
    Accessible.role: Accessible.StaticText
    Accessible.name: says

    Rectangle {
        visible: root.health !== "degraded"
        anchors.fill: parent
        radius: 3
        color: root.health === "up" ? Theme.device : root.crossed ? Theme.warn : "transparent"
        border.width: root.health === "up" || root.crossed ? 0 : 2
        border.color: root.health === "lost" ? Theme.stop : Theme.ghost
    }
    Repeater {
        model: root.health !== "lost" ? 0 : root.crossed ? 2 : 1
        Rectangle {
            required property int index
            anchors.centerIn: parent
            width: root.width - (root.crossed ? 4 : 0)
            height: root.crossed ? 2 : 3
            rotation: index ? 45 : -45
            antialiasing: true
            color: root.crossed ? Theme.warnText : Theme.stop
        }
    }
    Triangle {
        visible: root.health === "degraded"
        size: parent.width + 6
        x: -3
        y: -5
        tint: Theme.warn
    }
}
