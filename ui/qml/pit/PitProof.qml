import QtQuick
import ".."

// How far a supervised payment has come: the frozen value and its three steps, with the persons.
Rectangle {
    id: root
    property var proof: null
    height: 92 + 50 * 3
    radius: 8
    color: Theme.surface
    border.width: 1
    border.color: Theme.gold
    Accessible.role: Accessible.StaticText
    Accessible.name: proof ? [proof.title, proof.seats, proof.amount].join(" ") : ""

    Txt {
        x: 16
        y: 12
        text: root.proof ? root.proof.title || "" : ""
        size: 18
        weight: 650
    }
    Txt {
        anchors.right: parent.right
        anchors.rightMargin: 16
        y: 12
        text: root.proof ? root.proof.since || "" : ""
        size: 18
        weight: 600
    }
    Txt {
        x: 16
        y: 50
        text: root.proof ? root.proof.note || "" : ""
        size: 16
        color: Theme.sec
    }
    Txt {
        anchors.right: parent.right
        anchors.rightMargin: 16
        y: 42
        text: root.proof ? root.proof.amount || "" : ""
        size: 26
        weight: 650
        color: Theme.gold
        font.family: Theme.displayFace
    }
    Repeater {
        model: 3
        Item {
            id: step
            required property int index
            readonly property var words: root.proof ? root.proof.steps[index] || ({}) : ({})
            readonly property bool done: words.done === true
            x: 16
            y: 88 + index * 50
            width: root.width - 32
            height: 50
            Rectangle {
                width: parent.width
                height: 1
                color: Theme.panelHair
            }
            Tick {
                visible: step.done
                y: 15
                size: 18
                tint: Theme.go
            }
            Rectangle {
                visible: !step.done
                y: 16
                width: 17
                height: 17
                radius: 9
                color: "transparent"
                border.width: 2
                border.color: Theme.outline
            }
            Txt {
                x: 30
                y: step.words.by ? 5 : 14
                text: step.words.text || ""
                size: 16
                weight: 600
                color: step.done ? Theme.text : Theme.sec
            }
            Txt {
                x: 30
                y: 26
                text: step.words.by || ""
                size: 15
                color: Theme.sec
            }
        }
    }
}
