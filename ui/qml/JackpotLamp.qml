import QtQuick

// The JP1 lamp of a seat. "none": no chip. "chip": the sensor sees one. "in": registered.
// "back": to be given back. "closed": JP1 is closed. The diamond always means JP1.
Item {
    id: root
    property string lamp: "none"
    property real size: 46
    width: size
    height: size
    readonly property bool white: lamp === "back" || lamp === "closed"

    Rectangle {
        anchors.centerIn: parent
        width: root.size * 0.68
        height: width
        rotation: 45
        radius: width * 0.14
        antialiasing: true
        color: root.lamp === "in" ? Theme.gold : "transparent"
        border.width: root.lamp === "none" ? 2 : Theme.pick(4, 3)
        border.color: root.lamp === "none" ? "#515B65" : root.white ? Theme.text : Theme.gold
    }
    Rectangle {
        visible: root.lamp === "chip"
        anchors.centerIn: parent
        width: root.size * 0.30
        height: width
        radius: width / 2
        color: Theme.gold
    }
    Rectangle {
        visible: root.white
        anchors.centerIn: parent
        width: root.size * 0.40
        height: Theme.pick(5, 4)
        radius: 2
        color: Theme.text
    }
}
