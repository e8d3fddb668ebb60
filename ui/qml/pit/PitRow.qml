import QtQuick
import ".."

// One table among all: P1 is the only filled row; the columns are the same for every table. Its height is
// that of the page by the tables there are: a high row tells of the session too.
TouchKey {
    id: root
    property var told: ({})
    // Where the columns begin, of PitRoom.
    property var at: ({})
    readonly property bool small: Extent.small
    readonly property int edge: Extent.edge
    readonly property int priority: told.priority || 0
    readonly property bool critical: priority === 1
    // The next of its other alarms: a tag beside the name, never the fill.
    readonly property var other: (told.others || [])[0] || ({})
    readonly property color ink: critical ? "#FFFFFF" : Theme.text
    readonly property color quiet: critical ? "#FFFFFF" : Theme.sec
    readonly property bool tall: height >= 150
    readonly property bool low: height < 96
    // Not even three lines of their usual size find room.
    readonly property bool flat: height < 62
    // The three lines of the first column, from where they begin.
    readonly property var lines: flat ? [0, 18, 34, 50] : low ? [0, 20, 46, 62] : small ? tall ? [0, 28, 67, 85] : [0, 26, 60, 78] : [0, 31, 66, 84]
    // A title that needs two lines even so takes those of what goes on.
    readonly property bool long: flat && measure.width > at.name - since.width - 12
    readonly property var session: told.session || []
    // Where the words of the first column begin: they stand in the middle of the row.
    readonly property int begin: (height - lines[3] - (tall ? (small ? air : 0) + pitch * session.length : 0)) / 2
    // The lines of the session: the air above the first, and from one to the next.
    readonly property int air: small ? 4 : 8
    readonly property int pitch: small ? 19 : 21
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
        x: root.edge
        width: parent.width - 2 * root.edge
        height: 1
        color: Theme.hair
    }
    Rectangle {
        y: 1
        width: root.at.name + root.edge + 16
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
        x: root.edge
        width: root.at.name
        height: parent.height
        // What is critical is not set aside: its words stay white.
        opacity: root.told.stale === true && !root.critical ? 0.6 : 1
        TextMetrics {
            id: measure
            text: root.told.title || ""
            font.family: Theme.textFace
            font.pixelSize: 12
            font.weight: 700
        }
        PitMark {
            id: shape
            visible: root.priority > 0
            y: root.begin + (root.flat ? 0 : root.low || root.small ? 2 : 5)
            kind: "p" + root.priority
            tint: root.critical ? "#FFFFFF" : root.priority === 2 ? Theme.warn : Theme.sec
        }
        Txt {
            id: name
            x: shape.visible ? (root.small ? 27 : 32) : 0
            y: root.begin
            text: root.told.name || ""
            size: root.flat ? 16 : root.low || root.small ? 20 : 25
            weight: 650
            font.family: Theme.displayFace
            color: root.ink
        }
        PitTag {
            id: tag
            anchors.left: name.right
            anchors.leftMargin: root.small ? 8 : 12
            y: root.begin + (root.flat ? 0 : root.low || root.small ? 2 : 7)
            word: root.priority > 0 ? root.other.word || "" : root.told.tag || ""
            priority: root.other.priority || 0
        }
        PitTag {
            id: mark
            anchors.left: tag.visible ? tag.right : name.right
            anchors.leftMargin: tag.visible ? 6 : root.small ? 8 : 12
            y: tag.y
            word: root.told.mark || ""
        }
        Txt {
            anchors.left: mark.visible ? mark.right : tag.visible ? tag.right : name.right
            anchors.leftMargin: root.small ? 8 : 12
            y: tag.y + (root.small ? 2 : 1)
            visible: !mark.visible || !tag.visible && !root.small
            text: root.told.limits || ""
            size: root.small ? 12 : 14
            color: root.quiet
        }
        Txt {
            anchors.right: parent.right
            y: tag.y + (root.small ? 2 : 1)
            text: root.told.round || ""
            size: root.small ? 12 : 14
            color: root.quiet
        }
        // A long one takes two lines, between the name and what goes on.
        Txt {
            id: title
            y: root.begin + root.lines[1]
            width: parent.width - since.width - 12
            height: root.long ? 32 : root.flat ? 17 : root.low ? 30 : root.small && root.tall ? 38 : 34
            verticalAlignment: Text.AlignVCenter
            wrapMode: root.flat && !root.long ? Text.NoWrap : Text.WordWrap
            text: root.told.title || ""
            size: root.flat ? 13 : root.small ? 14 : 16
            fontSizeMode: Text.Fit
            minimumPixelSize: 12
            weight: root.priority > 0 ? 700 : 500
            color: root.ink
        }
        PitAge {
            id: since
            anchors.right: parent.right
            y: root.begin + (root.flat ? root.lines[1] : root.low || root.small ? root.lines[1] + title.height / 2 - height / 2 : 34 + (size < 20 ? 2 : 0))
            word: root.told.since || ""
            old: root.told.old === true
            late: root.told.late === true
            size: root.flat ? 14 : root.small ? (root.priority > 0 && root.priority < 3 ? 17 : 14)
                : root.priority > 0 && root.priority < 3 ? root.low ? 18 : 20 : 16
            ink: root.priority === 2 ? Theme.warn : root.quiet
            ground: root.critical ? Theme.p1 : Theme.bg
        }
        Txt {
            y: root.begin + root.lines[2]
            visible: !root.long
            width: parent.width
            text: root.told.text || ""
            size: root.small ? 12 : root.low ? 13 : 14
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            elide: Text.ElideRight
            color: root.quiet
        }
        Repeater {
            model: root.tall ? root.session.length : 0
            Txt {
                required property int index
                y: root.begin + root.lines[3] + root.air + root.pitch * index
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
            x: root.edge + root.at.seats + index * root.at.pitch
            y: root.middle - (root.flat ? 22 : 30)
            Txt {
                x: dot.width / 2 - implicitWidth / 2
                text: String(seat.index + 1)
                size: 12
                color: Theme.sec
            }
            Rectangle {
                id: dot
                y: root.flat ? 17 : 22
                width: root.small ? 10 : 12
                height: width
                radius: width / 2
                color: seat.words.seated === true ? Theme.sec : "transparent"
                border.width: 1
                border.color: seat.words.seated === true ? Theme.sec : Theme.ghost
            }
            // Gold in the room is the meter's alone: gold dots read as yellow.
            Rectangle {
                visible: seat.words.jp1 === true
                x: root.small ? 1.5 : 2
                y: root.flat ? 34 : 44
                width: root.small ? 7 : 8
                height: width
                radius: 0
                rotation: 45
                color: Theme.sec
            }
        }
    }
    Txt {
        x: root.edge + root.at.pace
        y: root.middle - (paceNote.visible ? 22 : root.small ? 12 : 14)
        text: root.told.pace || ""
        size: root.small ? 18 : 24
        weight: 600
        font.family: Theme.displayFace
    }
    Txt {
        id: paceNote
        x: root.edge + root.at.pace
        y: root.middle + 9
        visible: text !== ""
        text: root.small ? "" : root.told.pace_note || ""
        size: 12
        color: Theme.sec
    }
    PitDrawing {
        visible: root.house
        x: root.edge + root.at.bars
        y: (root.height - height) / 2
        panel: root.told.pace_plot || ({})
        // A touch on a bar opens its rounds, elsewhere on the row its table; on the small stage a bar is narrower
        // than any finger.
        PitHits {
            anchors.fill: parent
            hits: root.small ? [] : JSON.parse(parent.panel.hits || "[]")
            says: root.told.pace_note || ""
        }
    }
    // The bank's result, with how far it is from what was to be expected.
    Column {
        x: root.edge + root.at.bankEnd - width
        anchors.verticalCenter: parent.verticalCenter
        width: root.small ? 110 : 120
        spacing: root.flat ? 0 : 1
        Txt {
            anchors.right: parent.right
            text: root.told.bank || ""
            size: root.small ? 15 : 18
            weight: 600
        }
        Txt {
            anchors.right: parent.right
            visible: text !== ""
            text: root.house ? root.told.sigmas || "" : root.told.bank_note || ""
            size: root.house && !root.small ? 13 : 12
            weight: root.told.far === true ? 700 : 500
            color: root.told.far === true ? Theme.text : Theme.sec
        }
        Txt {
            anchors.right: parent.right
            visible: root.tall && text !== ""
            text: root.told.expected || ""
            size: root.small ? 12 : 13
            color: Theme.sec
        }
    }
    PitDrawing {
        visible: root.house
        x: root.edge + root.at.result
        y: (root.height - height) / 2
        panel: root.told.result_plot || ({})
    }
    PitSpark {
        visible: !root.house
        x: root.edge + root.at.result
        y: root.middle - height / 2
        width: root.at.stakes - root.at.result - (root.small ? 6 : 14)
        height: Math.min(62, root.height - 12)
        values: root.told.bars || []
    }
    Repeater {
        model: (root.told.stakes || []).length
        Item {
            id: stake
            required property int index
            readonly property var words: root.told.stakes[index] || ({})
            x: root.edge + root.at.stakes
            y: root.middle - (root.small ? 20 : 22) + (root.small ? 21 : 24) * index
            width: root.at.stakesW
            Txt {
                visible: !root.small
                y: 2
                text: stake.words.label || ""
                size: 12
                color: Theme.sec
            }
            Txt {
                anchors.right: parent.right
                text: stake.words.value || ""
                size: root.small ? 13 : 15
                weight: 600
            }
        }
    }
    Column {
        x: root.edge + root.at.dealer
        anchors.verticalCenter: parent.verticalCenter
        width: root.at.dealerW
        spacing: root.flat ? 0 : 2
        Repeater {
            model: (root.told.dealer || []).length
            Txt {
                required property int index
                readonly property var words: root.told.dealer[index] || ({})
                width: parent.width
                // A long name takes two lines where the column is narrow and the row high.
                wrapMode: root.small && root.tall ? Text.WordWrap : Text.NoWrap
                maximumLineCount: root.small && root.tall ? 2 : 1
                text: words.text || ""
                size: root.small ? 12 : 13
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                elide: Text.ElideRight
                weight: words.strong === true ? 650 : 500
                color: words.strong === true ? Theme.text : Theme.sec
            }
        }
    }
    Repeater {
        model: root.small ? 0 : (root.told.machines || []).length
        DeviceMark {
            required property int index
            readonly property var words: root.told.machines[index] || ({})
            x: root.edge + root.at.machines + index * 21
            y: root.middle - (sick.visible ? 18 : 8)
            health: words.health || "absent"
            filled: true
            says: words.says || ""
        }
    }
    Txt {
        id: sick
        visible: text !== "" && !root.small
        x: root.edge + root.at.machines
        y: root.middle + 6
        width: root.width - x - root.edge
        wrapMode: Text.WordWrap
        text: root.told.sick || ""
        size: 12
        color: Theme.sec
    }
}
