import QtQuick
import QtQuick.Shapes
import ".."

// One thing that needs a person. P1 is filled, P2 has a yellow head, P3 and the call are framed.
// `notice` is a card of ui/screen/pit/attention.py; slim, it is its head alone.
Rectangle {
    id: root
    property var notice: null
    readonly property var words: notice || ({})
    readonly property string kind: words.kind || ""
    readonly property bool critical: kind === "p1"
    readonly property bool high: kind === "p2"
    readonly property color ink: critical ? "#FFFFFF" : high ? Theme.primText : Theme.text
    readonly property color quiet: critical ? "#FFFFFF" : Theme.sec
    readonly property bool calling: notice !== null && words.seen !== true
    readonly property bool slim: words.slim === true
    readonly property var keys: words.keys || []

    height: content.height
    radius: 8
    color: critical ? Theme.p1 : Theme.surface
    border.width: critical ? 0 : kind === "call" && calling ? 2 : 1
    border.color: high ? Theme.warn : kind === "call" && calling ? Theme.prim : Theme.panelHair
    Accessible.role: Accessible.AlertMessage
    Accessible.name: [words.where, words.title, words.text].join(" ")

    // A card that is its head alone opens when it is touched.
    TouchKey {
        visible: root.slim
        anchors.fill: parent
        tap: root.slim ? root.words.open || null : null
        says: [root.words.where, root.words.title].join(" ")
        radius: 8
    }
    Column {
        id: content
        width: parent.width
        Rectangle {
            width: parent.width
            height: title.y + title.height + 10
            radius: 8
            color: root.high ? Theme.warn : "transparent"
            Rectangle {
                visible: root.high && !root.slim
                anchors.bottom: parent.bottom
                width: parent.width
                height: 8
                color: Theme.warn
            }
            Mark {
                x: 16
                y: 8
            }
            Txt {
                x: 46
                y: 8
                width: parent.width - x - since.implicitWidth - 26
                text: root.words.where || ""
                size: 15
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                weight: 600
                color: root.ink
            }
            Txt {
                id: since
                anchors.right: parent.right
                anchors.rightMargin: 16
                y: 7
                text: root.words.since || ""
                size: 16
                weight: 600
                color: root.ink
            }
            Txt {
                id: title
                x: 16
                y: 33
                width: parent.width - 32
                wrapMode: Text.WordWrap
                text: root.words.title || ""
                font.capitalization: root.critical || root.high ? Font.AllUppercase : Font.MixedCase
                size: root.critical ? 17 : 16
                weight: 700
                color: root.ink
                lineHeight: 1.05
            }
        }
        Item {
            visible: !root.slim && text.text !== ""
            width: parent.width
            height: text.height + (root.high ? 8 : 0) + 10
            Txt {
                id: text
                x: 16
                y: root.high ? 8 : 0
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
            visible: stamp.text !== "" || !root.slim && (root.keys.length > 0 || code.text !== "")
            width: parent.width
            height: (stamp.text !== "" ? 24 : 2) + (root.slim ? 0 : Math.max(48, keyRow.height) + 10)
            // Nobody at the table has seen it, or who did: never left out, not even of a slim card.
            Txt {
                id: stamp
                readonly property bool called: (root.words.called || "") !== ""
                x: 16
                width: parent.width - 32 - (root.slim ? 0 : code.implicitWidth)
                text: root.words.called || root.words.seen_at || ""
                size: called ? 14 : 13
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                weight: called ? 700 : 500
                color: called ? (root.critical ? "#FFFFFF" : Theme.text) : root.quiet
            }
            Flow {
                id: keyRow
                visible: !root.slim
                width: parent.width - 32
                x: 16
                y: stamp.text !== "" ? 24 : 2
                spacing: 8
                Repeater {
                    model: root.keys.length
                    TouchKey {
                        id: key
                        required property int index
                        readonly property var said: root.keys[index] || ({})
                        // What is to be done next stands first: filled white on a P1.
                        readonly property bool white: said.main === true && root.critical
                        width: Math.max(64, label.implicitWidth + 28)
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
                y: stamp.text !== "" ? 0 : 18
                text: root.words.code || ""
                size: 13
                color: root.critical ? "#FFD9D6" : Theme.dim
                tabular: false
            }
        }
    }

    component Mark: Item {
        id: mark
        width: 20
        height: 20
        Shape {
            visible: root.critical
            anchors.fill: parent
            ShapePath {
                scale: Qt.size(20 / 34, 20 / 34)
                fillColor: root.ink
                strokeWidth: -1
                PathSvg { path: "M9 0 L25 0 L34 17 L25 34 L9 34 L0 17 Z" }
            }
        }
        Triangle {
            visible: root.high
            size: 20
            tint: root.ink
        }
        Rectangle {
            visible: root.kind === "p3"
            anchors.centerIn: parent
            width: 13
            height: 13
            radius: 2
            color: Theme.sec
        }
        Rectangle {
            visible: root.kind === "call"
            anchors.centerIn: parent
            width: 18
            height: 18
            radius: 9
            color: root.calling ? Theme.prim : "transparent"
            border.width: 3
            border.color: root.calling ? Theme.prim : Theme.outline
        }
        // Only the shape blinks, and only until the alarm has been seen: 2 Hz or 0.6 Hz.
        SequentialAnimation {
            id: blink
            readonly property int half: root.critical ? 250 : 833
            running: root.calling && (root.critical || root.high) && !Theme.reducedMotion
            loops: Animation.Infinite
            onStopped: mark.opacity = 1
            PropertyAction { target: mark; property: "opacity"; value: 1 }
            PauseAnimation { duration: blink.half }
            PropertyAction { target: mark; property: "opacity"; value: 0.15 }
            PauseAnimation { duration: blink.half }
        }
    }
}
