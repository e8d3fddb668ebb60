import QtQuick
import ".."

// What a seat has decided: it has sunk into a recess. `decision` is {caption, word, amount, plain}.
Rectangle {
    id: root
    property var decision: null
    readonly property bool plain: decision ? decision.plain === true : false
    radius: Theme.radius
    color: plain ? "transparent" : Theme.recess
    border.width: plain ? 1.5 : 0
    border.color: Theme.hair

    Column {
        anchors.centerIn: parent
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
}
