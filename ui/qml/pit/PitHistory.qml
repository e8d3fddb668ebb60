import QtQuick
import ".."

// Closed rounds at the left, one of them played again at the right. `view` is that of ui/screen/pit/rounds.py.
Item {
    id: root
    property var view: ({})

    Txt {
        id: title
        y: 12
        text: root.view.title || ""
        size: 28
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 16
        anchors.baseline: title.baseline
        text: root.view.note || ""
        size: 14
        color: Theme.sec
    }
    Flow {
        id: choices
        y: 62
        width: 410
        spacing: 18
        PitChips { keys: root.view.tables || [] }
        PitChips { keys: root.view.periods || [] }
        PitChips { keys: (root.view.filters || []).slice(0, 3) }
        PitChips { keys: (root.view.filters || []).slice(3) }
    }
    PitPlot {
        head: 0
        y: choices.y + choices.height + 14
        panel: root.view.list || ({})
    }
    Txt {
        x: 10
        y: choices.y + choices.height + 64
        text: root.view.none || root.view.wait || ""
        size: 14
        color: Theme.sec
    }
    PitChips {
        y: parent.height - 44
        framed: true
        keys: root.view.pages || []
    }
    Txt {
        x: 442
        y: 80
        text: root.view.choose || ""
        size: 16
        color: Theme.sec
    }
    PitReplay {
        x: 442
        width: 790
        height: parent.height
        visible: !!root.view.replay
        told: root.view.replay || ({})
        exports: root.view.exports || []
        saved: root.view.saved || ""
    }
}
