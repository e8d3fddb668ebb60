import QtQuick
import ".."

// What a part of the panel is, and beside it what one has to know: {label, note}.
Item {
    id: root
    property var words: ({})
    property bool apart: true
    height: 22

    Rectangle {
        visible: root.apart
        y: -10
        width: parent.width
        height: 1
        color: Theme.hair
    }
    Txt {
        id: label
        text: root.words.label || ""
        size: 17
        weight: 650
    }
    Txt {
        anchors.right: parent.right
        anchors.baseline: label.baseline
        width: Math.min(implicitWidth, root.width - label.width - 14)
        text: root.words.note || ""
        size: 14
        color: Theme.sec
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
    }
}
