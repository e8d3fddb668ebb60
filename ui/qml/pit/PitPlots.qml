import QtQuick
import ".."

// Six plots of the house at a time. `view` is the map of ui/screen/pit/plots.py.
Item {
    id: root
    property var view: ({})
    readonly property var panels: view.panels || []
    readonly property bool small: Extent.small
    readonly property real end: panels.length ? panels[panels.length - 1].y + panels[panels.length - 1].h + 60 : 0
    // On the small stage one column, which is scrolled.
    readonly property real least: small ? end + 100 : 0

    Txt {
        id: title
        y: root.small ? 8 : 12
        text: root.view.title || ""
        size: root.small ? 22 : 28
        weight: 650
        font.family: Theme.displayFace
    }
    PitChips {
        anchors.left: title.right
        anchors.leftMargin: 20
        y: 14
        keys: root.view.tables || []
    }
    PitChips {
        anchors.right: root.small ? undefined : parent.right
        y: root.small ? 64 : 14
        keys: root.view.periods || []
    }
    Txt {
        anchors.centerIn: parent
        text: root.view.wait || ""
        size: 20
        color: Theme.sec
    }
    Repeater {
        model: root.panels.length
        PitPlot {
            required property int index
            panel: root.panels[index] || ({})
            x: panel.x || 0
            y: panel.y || 0
        }
    }
    PitChips {
        x: root.small ? parent.width - width : 0
        y: root.small ? 64 : parent.height - 44
        keys: root.view.groups || []
    }
    Txt {
        x: root.small ? 0 : 190
        y: root.small ? root.end : parent.height - 44
        width: root.small ? parent.width : (root.view.saved ? saved.x : exports.x) - x - 16
        height: 32
        text: root.view.foot || ""
        size: 12
        color: Theme.dim
        wrapMode: Text.WordWrap
        verticalAlignment: Text.AlignVCenter
    }
    Txt {
        id: saved
        anchors.right: exports.left
        anchors.rightMargin: 12
        y: parent.height - 44
        height: 32
        verticalAlignment: Text.AlignVCenter
        text: root.view.saved || ""
        size: 12
        color: Theme.sec
    }
    PitChips {
        id: exports
        anchors.right: parent.right
        y: parent.height - 44
        framed: true
        keys: root.view.exports || []
    }
}
