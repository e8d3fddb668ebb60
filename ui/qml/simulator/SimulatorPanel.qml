import QtQuick
import ".."

// The simulator's panel: 900 x 1080, beside the screens of the demonstration. `view` holds:
//   title, table, about, simulation: words; language: as LanguageKey; offline: the keys are deaf
//   people: {label, note, modes: [Key], paces: [Key]}; machines: {label, note, cards: as SimulatorMachine}
//   hand, badges, decks: {label, note, keys: [Key]}; chips: {label, note, spots: as SimulatorChip}
//   faults: {label, note, keys: as SimulatorFault}; message: {title, text} or null
Item {
    id: root
    property var view: ({})
    readonly property int margin: 24
    readonly property int gap: 10

    width: 900
    height: 1080

    Binding { target: Touch; property: "deaf"; value: root.view.offline === true }

    Item {
        width: parent.width
        height: Theme.topHeight
        Txt {
            id: table
            x: root.margin
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.table || ""
            size: 28
            weight: 700
            font.family: Theme.displayFace
        }
        Txt {
            id: title
            anchors.left: table.right
            anchors.leftMargin: table.text === "" ? 0 : 16
            anchors.baseline: table.baseline
            text: root.view.title || ""
            size: 20
            weight: 600
            color: Theme.sec
        }
        SimulationMark {
            readonly property real from: title.x + title.width
            x: from + (language.x - from - width) / 2
            anchors.verticalCenter: parent.verticalCenter
            word: root.view.simulation || ""
            size: 18
        }
        LanguageKey {
            id: language
            anchors.right: parent.right
            anchors.rightMargin: root.margin
            anchors.verticalCenter: parent.verticalCenter
            key: root.view.language || null
        }
        Rectangle {
            y: parent.height - 1
            width: parent.width
            height: 1
            color: Theme.hair
        }
    }

    SimulatorRow {
        id: people
        y: 72
        words: root.view.people || ({})
        readonly property var modes: words.modes || []
        readonly property var paces: words.paces || []
        Row {
            spacing: root.gap
            Repeater {
                model: people.modes.length
                ActionKey {
                    required property int index
                    width: 172
                    height: people.roomHeight
                    key: people.modes[index] || null
                    chosen: key !== null && key.chosen === true
                }
            }
        }
        Row {
            anchors.right: parent.right
            spacing: root.gap
            Repeater {
                model: people.paces.length
                ActionKey {
                    required property int index
                    width: 74
                    height: people.roomHeight
                    key: people.paces[index] || null
                    chosen: key !== null && key.chosen === true
                }
            }
        }
    }
    SimulatorRow {
        id: machines
        anchors.top: people.bottom
        roomHeight: 164
        words: root.view.machines || ({})
        readonly property var cards: words.cards || []
        Row {
            spacing: root.gap
            Repeater {
                model: machines.cards.length
                SimulatorMachine {
                    required property int index
                    width: (machines.roomWidth - root.gap) / 2
                    height: machines.roomHeight
                    machine: machines.cards[index] || ({})
                }
            }
        }
    }
    SimulatorKeys {
        id: hand
        anchors.top: machines.bottom
        raised: true
        words: root.view.hand || ({})
    }
    SimulatorRow {
        id: chips
        anchors.top: hand.bottom
        roomHeight: 82
        words: root.view.chips || ({})
        readonly property var spots: words.spots || []
        Row {
            spacing: root.gap
            Repeater {
                model: chips.spots.length
                SimulatorChip {
                    required property int index
                    width: (chips.roomWidth - (chips.spots.length - 1) * root.gap) / chips.spots.length
                    height: chips.roomHeight
                    spot: chips.spots[index] || ({})
                }
            }
        }
    }
    SimulatorKeys {
        id: badges
        anchors.top: chips.bottom
        words: root.view.badges || ({})
    }
    SimulatorKeys {
        id: decks
        anchors.top: badges.bottom
        words: root.view.decks || ({})
    }
    SimulatorRow {
        id: faults
        anchors.top: decks.bottom
        roomHeight: 2 * 104 + root.gap
        words: root.view.faults || ({})
        readonly property var keys: words.keys || []
        Grid {
            columns: 4
            spacing: root.gap
            Repeater {
                model: faults.keys.length
                SimulatorFault {
                    required property int index
                    width: (faults.roomWidth - 3 * root.gap) / 4
                    height: 104
                    fault: faults.keys[index] || ({})
                }
            }
        }
    }

    // What is wrong stands where otherwise the panel says what it is.
    Item {
        id: foot
        x: root.margin
        anchors.top: faults.bottom
        anchors.bottom: parent.bottom
        width: root.width - 2 * root.margin
        readonly property var message: root.view.message || null
        Txt {
            visible: foot.message === null
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.view.about || ""
            size: 18
            color: Theme.sec
            lineHeight: 1.1
        }
        Rectangle {
            visible: foot.message !== null
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width
            height: 60
            radius: 10
            color: Theme.raised
            Accessible.role: Accessible.AlertMessage
            Accessible.name: foot.message ? foot.message.title + " " + foot.message.text : ""
            Txt {
                id: what
                x: 20
                anchors.verticalCenter: parent.verticalCenter
                text: foot.message ? foot.message.title : ""
                size: 20
                weight: 700
                font.family: Theme.displayFace
            }
            Txt {
                anchors.left: what.right
                anchors.leftMargin: 20
                anchors.right: parent.right
                anchors.rightMargin: 20
                anchors.verticalCenter: parent.verticalCenter
                text: foot.message ? foot.message.text : ""
                size: 18
                wrapMode: Text.WordWrap
            }
        }
    }
}
