import QtQuick
import ".."

// The chains of the journals, their signed heads, the witness, a verification of everything.
// `view` is the map of ui/screen/pit/integrity.py.
Item {
    id: root
    property var view: ({})
    readonly property var check: view.check || ({})
    readonly property bool there: !root.view.wait
    readonly property bool small: Extent.small
    // Where what is said of the verification ends, before the number of its faults.
    readonly property real said: width - (small ? 280 : 330)
    readonly property real wit: small ? heads.y + heads.height + 40 : heads.y - 10
    readonly property real least: small && there ? runs.y + runs.height + 110 : 0

    Txt {
        id: title
        y: root.small ? 8 : 12
        text: root.view.title || ""
        size: root.small ? 22 : 28
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 16
        anchors.baseline: title.baseline
        text: root.view.note || ""
        size: root.small ? 13 : 14
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
            size: root.small ? 40 : 56
            weight: 600
        }
        Txt {
            anchors.left: percent.right
            anchors.leftMargin: root.small ? 16 : 32
            y: root.small ? 4 : 10
            width: root.said - x
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            text: root.check.title || ""
            size: 18
            weight: 650
        }
        Txt {
            anchors.left: percent.right
            anchors.leftMargin: root.small ? 16 : 32
            y: root.small ? 30 : 38
            width: root.said - x
            wrapMode: root.small ? Text.WordWrap : Text.NoWrap
            text: root.check.text || ""
            size: 14
            color: Theme.sec
        }
        Txt {
            x: root.width - (root.small ? 190 : 212) - implicitWidth
            y: 4
            text: root.check.faults || ""
            size: 28
            weight: 650
            color: root.check.bad === true ? Theme.stop : Theme.text
            font.family: Theme.displayFace
        }
        Txt {
            x: root.width - (root.small ? 190 : 212) - implicitWidth
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
        id: chains
        visible: root.there
        y: 184
        panel: root.view.chains || ({})
    }
    PitPlot {
        id: heads
        visible: root.there
        y: chains.y + chains.height + (root.small ? 34 : 42)
        panel: root.view.heads || ({})
    }
    Item {
        visible: root.there
        x: root.small ? 0 : parent.width - width
        y: root.wit
        width: root.small ? parent.width : 452
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
        id: runs
        x: root.small ? 0 : parent.width - width
        y: root.wit + (root.small ? 110 : 134)
        panel: root.view.runs || ({})
    }
    PitChips {
        y: parent.height - 44
        framed: true
        keys: root.view.exports || []
    }
    Txt {
        anchors.right: parent.right
        y: parent.height - (root.small ? 72 : 48)
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
