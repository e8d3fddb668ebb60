import QtQuick
import ".."

// What is out of the ordinary, in one line: a win being verified (gold), JP1 closed, a round held.
Rectangle {
    id: root
    property var band: null
    property int size: 48
    readonly property string kind: band ? band.kind || "" : ""
    readonly property bool gold: kind === "pending"

    visible: kind !== ""
    height: 104
    radius: 18
    color: gold ? Theme.surface : "transparent"
    border.width: 3
    border.color: gold ? Theme.gold : Theme.outline
    Accessible.role: Accessible.AlertMessage
    Accessible.name: band ? band.text || "" : ""

    Row {
        anchors.centerIn: parent
        spacing: 28
        JackpotSign {
            visible: root.kind !== "held"
            anchors.verticalCenter: parent.verticalCenter
            size: root.size
            full: false
            inside: root.gold ? "point" : "bar"
            tint: root.gold ? Theme.gold : Theme.text
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, root.width - 140)
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            lineHeight: 1.05
            text: root.band ? root.band.text || "" : ""
            size: root.size
            weight: 650
        }
    }
}
