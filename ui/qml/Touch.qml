pragma Singleton
import QtQuick

// The one finger of the screen: what a key was asked goes through here, and nothing goes through
// for a moment after the layout has changed under the hand, nor while the table is not heard.
QtObject {
    id: root
    property bool deaf: false
    readonly property bool settling: settle.running
    readonly property bool open: !deaf && !settling

    signal tapped(var tap)

    function layoutChanged() {
        settle.restart()
    }

    property Timer settle: Timer {
        interval: 150
    }
}
