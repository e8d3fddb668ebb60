import QtQuick
import ".."

// How the machines do, a line each: a mark, then eight words; below them the key to the light of this glass.
// `sheet` {title, text, columns: [..], devices: [{health, says, words: [..]}], key}.
Panel {
    id: root
    property var sheet: ({})
    readonly property var devices: sheet.devices || []
    readonly property var widths: [0.17, 0.11, 0.075, 0.09, 0.09, 0.09, 0.125, 0.25]
    readonly property real inset: Theme.padding
    readonly property real keyHeight: Math.ceil(15 * Theme.fingerPxPerMm)
    readonly property real mark: Theme.pick(36, 26)
    readonly property real inner: width - 2 * inset - mark

    Txt {
        x: root.inset
        y: Theme.pick(14, 8)
        text: root.sheet.title || ""
        size: Theme.pick(30, 22)
        weight: 650
        font.family: Theme.displayFace
    }
    Repeater {
        model: 1 + root.devices.length
        Item {
            id: row
            required property int index
            readonly property var device: root.devices[index - 1] || ({})
            readonly property var words: index === 0 ? root.sheet.columns || [] : device.words || []
            x: root.inset
            y: Theme.pick(66, 44) + index * height
            width: root.width - 2 * root.inset
            height: Math.min(Theme.pick(56, 40), (light.y - Theme.pick(66, 44)) / (1 + root.devices.length))
            Rectangle {
                visible: row.index > 0
                width: parent.width
                height: 1
                color: Theme.panelHair
            }
            DeviceMark {
                visible: row.index > 0
                anchors.verticalCenter: parent.verticalCenter
                health: row.device.health || "absent"
                says: row.device.says || ""
            }
            Repeater {
                model: 8
                Txt {
                    required property int index
                    x: root.mark + root.widths.slice(0, index).reduce((sum, part) => sum + part, 0) * root.inner
                    width: root.widths[index] * root.inner - (index < 7 ? 10 : 0)
                    height: row.height
                    verticalAlignment: Text.AlignVCenter
                    horizontalAlignment: index > 1 && index < 7 ? Text.AlignRight : Text.AlignLeft
                    leftPadding: index === 7 ? Theme.pick(24, 14) : 0
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    elide: Text.ElideRight
                    text: row.words[index] || ""
                    size: Theme.px(20)
                    weight: row.index > 0 && index === 0 ? 600 : 500
                    color: row.index === 0 ? Theme.sec : Theme.text
                }
            }
        }
    }
    Txt {
        x: root.inset
        y: light.y
        width: light.x - x - root.inset
        height: light.height
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.WordWrap
        fontSizeMode: Text.Fit
        minimumPixelSize: 16
        text: root.sheet.text || ""
        size: Theme.px(18)
        color: Theme.sec
    }
    ActionKey {
        id: light
        x: root.width - width - root.inset
        y: root.height - height - Theme.pick(12, 8)
        width: Theme.span(2)
        height: root.keyHeight
        key: root.sheet.key || null
        size: Theme.px(24)
    }
}
