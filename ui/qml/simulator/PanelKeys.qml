import QtQuick
import ".."

// Keys in rows of `columns`, all equal.
Grid {
    id: root
    property var keys: []
    property real room: 420
    property real keyHeight: 36
    property int size: 15
    property bool corner: false
    spacing: 6
    Repeater {
        model: root.keys.length
        PanelKey {
            required property int index
            width: (root.room - (root.columns - 1) * root.spacing) / root.columns
            height: root.keyHeight
            size: root.size
            corner: root.corner
            key: root.keys[index] || null
        }
    }
}
