import QtQuick
import ".."

// One table as its felt shows it, without any card that lies face down. `view` is the map of ui/screen/pit/live.py.
Item {
    id: root
    property var view: ({})

    Txt {
        id: name
        y: 10
        text: root.view.table || ""
        size: 32
        weight: 650
    }
    Txt {
        id: head
        anchors.left: name.right
        anchors.leftMargin: 20
        anchors.baseline: name.baseline
        text: root.view.head || ""
        size: 16
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        anchors.baseline: name.baseline
        visible: !root.view.silent && !marks.visible
        text: root.view.mirror || ""
        size: 14
        color: Theme.dim
    }
    // How the table plays without one of its machines, or why it does not: in the place of the note.
    Txt {
        id: marks
        visible: text !== "" && !root.view.silent
        anchors.right: parent.right
        anchors.left: head.right
        anchors.leftMargin: 24
        anchors.baseline: name.baseline
        horizontalAlignment: Text.AlignRight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: root.view.marks || ""
        size: 17
        weight: 700
        color: Theme.text
    }
    Rectangle {
        visible: !!root.view.silent
        x: 440
        y: 6
        width: parent.width - x
        height: 46
        radius: 8
        color: Theme.warn
        Accessible.role: Accessible.AlertMessage
        Accessible.name: root.view.silent ? root.view.silent.title + " " + root.view.silent.text : ""
        Triangle {
            x: 16
            anchors.verticalCenter: parent.verticalCenter
            anchors.verticalCenterOffset: -1
            size: 24
            tint: Theme.primText
        }
        Txt {
            id: muteTitle
            x: 54
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.silent ? root.view.silent.title : ""
            size: 18
            weight: 700
            color: Theme.primText
        }
        Txt {
            anchors.left: muteTitle.right
            anchors.leftMargin: 16
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.silent ? root.view.silent.text : ""
            size: 16
            color: Theme.primText
        }
    }
    Item {
        width: parent.width
        height: parent.height
        // What is old is greyed as a whole: nothing in it may be taken for the present.
        opacity: root.view.offline === true ? 0.45 : 1

        PitRibbon {
            y: 62
            width: parent.width
            phases: root.view.phases || []
        }
        PitBoard {
            y: 116
            width: parent.width
            view: root.view
        }
        Repeater {
            id: places
            model: (root.view.seats || []).length
            PitSeat {
                required property int index
                readonly property real pitch: (root.width - width) / 6
                x: (root.width - width - (places.count - 1) * pitch) / 2 + index * pitch
                y: 282
                seat: root.view.seats[index] || ({})
            }
        }
        PitRounds {
            y: 612
            width: 790
            rounds: root.view.rounds || ({})
        }
        PitBars {
            x: 826
            y: 612
            width: parent.width - x
            height: 152
            bars: root.view.bars || ({})
        }
        PitMachines {
            x: 826
            y: root.view.bars && root.view.bars.heights.length ? 776 : 612
            width: parent.width - x
            machines: root.view.machines || ({})
        }
    }
}
