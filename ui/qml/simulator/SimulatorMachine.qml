import QtQuick
import ".."

// One machine under a hand: `machine` is {name, health, cable, state, plug: Key, clear: Key or null,
// count: {figure, word} or null}. Of the cards in it there is a number, and nothing else.
Rectangle {
    id: root
    property var machine: ({})
    readonly property var count: machine.count || null
    readonly property real half: (width - 34) / 2
    radius: Theme.radius
    color: Theme.surface

    DeviceMark {
        id: mark
        x: 14
        anchors.verticalCenter: name.verticalCenter
        health: root.machine.health || "up"
        says: [root.machine.name, root.machine.cable].join(" ")
    }
    Txt {
        id: name
        x: 42
        y: 12
        text: root.machine.name || ""
        size: 22
        weight: 650
    }
    Txt {
        anchors.right: parent.right
        anchors.rightMargin: 14
        anchors.baseline: name.baseline
        text: root.machine.cable || ""
        size: 18
        color: root.machine.health === "lost" ? Theme.text : Theme.sec
        weight: root.machine.health === "lost" ? 650 : 500
    }
    Txt {
        x: 42
        y: 44
        text: root.machine.state || ""
        size: 18
        weight: root.machine.health === "degraded" ? 650 : 500
        color: root.machine.health === "degraded" ? Theme.text : Theme.sec
    }
    ActionKey {
        x: 12
        y: root.height - height - 12
        width: root.half
        height: 70
        size: 20
        raised: true
        key: root.machine.plug || null
    }
    ActionKey {
        visible: !!root.machine.clear
        x: 22 + root.half
        y: root.height - height - 12
        width: root.half
        height: 70
        size: 20
        raised: true
        key: root.machine.clear || null
    }
    Rectangle {
        visible: root.count !== null
        x: 22 + root.half
        y: root.height - height - 12
        width: root.half
        height: 70
        radius: Theme.radius
        color: Theme.recess
        Row {
            anchors.centerIn: parent
            spacing: 8
            Txt {
                id: figure
                text: root.count ? root.count.figure : ""
                size: 36
                weight: 650
            }
            Txt {
                anchors.baseline: figure.baseline
                text: root.count ? root.count.word : ""
                size: 18
                color: Theme.sec
            }
        }
    }
}
