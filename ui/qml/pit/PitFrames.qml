import QtQuick
import ".."

// The last frames of one machine, the newest at the foot; as many as `room` pixels hold.
Column {
    id: root
    property var view: ({})
    property real room: 400
    readonly property int pitch: 25
    readonly property var rows: view.rows || []
    readonly property int shown: Math.max(0, Math.min(rows.length, Math.floor((room - 34) / pitch)))
    visible: rows.length > 0

    PitSection {
        width: root.width
        title: root.view.title || ""
        note: root.view.note || ""
        tail: root.view.tail || ""
    }
    Repeater {
        model: root.visible ? root.shown : 0
        Item {
            id: line
            required property int index
            readonly property var words: root.rows[root.rows.length - root.shown + index] || ({})
            width: root.width
            height: root.pitch
            Accessible.role: Accessible.StaticText
            Accessible.name: [words.time, words.id, words.word].join(" ")
            Txt {
                anchors.verticalCenter: parent.verticalCenter
                text: line.words.time || ""
                size: 14
                color: Theme.sec
            }
            Txt {
                x: 108
                anchors.verticalCenter: parent.verticalCenter
                text: line.words.way || ""
                size: 14
                color: Theme.sec
            }
            Txt {
                x: 130
                anchors.verticalCenter: parent.verticalCenter
                text: line.words.id || ""
                size: 14
                weight: 650
            }
            Txt {
                x: 178
                width: parent.width - x - 212
                anchors.verticalCenter: parent.verticalCenter
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: line.words.text || ""
                size: 13
                color: Theme.sec
            }
            Txt {
                x: parent.width - 204
                width: 204
                anchors.verticalCenter: parent.verticalCenter
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: line.words.word || ""
                size: 14
            }
        }
    }
}
