import QtQuick
import ".."

// One table in the column: name, worst alarm, pace, what goes on, seats, JP1, the bank's last rounds. On the
// small stage its name, its tag, who sits and since when.
TouchKey {
    id: root
    property var told: ({})
    height: Extent.pick(120, 56)
    readonly property bool small: Extent.small
    radius: 4
    tap: told.tap || null
    says: told.says || ""

    Rectangle {
        anchors.fill: parent
        color: root.held ? Theme.lift : root.told.on === true ? Theme.raised : "transparent"
        radius: 0
    }
    Rectangle {
        width: 4
        height: parent.height
        color: root.told.on === true ? Theme.pay : "transparent"
    }
    Rectangle {
        visible: root.told.on !== true
        anchors.bottom: parent.bottom
        x: Extent.pick(24, 14)
        width: parent.width - Extent.pick(44, 22)
        height: 1
        color: Theme.hair
    }
    Item {
        x: Extent.pick(24, 14)
        width: parent.width - Extent.pick(44, 22)
        height: parent.height
        // A P1 is not faded with what is shown of an unheard table: it stands.
        opacity: root.told.stale === true && root.told.priority !== 1 ? 0.6 : 1
        Txt {
            id: name
            y: Extent.pick(10, 7)
            text: root.told.name || ""
            size: Extent.pick(18, 16)
            weight: 650
            font.family: Theme.displayFace
        }
        PitTag {
            id: tag
            anchors.left: name.right
            anchors.leftMargin: 10
            y: Extent.pick(12, 8)
            word: root.told.tag || ""
            priority: root.told.priority || 0
        }
        PitTag {
            anchors.left: tag.visible ? tag.right : name.right
            anchors.leftMargin: tag.visible ? 6 : 10
            y: 12
            word: root.small ? "" : root.told.mark || ""
        }
        Txt {
            anchors.right: parent.right
            y: 11
            visible: !root.small && !root.told.mark // there is room for one of the two; the room's page has both
            text: root.told.pace || ""
            size: 15
            weight: 600
        }
        Txt {
            visible: !root.small
            y: 36
            width: parent.width - since.implicitWidth - 8
            text: root.told.title || ""
            size: 13
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            elide: Text.ElideRight
            color: Theme.sec
        }
        PitAge {
            id: since
            anchors.right: parent.right
            y: Extent.pick(36, 32)
            word: root.told.since || ""
            old: root.told.old === true
            late: root.told.late === true
            size: Extent.pick(13, 12)
            ink: Theme.sec
            ground: Theme.recess
        }
        Txt {
            visible: root.small
            y: 32
            width: parent.width - since.implicitWidth - 6
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            text: root.told.mark || root.told.seats || ""
            size: 12
            weight: root.told.mark ? 650 : 500
            color: root.told.mark ? Theme.text : Theme.sec
        }
        Txt {
            visible: !root.small
            y: 58
            text: [root.told.seats, root.told.share ? "JP1 " + root.told.share : ""].filter(word => word).join(" · ")
            size: 13
            color: Theme.sec
        }
        Txt {
            visible: !root.small
            anchors.right: parent.right
            y: 58
            text: root.told.bank || ""
            size: 13
            weight: 600
        }
        PitSpark {
            visible: !root.small && height >= 14
            y: 82
            width: parent.width
            height: root.height - y - 8
            values: root.told.bars || []
        }
    }
}
