import QtQuick
import ".."

// What a seat has decided: it has sunk into a recess. `decision` is {caption, word, amount, plain, tap, says,
// reopen}; a touch reopens it while its street stands open.
TouchKey {
    id: root
    property var decision: null
    readonly property bool plain: decision ? decision.plain === true : false

    tap: decision ? decision.tap || null : null
    says: decision ? decision.says || "" : ""

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: root.held ? Theme.lift : root.plain ? "transparent" : Theme.recess
        border.width: root.plain || root.live ? 1.5 : 0
        border.color: root.live ? Theme.edge : Theme.hair
    }
    Column {
        anchors.centerIn: parent
        anchors.verticalCenterOffset: root.live ? Theme.pick(-12, -10) : 0
        width: parent.width - 8
        spacing: 2
        Txt {
            visible: text !== ""
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: root.decision ? root.decision.caption || "" : ""
            size: Theme.px(20)
            color: Theme.sec
        }
        Txt {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: root.decision ? root.decision.word || "" : ""
            size: root.plain ? Theme.pick(26, 20) : Theme.pick(64, 46)
            weight: 650
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 17
            wrapMode: root.plain ? Text.WordWrap : Text.NoWrap
            font.family: Theme.displayFace
            color: root.plain ? Theme.sec : Theme.text
        }
        Txt {
            visible: text !== ""
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: root.decision ? root.decision.amount || "" : ""
            size: Theme.px(26)
        }
    }
    Txt {
        visible: root.live
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.pick(10, 8)
        width: parent.width
        horizontalAlignment: Text.AlignHCenter
        text: root.decision ? root.decision.reopen || "" : ""
        size: Theme.px(18)
        color: Theme.sec
    }
}
