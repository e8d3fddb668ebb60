import QtQuick
import ".."

// The product, the tabs of the pages, the simulation mark, the card in the reader, the language, the time.
Rectangle {
    id: root
    property var view: ({})
    readonly property var tabs: view.tabs || []
    // Beside the words of each tab: what there is, where many share little room.
    property real wordsPx: 0
    readonly property real pad: Extent.small
        ? Math.max(8, Math.min(27, (right.x - strip.x - 12 - wordsPx) / Math.max(1, tabs.length))) : 28

    function measure() {
        let sum = 0
        for (let at = 0; at < strips.count; at++)
            sum += strips.itemAt(at) ? strips.itemAt(at).wordPx : 0
        wordsPx = sum
    }
    height: Extent.top
    color: Theme.recess

    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.hair
    }
    Item {
        x: Extent.pick(24, 14)
        width: 26
        height: parent.height
        Repeater {
            model: [24, 14, 19]
            Rectangle {
                required property int modelData
                required property int index
                y: Extent.pick(19, 17) + index * 7
                width: modelData
                height: 3
                radius: 1
                color: Theme.text
            }
        }
    }
    Txt {
        x: Extent.pick(58, 46)
        anchors.verticalCenter: parent.verticalCenter
        text: "Tapis"
        size: Extent.pick(18, 16)
        weight: 700
        font.family: Theme.displayFace
    }
    Row {
        id: strip
        x: Extent.pick(128, 100)
        height: parent.height
        Repeater {
            id: strips
            model: root.tabs.length
            onItemAdded: root.measure()
            onItemRemoved: root.measure()
            TouchKey {
                id: tab
                required property int index
                readonly property var words: root.tabs[index] || ({})
                readonly property bool on: words.on === true
                readonly property real wordPx: label.implicitWidth
                onWordPxChanged: root.measure()
                tap: words.tap || null
                says: words.label || ""
                radius: 4
                width: Math.max(48, label.implicitWidth + root.pad)
                height: root.height
                Txt {
                    id: label
                    anchors.centerIn: parent
                    text: tab.words.label || ""
                    size: Extent.pick(15, 14)
                    weight: tab.on ? 650 : 500
                    color: tab.on ? Theme.text : Theme.sec
                }
                Rectangle {
                    visible: tab.on
                    anchors.bottom: parent.bottom
                    x: (parent.width - label.implicitWidth) / 2
                    width: label.implicitWidth
                    height: 3
                    color: Theme.pay
                }
            }
        }
    }
    Row {
        id: right
        anchors.right: parent.right
        anchors.rightMargin: Extent.pick(24, 14)
        height: parent.height
        spacing: Extent.pick(18, 14)
        SimulationMark {
            anchors.verticalCenter: parent.verticalCenter
            word: root.view.simulation || ""
            size: Extent.pick(14, 12)
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            visible: !Extent.small
            text: root.view.card || ""
            size: 14
            color: Theme.sec
        }
        LanguageKey {
            anchors.verticalCenter: parent.verticalCenter
            width: Extent.pick(84, 70)
            height: Extent.pick(48, 34)
            reachY: Extent.pick(9, 8)
            size: Extent.pick(20, 14)
            key: root.view.language || null
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            visible: !Extent.small
            text: root.view.date || ""
            size: 14
            color: Theme.sec
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.clock || ""
            size: Extent.pick(22, 19)
            weight: 600
            font.family: Theme.displayFace
        }
    }
}
