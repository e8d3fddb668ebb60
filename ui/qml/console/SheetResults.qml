import QtQuick
import ".."

// How a hand dealt by hand stands and what it is: a row a result, a column a class, ten of them.
// `sheet` {title, text, results: [{label, keys: [ten Keys]}]}. Dead keys keep their places.
Panel {
    id: root
    property var sheet: ({})
    readonly property var results: sheet.results || []
    readonly property real inset: Theme.pick(24, 12)
    readonly property real keysY: Theme.pick(104, 76)
    readonly property real gap: 8
    readonly property real wordWidth: Theme.pick(112, 64)
    readonly property real keyWidth: (width - 2 * inset - wordWidth - 10 * gap) / 10
    readonly property real keyHeight: Math.min(Theme.pick(120, 84), (height - keysY - inset - 2 * gap) / 3)

    Txt {
        x: root.inset
        y: Theme.pick(18, 10)
        text: root.sheet.title || ""
        size: Theme.pick(30, 23)
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        x: root.inset
        y: Theme.pick(60, 42)
        width: root.width - 2 * root.inset
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 13
        text: root.sheet.text || ""
        size: Theme.px(20)
        color: Theme.sec
    }
    Repeater {
        model: root.results.length
        Item {
            id: line
            required property int index
            readonly property var words: root.results[index] || ({})
            x: root.inset
            y: root.keysY + index * (root.keyHeight + root.gap)
            width: root.width - 2 * root.inset
            height: root.keyHeight
            Txt {
                anchors.verticalCenter: parent.verticalCenter
                width: root.wordWidth
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 13
                text: line.words.label || ""
                size: Theme.px(24)
                weight: 650
                font.family: Theme.displayFace
            }
            Repeater {
                model: 10
                ActionKey {
                    required property int index
                    x: root.wordWidth + root.gap + index * (root.keyWidth + root.gap)
                    width: root.keyWidth
                    height: root.keyHeight
                    key: (line.words.keys || [])[index] || null
                    raised: true
                    size: Theme.px(20)
                    subSize: Theme.px(16)
                    reachX: root.gap / 2
                    reachY: root.gap / 2
                }
            }
        }
    }
}
