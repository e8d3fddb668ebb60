import QtQuick
import ".."

// All tables of the room, by number: one touch looks at one of them. `told` is that of ui/screen/house_keys.py.
Item {
    id: root
    property var told: ({})
    readonly property var keys: told.keys || []
    readonly property int across: Extent.small ? 6 : 8
    readonly property real pitch: (width + 12) / across

    Txt {
        y: Extent.small ? 6 : 12
        text: root.told.title || ""
        size: Extent.small ? 22 : 28
        weight: 650
        font.family: Theme.displayFace
    }
    PitChips {
        x: root.width - width
        y: Extent.small ? 6 : 14
        framed: true
        keys: root.told.shut ? [root.told.shut] : []
    }
    Repeater {
        model: root.keys.length
        TouchKey {
            id: key
            required property int index
            readonly property var words: root.keys[index] || ({})
            readonly property bool on: words.on === true
            x: index % root.across * root.pitch
            y: 72 + Math.floor(index / root.across) * 64
            width: root.pitch - 12
            height: 52
            radius: 6
            tap: words.tap || null
            says: words.says || words.label || ""
            Rectangle {
                anchors.fill: parent
                radius: 6
                color: key.held ? Theme.pressed : key.on ? Theme.focusSurface : "transparent"
                border.width: key.on ? 1.5 : 1
                border.color: key.on ? Theme.pay : Theme.edge
            }
            Txt {
                anchors.centerIn: parent
                width: Math.min(implicitWidth, parent.width - 12)
                text: key.words.label || ""
                size: 16
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                weight: key.on ? 650 : 500
                color: key.on ? Theme.text : Theme.sec
            }
        }
    }
}
