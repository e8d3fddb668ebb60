import QtQuick
import ".."

// The next legal act, always in the same corner. When it may not be asked it goes dark, and says why in
// the same place. When its meaning changes it settles: its new words stand in outline at once, then it
// fills from the left, deaf until it is full, so that a second tap meant for the act before is no act.
TouchKey {
    id: root
    property var key: null
    readonly property string label: key ? key.label || "" : ""
    readonly property string why: key ? key.sub || "" : ""
    // The act, what it means where it names no object, and its words; the amount of a stake that is being
    // entered may change under them.
    readonly property string meaning: live ? [tap.act, tap.seat || "", JSON.stringify(tap.of || ""), label].join("|") : ""
    // What it meant when it was last alive: dark in between, it comes back as it was.
    property string filledFor: ""
    property real filled: 1

    tap: key ? key.tap : null
    says: key ? key.says || [label, why].join(" ").replace(/\s+/g, " ").trim() : ""
    radius: Theme.radius + 4
    named: live && Touch.byKeys ? "F1" : ""
    deaf: sweep.running
    tells: true
    onMeaningChanged: {
        if (meaning === "" || meaning === filledFor)
            return
        if (filledFor !== "")
            sweep.restart()
        filledFor = meaning
    }
    // Touched before it is full it begins anew.
    onDrummed: {
        if (sweep.running)
            sweep.restart()
    }
    function means() {
        return meaning
    }
    Binding { target: Touch; property: "sweeping"; value: sweep.running }

    // Where nothing may move, it stands in outline and is full all at once.
    NumberAnimation {
        id: sweep
        objectName: "sweep"
        target: root
        property: "filled"
        from: 0
        to: 1
        duration: Touch.restMs
    }

    Rectangle {
        anchors.fill: parent
        radius: root.radius
        color: root.live ? Theme.surface : "transparent"
        border.width: 2
        border.color: root.live ? Theme.outline : Theme.edge
    }
    Words {
        visible: !root.live || root.filled < 1
        width: root.width
        height: root.height
        ink: root.live ? Theme.text : Theme.dim
    }
    Item {
        id: full
        objectName: "full"
        visible: root.live
        width: root.width * (root.filled < 1 && Theme.reducedMotion ? 0 : root.filled)
        height: root.height
        clip: root.filled < 1
        Rectangle {
            width: root.width
            height: root.height
            radius: root.radius
            color: root.held ? Theme.primPressed : Theme.prim
        }
        Words {
            width: root.width
            height: root.height
            ink: Theme.primText
            reasonInk: Theme.primText
        }
    }

    component Words: Item {
        id: words
        property color ink
        property color reasonInk: Theme.text
        Column {
            anchors.centerIn: parent
            width: parent.width - 2 * Theme.pick(20, 14)
            spacing: Theme.pick(12, 6)
            Txt {
                id: word
                readonly property int lines: Math.max(1, root.label.split("\n").length)
                visible: text !== ""
                width: parent.width
                height: Math.min(lines * Theme.pick(56, 42), words.height - (reason.visible ? reason.height + Theme.pick(52, 34) : Theme.pick(30, 20)))
                text: root.label
                size: root.why === "" ? Theme.pick(46, 34) : Theme.pick(42, 31)
                fontSizeMode: Text.Fit
                minimumPixelSize: 20
                // A long double name breaks at its hyphen.
                wrapMode: root.label.indexOf("-") < 0 ? Text.NoWrap : Text.WordWrap
                weight: 700
                font.family: Theme.displayFace
                font.letterSpacing: 0.3
                lineHeight: 0.98
                color: words.ink
                horizontalAlignment: Text.AlignHCenter
                verticalAlignment: Text.AlignVCenter
            }
            Txt {
                id: reason
                visible: text !== ""
                width: parent.width
                text: root.why
                size: Theme.px(22)
                color: words.reasonInk
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.WordWrap
            }
        }
    }
}
