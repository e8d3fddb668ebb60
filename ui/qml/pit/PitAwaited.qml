import QtQuick
import ".."

// One authorisation: what, where, who asks, since when, how much, and its slots. A slot is filled by a card
// at the table or at the pit's reader; a touch only asks, and is told so. A payment says its step instead of
// who asks, and a touch opens its page. `told` is of ui/screen/pit/awaited.py.
TouchKey {
    id: root
    property var told: ({})
    readonly property var slots: told.slots || []
    height: (why.visible ? why.y + why.height : code.visible ? code.y + code.height : row.y + row.height) + 10
    radius: 8
    tap: told.tap || null
    says: told.says || ""

    Rectangle {
        anchors.fill: parent
        radius: 8
        color: root.held ? Theme.raised : Theme.surface
    }
    Rectangle {
        y: 8
        width: 4
        height: parent.height - 16
        radius: 2
        color: Theme.prim
    }
    Txt {
        x: 16
        y: 8
        width: parent.width - since.implicitWidth - 42
        text: root.told.what || ""
        size: 15
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        weight: 650
    }
    Txt {
        id: since
        anchors.right: parent.right
        anchors.rightMargin: 14
        y: 8
        text: root.told.since || ""
        size: 15
        color: Theme.sec
    }
    Txt {
        x: 16
        y: 31
        width: parent.width - amount.implicitWidth - 42
        text: root.told.where || ""
        size: 13
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        color: Theme.sec
    }
    Txt {
        x: 16
        y: 50
        width: parent.width - 30 - (opens.visible ? opens.width + 12 : 0)
        text: root.told.step || root.told.by || ""
        size: 13
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        weight: root.told.step ? 600 : 500
        color: root.told.step ? Theme.text : Theme.sec
    }
    Txt {
        id: opens
        visible: text !== ""
        anchors.right: parent.right
        anchors.rightMargin: 14
        y: 50
        text: !root.told.open ? "" : Extent.small ? "›" : root.told.open + " ›"
        size: 13
        weight: 600
    }
    Txt {
        id: amount
        anchors.right: parent.right
        anchors.rightMargin: 14
        y: 30
        text: root.told.amount || ""
        size: 15
        weight: 650
        color: root.told.gold === true ? Theme.gold : Theme.text
    }
    Flow {
        id: row
        x: 16
        y: 76
        width: parent.width - 30
        spacing: 6
        Repeater {
            model: root.slots.length
            Rectangle {
                id: slot
                required property int index
                readonly property var words: root.slots[index] || ({})
                readonly property bool done: words.done === true
                readonly property bool here: words.here === true
                width: Math.min(label.implicitWidth, 150) + 36
                height: 32
                radius: 4
                color: "transparent"
                border.width: 1
                border.color: here ? Theme.pay : done ? Theme.outline : Theme.edge
                Tick {
                    visible: slot.done
                    x: 9
                    y: 9
                    size: 14
                    tint: Theme.go
                }
                Rectangle {
                    visible: !slot.done
                    x: 9
                    y: 9
                    width: 14
                    height: 14
                    radius: 7
                    color: "transparent"
                    border.width: slot.here ? 4 : 2
                    border.color: slot.here ? Theme.pay : Theme.outline
                }
                Txt {
                    id: label
                    x: 28
                    width: Math.min(implicitWidth, 150)
                    anchors.verticalCenter: parent.verticalCenter
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    text: slot.words.text || ""
                    size: 13
                    color: slot.done || slot.here ? Theme.text : Theme.sec
                }
            }
        }
    }
    Txt {
        id: code
        x: 16
        y: row.y + row.height + 8
        visible: text !== ""
        width: parent.width - 30
        wrapMode: Text.WordWrap
        text: root.told.code || ""
        size: 13
        weight: 600
    }
    Txt {
        id: why
        x: 16
        y: code.visible ? code.y + code.height + 4 : row.y + row.height + 8
        visible: text !== ""
        width: parent.width - 30
        wrapMode: Text.WordWrap
        text: [root.told.why, (root.told.article || "").replace(/ /g, "\u00a0")].filter(word => word).join(" · ")
        size: 13
        color: Theme.text
    }
}
