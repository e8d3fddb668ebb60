import QtQuick
import ".."

// One thing that needs a person. P1 is filled. P2 has a yellow band on a dark card, seen it has a yellow edge;
// the call the same in light grey once it is old. P3 is a framed line. `notice` is a card of ui/screen/pit/attention.py; slim,
// it has no keys, and opens when it is touched.
Rectangle {
    id: root
    property var notice: null
    readonly property var words: notice || ({})
    readonly property string kind: words.kind || ""
    readonly property bool critical: kind === "p1"
    readonly property bool high: kind === "p2"
    readonly property bool low: kind === "p3"
    readonly property bool slim: words.slim === true
    readonly property var keys: words.keys || []
    readonly property bool calling: notice !== null && words.seen !== true
    // Somebody has seen it: what is left of its colour is an edge.
    readonly property bool edged: (high || kind === "call") && (words.seen_at || "") !== ""
    readonly property bool banded: (high || kind === "call") && !edged
    // Nobody at the table has seen it, or who did: never left out, not even of a card without keys; that its cause
    // stands is said by the card itself.
    readonly property string seen: [words.called || words.seen_at, words.stands].filter(word => word).join(" · ")
    // A call is quiet while it is young.
    readonly property bool bright: high || words.old === true
    readonly property color hue: high ? Theme.warn : bright || edged ? Theme.prim : Theme.raised
    readonly property color ink: critical ? "#FFFFFF" : banded && bright ? Theme.primText : Theme.text
    readonly property color quiet: critical ? "#FFFFFF" : Theme.sec

    height: content.height
    radius: 8
    clip: edged
    color: critical ? Theme.p1 : low ? "transparent" : Theme.surface
    border.width: critical || edged ? 0 : 1
    border.color: banded ? hue : Theme.panelHair
    Accessible.role: Accessible.AlertMessage
    Accessible.name: [words.where, words.title, words.text].join(" ")

    // A card without keys opens when it is touched.
    TouchKey {
        visible: root.slim
        anchors.fill: parent
        tap: root.slim ? root.words.open || null : null
        says: [root.words.where, root.words.title].join(" ")
        radius: 8
    }
    Rectangle {
        visible: root.edged
        width: 6
        height: parent.height
        radius: 0
        color: root.hue
    }
    Rectangle {
        visible: root.banded
        width: parent.width
        height: 28
        radius: 8
        color: root.hue
        Rectangle {
            y: 8
            width: parent.width
            height: 20
            color: root.hue
        }
    }
    Column {
        id: content
        width: parent.width
        Item {
            id: head
            // What was seen, and what is low, says in its first line what is wrong; the place comes below.
            readonly property bool short: root.edged || root.low
            readonly property int line: root.banded ? 4 : 9
            width: parent.width
            height: (short ? place.y + place.height : title.y + title.height) + 9
            PitMark {
                x: 16
                y: head.line
                kind: root.kind
                calling: root.calling
                tint: root.edged ? root.hue : root.ink
            }
            Txt {
                id: title
                x: head.short ? 46 : 16
                y: head.short ? head.line - 1 : root.banded ? 36 : 34
                width: parent.width - x - (head.short ? since.implicitWidth + 26 : 16)
                wrapMode: Text.WordWrap
                text: root.words.title || ""
                font.capitalization: root.critical || root.high ? Font.AllUppercase : Font.MixedCase
                size: root.critical ? 17 : root.low ? 15 : 16
                weight: root.low ? 650 : 700
                color: root.critical ? "#FFFFFF" : Theme.text
                lineHeight: 1.05
            }
            Txt {
                id: place
                x: 46
                y: head.short ? title.y + title.height + 2 : head.line
                width: parent.width - x - (head.short ? 16 : since.implicitWidth + 26)
                wrapMode: head.short ? Text.WordWrap : Text.NoWrap
                text: head.short ? [root.words.where, root.slim ? root.words.called || root.words.seen_at : root.seen].filter(word => word).join(" · ") : root.words.where || ""
                size: head.short ? 13 : 15
                fontSizeMode: head.short ? Text.FixedSize : Text.HorizontalFit
                minimumPixelSize: 12
                weight: head.short ? 500 : 600
                color: head.short ? Theme.sec : root.ink
            }
            PitAge {
                id: since
                anchors.right: parent.right
                anchors.rightMargin: 16
                y: head.line - 1
                word: root.words.since || ""
                old: root.words.old === true
                late: root.words.late === true
                ink: root.edged ? root.hue : root.ink
                ground: root.critical ? Theme.p1 : root.banded ? root.hue : Theme.surface
            }
        }
        Item {
            visible: !root.slim && text.text !== ""
            width: parent.width
            height: text.height + 10
            Txt {
                id: text
                x: 16
                width: parent.width - 32
                wrapMode: Text.WordWrap
                text: root.words.text || ""
                size: 14
                color: root.critical ? root.ink : Theme.text
            }
        }
        Repeater {
            model: (root.words.help || []).length
            Item {
                id: line
                required property int index
                readonly property var said: (root.words.help || [])[index] || ({})
                width: root.width
                height: lineHead.height + lineText.height + 10
                Txt {
                    id: lineHead
                    x: 16
                    width: parent.width - 32
                    text: line.said.head || ""
                    size: 13
                    weight: 650
                    color: root.quiet
                }
                Txt {
                    id: lineText
                    x: 16
                    y: lineHead.height
                    width: parent.width - 32
                    wrapMode: Text.WordWrap
                    text: line.said.text || ""
                    size: 14
                    color: root.critical ? "#FFFFFF" : Theme.text
                }
            }
        }
        Item {
            id: foot
            // Where there is little room the code stands beside the keys; above them where these need their line.
            readonly property real span: width - 32
            readonly property real beside: code.implicitWidth + 8
            readonly property bool above: !Extent.small || keyRow.whole > span - beside && keyRow.whole <= span
            readonly property int begin: stamp.text !== "" ? Math.max(24, stamp.height + 6)
                : Extent.small && above && !root.slim ? 24 : 2
            visible: stamp.text !== "" || !root.slim && (root.keys.length > 0 || code.text !== "")
            width: parent.width
            height: begin + (root.slim ? 0 : Math.max(48, keyRow.height) + 10)
            Txt {
                id: stamp
                readonly property bool called: (root.words.called || "") !== ""
                x: 16
                // Above the keys the code stands at its end; where there is little room that leaves it two lines.
                width: parent.width - 16 - x - (root.slim || !foot.above ? 0 : foot.beside)
                wrapMode: Extent.small ? Text.WordWrap : Text.NoWrap
                text: head.short || root.seen === "" ? "" : called ? root.seen : "✓ " + root.seen
                size: called ? Extent.pick(14, 13) : 13
                fontSizeMode: Extent.small ? Text.FixedSize : Text.HorizontalFit
                minimumPixelSize: 12
                weight: called || root.critical ? 700 : 500
                color: called ? (root.critical ? "#FFFFFF" : Theme.text) : root.quiet
            }
            Flow {
                id: keyRow
                visible: !root.slim
                // How wide all keys are on one line.
                readonly property real whole: {
                    let sum = -spacing;
                    for (let at = 0; at < labels.count; at++) {
                        const one = labels.itemAt(at);
                        sum += spacing + (one !== null ? one.width : 0);
                    }
                    return sum;
                }
                width: foot.span - (foot.above ? 0 : foot.beside)
                x: 16
                y: foot.begin
                spacing: 8
                Repeater {
                    id: labels
                    model: root.keys.length
                    TouchKey {
                        id: key
                        required property int index
                        readonly property var said: root.keys[index] || ({})
                        // What is to be done next stands first: filled white on a P1.
                        readonly property bool white: said.main === true && root.critical
                        width: Extent.small ? Math.max(56, label.implicitWidth + 20) : Math.max(64, label.implicitWidth + 28)
                        height: 48
                        radius: 6
                        tap: said.tap || null
                        says: said.says || ""
                        Rectangle {
                            anchors.fill: parent
                            radius: 6
                            color: key.white ? (key.held ? Theme.primPressed : "#FFFFFF")
                                : key.held ? Theme.lift : root.critical || !key.said.main ? "transparent" : Theme.raised
                            border.width: 1.5
                            border.color: root.critical ? "#FFFFFF" : Theme.outline
                        }
                        Txt {
                            id: label
                            anchors.centerIn: parent
                            text: key.said.label || ""
                            size: 15
                            weight: 650
                            color: key.white ? Theme.p1 : root.critical ? "#FFFFFF" : Theme.text
                        }
                    }
                }
            }
            Txt {
                id: code
                visible: !root.slim
                anchors.right: parent.right
                anchors.rightMargin: 16
                y: !foot.above ? keyRow.y + (root.keys.length > 0 ? 16 : 0) : foot.begin > 2 ? 0 : 18
                text: root.words.code || ""
                size: 13
                color: root.critical ? "#FFD9D6" : Theme.dim
                tabular: false
            }
        }
    }
}
