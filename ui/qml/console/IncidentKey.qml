import QtQuick
import ".."

// An incident to be declared: its pictogram over its word. An alert is lifted, with the shape and the hue of an
// alarm and what it covers. `key` is a Key with `picture`, and `mark` "p1" or "p2" where it is an alert.
TouchKey {
    id: root
    property var key: ({})
    readonly property string mark: key.mark || ""
    readonly property bool alert: mark !== ""
    readonly property real inset: Theme.pick(20, 12)
    tap: key.tap
    says: [key.label || "", key.sub || ""].join(" ").trim()

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: !root.live ? "transparent" : root.held ? Theme.pressed : root.alert ? Theme.lift : Theme.raised
        border.width: root.alert ? 3 : 2
        border.color: !root.live ? Theme.hair : root.alert ? Theme.text : Theme.outline
    }
    Pictogram {
        x: root.alert ? root.inset : (parent.width - width) / 2
        y: Theme.pick(22, 14)
        shown: root.key.picture || ""
        size: Theme.pick(58, 40)
        tint: root.live ? Theme.text : Theme.dim
    }
    Hexagon {
        visible: root.mark === "p1"
        anchors.right: parent.right
        anchors.rightMargin: root.inset
        y: Theme.pick(20, 14)
        size: Theme.pick(30, 24)
        tint: Theme.stop
    }
    Triangle {
        visible: root.mark === "p2"
        anchors.right: parent.right
        anchors.rightMargin: root.inset
        y: Theme.pick(18, 12)
        size: Theme.pick(32, 26)
        tint: Theme.warn
    }
    Txt {
        id: word
        x: root.alert ? root.inset : Theme.pick(10, 6)
        y: Theme.pick(90, 58)
        width: parent.width - 2 * x
        height: root.alert ? Theme.pick(46, 32) : parent.height - y - Theme.pick(10, 6)
        horizontalAlignment: root.alert ? Text.AlignLeft : Text.AlignHCenter
        verticalAlignment: root.alert ? Text.AlignTop : Text.AlignVCenter
        wrapMode: root.alert ? Text.NoWrap : Text.WordWrap
        fontSizeMode: Text.Fit
        minimumPixelSize: 17
        text: root.key.label || ""
        size: root.alert ? Theme.pick(34, 25) : Theme.pick(26, 19)
        weight: root.alert ? 650 : 600
        color: root.live ? Theme.text : Theme.dim
    }
    Txt {
        visible: root.alert
        x: root.inset
        y: word.y + word.height + Theme.pick(2, 0)
        width: parent.width - 2 * x
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 17
        text: root.key.sub || ""
        size: Theme.px(20)
        color: !root.live ? Theme.dim : root.alert ? Theme.text : Theme.sec
    }
}
