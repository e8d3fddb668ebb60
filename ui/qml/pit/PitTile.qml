import QtQuick
import ".."

// One table in the column: name, worst alarm, pace, what goes on, seats, JP1, the bank's last rounds.
TouchKey {
    id: root
    property var told: ({})
    height: 122
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
        x: 24
        width: parent.width - 44
        height: 1
        color: Theme.hair
    }
    Item {
        x: 24
        width: parent.width - 44
        height: parent.height
        opacity: root.told.stale === true ? 0.6 : 1
        Txt {
            id: name
            y: 10
            text: root.told.name || ""
            size: 18
            weight: 650
            font.family: Theme.displayFace
        }
        PitTag {
            id: tag
            anchors.left: name.right
            anchors.leftMargin: 10
            y: 12
            word: root.told.tag || ""
            priority: root.told.priority || 0
        }
        PitTag {
            anchors.left: tag.visible ? tag.right : name.right
            anchors.leftMargin: tag.visible ? 6 : 10
            y: 12
            word: root.told.mark || ""
        }
        Txt {
            anchors.right: parent.right
            y: 11
            visible: !root.told.mark // there is room for one of the two; the room's page has both
            text: root.told.pace || ""
            size: 15
            weight: 600
        }
        Txt {
            y: 36
            width: parent.width - since.implicitWidth - 8
            text: root.told.title || ""
            size: 13
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            elide: Text.ElideRight
            color: Theme.sec
        }
        Txt {
            id: since
            anchors.right: parent.right
            y: 36
            text: root.told.since || ""
            size: 13
            color: Theme.sec
        }
        Txt {
            y: 58
            text: [root.told.seats, root.told.share ? "JP1 " + root.told.share : ""].filter(word => word).join(" · ")
            size: 13
            color: Theme.sec
        }
        Txt {
            anchors.right: parent.right
            y: 58
            text: root.told.bank || ""
            size: 13
            weight: 600
        }
        PitSpark {
            y: 82
            width: parent.width
            height: 30
            values: root.told.bars || []
        }
    }
}
