import QtQuick

// A key with words on it. `data_`… is one Key of the view: {label, sub, tap}. Live keys (those a
// hand is waited for) stand raised; service keys lie on the surface; dead keys are a hairline.
TouchKey {
    id: root
    property var key: null
    property bool raised: false
    // "stack": label over sub. "row": label left, sub right.
    property string arrange: "stack"
    property int size: Theme.px(22)
    property int weight: 600
    property int subSize: arrange === "row" ? Theme.px(24) : Theme.px(18)
    property bool chosen: !!key && key.chosen === true

    readonly property string label: key ? key.label || "" : ""
    readonly property string sub: key ? key.sub || "" : ""
    readonly property real inset: Theme.pick(20, 12)

    tap: key ? key.tap : null
    says: key ? key.says || [root.label, root.sub].join(" ").replace(/\s+/g, " ").trim() : ""

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: !root.live && !root.chosen ? "transparent"
            : root.held ? (root.raised ? Theme.pressed : Theme.lift)
            : root.chosen ? Theme.lift
            : root.raised ? Theme.raised : Theme.surface
        border.width: root.chosen ? 3 : root.live && root.raised ? 2 : 1.5
        border.color: root.chosen ? Theme.text : !root.live ? Theme.hair : root.raised ? Theme.outline : Theme.edge
    }
    // The label shrinks, or wraps between its words, before anything of it is lost.
    Txt {
        id: label
        readonly property real room: root.height - 2 * Theme.pick(10, 6)
        readonly property real below: sub.visible ? sub.height + Theme.pick(5, 3) : 0
        visible: root.arrange === "stack"
        anchors.horizontalCenter: parent.horizontalCenter
        y: (root.height - contentHeight - below) / 2
        width: parent.width - 2 * Theme.pick(10, 6)
        height: room - below
        fontSizeMode: Text.Fit
        minimumPixelSize: 13
        text: root.label
        size: root.size
        weight: root.weight
        color: root.live || root.chosen ? Theme.text : Theme.dim
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.WordWrap
    }
    Txt {
        id: sub
        visible: root.arrange === "stack" && text !== ""
        anchors.horizontalCenter: parent.horizontalCenter
        y: label.y + label.contentHeight + Theme.pick(5, 3)
        width: label.width
        text: root.sub
        size: root.subSize
        color: root.live || root.chosen ? Theme.sec : Theme.dim
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.WordWrap
    }
    Item {
        visible: root.arrange === "row"
        anchors.fill: parent
        Txt {
            x: root.inset
            anchors.verticalCenter: parent.verticalCenter
            text: root.label
            size: root.size
            weight: 650
            font.family: Theme.displayFace
            color: root.live || root.chosen ? Theme.text : Theme.dim
        }
        Txt {
            anchors.right: parent.right
            anchors.rightMargin: root.inset
            anchors.verticalCenter: parent.verticalCenter
            text: root.sub
            size: root.subSize
            color: root.live || root.chosen ? Theme.sec : Theme.dim
        }
    }
}
