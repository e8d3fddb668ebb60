import QtQuick
import ".."

// One table as its felt shows it, without any card that lies face down. `view` is the map of ui/screen/pit/live.py.
Item {
    id: root
    property var view: ({})
    readonly property bool small: Extent.small
    // On the small stage the bars and the machines stand below the rounds, and are scrolled to.
    readonly property real least: small ? machines.y + 250 : 0

    Txt {
        id: name
        y: root.small ? 6 : 10
        text: root.view.table || ""
        size: root.small ? 24 : 32
        weight: 650
    }
    Txt {
        id: head
        anchors.left: name.right
        anchors.leftMargin: root.small ? 12 : 20
        anchors.baseline: name.baseline
        text: root.view.head || ""
        size: root.small ? 13 : 16
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        anchors.baseline: name.baseline
        visible: !root.view.silent && !marks.visible
        text: root.view.mirror || ""
        size: root.small ? 12 : 14
        color: Theme.dim
    }
    // How the table plays without one of its machines, or why it does not: in the place of the note.
    Txt {
        id: marks
        visible: text !== "" && !root.view.silent
        anchors.right: parent.right
        anchors.left: head.right
        anchors.leftMargin: root.small ? 12 : 24
        anchors.baseline: name.baseline
        horizontalAlignment: Text.AlignRight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: root.view.marks || ""
        size: root.small ? 14 : 17
        weight: 700
        color: Theme.text
    }
    Rectangle {
        visible: !!root.view.silent
        x: root.small ? 0 : 440
        y: root.small ? 46 : 6
        z: 1
        width: parent.width - x
        height: root.small ? 44 : 46
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
            size: root.small ? 15 : 18
            weight: 700
            color: Theme.primText
        }
        Txt {
            anchors.left: muteTitle.right
            anchors.leftMargin: 16
            anchors.right: parent.right
            anchors.rightMargin: 10
            anchors.verticalCenter: parent.verticalCenter
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            text: root.view.silent ? root.view.silent.text : ""
            size: root.small ? 13 : 16
            color: Theme.primText
        }
    }
    Item {
        width: parent.width
        height: parent.height
        // What is old is greyed as a whole: nothing in it may be taken for the present.
        opacity: root.view.offline === true ? 0.45 : 1

        PitRibbon {
            y: root.small ? 46 : 62
            // The band of a table unheard takes its place where there is no other.
            visible: !root.small || !root.view.silent
            width: parent.width
            phases: root.view.phases || []
        }
        PitBoard {
            y: root.small ? 98 : 116
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
                y: root.small ? 232 : 282
                seat: root.view.seats[index] || ({})
            }
        }
        PitRounds {
            id: rounds
            y: root.small ? 552 : 612
            width: root.small ? parent.width : Extent.wide ? 940 : 790
            rounds: root.view.rounds || ({})
        }
        PitBars {
            id: bars
            x: root.small ? 0 : rounds.width + 36
            y: root.small ? rounds.y + 90 + 32 * Math.max(1, rounds.rows.length) : 612
            width: parent.width - x
            height: 152
            bars: root.view.bars || ({})
        }
        PitMachines {
            id: machines
            x: bars.x
            y: bars.y + (root.view.bars && root.view.bars.heights.length ? 164 : 0)
            width: parent.width - x
            machines: root.view.machines || ({})
        }
    }
}
