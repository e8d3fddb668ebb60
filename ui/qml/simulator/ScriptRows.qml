import QtQuick
import ".."

// A page of scripts: `rows` are {mark, title, sub, state, on, key}.
Column {
    id: root
    property var rows: []

    Repeater {
        model: root.rows.length
        Item {
            id: row
            required property int index
            readonly property var told: root.rows[index] || ({})
            width: root.width
            height: 48
            Rectangle {
                anchors.fill: parent
                visible: row.told.on === true
                color: Theme.focusSurface
            }
            Txt {
                x: 6
                anchors.verticalCenter: parent.verticalCenter
                text: row.told.mark || ""
                size: 18
                color: row.told.mark === "✓" ? Theme.go : Theme.text
            }
            Txt {
                id: state
                anchors.right: play.left
                anchors.rightMargin: 8
                y: 25
                text: row.told.state || ""
                size: 13
                color: Theme.sec
            }
            Txt {
                x: 32
                y: 4
                width: play.x - x - 8
                text: row.told.title || ""
                size: 15
                weight: 600
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
            }
            Txt {
                x: 32
                y: 25
                width: state.x - x - 8
                text: row.told.sub || ""
                size: 13
                color: Theme.sec
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
            }
            PanelKey {
                id: play
                visible: !!row.told.key
                x: root.width - width
                y: 5
                width: 64
                height: 38
                key: row.told.key || null
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
