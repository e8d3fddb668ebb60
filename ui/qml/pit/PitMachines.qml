import QtQuick
import ".."

// The five machines, one line each: `machines` is {title, note, rows: [{health, name, word, detail, figures, since}]}.
Item {
    id: root
    property var machines: ({})

    PitSection {
        width: parent.width
        title: root.machines.title || ""
        note: root.machines.note || ""
    }
    Repeater {
        model: (root.machines.rows || []).length
        Item {
            id: line
            required property int index
            readonly property var words: (root.machines.rows || [])[index] || ({})
            readonly property bool ill: words.health === "lost" || words.health === "degraded"
            readonly property bool counted: (words.figures || "") !== "" && (words.detail || "") !== ""
            y: 40 + index * 34
            width: root.width
            height: 34
            DeviceMark {
                filled: true
                anchors.verticalCenter: parent.verticalCenter
                health: line.words.health || "absent"
                says: [line.words.name, line.words.word].join(" ")
            }
            Txt {
                x: 28
                anchors.verticalCenter: parent.verticalCenter
                width: 120
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: line.words.name || ""
                size: 14
                weight: 600
                color: line.words.health === "absent" ? Theme.dim : Theme.text
            }
            Txt {
                x: 156
                y: line.counted ? 1 : 7
                width: line.width - x - 54
                text: line.ill || !(line.words.detail || line.words.figures) ? line.words.word || ""
                    : line.words.detail || line.words.figures
                size: line.counted ? 14 : 15
                weight: line.ill ? 650 : 500
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                elide: Text.ElideRight
                color: line.ill ? Theme.text : line.words.health === "absent" ? Theme.dim : Theme.sec
            }
            Txt {
                visible: line.counted
                x: 156
                y: 18
                width: line.width - x
                text: line.words.figures || ""
                size: 12
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                elide: Text.ElideRight
                color: Theme.dim
            }
            Txt {
                y: line.counted ? 1 : 7
                anchors.right: parent.right
                text: line.words.since || ""
                size: line.counted ? 14 : 15
                color: Theme.dim
            }
            Rectangle {
                anchors.bottom: parent.bottom
                width: parent.width
                height: 1
                color: Theme.hair
            }
        }
    }
}
