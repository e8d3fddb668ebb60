import QtQuick

// The pit's screen of one table: a mirror of the round, and a column for what needs a person.
// `view` is the map of ui/screen/pit.py. Drawn for 1920 x 1080, read at 60 cm.
FocusScope {
    id: root
    property var view: ({})
    readonly property var attention: view.attention || ({})

    readonly property string layout: view.layout || ""

    width: 1920
    height: 1080
    focus: true
    onLayoutChanged: Touch.layoutChanged()

    Binding { target: Touch; property: "deaf"; value: root.view.offline === true }

    PitTop {
        view: root.view
        width: parent.width
    }
    Rectangle {
        x: 1528
        y: 64
        width: 392
        height: parent.height - y
        color: Theme.recess
        Rectangle {
            width: 1
            height: parent.height
            color: Theme.hair
        }
        PitAttention {
            x: 20
            y: 16
            width: 352
            height: parent.height - 32
            opacity: root.view.offline === true ? 0.45 : 1
            told: root.attention
            proof: root.view.proof || null
        }
    }

    Item {
        id: body
        x: 24
        y: 64
        width: 1480
        height: parent.height - y

        Txt {
            id: name
            y: 14
            text: root.view.table || ""
            size: 34
            weight: 650
        }
        Txt {
            anchors.left: name.right
            anchors.leftMargin: 24
            anchors.baseline: name.baseline
            text: root.view.head || ""
            size: 18
            color: Theme.sec
        }
        Txt {
            anchors.right: parent.right
            anchors.baseline: name.baseline
            visible: !root.view.silent
            text: root.view.mirror || ""
            size: 16
            color: Theme.dim
        }
        Rectangle {
            visible: !!root.view.silent
            x: 560
            y: 8
            width: parent.width - x
            height: 48
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
                size: 19
                weight: 700
                color: Theme.primText
            }
            Txt {
                anchors.left: muteTitle.right
                anchors.leftMargin: 18
                anchors.verticalCenter: parent.verticalCenter
                text: root.view.silent ? root.view.silent.text : ""
                size: 18
                color: Theme.primText
            }
        }

        Item {
            width: parent.width
            height: parent.height
            // What is old is greyed as a whole: nothing in it may be taken for the present.
            opacity: root.view.offline === true ? 0.45 : 1

            PitRibbon {
                y: 68
                width: parent.width
                phases: root.view.phases || []
            }
            PitBoard {
                y: 122
                width: parent.width
                view: root.view
            }
            Repeater {
                model: 7
                PitSeat {
                    required property int index
                    x: index * (width + 13)
                    y: 284
                    seat: (root.view.seats || [])[index] || ({})
                }
            }
            PitRounds {
                y: 608
                width: 900
                rounds: root.view.rounds || ({})
            }
            PitMachines {
                x: 940
                y: 608
                width: 540
                machines: root.view.machines || ({})
            }
            PitBars {
                x: 940
                y: 836
                width: 540
                height: 160
                bars: root.view.bars || ({})
            }
        }
    }
}
