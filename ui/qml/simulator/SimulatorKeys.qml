import QtQuick
import ".."

// A row of equal keys: `words` is {label, note, keys: [Key]}.
SimulatorRow {
    id: root
    property bool raised: false
    readonly property var keys: words.keys || []

    Row {
        spacing: 10
        Repeater {
            model: root.keys.length
            ActionKey {
                required property int index
                width: (root.roomWidth - (root.keys.length - 1) * 10) / root.keys.length
                height: root.roomHeight
                size: root.raised ? 22 : 20
                raised: root.raised
                key: root.keys[index] || null
                chosen: key !== null && key.chosen === true
            }
        }
    }
}
