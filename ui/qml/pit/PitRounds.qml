import QtQuick
import ".."

// The last closed rounds as a table of words: `rounds` is {title, note, empty, columns, rows}.
Item {
    id: root
    property var rounds: ({})
    readonly property var rows: rounds.rows || []
    // Where each column begins, or for figures where it ends.
    readonly property real part: Math.max(1, width / 790)
    readonly property var places: [0, 74, 204, 284, 326, 346, 534, 632, 0].map(place => place * part)
    readonly property var figures: [false, false, true, true, true, false, true, true, false]

    PitSection {
        width: parent.width
        title: root.rounds.title || ""
        note: root.rounds.note || ""
    }
    Txt {
        visible: text !== ""
        y: 48
        text: root.rounds.empty || ""
        size: 16
        color: Theme.sec
    }
    Line {
        visible: root.rows.length > 0
        y: 40
        words: root.rounds.columns || []
        heading: true
    }
    Repeater {
        model: root.rows.length
        Line {
            required property int index
            y: 70 + index * 32
            words: root.rows[index] || []
            Rectangle {
                anchors.bottom: parent.bottom
                width: parent.width
                height: 1
                color: Theme.hair
            }
        }
    }

    component Line: Item {
        id: line
        property var words: []
        property bool heading: false
        width: root.width
        height: 32
        Repeater {
            model: 8
            Txt {
                required property int index
                x: root.figures[index] ? root.places[index] - implicitWidth : root.places[index]
                y: 5
                text: line.words[index] || ""
                size: 16
                weight: !line.heading && (index === 0 || index === 7) ? 600 : 500
                color: line.heading ? Theme.dim : index === 0 || index === 7 ? Theme.text : Theme.sec
            }
        }
        Txt {
            x: 646 * root.part
            width: line.width - x
            height: line.height
            verticalAlignment: Text.AlignVCenter
            text: line.words[8] || ""
            size: 16
            // The reason of a void may take two lines.
            fontSizeMode: Text.Fit
            wrapMode: Text.WordWrap
            minimumPixelSize: 12
            lineHeight: 0.95
            color: line.heading ? Theme.dim : Theme.sec
        }
    }
}
