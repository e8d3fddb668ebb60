import QtQuick
import ".."

// A bar that is to be 100 mm on this glass, a ruler is laid on it; its keys make it shorter or longer.
// `sheet` {title, text, bar, note, warning, keys: [Key]}.
Panel {
    id: root
    property var sheet: ({})
    readonly property var keys: sheet.keys || []
    readonly property real inset: Theme.pick(28, 16)

    Txt {
        x: root.inset
        y: Theme.pick(22, 12)
        text: root.sheet.title || ""
        size: Theme.pick(30, 23)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        x: root.inset
        y: Theme.pick(66, 44)
        width: root.width - 2 * root.inset
        wrapMode: Text.WordWrap
        text: root.sheet.text || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Item {
        id: bar
        objectName: "bar"
        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.pick(174, 118)
        width: 100 * Theme.pxPerMm
        height: Theme.pick(56, 42)
        Rectangle {
            anchors.fill: parent
            anchors.bottomMargin: Theme.pick(28, 22)
            color: Theme.text
        }
        // A tick every ten millimetres, for rulers that begin beside their edge.
        Repeater {
            model: 11
            Rectangle {
                required property int index
                x: Math.min(index * bar.width / 10, bar.width - width)
                y: 0
                width: index % 5 ? 1 : 2
                height: Theme.pick(index % 5 ? 38 : 46, index % 5 ? 28 : 34)
                color: Theme.text
            }
        }
        Txt {
            anchors.horizontalCenter: parent.horizontalCenter
            y: Theme.pick(52, 38)
            text: root.sheet.bar || ""
            size: Theme.pick(24, 19)
            weight: 650
        }
    }
    Txt {
        x: root.inset
        y: keys.y - Theme.pick(66, 48)
        width: root.width - 2 * root.inset
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.WordWrap
        text: root.sheet.warning || root.sheet.note || ""
        size: Theme.px(22)
        weight: root.sheet.warning ? 650 : 500
        color: root.sheet.warning ? Theme.warn : Theme.sec
    }
    Row {
        id: keys
        x: root.inset
        y: root.height - root.inset - height
        height: Theme.pick(112, 96)
        spacing: Theme.keyGap
        Repeater {
            model: root.keys.length
            ActionKey {
                required property int index
                width: (root.width - 2 * root.inset - (root.keys.length - 1) * Theme.keyGap) / root.keys.length
                height: keys.height
                key: root.keys[index] || null
                raised: true
                size: Theme.px(26)
            }
        }
    }
}
