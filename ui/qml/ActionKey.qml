import QtQuick

// A key with words on it: one Key of the view, {label, sub, tap, chosen, check}. Live keys (those a
// hand is waited for) stand raised; service keys lie on the surface; dead keys are a hairline. A line
// of a checklist has its mark on the left and sinks when it is done.
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
    // "open", "now" (the next one that is missing) or "done": a line of a checklist.
    readonly property string check: key ? key.check || "" : ""
    readonly property bool done: check === "done"
    readonly property real markSize: Theme.pick(24, 18)
    readonly property real labelX: check === "" ? Theme.pick(10, 6) : markSize + Theme.pick(32, 18)
    // How the call of the chef stands, drawn before the label; other keys have none.
    readonly property string icon: key ? key.icon || "" : ""
    readonly property real iconRoom: icon === "" ? 0 : Theme.pick(40, 28)

    readonly property string label: key ? key.label || "" : ""
    readonly property string sub: key ? key.sub || "" : ""
    readonly property real inset: Theme.pick(20, 12)

    tap: key ? key.tap : null
    says: key ? key.says || [root.label, root.sub].join(" ").replace(/\s+/g, " ").trim() : ""

    Rectangle {
        visible: root.label !== "" || root.live
        anchors.fill: parent
        radius: root.radius
        color: root.done && !root.held ? Theme.recess
            : !root.live && !root.chosen ? "transparent"
            : root.check === "now" && !root.held ? Theme.lift
            : root.held ? (root.raised ? Theme.pressed : Theme.lift)
            : root.chosen ? Theme.lift
            : root.raised ? Theme.raised : Theme.surface
        border.width: root.chosen ? 3 : root.live && root.raised && !root.done ? 2 : 1.5
        border.color: root.chosen ? Theme.text : !root.live ? Theme.hair
            : root.raised && !root.done ? Theme.outline : Theme.edge
    }
    Tick {
        objectName: "tick"
        visible: root.done
        x: Theme.pick(18, 10)
        anchors.verticalCenter: parent.verticalCenter
        size: root.markSize
        tint: root.live ? Theme.text : Theme.sec
    }
    Rectangle {
        objectName: "ring"
        visible: root.check === "open" || root.check === "now"
        x: Theme.pick(19, 11)
        anchors.verticalCenter: parent.verticalCenter
        width: root.markSize - 2
        height: width
        radius: width / 2
        color: "transparent"
        border.width: 2
        border.color: root.live ? Theme.outline : Theme.edge
    }
    // The label shrinks, or wraps between its words, before anything of it is lost.
    Txt {
        id: label
        readonly property real room: root.height - 2 * Theme.pick(10, 6)
        readonly property real below: sub.visible ? sub.height + Theme.pick(5, 3) : 0
        visible: root.arrange === "stack"
        x: root.labelX + root.iconRoom
        y: (root.height - contentHeight - below) / 2
        width: parent.width - x - Theme.pick(10, root.icon === "" ? 6 : 12)
        height: room - below
        fontSizeMode: Text.Fit
        minimumPixelSize: 13
        text: root.label
        size: root.size
        weight: root.weight
        color: root.done ? Theme.sec : root.live || root.chosen ? Theme.text : Theme.dim
        horizontalAlignment: root.check === "" ? Text.AlignHCenter : Text.AlignLeft
        wrapMode: Text.WordWrap
    }
    CallMark {
        visible: root.icon !== ""
        shown: root.icon
        size: Theme.pick(30, 21)
        x: label.x + (label.width - label.contentWidth) / 2 - root.iconRoom
        y: label.y + (label.contentHeight - height) / 2
    }
    Txt {
        id: sub
        visible: root.arrange === "stack" && text !== ""
        x: root.labelX
        y: label.y + label.contentHeight + Theme.pick(5, 3)
        width: label.width + root.iconRoom
        text: root.sub
        size: root.subSize
        color: root.chosen || root.check === "now" ? Theme.text : root.live ? Theme.sec : Theme.dim
        horizontalAlignment: root.check === "" ? Text.AlignHCenter : Text.AlignLeft
        wrapMode: Text.WordWrap
        // One word that is wider than the key, three stakes or a name, shrinks: there is nowhere to wrap.
        fontSizeMode: text.indexOf(" ") < 0 ? Text.HorizontalFit : Text.FixedSize
        minimumPixelSize: 12
    }
    Item {
        visible: root.arrange === "row"
        anchors.fill: parent
        Txt {
            x: root.inset
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width - beside.width - (beside.text === "" ? 2 : 3) * root.inset
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 13
            text: root.label
            size: root.size
            weight: 650
            font.family: Theme.displayFace
            color: root.live || root.chosen ? Theme.text : Theme.dim
        }
        Txt {
            id: beside
            anchors.right: parent.right
            anchors.rightMargin: root.inset
            anchors.verticalCenter: parent.verticalCenter
            text: root.sub
            size: root.subSize
            color: root.chosen ? Theme.text : root.live ? Theme.sec : Theme.dim
        }
    }
}
