import QtQuick
import ".."

// Six plots of the house at a time. `view` is the map of ui/screen/pit/plots.py.
Item {
    id: root
    property var view: ({})
    readonly property var panels: view.panels || []

    Txt {
        id: title
        y: 12
        text: root.view.title || ""
        size: 28
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
        anchors.right: parent.right
        y: 14
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
        y: parent.height - 44
        keys: root.view.groups || []
    }
    Txt {
        x: 190
        y: parent.height - 44
        width: 700
        height: 32
        text: root.view.foot || ""
        size: 12
        color: Theme.dim
        wrapMode: Text.WordWrap
        verticalAlignment: Text.AlignVCenter
    }
    Txt {
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
