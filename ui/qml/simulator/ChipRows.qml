import QtQuick
import ".."

// The JP1 chips three times, on the felt, at the sensor, in the table's mind, and whether all three agree:
// {heads, rows: [{label, kind, lamps}], agree: {label, marks}}.
Item {
    id: root
    property var words: ({})
    readonly property var heads: words.heads || []
    readonly property var rows: words.rows || []
    readonly property var agree: words.agree || ({ label: "", marks: [] })
    readonly property real pitch: (width - 108) / Math.max(1, heads.length)
    height: 22 + 3 * 30 + 28

    Repeater {
        model: root.heads.length
        Item {
            id: seat
            required property int index
            readonly property string mark: root.agree.marks[index] || "="
            x: 108 + index * root.pitch
            width: root.pitch
            height: root.height
            Rectangle {
                visible: seat.mark !== "="
                anchors.fill: parent
                anchors.leftMargin: 4
                anchors.rightMargin: 4
                radius: 6
                color: "transparent"
                border.width: 2
                border.color: Theme.text
            }
            Txt {
                anchors.horizontalCenter: parent.horizontalCenter
                y: 1
                text: root.heads[seat.index] || ""
                size: 15
                weight: 600
            }
            Repeater {
                model: 3
                Item {
                    id: spot
                    required property int index
                    readonly property var row: root.rows[index] || ({ kind: "", lamps: [] })
                    readonly property string lamp: row.lamps[seat.index] || "none"
                    y: 22 + index * 30
                    width: seat.width
                    height: 30
                    JackpotLamp {
                        visible: spot.row.kind === "table"
                        anchors.centerIn: parent
                        size: 24
                        lamp: spot.row.kind === "table" ? spot.lamp : "none"
                    }
                    Rectangle {
                        visible: spot.row.kind !== "table"
                        anchors.centerIn: parent
                        width: 14
                        height: 14
                        rotation: 45
                        antialiasing: true
                        color: spot.lamp === "none" ? "transparent"
                            : spot.row.kind === "felt" ? Theme.text : Theme.dim
                        border.width: spot.lamp === "none" ? 1.5 : 0
                        border.color: Theme.lampOff
                    }
                }
            }
            Txt {
                anchors.horizontalCenter: parent.horizontalCenter
                y: 113
                text: seat.mark
                size: 16
                weight: 700
                color: seat.mark === "=" ? Theme.sec : Theme.text
            }
        }
    }
    Repeater {
        model: 3
        Txt {
            required property int index
            y: 22 + index * 30 + 6
            text: root.rows[index] ? root.rows[index].label : ""
            size: 14
            color: Theme.sec
        }
    }
    Txt {
        y: 115
        text: root.agree.label
        size: 14
        color: Theme.sec
    }
}
