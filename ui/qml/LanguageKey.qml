import QtQuick

// FR | EN: `key` is {label: "FR", other: "EN", first: true, tap}; the language in force stands in the recess.
TouchKey {
    id: root
    property var key: null
    property int size: Theme.px(20)
    tap: key ? key.tap : null
    says: key ? key.says || "" : ""
    width: Theme.pick(112, 84)
    height: Theme.pick(48, 40)
    radius: Theme.pick(10, 8)
    reachY: (Theme.touchMin - height) / 2 + 1
    namedAt: 1

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: root.held ? Theme.lift : "transparent"
        border.color: Theme.edge
        border.width: 1.5
    }
    Rectangle {
        x: root.key && root.key.current === "en" ? parent.width / 2 : 4
        y: 4
        width: parent.width / 2 - 4
        height: parent.height - 8
        radius: Theme.pick(7, 5)
        color: Theme.raised
    }
    Repeater {
        model: ["FR", "EN"]
        Txt {
            required property string modelData
            required property int index
            readonly property bool current: root.key !== null && root.key.current === modelData.toLowerCase()
            x: index * root.width / 2
            width: root.width / 2
            anchors.verticalCenter: parent.verticalCenter
            horizontalAlignment: Text.AlignHCenter
            text: modelData
            size: root.size
            weight: current ? 650 : 500
            color: current ? Theme.text : Theme.sec
        }
    }
}
