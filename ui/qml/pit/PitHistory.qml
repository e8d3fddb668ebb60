import QtQuick
import ".."

// Closed rounds at the left, one of them played again at the right. `view` is that of ui/screen/pit/rounds.py.
Item {
    id: root
    property var view: ({})
    readonly property bool small: Extent.small
    readonly property bool listed: !small || Extent.part === "list"
    readonly property bool played: !small || Extent.part === "round"
    readonly property real beside: small ? 0 : 442
    readonly property real least: !small ? 0 : listed ? list.y + list.height + 16 : 1020

    Txt {
        id: title
        visible: root.listed
        y: root.small ? 6 : 12
        text: root.view.title || ""
        size: root.small ? 22 : 28
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 16
        anchors.baseline: title.baseline
        visible: root.listed
        text: root.view.note || ""
        size: 14
        color: Theme.sec
    }
    Flow {
        id: choices
        visible: root.listed
        y: root.small ? 52 : 62
        width: root.small ? root.width : 410
        spacing: 18
        PitChips { keys: root.view.tables || [] }
        PitChips { keys: root.view.periods || [] }
        PitChips { keys: (root.view.filters || []).slice(0, 3) }
        PitChips { keys: (root.view.filters || []).slice(3) }
    }
    PitPlot {
        id: list
        visible: root.listed
        head: 0
        y: choices.y + choices.height + 14
        panel: root.view.list || ({})
    }
    Txt {
        visible: root.listed
        x: 10
        y: choices.y + choices.height + 64
        text: root.view.none || root.view.wait || ""
        size: 14
        color: Theme.sec
    }
    // Where the page is scrolled they stand at its head, where what is newer is seen to be counted.
    PitChips {
        visible: root.listed
        x: root.small ? parent.width - width - 1 : 0
        y: root.small ? 2 : parent.height - 44
        framed: true
        keys: root.view.pages || []
    }
    Txt {
        visible: root.played
        x: root.beside
        y: 80
        text: root.view.choose || ""
        size: 16
        color: Theme.sec
    }
    PitReplay {
        x: root.beside
        width: parent.width - x
        height: parent.height
        visible: !!root.view.replay && root.played
        told: root.view.replay || ({})
        exports: root.view.exports || []
        saved: root.view.saved || ""
    }
}
