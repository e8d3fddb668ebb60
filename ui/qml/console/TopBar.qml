import QtQuick
import ".."

// Which table, which round, who deals, how the machines do, the language, the time.
Item {
    id: root
    property var view: ({})
    // Shortened by priority where room is short (`ui/screen/top_bar.py`): nothing is measured here.
    readonly property var told: (Theme.small && view.facts_small) || view.facts || []
    width: Theme.stageWidth
    height: Theme.topHeight

    Row {
        id: facts
        x: Theme.margin
        height: parent.height
        spacing: Theme.pick(32, 16)
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.table || ""
            size: Theme.pick(28, 22)
            weight: 700
            font.family: Theme.displayFace
        }
        Repeater {
            model: root.told.length
            Row {
                id: fact
                required property int index
                readonly property var words: root.told[index] || ({})
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.pick(10, 6)
                Txt {
                    visible: text !== ""
                    text: fact.words.label || ""
                    size: Theme.px(20)
                    color: Theme.sec
                }
                Txt {
                    text: fact.words.value || ""
                    size: Theme.px(20)
                    weight: 600
                }
            }
        }
    }
    SimulationMark {
        readonly property real room: right.x - facts.x - facts.width
        x: facts.x + facts.width + (room - width) / 2
        anchors.verticalCenter: parent.verticalCenter
        word: (Theme.small ? root.view.simulation_short : root.view.simulation) || ""
        size: Theme.pick(18, 17)
    }
    Row {
        id: right
        anchors.right: parent.right
        anchors.rightMargin: Theme.margin
        height: parent.height
        spacing: Theme.pick(32, 18)
        Row {
            id: marks
            anchors.verticalCenter: parent.verticalCenter
            spacing: Theme.pick(10, 6)
            Txt {
                visible: !Theme.small && text !== ""
                anchors.verticalCenter: parent.verticalCenter
                text: root.view.devices_word || ""
                size: Theme.px(20)
                color: Theme.sec
            }
            Repeater {
                model: (root.view.devices || []).length
                DeviceMark {
                    required property int index
                    readonly property var device: (root.view.devices || [])[index] || ({})
                    anchors.verticalCenter: parent.verticalCenter
                    health: device.health || "up"
                    says: device.says || ""
                }
            }
        }
        LanguageKey {
            anchors.verticalCenter: parent.verticalCenter
            key: root.view.language || null
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.clock || ""
            size: Theme.pick(28, 22)
            weight: 600
            font.family: Theme.displayFace
        }
    }
    TouchKey {
        objectName: "devices"
        namedAt: 0.8
        x: right.x + marks.x - Theme.pick(10, 8)
        width: marks.width + Theme.pick(20, 16)
        height: root.height
        reachX: Math.max(0, (Theme.touchMin - width) / 2 + 1)
        reachY: Math.max(0, (Theme.touchMin - height) / 2 + 1)
        says: root.view.devices_key ? root.view.devices_key.says || "" : ""
        tap: root.view.devices_key ? root.view.devices_key.tap || null : null
    }
    Rectangle {
        y: parent.height - 1
        width: parent.width
        height: 1
        color: Theme.hair
    }
}
