import QtQuick
import ".."

// Five cards, each looked for in the shoe, on the felt and on the images.
// `told` is {title, note, tail, heads, rows: [{card, name, place, marks: [{text, ok, wrong}]}]}.
Item {
    id: root
    property var told: ({})
    property string counted: ""
    property real pitch: 78
    readonly property var rows: told.rows || []
    readonly property var columns: [72, 268, 462, 630].map(at => at * part)
    readonly property var ends: [260, 454, 622, 768].map(at => at * part)
    readonly property real part: width / 768
    height: 62 + 5 * pitch + 30

    PitSection {
        width: parent.width
        title: root.told.title || ""
        note: root.told.note || ""
        tail: root.told.tail || ""
    }
    Repeater {
        model: 4
        Txt {
            required property int index
            x: root.columns[index]
            y: 40
            width: root.ends[index] - x
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            text: (root.told.heads || [])[index] || ""
            size: 13
            color: Theme.dim
        }
    }
    Repeater {
        model: root.rows.length
        Item {
            id: row
            required property int index
            readonly property var words: root.rows[index] || ({})
            y: 62 + index * root.pitch
            width: root.width
            height: root.pitch
            CardFace {
                y: 4
                width: Math.floor((root.pitch - 8) / 1.4)
                card: row.words.card || ""
            }
            Txt {
                x: root.columns[0]
                y: root.pitch / 2 - 22
                width: root.ends[0] - root.columns[0]
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: row.words.name || ""
                size: 16
                weight: 650
            }
            Txt {
                x: root.columns[0]
                y: root.pitch / 2 + 1
                width: root.ends[0] - root.columns[0]
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: row.words.place || ""
                size: 13
                color: Theme.sec
            }
            Repeater {
                model: 3
                Item {
                    id: mark
                    required property int index
                    readonly property var words: (row.words.marks || [])[index] || ({})
                    x: root.columns[index + 1]
                    width: root.ends[index + 1] - x
                    height: root.pitch
                    Tick {
                        visible: mark.words.ok === true
                        y: root.pitch / 2 - 8
                        size: 15
                        tint: Theme.go
                    }
                    Rectangle {
                        visible: mark.words.ok !== true
                        y: root.pitch / 2 - 7
                        width: 13
                        height: 13
                        radius: mark.words.wrong === true ? 2 : 7
                        color: mark.words.wrong === true ? Theme.stop : "transparent"
                        border.width: 2
                        border.color: mark.words.wrong === true ? Theme.stop : Theme.edge
                    }
                    Txt {
                        x: 24
                        width: parent.width - x
                        anchors.verticalCenter: parent.verticalCenter
                        wrapMode: Text.WordWrap
                        text: mark.words.text || ""
                        size: 14
                        weight: mark.words.wrong === true ? 650 : 500
                        color: mark.words.wrong === true ? Theme.text : Theme.sec
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
    }
    Txt {
        anchors.bottom: parent.bottom
        width: parent.width
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: root.counted
        size: 13
        color: Theme.sec
    }
}
