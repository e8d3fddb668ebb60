import QtQuick
import ".."

// An act of the chef: what it is, what stands now, how many sign it. Closed, it is hollow and says why.
TouchKey {
    id: root
    property var key: ({})
    readonly property real inset: Theme.pick(20, 14)
    readonly property color ink: live ? Theme.text : Theme.dim
    tap: key.tap
    says: [key.label || "", key.sub || "", key.value || ""].join(" ").trim()

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: !root.live ? "transparent" : root.held ? Theme.lift : Theme.surface
        border.width: 2
        border.color: root.live ? Theme.outline : Theme.hair
    }
    Txt {
        id: name
        x: root.inset
        anchors.bottom: parent.verticalCenter
        anchors.bottomMargin: Theme.pick(0, 2)
        width: value.x - x - Theme.pick(12, 8)
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 18
        text: root.key.label || ""
        size: Theme.pick(26, 21)
        weight: 650
        color: root.ink
        font.family: Theme.displayFace
    }
    Txt {
        x: root.inset
        anchors.top: parent.verticalCenter
        anchors.topMargin: Theme.pick(5, 3)
        width: (Theme.small ? parent.width - root.inset : value.x - Theme.pick(12, 8)) - x
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 17
        text: root.key.sub || ""
        size: Theme.px(20)
        color: root.live ? Theme.sec : Theme.dim
    }
    Txt {
        id: value
        anchors.right: seals.left
        anchors.rightMargin: Theme.pick(22, 12)
        anchors.verticalCenter: Theme.small ? name.verticalCenter : parent.verticalCenter
        text: root.key.value || ""
        size: Theme.pick(28, 21)
        weight: 600
        color: !root.live ? Theme.dim : root.key.gold === true ? Theme.gold : Theme.text
        font.family: Theme.displayFace
    }
    Item {
        id: seals
        anchors.right: parent.right
        anchors.rightMargin: root.inset
        anchors.verticalCenter: Theme.small ? name.verticalCenter : parent.verticalCenter
        width: marks.size * 2 + 6
        height: marks.size
        Seals {
            id: marks
            anchors.right: parent.right
            count: root.key.seals || 0
            hollow: !root.live
        }
    }
}
