import QtQuick
import ".."

// By what a requirement is shown: recomputed, recorded, to be asked for outside, or not at all.
Item {
    id: root
    property string mark: ""
    property real size: 22
    width: size
    height: size

    Rectangle {
        anchors.fill: parent
        radius: width / 2
        color: "transparent"
        visible: root.mark !== "recorded"
        border.width: 1.5
        border.color: root.mark === "recomputed" ? Theme.go : root.mark === "wrong" ? Theme.stop : Theme.sec
    }
    Tick {
        anchors.centerIn: parent
        visible: root.mark === "recomputed" || root.mark === "recorded"
        size: root.size * 0.6
        stroke: 2
        tint: root.mark === "recomputed" ? Theme.go : Theme.text
    }
    Txt {
        anchors.centerIn: parent
        visible: root.mark === "wrong" || root.mark === "missing"
        text: root.mark === "missing" ? "?" : "!"
        size: root.size * 0.7
        weight: 700
        color: Theme.stop
    }
}
