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
            height: 58
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
                anchors.right: parent.right
                y: 37
                text: row.told.state || ""
                size: 13
                color: Theme.sec
            }
            Txt {
                id: title
                x: 32
                y: 3
                width: row.width - x - 88
                text: row.told.title || ""
                size: 14
                weight: 600
                lineHeight: 0.95
                wrapMode: Text.WordWrap
            }
            Txt {
                x: 32
                y: title.y + title.contentHeight + 1
                width: title.width
                text: row.told.sub || ""
                size: 12
                lineHeight: 0.95
                color: Theme.sec
                wrapMode: Text.WordWrap
            }
            PanelKey {
                visible: !!row.told.key
                x: root.width - width
                y: 4
                width: 76
                height: 30
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
