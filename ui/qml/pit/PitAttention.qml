import QtQuick
import ".."

// What needs a person at whatever table, the most urgent first: calls, alarms, payments.
// `told` is {title, counts, calm, cards, refused}; `awaited` the authorisations; `acts` those
// that were given, at the foot. `foot` is the one line that stands there on a small stage for what is low too.
Item {
    id: root
    property var told: ({})
    property var awaited: ({})
    property var acts: ({})
    property var foot: null
    readonly property int footPx: foot ? 48 : 0
    readonly property var signed: acts.rows || []
    readonly property var slots: awaited.cards || []
    readonly property var cards: told.cards || []
    readonly property bool reading: cards.some(card => card.opened)

    // How high a list is that does not find room: a card that would be cut off is left out, and counted below;
    // but for one that is read, which may be longer than its list.
    function whole(cards, room) {
        let end = 0;
        for (let at = 0; at < cards.count; at++) {
            const card = cards.itemAt(at);
            if (card !== null && card.y + card.height <= room)
                end = Math.max(end, card.y + card.height);
        }
        return end > 0 && !reading ? end + 1 : room;
    }

    Txt {
        y: Extent.pick(2, 4)
        text: root.told.title || ""
        size: Extent.pick(16, 15)
        weight: 650
    }
    Row {
        anchors.right: parent.right
        spacing: Extent.pick(6, 4)
        Repeater {
            model: (root.told.counts || []).length
            Rectangle {
                id: chip
                required property int index
                readonly property var words: (root.told.counts || [])[index] || ({})
                readonly property bool any: (words.count || 0) > 0
                width: figure.implicitWidth + Extent.pick(20, 12)
                height: 26
                radius: 4
                color: !any || index === 2 ? "transparent" : index === 0 ? Theme.p1 : Theme.warn
                border.width: !any || index === 2 ? 1 : 0
                border.color: any ? Theme.text : Theme.panelHair
                Txt {
                    id: figure
                    anchors.centerIn: parent
                    text: (chip.words.name || "") + Extent.pick("  ", " ") + (chip.words.count || 0)
                    size: Extent.pick(14, 12)
                    weight: 700
                    color: !chip.any ? Theme.dim : chip.index === 1 ? Theme.primText : Theme.text
                }
            }
        }
    }
    // What a table refused stands above the list, however far that is scrolled: somebody waits for it.
    Rectangle {
        id: refused
        objectName: "refused"
        y: 40
        visible: !!root.told.refused
        width: parent.width
        height: visible ? why.y + why.height + 12 : 0
        radius: 8
        color: Theme.surface
        border.width: 2
        border.color: Theme.text
        Accessible.role: Accessible.AlertMessage
        Accessible.name: root.told.refused ? root.told.refused.title + " " + root.told.refused.text : ""
        Txt {
            id: whose
            x: 16
            y: 8
            width: parent.width - 44 - article.implicitWidth
            wrapMode: Text.WordWrap
            text: root.told.refused ? root.told.refused.title : ""
            size: 14
            weight: 650
        }
        Txt {
            id: article
            anchors.right: parent.right
            anchors.rightMargin: 16
            y: 8
            text: root.told.refused ? root.told.refused.article : ""
            size: 13
            color: Theme.sec
        }
        Txt {
            id: why
            x: 16
            y: whose.y + whose.height + 5
            width: parent.width - 32
            wrapMode: Text.WordWrap
            text: root.told.refused ? root.told.refused.text : ""
            size: 15
        }
    }
    Flickable {
        id: alarms
        readonly property real room: waiting.y - y - (waiting.height > 0 ? 14 : 0)
        y: 40 + (refused.visible ? refused.height + 10 : 0)
        width: parent.width
        height: list.height > room ? root.whole(notices, room - 24) : room
        contentHeight: list.height
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        // A shape is painted whole even where a list cuts it, but for one that is a part of a picture; such
        // a picture is black where a pixel of the glass is smaller than one of the screen.
        Item {
            id: paintedAlarms
            width: parent.width
            height: list.height
            layer.enabled: height > alarms.height && Screen.devicePixelRatio === 1
            layer.textureSize: Extent.pixels(paintedAlarms)
            Rectangle {
                visible: parent.layer.enabled
                anchors.fill: parent
                color: Theme.recess
            }
            Column {
                id: list
                width: parent.width
                spacing: 10
                Rectangle {
                    visible: !!root.told.calm
                    width: parent.width
                    height: 84
                    radius: 8
                    color: "transparent"
                    border.width: 1
                    border.color: Theme.panelHair
                    Tick {
                        x: 18
                        y: 20
                        size: 20
                        tint: Theme.go
                    }
                    Txt {
                        x: 54
                        y: 14
                        width: parent.width - 66
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: root.told.calm ? root.told.calm.title : ""
                        size: 18
                        weight: 650
                    }
                    Txt {
                        x: 54
                        y: 46
                        width: parent.width - 66
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: root.told.calm ? root.told.calm.text : ""
                        size: 14
                        color: Theme.sec
                    }
                }
                Repeater {
                    id: notices
                    model: root.cards.length
                    PitNotice {
                        required property int index
                        width: root.width
                        notice: root.cards[index] || null
                    }
                }
                Txt {
                    visible: text !== ""
                    text: root.told.more || ""
                    size: 15
                    weight: 600
                    color: Theme.sec
                }
            }
        }
    }
    Below {
        list: alarms
        cards: notices
        anchors.top: alarms.bottom
    }
    // What waits for a card is never below the edge: of a long list the alarms give way, and are scrolled.
    Flickable {
        id: waiting
        readonly property real edge: parent.height - root.footPx - (root.signed.length > 0 ? given.height + 24 : 0)
        readonly property real wanted: asked.height + 12
        // Alarms of the first priority come first: they leave it one card, and are whole before it has more.
        readonly property int critical: root.cards.filter(card => card.kind === "p1").length
        readonly property real spare: edge - alarms.y - critical * 204 - 38
        readonly property real least: awaiting.count > 0 && awaiting.itemAt(0) ? awaiting.itemAt(0).height + 56 : 0
        readonly property real share: edge * (root.reading ? 0.25 : 0.5)
        readonly property real room: critical > 0 ? Math.min(share, Math.max(least, spare)) : share
        y: edge - height - (wanted > room ? 24 : 0)
        width: parent.width
        height: asked.height === 0 ? 0 : wanted > room ? root.whole(awaiting, room - 24) : wanted
        contentHeight: asked.height
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        Item {
            id: paintedWaiting
            width: parent.width
            height: asked.height
            layer.enabled: height > waiting.height && Screen.devicePixelRatio === 1
            layer.textureSize: Extent.pixels(paintedWaiting)
            Rectangle {
                visible: parent.layer.enabled
                anchors.fill: parent
                color: Theme.recess
            }
            Column {
                id: asked
                width: parent.width
                spacing: 10
                Item {
                    visible: root.slots.length > 0
                    width: parent.width
                    height: visible ? 22 : 0
                    Txt {
                        text: root.awaited.title || ""
                        size: 15
                        weight: 650
                    }
                    Txt {
                        anchors.right: parent.right
                        y: 2
                        text: root.awaited.note || ""
                        size: 13
                        color: Theme.sec
                    }
                }
                Repeater {
                    id: awaiting
                    model: root.slots.length
                    PitAwaited {
                        required property int index
                        width: root.width
                        told: root.slots[index] || ({})
                    }
                }
            }
        }
    }
    Below {
        list: waiting
        cards: awaiting
        anchors.top: waiting.bottom
    }
    // Nothing of the list above shows through.
    Rectangle {
        visible: root.signed.length > 0
        y: given.y - 12
        width: parent.width
        height: given.height + 24
        color: Theme.recess
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.panelHair
        }
    }
    Column {
        id: given
        visible: root.signed.length > 0
        anchors.bottom: parent.bottom
        anchors.bottomMargin: 12 + root.footPx
        width: parent.width
        Item {
            width: parent.width
            height: 30
            Txt {
                width: parent.width - day.implicitWidth - 10
                text: root.acts.title || ""
                size: 15
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                weight: 650
            }
            Txt {
                id: day
                anchors.right: parent.right
                y: 2
                text: root.acts.note || ""
                size: 13
                color: Theme.sec
            }
        }
        Repeater {
            model: root.signed.length
            Item {
                id: act
                required property int index
                readonly property var words: root.signed[index] || ({})
                width: given.width
                height: Math.max(what.height, who.height) + 10
                Rectangle {
                    anchors.bottom: parent.bottom
                    width: parent.width
                    height: 1
                    color: Theme.hair
                }
                Txt {
                    y: 5
                    text: act.words.time || ""
                    size: 13
                    color: Theme.sec
                }
                Txt {
                    id: what
                    x: 66
                    y: 5
                    width: given.width - x - who.width - 12
                    wrapMode: Text.WordWrap
                    text: act.words.act || ""
                    size: 13
                    weight: 600
                }
                Txt {
                    id: who
                    anchors.right: parent.right
                    y: 5
                    width: Math.min(implicitWidth, 120)
                    wrapMode: Text.WordWrap
                    horizontalAlignment: Text.AlignRight
                    text: act.words.person || ""
                    size: 13
                    color: Theme.sec
                }
            }
        }
    }

    TouchKey {
        id: line
        visible: root.foot !== null
        anchors.bottom: parent.bottom
        width: parent.width
        height: root.footPx
        radius: 4
        tap: root.foot ? root.foot.tap : null
        says: root.foot ? root.foot.says : ""
        Rectangle {
            anchors.fill: parent
            color: line.held ? Theme.raised : Theme.recess
        }
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.panelHair
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width - opens.implicitWidth - 10
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            text: root.foot ? root.foot.text : ""
            size: 13
            color: Theme.sec
        }
        Txt {
            id: opens
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            text: root.foot ? root.foot.key : ""
            size: 13
            weight: 650
        }
    }
    // How many cards of a list lie below its edge, wholly or in part.
    component Below: Txt {
        property Flickable list
        property Repeater cards
        readonly property int hidden: {
            const edge = list.contentY + list.height + 4;
            let found = 0;
            for (let at = 0; at < cards.count; at++) {
                const card = cards.itemAt(at);
                found += card !== null && card.y + card.height > edge ? 1 : 0;
            }
            return found;
        }
        anchors.right: parent.right
        visible: list.contentHeight > list.height + 1 && hidden > 0
        height: 24
        verticalAlignment: Text.AlignVCenter
        text: "↓ " + hidden
        size: 14
        weight: 650
        color: Theme.sec
    }
}
