import QtQuick
import ".."

// One table among all: P1 is the only filled row; the columns are the same for every table. Its height is
// that of the page by the tables there are: a high row tells of the session too.
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
    readonly property bool tall: height >= 150
    readonly property bool low: height < 96
    readonly property var session: told.session || []
    // Where the words of the first column begin: they stand in the middle of the row.
    readonly property int begin: (height - (tall ? 84 + 21 * session.length : low ? 60 : 84)) / 2
    readonly property int middle: height / 2
    readonly property bool house: told.house === true
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
        height: parent.height - 2
        radius: 0
        color: root.critical ? Theme.p1 : "transparent"
    }
    Rectangle {
        y: 1
        width: 8
        height: parent.height - 2
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
            y: root.begin + (root.low ? 2 : 5)
            kind: "p" + root.priority
            tint: root.critical ? "#FFFFFF" : root.priority === 2 ? Theme.warn : Theme.sec
        }
        Txt {
            id: name
            x: shape.visible ? 32 : 0
            y: root.begin
            text: root.told.name || ""
            size: root.low ? 20 : 25
            weight: 650
            font.family: Theme.displayFace
            color: root.ink
        }
        PitTag {
            id: tag
            anchors.left: name.right
            anchors.leftMargin: 12
            y: root.begin + (root.low ? 2 : 7)
            word: root.priority > 0 ? root.other.word || "" : root.told.tag || ""
            priority: root.other.priority || 0
        }
        PitTag {
            id: mark
            anchors.left: tag.visible ? tag.right : name.right
            anchors.leftMargin: tag.visible ? 6 : 12
            y: tag.y
            word: root.told.mark || ""
        }
        Txt {
            anchors.left: mark.visible ? mark.right : tag.visible ? tag.right : name.right
            anchors.leftMargin: 12
            y: tag.y + 1
            visible: !mark.visible || !tag.visible
            text: root.told.limits || ""
            size: 14
            color: root.quiet
        }
        Txt {
            anchors.right: parent.right
            y: tag.y + 1
            text: root.told.round || ""
            size: 14
            color: root.quiet
        }
        // A long one takes two lines, between the name and what goes on.
        Txt {
            y: root.begin + (root.low ? 22 : 31)
            width: parent.width - since.width - 12
            height: root.low ? 20 : 34
            verticalAlignment: Text.AlignVCenter
            wrapMode: root.low ? Text.NoWrap : Text.WordWrap
            elide: root.low ? Text.ElideRight : Text.ElideNone
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
            y: root.begin + (root.low ? 20 : 34) + (size < 20 ? 2 : 0)
            word: root.told.since || ""
            old: root.told.old === true
            size: root.priority > 0 && root.priority < 3 ? root.low ? 18 : 20 : 16
            ink: root.priority === 2 ? Theme.warn : root.quiet
            ground: root.critical ? Theme.p1 : Theme.bg
        }
        Txt {
            y: root.begin + (root.low ? 43 : 66)
            width: parent.width
            text: root.told.text || ""
            size: root.low ? 13 : 14
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            elide: Text.ElideRight
            color: root.quiet
        }
        Repeater {
            model: root.tall ? root.session.length : 0
            Txt {
                required property int index
                y: root.begin + 92 + 21 * index
                width: parent.width
                text: root.session[index] || ""
                size: 13
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                elide: Text.ElideRight
                color: root.quiet
            }
        }
    }
    Repeater {
        model: (root.told.places || []).length
        Item {
            id: seat
            required property int index
            readonly property var words: root.told.places[index] || ({})
            x: 24 + root.places[1] + index * 19
            y: root.middle - 30
            Txt {
                x: 6 - implicitWidth / 2
                text: String(seat.index + 1)
                size: 12
                color: Theme.sec
            }
            Rectangle {
                y: 22
                width: 12
                height: 12
                radius: 6
                color: seat.words.seated === true ? Theme.sec : "transparent"
                border.width: 1
                border.color: seat.words.seated === true ? Theme.sec : Theme.ghost
            }
            // Gold in the room is the meter's alone: gold dots read as yellow.
            Rectangle {
                visible: seat.words.jp1 === true
                x: 2
                y: 44
                width: 8
                height: 8
                radius: 0
                rotation: 45
                color: Theme.sec
            }
        }
    }
    Txt {
        x: 24 + root.places[2]
        y: root.middle - (paceNote.visible ? 22 : 14)
        text: root.told.pace || ""
        size: 24
        weight: 600
        font.family: Theme.displayFace
    }
    Txt {
        id: paceNote
        x: 24 + root.places[2]
        y: root.middle + 9
        visible: text !== ""
        text: root.told.pace_note || ""
        size: 12
        color: Theme.sec
    }
    PitDrawing {
        visible: root.house
        x: 24 + root.places[2] + 90
        y: (root.height - height) / 2
        panel: root.told.pace_plot || ({})
        // A touch on a bar opens its rounds, elsewhere on the row its table.
        PitHits {
            anchors.fill: parent
            hits: JSON.parse(parent.panel.hits || "[]")
            says: root.told.pace_note || ""
        }
    }
    // The bank's result, with how far it is from what was to be expected.
    Column {
        x: 24 + root.places[3] + 92 - width
        anchors.verticalCenter: parent.verticalCenter
        width: 120
        spacing: 1
        Txt {
            anchors.right: parent.right
            text: root.told.bank || ""
            size: 18
            weight: 600
        }
        Txt {
            anchors.right: parent.right
            visible: text !== ""
            text: root.house ? root.told.sigmas || "" : root.told.bank_note || ""
            size: root.house ? 13 : 12
            weight: root.told.far === true ? 700 : 500
            color: root.told.far === true ? Theme.text : Theme.sec
        }
        Txt {
            anchors.right: parent.right
            visible: root.tall && text !== ""
            text: root.told.expected || ""
            size: 13
            color: Theme.sec
        }
    }
    PitDrawing {
        visible: root.house
        x: 24 + root.places[3] + 104
        y: (root.height - height) / 2
        panel: root.told.result_plot || ({})
    }
    PitSpark {
        visible: !root.house
        x: 24 + root.places[3] + 104
        y: root.middle - height / 2
        width: 176
        height: Math.min(62, root.height - 12)
        values: root.told.bars || []
    }
    Repeater {
        model: (root.told.stakes || []).length
        Item {
            id: stake
            required property int index
            readonly property var words: root.told.stakes[index] || ({})
            x: 24 + root.places[4]
            y: root.middle - 22 + 24 * index
            width: 86
            Txt {
                y: 2
                text: stake.words.label || ""
                size: 12
                color: Theme.sec
            }
            Txt {
                anchors.right: parent.right
                text: stake.words.value || ""
                size: 15
                weight: 600
            }
        }
    }
    Column {
        x: 24 + root.places[5]
        anchors.verticalCenter: parent.verticalCenter
        width: root.places[6] - root.places[5] - 12
        spacing: 2
        Repeater {
            model: (root.told.dealer || []).length
            Txt {
                required property int index
                readonly property var words: root.told.dealer[index] || ({})
                width: parent.width
                text: words.text || ""
                size: 13
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                elide: Text.ElideRight
                weight: words.strong === true ? 650 : 500
                color: words.strong === true ? Theme.text : Theme.sec
            }
        }
    }
    Repeater {
        model: (root.told.machines || []).length
        DeviceMark {
            required property int index
            readonly property var words: root.told.machines[index] || ({})
            x: 24 + root.places[6] + index * 21
            y: root.middle - (sick.visible ? 18 : 8)
            health: words.health || "absent"
            filled: true
            says: words.says || ""
        }
    }
    Txt {
        id: sick
        visible: text !== ""
        x: 24 + root.places[6]
        y: root.middle + 6
        width: root.width - x - 24
        wrapMode: Text.WordWrap
        text: root.told.sick || ""
        size: 12
        color: Theme.sec
    }
}
