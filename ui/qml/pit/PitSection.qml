import QtQuick
import ".."

// A title, its note, what stands at its right end, and the line under them.
Item {
    id: root
    property string title: ""
    property string note: ""
    property string tail: ""
    height: 34
    Txt {
        id: head
        text: root.title
        size: 18
        weight: 650
    }
    Txt {
        anchors.left: head.right
        anchors.leftMargin: 12
        anchors.baseline: head.baseline
        // It gives way to the tail, down to nothing.
        visible: width > 30
        width: Math.min(implicitWidth, root.width - head.width - (tail.text !== "" ? tail.width + 12 : 0) - 12)
        elide: Text.ElideNone
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: root.note
        size: 16
        color: Theme.sec
    }
    Txt {
        id: tail
        anchors.right: parent.right
        anchors.baseline: head.baseline
        text: root.tail
        size: 16
        weight: 600
        color: Theme.sec
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
}
