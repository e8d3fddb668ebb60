import QtQuick
import ".."

// The stakes of one seat, entered with chips and never typed. The light keeps a small place here.
// `content` {title, lamp, seconds, note, spots: [{label, amount, chosen, tap}], keys: [six Keys]}.
Item {
    id: root
    property var content: ({})
    readonly property real bleed: Theme.pick(12, 8)
    readonly property real gap: (content.spots || []).length > 3 ? Theme.pick(10, 7) : Theme.keyGap
    readonly property real inner: width + 2 * bleed

    Txt {
        y: Theme.pick(13, 7)
        text: root.content.title || ""
        size: Theme.pick(34, 26)
        weight: 650
        font.family: Theme.displayFace
    }
    Row {
        anchors.right: parent.right
        y: Theme.pick(13, 7)
        height: Theme.pick(42, 32)
        spacing: Theme.pick(10, 8)
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.content.seconds || ""
            size: Theme.pick(26, 20)
            weight: 600
        }
        LightMark {
            anchors.verticalCenter: parent.verticalCenter
            lamp: root.content.lamp || "off"
            size: Theme.pick(24, 18)
        }
    }
    Row {
        id: spots
        x: -root.bleed
        y: Theme.pick(66, 44)
        spacing: root.gap
        Repeater {
            model: (root.content.spots || []).length
            ActionKey {
                required property int index
                readonly property int count: (root.content.spots || []).length
                width: (root.inner - (count - 1) * root.gap) / count
                height: Theme.pick(98, Theme.touchMin + 1)
                key: (root.content.spots || [])[index] || null
                chosen: key ? key.chosen === true : false
                size: Theme.pick(34, 24)
                weight: 650
            }
        }
    }
    Txt {
        id: note
        x: 0
        y: spots.y + spots.height + Theme.pick(6, 3)
        width: root.width
        height: Theme.pick(26, 21)
        verticalAlignment: Text.AlignVCenter
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 13
        text: root.content.note || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Grid {
        x: -root.bleed
        y: note.y + note.height + Theme.pick(6, 3)
        columns: 3
        spacing: root.gap
        Repeater {
            model: (root.content.keys || []).length
            ActionKey {
                required property int index
                width: (root.inner - 2 * root.gap) / 3
                height: (root.height - note.y - note.height - Theme.pick(6, 3) - root.gap - Theme.pick(12, 8)) / 2
                key: (root.content.keys || [])[index] || null
                raised: true
                size: Theme.pick(32, 24)
                weight: 650
            }
        }
    }
}
