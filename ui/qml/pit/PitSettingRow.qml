import QtQuick
import ".."

// One setting: its name, its value, the value of the draft, and the keys by which it is chosen.
// `words` is {label, value, after, keys, minus, plus}.
Item {
    id: root
    property var words: ({})
    readonly property bool drafted: (words.after || "") !== ""
    readonly property real keysWidth: root.words.minus ? 104 : chips.visible ? chips.width + 8 : 0
    height: 58

    Rectangle {
        visible: root.drafted
        x: -10
        y: 6
        width: 3
        height: parent.height - 12
        radius: 2
        color: Theme.pay
    }
    Txt {
        y: 8
        width: parent.width - root.keysWidth
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: root.words.label || ""
        size: 14
        color: Theme.sec
    }
    Txt {
        id: value
        y: 28
        width: Math.min(implicitWidth, parent.width - root.keysWidth - (root.drafted ? 90 : 0))
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: root.words.value || ""
        size: 18
        weight: root.drafted ? 500 : 650
        color: root.drafted ? Theme.sec : Theme.text
        tabular: false
    }
    Txt {
        visible: root.drafted
        anchors.left: value.right
        anchors.leftMargin: 8
        y: 28
        width: Math.min(implicitWidth, parent.width - root.keysWidth - value.width - 10)
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: "\u2192\u2002" + (root.words.after || "")
        size: 18
        weight: 700
        tabular: false
    }
    PitChips {
        id: chips
        visible: keys.length > 0
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        keys: root.words.keys || []
    }
    Repeater {
        model: root.words.minus ? 2 : 0
        TouchKey {
            id: key
            required property int index
            readonly property var said: (index ? root.words.plus : root.words.minus) || ({})
            x: root.width - 96 + index * 52
            y: 7
            width: 44
            height: 44
            reachX: 2
            reachY: 2
            radius: 6
            tap: said.tap || null
            says: said.says || ""
            Rectangle {
                anchors.fill: parent
                radius: 6
                color: key.held ? Theme.pressed : key.live ? Theme.raised : "transparent"
                border.width: 1
                border.color: key.live ? Theme.edge : Theme.hair
            }
            Rectangle {
                anchors.centerIn: parent
                width: 16
                height: 2
                color: key.live ? Theme.text : Theme.ghost
            }
            Rectangle {
                visible: key.index === 1
                anchors.centerIn: parent
                width: 2
                height: 16
                color: key.live ? Theme.text : Theme.ghost
            }
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.hair
    }
}
