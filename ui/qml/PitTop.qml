import QtQuick

// The product, the simulation mark, the card in the reader, the language, the day and the time.
Rectangle {
    id: root
    property var view: ({})
    height: 64
    color: Theme.recess

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
            model: [26, 15, 20]
            Rectangle {
                required property int modelData
                required property int index
                y: 22 + index * 8
                width: modelData
                height: 4
                radius: 1
                color: Theme.text
            }
        }
    }
    Txt {
        x: 62
        anchors.verticalCenter: parent.verticalCenter
        text: "Tapis"
        size: 22
        weight: 700
        font.family: Theme.displayFace
    }
    SimulationMark {
        anchors.centerIn: parent
        word: root.view.simulation || ""
        size: 18
    }
    Row {
        anchors.right: parent.right
        anchors.rightMargin: 24
        height: parent.height
        spacing: 24
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.card || ""
            size: 16
            color: Theme.sec
        }
        LanguageKey {
            anchors.verticalCenter: parent.verticalCenter
            key: root.view.language || null
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.date || ""
            size: 16
            color: Theme.sec
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.clock || ""
            size: 26
            weight: 600
            font.family: Theme.displayFace
        }
    }
}
