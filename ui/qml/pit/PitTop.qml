import QtQuick
import ".."

// The product, the tabs of the pages, the simulation mark, the card in the reader, the language, the time.
Rectangle {
    id: root
    property var view: ({})
    readonly property var tabs: view.tabs || []
    // The tabs stand still while pages and alarms come and go, but for one that came or went itself.
    readonly property string names: tabs.map(tab => tab.label).join()
    onNamesChanged: moved.restart()
    height: 56
    color: Theme.recess

    Timer {
        id: moved
        interval: Touch.settleMs
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.hair
    }
    Item {
        x: 24
        width: 26
        height: parent.height
        Repeater {
            model: [24, 14, 19]
            Rectangle {
                required property int modelData
                required property int index
                y: 19 + index * 7
                width: modelData
                height: 3
                radius: 1
                color: Theme.text
            }
        }
    }
    Txt {
        x: 58
        anchors.verticalCenter: parent.verticalCenter
        text: "Tapis"
        size: 18
        weight: 700
        font.family: Theme.displayFace
    }
    Row {
        id: strip
        x: 128
        height: parent.height
        Repeater {
            model: root.tabs.length
            TouchKey {
                id: tab
                required property int index
                readonly property var words: root.tabs[index] || ({})
                readonly property bool on: words.on === true
                tap: words.tap || null
                says: words.label || ""
                steady: !moved.running
                radius: 4
                width: label.implicitWidth + 28
                height: 56
                Txt {
                    id: label
                    anchors.centerIn: parent
                    text: tab.words.label || ""
                    size: 15
                    weight: tab.on ? 650 : 500
                    color: tab.on ? Theme.text : Theme.sec
                }
                Rectangle {
                    visible: tab.on
                    anchors.bottom: parent.bottom
                    x: 14
                    width: parent.width - 28
                    height: 3
                    color: Theme.pay
                }
            }
        }
    }
    Row {
        id: right
        anchors.right: parent.right
        anchors.rightMargin: 24
        height: parent.height
        spacing: 18
        SimulationMark {
            anchors.verticalCenter: parent.verticalCenter
            word: root.view.simulation || ""
            size: 14
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.card || ""
            size: 14
            color: Theme.sec
        }
        LanguageKey {
            anchors.verticalCenter: parent.verticalCenter
            width: 84
            key: root.view.language || null
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.date || ""
            size: 14
            color: Theme.sec
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.clock || ""
            size: 22
            weight: 600
            font.family: Theme.displayFace
        }
    }
}
