import QtQuick
import ".."

// What is typed for a card at the pit: fields of dots, twelve keys, the key that shows the card to the table.
// `told` is {title, fields: [{label, text, dots, places, on, tap}], keys, sign: {label, tap}, note, why}.
Rectangle {
    id: root
    property var told: ({})
    property real keyHeight: 48
    readonly property var fields: told.fields || []
    readonly property var keys: told.keys || []
    readonly property var sign: told.sign || ({})
    readonly property real inset: 16
    readonly property real leftWidth: Math.round(width * 0.46)
    height: 2 * inset + Math.max(4 * keyHeight + 24, side.height)
    radius: 8
    color: Theme.surface

    Column {
        id: side
        x: root.inset
        y: root.inset
        width: root.leftWidth - root.inset
        spacing: 10
        Txt {
            visible: text !== ""
            width: parent.width
            text: root.told.title || ""
            size: 16
            weight: 650
        }
        Repeater {
            model: root.fields.length
            TouchKey {
                id: box
                required property int index
                readonly property var words: root.fields[index] || ({})
                width: side.width
                height: 52
                radius: 6
                tap: words.tap || null
                says: words.label || ""
                Rectangle {
                    anchors.fill: parent
                    radius: 6
                    color: Theme.recess
                    border.width: box.words.on === true ? 2 : 1
                    border.color: box.words.on === true ? Theme.pay : Theme.edge
                }
                Txt {
                    x: 12
                    y: 5
                    width: parent.width - 24
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    text: box.words.label || ""
                    size: 13
                    color: Theme.sec
                }
                Txt {
                    x: 12
                    y: 23
                    visible: text !== ""
                    text: box.words.text || ""
                    size: 19
                    weight: 650
                }
                Row {
                    x: 12
                    y: 30
                    spacing: 8
                    Repeater {
                        model: box.words.places || 0
                        Rectangle {
                            required property int index
                            readonly property bool full: index < (box.words.dots || 0)
                            width: 12
                            height: 12
                            radius: 6
                            color: full ? Theme.text : "transparent"
                            border.width: 1.5
                            border.color: full ? Theme.text : Theme.edge
                        }
                    }
                }
            }
        }
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.told.why || root.told.note || ""
            size: 13
            weight: root.told.why ? 650 : 500
            color: root.told.why ? Theme.warn : Theme.sec
        }
        TouchKey {
            id: show
            width: parent.width
            height: 48
            radius: 8
            tap: root.sign.tap || null
            says: root.sign.label || ""
            Rectangle {
                anchors.fill: parent
                radius: 8
                color: show.live ? (show.held ? Theme.primPressed : Theme.prim) : "transparent"
                border.width: show.live ? 0 : 1.5
                border.color: Theme.edge
            }
            Txt {
                x: 6
                width: parent.width - 12
                anchors.verticalCenter: parent.verticalCenter
                horizontalAlignment: Text.AlignHCenter
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: root.sign.label || ""
                size: 15
                weight: 650
                color: show.live ? Theme.primText : Theme.sec
            }
        }
    }
    Keypad {
        visible: root.keys.length > 0
        x: root.leftWidth + 16
        y: root.inset
        width: root.width - x - root.inset
        height: 4 * root.keyHeight + 3 * gapY
        gapX: 8
        gapY: 8
        size: 22
        wordSize: 13
        keys: root.keys
    }
}
