import QtQuick
import ".."

// A seat's JP1 stake while the stakes are registered. `stake` is {lamp, word, plain}.
Rectangle {
    id: root
    property var stake: null
    readonly property bool plain: stake ? stake.plain === true : true
    radius: Theme.radius
    color: plain ? "transparent" : Theme.recess
    border.width: plain ? 1.5 : 0
    border.color: Theme.hair

    JackpotLamp {
        visible: !root.plain
        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.pick(24, 30)
        size: Theme.pick(92, 64)
        lamp: root.stake ? root.stake.lamp || "chip" : "chip"
    }
    Txt {
        anchors.horizontalCenter: parent.horizontalCenter
        y: root.plain ? (parent.height - height) / 2 : Theme.pick(130, 110)
        width: parent.width - 8
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.WordWrap
        text: root.stake ? root.stake.word || "" : ""
        size: root.plain ? Theme.px(22) : Theme.pick(34, 26)
        weight: root.plain ? 500 : 650
        color: root.plain ? Theme.sec : root.stake && root.stake.lamp === "back" ? Theme.text : Theme.gold
    }
}
