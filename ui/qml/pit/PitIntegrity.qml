import QtQuick
import ".."

// The chains of the journals, their signed heads, the witness, a verification of everything.
// `view` is the map of ui/screen/pit/integrity.py.
Item {
    id: root
    property var view: ({})
    readonly property var check: view.check || ({})
    readonly property bool there: !root.view.wait

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
    Txt {
        anchors.centerIn: parent
        text: root.view.wait || ""
        size: 20
        color: Theme.sec
    }
    Item {
        visible: root.there
        y: 62
        width: parent.width
        height: 92
        Txt {
            id: percent
            text: root.check.percent || ""
            size: 56
            weight: 600
        }
        Txt {
            anchors.left: percent.right
            anchors.leftMargin: 32
            y: 10
            text: root.check.title || ""
            size: 18
            weight: 650
        }
        Txt {
            anchors.left: percent.right
            anchors.leftMargin: 32
            y: 38
            text: root.check.text || ""
            size: 14
            color: Theme.sec
        }
        Txt {
            x: 1020 - implicitWidth
            y: 4
            text: root.check.faults || ""
            size: 28
            weight: 650
            color: root.check.bad === true ? Theme.stop : Theme.text
            font.family: Theme.displayFace
        }
        Txt {
            x: 1020 - implicitWidth
            y: 40
            text: root.check.faults_word || ""
            size: 13
            color: Theme.sec
        }
        PitChips {
            anchors.right: parent.right
            y: 16
            framed: true
            keys: root.view.verify || []
        }
        Rectangle {
            y: 76
            width: parent.width
            height: 10
            radius: 5
            color: Theme.panelHair
            Rectangle {
                width: parent.width * (root.check.share || 0) / 1000
                height: parent.height
                radius: 5
                color: root.check.bad === true ? Theme.stop : Theme.prim
            }
        }
    }
    PitPlot {
        visible: root.there
        y: 184
        panel: root.view.chains || ({})
    }
    PitPlot {
        visible: root.there
        y: 612
        panel: root.view.heads || ({})
    }
    Item {
        visible: root.there
        x: 780
        y: 602
        width: 452
        height: 110
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.panelHair
        }
        Txt {
            y: 10
            text: root.view.witness || ""
            size: 15
            weight: 650
        }
        Txt {
            y: 40
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.view.witness_text || ""
            size: 13
            color: Theme.sec
        }
    }
    PitPlot {
        visible: root.there
        x: 780
        y: 736
        panel: root.view.runs || ({})
    }
    PitChips {
        y: parent.height - 44
        framed: true
        keys: root.view.exports || []
    }
    Txt {
        anchors.right: parent.right
        y: parent.height - 48
        text: root.view.foot || ""
        size: 13
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        y: parent.height - 26
        text: root.view.saved || ""
        size: 12
        color: Theme.sec
    }
}
