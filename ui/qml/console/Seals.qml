import QtQuick
import ".."

// How many sign an act: a disc each; hollow while it is closed.
Row {
    id: root
    property int count: 1
    property bool hollow: false
    property real size: Theme.pick(18, 14)
    spacing: 6
    Repeater {
        model: root.count
        Rectangle {
            width: root.size
            height: width
            radius: width / 2
            color: root.hollow ? "transparent" : Theme.text
            border.width: root.hollow ? 1.5 : 0
            border.color: Theme.dim
        }
    }
}
