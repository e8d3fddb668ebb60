import QtQuick
import ".."

// One table among all: P1 is the only filled row; the columns are the same for every table.
TouchKey {
    id: root
    property var told: ({})
    property var places: []
    readonly property int priority: told.priority || 0
    readonly property bool critical: priority === 1
    // The next of its other alarms: a tag beside the name, never the fill.
    readonly property var other: (told.others || [])[0] || ({})
    readonly property color ink: critical ? "#FFFFFF" : Theme.text
    readonly property color quiet: critical ? "#FFFFFF" : Theme.sec
    height: 104
    radius: 4
    tap: told.tap || null
    says: told.says || ""

    Rectangle {
        anchors.fill: parent
        radius: 0
        color: root.held ? Theme.raised : "transparent"
    }
    Rectangle {
        anchors.bottom: parent.bottom
        x: 24
        width: parent.width - 48
        height: 1
        color: Theme.hair
    }
    Rectangle {
        y: 1
        width: 424
        height: 102
        radius: 0
        color: root.critical ? Theme.p1 : "transparent"
    }
    Rectangle {
        y: 1
        width: 8
        height: 102
        radius: 0
        color: root.priority === 2 ? Theme.warn : "transparent"
    }
    Item {
        x: 24
        width: 384
        height: parent.height
        opacity: root.told.stale === true ? 0.6 : 1
        PitMark {
            id: shape
            visible: root.priority > 0
            y: 15
            kind: "p" + root.priority
            tint: root.critical ? "#FFFFFF" : root.priority === 2 ? Theme.warn : Theme.sec
        }
        Txt {
            id: name
            x: shape.visible ? 32 : 0
            y: 10
            text: root.told.name || ""
            size: 25
            weight: 650
            font.family: Theme.displayFace
            color: root.ink
        }
        PitTag {
            id: tag
            anchors.left: name.right
            anchors.leftMargin: 12
            y: 17
            word: root.priority > 0 ? root.other.word || "" : root.told.tag || ""
            priority: root.other.priority || 0
        }
        PitTag {
            id: mark
            anchors.left: tag.visible ? tag.right : name.right
            anchors.leftMargin: tag.visible ? 6 : 12
            y: 17
            word: root.told.mark || ""
        }
        Txt {
            anchors.left: mark.visible ? mark.right : tag.visible ? tag.right : name.right
            anchors.leftMargin: 12
            y: 18
            visible: !mark.visible || !tag.visible
            text: root.told.limits || ""
            size: 14
            color: root.quiet
        }
        Txt {
            anchors.right: parent.right
            y: 18
            text: root.told.round || ""
            size: 14
            color: root.quiet
        }
        // A long one takes two lines, between the name and what goes on.
        Txt {
            y: 41
            width: parent.width - since.implicitWidth - 12
            height: 34
            verticalAlignment: Text.AlignVCenter
            wrapMode: Text.WordWrap
            text: root.told.title || ""
            size: 16
            fontSizeMode: Text.Fit
            minimumPixelSize: 12
            weight: root.priority > 0 ? 700 : 500
            color: root.ink
        }
        PitAge {
            id: since
            anchors.right: parent.right
            y: root.priority > 0 && root.priority < 3 ? 44 : 46
            word: root.told.since || ""
            old: root.told.old === true
            size: root.priority > 0 && root.priority < 3 ? 20 : 16
            ink: root.priority === 2 ? Theme.warn : root.quiet
            ground: root.critical ? Theme.p1 : Theme.bg
        }
        Txt {
            y: 76
            width: parent.width - crew.implicitWidth - 12
            text: root.told.text || ""
            size: 14
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            elide: Text.ElideRight
            color: root.quiet
        }
        Txt {
            id: crew
            anchors.right: parent.right
            y: 76
            text: root.told.crew || ""
            size: 13
            color: root.quiet
        }
    }
    Repeater {
        model: (root.told.places || []).length
        Item {
            id: seat
            required property int index
            readonly property var words: root.told.places[index] || ({})
            x: 24 + root.places[1] + index * 22
            Txt {
                x: 6 - implicitWidth / 2
                y: 20
                text: String(seat.index + 1)
                size: 12
                color: Theme.sec
            }
            Rectangle {
                y: 42
                width: 12
                height: 12
                radius: 6
                color: seat.words.seated === true ? Theme.sec : "transparent"
                border.width: 1
                border.color: seat.words.seated === true ? Theme.sec : Theme.ghost
            }
            Rectangle {
                visible: seat.words.jp1 === true
                x: 2
                y: 65
                width: 8
                height: 8
                radius: 0
                rotation: 45
                color: Theme.gold
            }
        }
    }
    Txt {
        x: 24 + root.places[2]
        y: 36
        text: root.told.pace || ""
        size: 22
        weight: 600
    }
    PitSpark {
        x: 24 + root.places[2] + 106
        y: 26
        width: 112
        height: 50
        signed: false
        values: root.told.times || []
    }
    Txt {
        x: 24 + root.places[3]
        y: 36
        text: root.told.share || ""
        size: 22
        weight: 600
    }
    Txt {
        x: 24 + root.places[4] + 112 - implicitWidth
        y: 38
        text: root.told.bank || ""
        size: 18
        weight: 600
    }
    PitSpark {
        x: 24 + root.places[4] + 132
        y: 20
        width: 180
        height: 62
        values: root.told.bars || []
    }
    Repeater {
        model: (root.told.machines || []).length
        DeviceMark {
            required property int index
            readonly property var words: root.told.machines[index] || ({})
            x: 24 + root.places[5] + index * 26
            y: 40
            health: words.health || "absent"
            filled: true
            says: words.says || ""
        }
    }
}
