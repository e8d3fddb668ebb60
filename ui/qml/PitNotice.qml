import QtQuick
import QtQuick.Shapes

// One thing that needs a person. P1 is filled, P2 has a yellow head, P3 and the call are framed.
// `notice` is {title, text, kept, called, code, since, seen, seen_at, key}; `kind` is p1, p2, p3 or call.
// `called` says that nobody at the table has seen the alarm: it is never left out, not even of a slim notice.
Rectangle {
    id: root
    property var notice: null
    property string kind: ""
    readonly property bool critical: kind === "p1"
    readonly property bool high: kind === "p2"
    readonly property color ink: critical ? "#FFFFFF" : high ? Theme.primText : Theme.text
    readonly property color quiet: critical ? "#FFFFFF" : Theme.sec
    readonly property bool calling: notice !== null && notice.seen !== true
    readonly property bool slim: notice !== null && notice.slim === true
    readonly property bool keyed: notice !== null && !!notice.key

    height: content.height
    radius: 8
    color: critical ? Theme.p1 : Theme.surface
    border.width: critical ? 0 : kind === "call" && calling ? 2 : 1
    border.color: high ? Theme.warn : kind === "call" && calling ? Theme.prim : Theme.panelHair
    Accessible.role: Accessible.AlertMessage
    Accessible.name: notice ? [notice.title, notice.text].join(" ") : ""

    Column {
        id: content
        width: parent.width
        Rectangle {
            width: parent.width
            height: title.height + 24
            radius: 8
            color: root.high ? Theme.warn : "transparent"
            Rectangle {
                visible: root.high
                anchors.bottom: parent.bottom
                width: parent.width
                height: 8
                color: Theme.warn
            }
            Mark {
                x: 16
                y: 13
            }
            Txt {
                id: title
                x: 50
                y: 12
                width: parent.width - x - since.width - 28
                wrapMode: Text.WordWrap
                text: root.notice ? root.notice.title || "" : ""
                size: root.kind === "p3" ? 16 : 18
                weight: 700
                color: root.ink
                lineHeight: 1.05
            }
            Txt {
                id: since
                anchors.right: parent.right
                anchors.rightMargin: 16
                y: 12
                text: root.notice ? root.notice.since || "" : ""
                size: 18
                weight: 600
                color: root.ink
            }
        }
        Item {
            visible: !root.slim
            width: parent.width
            height: words.height + (root.high ? 10 : 0) + 14
            Column {
                id: words
                x: 16
                y: root.high ? 10 : 0
                width: parent.width - 32
                spacing: 4
                Txt {
                    width: parent.width
                    wrapMode: Text.WordWrap
                    text: root.notice ? root.notice.text || "" : ""
                    size: 16
                    color: root.critical ? root.ink : Theme.text
                }
                Txt {
                    visible: text !== "" && root.kind !== "p3"
                    width: parent.width
                    wrapMode: Text.WordWrap
                    text: root.notice ? root.notice.kept || "" : ""
                    size: 16
                    color: root.quiet
                }
            }
        }
        Item {
            visible: root.keyed || code.text !== ""
            width: parent.width
            height: root.keyed ? 64 : called.visible ? called.height + 14 : 34
            TouchKey {
                id: key
                visible: root.keyed
                x: 16
                width: 120
                height: 48
                radius: 8
                tap: root.keyed ? root.notice.key.tap : null
                says: root.keyed ? root.notice.key.says || "" : ""
                Rectangle {
                    anchors.fill: parent
                    radius: 8
                    color: key.held ? Theme.lift : root.critical ? "transparent" : Theme.raised
                    border.width: 1.5
                    border.color: root.critical ? "#FFFFFF" : Theme.outline
                }
                Txt {
                    anchors.centerIn: parent
                    text: root.keyed ? root.notice.key.label || "" : ""
                    size: 18
                    weight: 650
                    color: root.critical ? "#FFFFFF" : Theme.text
                }
            }
            Txt {
                visible: !root.keyed && text !== ""
                x: 16
                text: root.notice ? root.notice.seen_at || "" : ""
                size: 16
                color: root.quiet
            }
            Txt {
                id: called
                visible: text !== ""
                x: root.keyed ? 150 : 16
                y: root.keyed ? Math.max(0, (48 - height) / 2) : 0
                width: code.x - x - 8
                wrapMode: Text.WordWrap
                text: root.notice ? root.notice.called || "" : ""
                size: 16
                weight: 700
                color: root.critical ? root.ink : Theme.text
                lineHeight: 1.05
            }
            Txt {
                id: code
                anchors.right: parent.right
                anchors.rightMargin: 16
                y: root.keyed ? 16 : 0
                text: root.notice ? root.notice.code || "" : ""
                size: 15
                color: root.critical ? "#FFD9D6" : Theme.dim
                tabular: false
            }
        }
    }

    component Mark: Item {
        id: mark
        width: 22
        height: 22
        Shape {
            visible: root.critical
            anchors.fill: parent
            ShapePath {
                scale: Qt.size(22 / 34, 22 / 34)
                fillColor: root.ink
                strokeWidth: -1
                PathSvg { path: "M9 0 L25 0 L34 17 L25 34 L9 34 L0 17 Z" }
            }
        }
        Triangle {
            visible: root.high
            size: 22
            tint: root.ink
        }
        Rectangle {
            visible: root.kind === "p3"
            anchors.centerIn: parent
            width: 14
            height: 14
            radius: 2
            color: Theme.sec
        }
        Rectangle {
            visible: root.kind === "call"
            anchors.centerIn: parent
            width: 20
            height: 20
            radius: 10
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
