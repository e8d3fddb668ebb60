import QtQuick
import ".."

// The tables, worst first, and under them the jackpot they play for. While a pointer is over the list its
// order stands still: nothing slides away under the hand.
Rectangle {
    id: root
    property var told: ({})
    property var meter: null
    readonly property var tiles: told.tiles || []
    readonly property int foot: meter ? Extent.pick(112, 122) : 0
    readonly property int roomPx: height - Extent.pick(44, 38) - foot
    // Of many tables each gets less, so that as many as can be are seen at once.
    readonly property int tilePx: Extent.small ? 56 : Math.max(84, Math.min(120, Math.floor(roomPx / Math.max(1, tiles.length))))
    readonly property int inset: Extent.pick(24, 14)
    color: Theme.recess

    Rectangle {
        anchors.right: parent.right
        width: 1
        height: parent.height
        color: Theme.hair
    }
    Txt {
        x: root.inset
        y: Extent.pick(14, 12)
        text: root.told.title || ""
        size: 15
        weight: 650
    }
    Txt {
        anchors.right: parent.right
        anchors.rightMargin: Extent.pick(20, 10)
        y: Extent.pick(16, 14)
        text: root.told.note || ""
        size: Extent.pick(13, 12)
        color: Theme.sec
    }
    ListView {
        id: list
        readonly property bool over: root.tiles.length * root.tilePx > root.roomPx
        readonly property int below: Math.ceil(Math.max(0, contentHeight - contentY - height - 4) / root.tilePx)
        y: Extent.pick(44, 38)
        width: parent.width - 1
        // It ends with a whole table.
        height: over ? Math.floor((root.roomPx - 24) / root.tilePx) * root.tilePx : root.roomPx
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        reuseItems: true
        cacheBuffer: 0
        model: root.tiles.length
        HoverHandler {
            // A finger rests over no list: it would keep it still for good.
            readonly property bool still: hovered && !Touch.byFinger
            onStillChanged: Touch.tapped({ act: "hover", over: still })
        }
        delegate: PitTile {
            required property int index
            width: root.width - 1
            height: root.tilePx
            told: root.tiles[index] || ({})
        }
    }
    // No table is hidden without a word.
    Txt {
        visible: list.over && list.below > 0
        anchors.right: parent.right
        anchors.rightMargin: 20
        y: list.y + list.height + 2
        text: "↓ " + list.below
        size: 14
        weight: 650
        color: Theme.sec
    }
    Item {
        visible: root.meter !== null
        x: root.inset
        width: parent.width - Extent.pick(44, 22)
        y: parent.height - root.foot
        height: root.foot
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.panelHair
        }
        Txt {
            y: Extent.pick(12, 10)
            width: parent.width
            text: root.meter ? root.meter.label : ""
            size: Extent.pick(13, 12)
            wrapMode: Extent.small ? Text.WordWrap : Text.NoWrap
            fontSizeMode: Extent.small ? Text.FixedSize : Text.HorizontalFit
            minimumPixelSize: 12
            color: Theme.sec
        }
        Txt {
            y: Extent.pick(30, 44)
            width: parent.width
            text: root.meter ? root.meter.value : ""
            size: Extent.pick(30, 22)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Extent.pick(20, 15)
            weight: 600
            color: Theme.gold
        }
        Txt {
            y: Extent.pick(70, 74)
            width: parent.width
            wrapMode: Text.WordWrap
            text: root.meter ? root.meter.note : ""
            size: 12
            color: Theme.sec
        }
    }
}
