import QtQuick
import ".."

// One place of the felt, from its number down to what it is paid. `seat` is one Seat of the view;
// every part has its own height, filled or empty, so that nothing moves under the hand.
Item {
    id: root
    property var seat: ({})
    readonly property bool vacant: seat.vacant === true
    readonly property bool quiet: seat.quiet === true
    readonly property bool focused: seat.focused === true
    readonly property bool expected: seat.expected === true
    readonly property bool opened: seat.opened === true
    // A seat that claims by a hand under verification has a ring of gold.
    readonly property bool proves: seat.proves === true
    // The seat whose turn it is to speak has its number inverted and a white ring.
    readonly property bool speaks: seat.speaks === true
    readonly property real inset: Theme.pick(12, 8)
    readonly property real keyInset: Theme.pick(8, 6)
    readonly property real keyY: Theme.pick(296, 156)
    readonly property real keyGap: Theme.keyGap
    readonly property real keyHeight: Math.floor((height - keyY - keyInset - keyGap) / 2)
    // On the small glass the keys of a seat's stakes take the place of its circles, whose amounts the pad has:
    // they are so far from one another and from the bottom bar that a finger tells them apart.
    readonly property bool staking: Theme.small && !vacant && (seat.keys || []).length > 2
        && (seat.cards || []).length === 0
    // Three keys are 12 mm high first; what is left of 3 mm is between them.
    readonly property real threeY: staking ? 56 : Theme.pick(192, 110)
    readonly property real threeRoom: height - threeY - (staking ? 12 : keyInset)
    readonly property real threeGap: staking ? keyGap + 4
        : Math.min(keyGap, Math.floor((threeRoom - 3 * Theme.touchMin) / 2))
    readonly property real threeHeight: Math.floor((threeRoom - 2 * threeGap) / 3)

    width: Theme.columnWidth
    height: Theme.seatHeight
    opacity: seat.recedes === true ? Theme.receded : 1
    Accessible.role: Accessible.Grouping
    Accessible.name: seat.says || ""

    TouchKey {
        id: header
        width: parent.width
        height: root.vacant ? parent.height : Math.max(Theme.pick(76, 0), Theme.touchMin)
        // Among the keys of its stakes the way back is one of them.
        tap: root.staking ? null : root.seat.header_tap
        says: root.seat.header_says || ""
    }
    Rectangle {
        id: ground
        anchors.fill: parent
        radius: Theme.radius
        color: root.vacant ? (header.held ? Theme.surface : "transparent")
            : root.focused || root.proves ? Theme.focusSurface : Theme.surface
        border.width: root.vacant ? 1.5 : root.proves ? 4 : root.expected || root.speaks ? 3 : Theme.panelStroke
        border.color: root.vacant && !header.live ? Theme.hair : root.vacant ? Theme.slot : root.proves ? Theme.gold
            : root.speaks ? Theme.text : root.expected ? Theme.outline : Theme.panelLine
        z: -1
    }
    Rectangle {
        visible: root.speaks
        x: Theme.pick(10, 6)
        y: Theme.pick(12, 8)
        width: Theme.pick(46, 34)
        height: Theme.pick(54, 38)
        radius: 6
        color: Theme.prim
    }
    Txt {
        x: Theme.pick(16, 10)
        y: Theme.pick(6, 4)
        text: root.seat.number || ""
        size: Theme.pick(52, 36)
        weight: 650
        font.family: Theme.displayFace
        color: root.vacant ? Theme.ghost : root.speaks ? Theme.primText : root.quiet ? Theme.sec : Theme.text
    }
    Txt {
        visible: root.vacant
        anchors.horizontalCenter: parent.horizontalCenter
        y: parent.height / 2 - height / 2
        width: parent.width - 2 * root.inset
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.WordWrap
        text: root.seat.vacant_word || ""
        size: Theme.px(20)
        color: Theme.dim
        lineHeight: 1.15
    }
    Item {
        id: lamp
        readonly property string shown: root.seat.lamp || ""
        visible: shown !== ""
        anchors.right: parent.right
        anchors.rightMargin: Theme.pick(10, 6)
        y: Theme.pick(14, 9)
        width: Theme.pick(48, 34)
        height: width
        Rectangle {
            // Where no sensor lights the lamp, it is a key.
            visible: root.seat.lamp_tap === true
            anchors.fill: parent
            anchors.margins: Theme.pick(-5, -3)
            radius: 8
            color: header.held ? Theme.lift : "transparent"
            border.width: 2
            border.color: Theme.outline
        }
        JackpotLamp {
            anchors.centerIn: parent
            size: Theme.pick(46, 34)
            lamp: lamp.shown
        }
        Txt {
            anchors.right: parent.left
            anchors.rightMargin: Theme.pick(6, 4)
            anchors.verticalCenter: parent.verticalCenter
            text: root.seat.lamp_word || ""
            size: Theme.px(18)
            weight: 600
            color: lamp.shown === "none" ? Theme.dim
                : lamp.shown === "chip" || lamp.shown === "in" ? Theme.gold : Theme.text
        }
    }
    Rectangle {
        visible: word.text !== ""
        anchors.right: parent.right
        anchors.rightMargin: Theme.pick(12, 6)
        y: Theme.pick(20, 11)
        width: word.width + Theme.pick(20, 12)
        height: Theme.pick(40, 30)
        radius: height / 2
        color: header.held ? Theme.lift : "transparent"
        border.width: 1.5
        border.color: Theme.edge
        Txt {
            id: word
            anchors.centerIn: parent
            text: root.seat.header_word || ""
            size: Theme.px(18)
            color: Theme.sec
        }
    }
    SeatStakes {
        visible: !root.vacant && !root.staking
        x: root.inset
        y: Theme.pick(82, 50)
        width: parent.width - 2 * root.inset
        stakes: root.seat.stakes || []
        quiet: root.quiet
        bare: !!root.seat.rectify
    }
    TouchKey {
        // A settled seat is put right below its circles, whose names it takes: the JP1 lamp stays.
        id: rectify
        readonly property var key: root.seat.rectify || null
        visible: key !== null
        x: root.inset
        y: Theme.pick(139, 86)
        width: parent.width - 2 * x
        height: Theme.pick(37, 23)
        reachX: root.inset
        reachY: (15 * Theme.pxPerMm - height) / 2
        radius: height / 2
        tap: key ? key.tap : null
        says: key ? key.says : ""
        Rectangle {
            anchors.fill: parent
            radius: rectify.radius
            color: rectify.held ? Theme.lift : "transparent"
            border.width: 1.5
            border.color: Theme.edge
        }
        Txt {
            anchors.centerIn: parent
            text: rectify.key ? rectify.key.label : ""
            size: Theme.px(18)
            color: Theme.sec
        }
    }
    Column {
        visible: !!root.seat.note
        x: root.inset
        y: Theme.pick(188, 124)
        width: parent.width - 2 * root.inset
        spacing: Theme.pick(6, 2)
        Txt {
            width: parent.width
            // A key stands close below on the small screen: two small lines of a longer language still fit.
            readonly property bool close: Theme.small && (root.seat.keys || []).length > 0
            height: close ? root.keyY - 128 : undefined
            fontSizeMode: close ? Text.Fit : Text.FixedSize
            minimumPixelSize: 12
            wrapMode: Text.WordWrap
            text: (Theme.small && root.seat.note_short) || root.seat.note || ""
            size: Theme.px(22)
            weight: 600
            lineHeight: 1.12
        }
        Txt {
            // On the small screen a key stands where the second line would.
            visible: text !== "" && !(Theme.small && (root.seat.staked || (root.seat.keys || []).length))
            width: parent.width
            wrapMode: Text.WordWrap
            text: (Theme.small && root.seat.note_sub_short) || root.seat.note_sub || ""
            size: Theme.px(20)
            color: Theme.sec
            lineHeight: 1.08
        }
    }
    Rectangle {
        // What is confirmed has sunk, with its tick.
        visible: !!root.seat.staked
        x: root.keyInset
        y: root.keyY
        width: parent.width - 2 * x
        height: root.keyHeight
        radius: Theme.radius
        color: Theme.recess
        Row {
            anchors.centerIn: parent
            spacing: Theme.pick(10, 6)
            Tick {
                anchors.verticalCenter: parent.verticalCenter
                size: Theme.pick(24, 18)
                tint: Theme.text
            }
            Txt {
                text: root.seat.staked || ""
                size: Theme.pick(30, text.length > 7 ? 20 : 22)
                weight: 650
                font.family: Theme.displayFace
            }
        }
    }
    SeatCards {
        visible: (root.seat.cards || []).length > 0
        x: root.inset
        y: Theme.pick(182, 110)
        width: parent.width - 2 * root.inset
        seat: root.seat
        opened: root.opened
    }
    Repeater {
        model: (root.seat.keys || []).length
        ActionKey {
            required property int index
            readonly property int count: (root.seat.keys || []).length
            x: root.keyInset
            width: root.width - 2 * x
            // Two keys stand in the decision's place; three begin higher, where no card lies yet.
            y: count > 2 ? root.threeY + index * (height + root.threeGap)
                : root.keyY + index * (height + root.keyGap)
            height: count > 2 ? root.threeHeight : root.keyHeight
            key: (root.seat.keys || [])[index] || null
            raised: true
            // An amount of five figures leaves no room beside it.
            arrange: Theme.small || count > 2 || sub === "" || sub.length > 5 || (key && key.stack) ? "stack" : "row"
            size: count > 2 ? Theme.pick(26, 20) : sub !== "" ? Theme.pick(40, 32) : Theme.pick(30, 22)
            weight: 650
        }
    }
    SeatDecision {
        visible: !!root.seat.decision
        x: root.keyInset
        y: root.keyY
        width: parent.width - 2 * x
        height: Theme.pick(196, 188)
        decision: root.seat.decision || null
    }
    Row {
        // What was bet after the deal, while it is given back: a chip and its words.
        visible: !!root.seat.play
        x: root.inset
        y: Theme.pick(312, 172)
        spacing: Theme.pick(14, 8)
        opacity: root.quiet ? 0.55 : 1
        Chip {
            diameter: Theme.pick(60, 40)
            amount: root.seat.play ? root.seat.play.amount : ""
            size: Theme.small && amount.length > 3 ? (amount.length > 5 ? 12 : 13) : 0
        }
        Column {
            anchors.verticalCenter: parent.verticalCenter
            Txt {
                visible: text !== ""
                text: root.seat.play ? root.seat.play.caption : ""
                size: Theme.pick(18, 17)
                color: Theme.sec
            }
            Txt {
                text: root.seat.play ? root.seat.play.word : ""
                size: Theme.pick(24, 19)
                weight: 650
            }
        }
    }
    SeatJackpot {
        visible: !!root.seat.jp1
        x: root.keyInset
        y: root.keyY
        width: parent.width - 2 * x
        height: Theme.pick(196, 188)
        stake: root.seat.jp1 || null
    }
    ActionKey {
        visible: !!root.seat.service
        x: root.keyInset
        y: root.keyY + root.keyHeight + root.keyGap
        width: parent.width - 2 * x
        height: root.keyHeight
        key: root.seat.service || null
        size: Theme.px(24)
    }
    Outcome {
        visible: !!root.seat.outcome
        x: root.inset
        y: Theme.pick(424, 280)
        width: parent.width - 2 * root.inset
        height: 64
        outcome: root.seat.outcome || null
        quiet: root.quiet
    }
}
