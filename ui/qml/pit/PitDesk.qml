import QtQuick
import ".."

// A card at the pit for a table whose own reader is lost. `view` is the map of ui/screen/pit/signing.py.
Item {
    id: root
    property var view: ({})
    readonly property var steps: view.steps || []

    Txt {
        id: title
        y: 12
        text: root.view.title || ""
        size: 28
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 20
        anchors.baseline: title.baseline
        text: root.view.head || ""
        size: 16
        color: Theme.sec
    }
    Column {
        y: 84
        width: 640
        spacing: 16
        Txt {
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.view.text || ""
            size: 17
        }
        Repeater {
            model: root.steps.length
            Item {
                id: step
                required property int index
                width: parent.width
                height: 28
                Txt {
                    text: String(step.index + 1)
                    size: 17
                    weight: 650
                    color: Theme.dim
                }
                Txt {
                    x: 28
                    text: root.steps[step.index] || ""
                    size: 17
                    weight: 600
                }
            }
        }
        Txt {
            text: root.view.left || ""
            size: 15
            color: Theme.sec
        }
        PitPinPad {
            width: parent.width
            keyHeight: 60
            told: root.view.pad || ({})
        }
    }
}
