import QtQuick
import ".."

// A row of choices, the chosen one lit: `keys` are {label, on, tap}.
Row {
    id: root
    property var keys: []
    property bool framed: false
    spacing: 8
    Repeater {
        model: root.keys.length
        TouchKey {
            id: chip
            required property int index
            readonly property var words: root.keys[index] || ({})
            readonly property bool on: words.on === true
            tap: words.tap || null
            says: words.says || words.label || ""
            opacity: tap || on ? 1 : 0.5
            width: Math.max(52, label.implicitWidth + 28)
            height: 32
            reachY: 8
            radius: root.framed ? 6 : 16
            Rectangle {
                anchors.fill: parent
                radius: chip.radius
                color: chip.held ? Theme.pressed : chip.on || root.framed ? Theme.focusSurface : "transparent"
                border.width: chip.on ? 1.5 : 1
                border.color: chip.on ? Theme.pay : Theme.edge
            }
            Txt {
                id: label
                anchors.centerIn: parent
                text: chip.words.label || ""
                size: 14
                weight: chip.on || root.framed ? 650 : 500
                color: chip.on || root.framed ? Theme.text : Theme.sec
            }
        }
    }
}
