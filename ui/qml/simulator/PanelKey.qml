import QtQuick
import ".."

// A key of the simulator's panel: one Key, {label, sub, tap, chosen}, small enough for a mouse.
TouchKey {
    id: root
    property var key: null
    property int size: 15
    property bool strong: false
    // What is beside the label stands in the lower corner: a count.
    property bool corner: false
    readonly property bool chosen: !!key && key.chosen === true
    readonly property string label: key ? key.label || "" : ""
    readonly property string sub: key ? key.sub || "" : ""
    readonly property bool full: strong && live
    radius: 6
    tap: key ? key.tap : null
    says: key ? key.says || [label, sub].join(" ").trim() : ""

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: root.full ? (root.held ? Theme.primPressed : Theme.prim)
            : root.held || root.chosen ? Theme.lift : root.live ? Theme.raised : "transparent"
        border.width: root.chosen ? 2 : 1
        border.color: root.chosen ? Theme.pay : root.live ? Theme.edge : Theme.hair
    }
    // Words wrap where the key is tall enough for two lines.
    readonly property bool tall: height >= 44
    readonly property real all: said.contentHeight + (beside.visible && !corner ? beside.contentHeight + 1 : 0)

    Txt {
        id: said
        x: root.corner ? 8 : 4
        width: root.width - 2 * x
        y: root.corner ? 3 : (root.height - root.all) / 2
        text: root.label
        size: root.size
        weight: 600
        color: root.full ? Theme.primText : root.live || root.chosen ? Theme.text : Theme.dim
        horizontalAlignment: root.corner ? Text.AlignLeft : Text.AlignHCenter
        wrapMode: root.tall ? Text.WordWrap : Text.NoWrap
        lineHeight: 0.95
        fontSizeMode: root.corner ? Text.FixedSize : Text.HorizontalFit
        minimumPixelSize: 12
    }
    Txt {
        id: beside
        visible: text !== ""
        x: said.x
        width: said.width
        y: root.corner ? root.height - height - 2 : said.y + said.contentHeight + 1
        text: root.sub
        size: 13
        weight: root.corner ? 650 : 500
        color: root.live ? (root.corner ? Theme.text : Theme.sec) : Theme.dim
        horizontalAlignment: root.corner ? Text.AlignRight : Text.AlignHCenter
        wrapMode: root.tall && !root.corner ? Text.WordWrap : Text.NoWrap
        lineHeight: 0.95
        fontSizeMode: root.tall && !root.corner ? Text.FixedSize : Text.HorizontalFit
        minimumPixelSize: 12
    }
}
