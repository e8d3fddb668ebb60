import QtQuick
import ".."

// The next legal act, always in the same corner. When it may not be asked it goes dark, and says
// why in the same place.
TouchKey {
    id: root
    property var key: null
    readonly property string label: key ? key.label || "" : ""
    readonly property string why: key ? key.sub || "" : ""

    tap: key ? key.tap : null
    says: key ? key.says || [label, why].join(" ").replace(/\s+/g, " ").trim() : ""
    radius: Theme.radius + 4

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: !root.live ? "transparent" : root.held ? Theme.primPressed : Theme.prim
        border.width: root.live ? 0 : 2
        border.color: Theme.edge
    }
    Column {
        anchors.centerIn: parent
        width: parent.width - 2 * Theme.pick(20, 14)
        spacing: Theme.pick(12, 6)
        Txt {
            id: word
            readonly property int lines: Math.max(1, root.label.split("\n").length)
            visible: text !== ""
            width: parent.width
            height: Math.min(lines * Theme.pick(56, 42), root.height - (reason.visible ? reason.height + Theme.pick(52, 34) : Theme.pick(30, 20)))
            text: root.label
            size: root.why === "" ? Theme.pick(46, 34) : Theme.pick(42, 31)
            fontSizeMode: Text.Fit
            minimumPixelSize: 20
            weight: 700
            font.family: Theme.displayFace
            font.letterSpacing: 0.3
            lineHeight: 0.98
            color: root.live ? Theme.primText : Theme.dim
            horizontalAlignment: Text.AlignHCenter
            verticalAlignment: Text.AlignVCenter
        }
        Txt {
            id: reason
            visible: text !== ""
            width: parent.width
            text: root.why
            size: Theme.px(22)
            color: root.live ? Theme.primText : Theme.text
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
        }
    }
}
