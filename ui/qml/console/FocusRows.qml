import QtQuick
import ".."

// Rows of a label and a value, with a hairline over each. `rows` is [{label, value}].
Column {
    id: root
    property var rows: []
    property real rowHeight: Theme.pick(38, 28)
    property int valueSize: Theme.px(20)
    Repeater {
        model: (root.rows || []).length
        Item {
            id: row
            required property int index
            readonly property var words: (root.rows || [])[index] || ({})
            width: root.width
            height: root.rowHeight
            Rectangle {
                width: parent.width
                height: 1
                color: Theme.panelHair
            }
            Txt {
                id: label
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, Math.max(0.6 * root.width, root.width - value.implicitWidth - 10))
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: row.words.label || ""
                size: Theme.px(20)
                color: Theme.sec
            }
            Txt {
                id: value
                anchors.verticalCenter: parent.verticalCenter
                anchors.right: parent.right
                width: Math.min(implicitWidth, root.width - label.width - 10)
                height: root.rowHeight
                verticalAlignment: Text.AlignVCenter
                // A long name takes two lines before it is too small, or lies over its label.
                wrapMode: Text.WordWrap
                fontSizeMode: Text.Fit
                minimumPixelSize: 12
                lineHeight: 0.9
                horizontalAlignment: Text.AlignRight
                text: row.words.value || ""
                size: root.valueSize
                weight: 600
            }
        }
    }
}
