import QtQuick
import ".."

// The JP1 stakes as they are latched. `content` {caption, seats: ["1", ...], title, text}.
Item {
    id: root
    property var content: ({})
    readonly property int count: (content.seats || []).length
    Column {
        y: Theme.pick(18, 12)
        width: root.width
        spacing: Theme.pick(10, 7)
        Txt {
            width: root.width
            text: root.content.caption || ""
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 13
            size: Theme.px(20)
            color: Theme.sec
        }
        Row {
            id: plates
            // Seven plates still stand in one row.
            spacing: root.count > 5 ? Theme.pick(6, 4) : Theme.pick(14, 10)
            Repeater {
                model: root.count
                Rectangle {
                    required property int index
                    width: Math.min(Theme.pick(62, 46), (root.width - (root.count - 1) * plates.spacing) / root.count)
                    height: Theme.pick(62, 46)
                    radius: Theme.pick(10, 8)
                    color: Theme.recess
                    Txt {
                        anchors.centerIn: parent
                        text: (root.content.seats || [])[parent.index] || ""
                        size: Theme.pick(34, 26)
                        weight: 650
                        font.family: Theme.displayFace
                        color: Theme.gold
                    }
                }
            }
        }
        Txt {
            visible: text !== ""
            width: root.width
            height: Theme.pick(56, 40)
            verticalAlignment: Text.AlignVCenter
            text: root.content.title || ""
            size: Theme.pick(46, 34)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 22
            weight: 650
            font.family: Theme.displayFace
        }
        Txt {
            visible: text !== ""
            width: root.width
            height: Math.min(implicitHeight, root.height - parent.y - y - Theme.pick(14, 10))
            fontSizeMode: Text.Fit
            minimumPixelSize: 13
            text: root.content.text || ""
            size: Theme.px(20)
            color: Theme.sec
            wrapMode: Text.WordWrap
            lineHeight: 1.1
        }
    }
}
