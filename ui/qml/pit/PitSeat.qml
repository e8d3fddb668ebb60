import QtQuick
import ".."

// One place of the felt as the pit sees it: stakes, JP1, cards as they lie, what the player did.
Rectangle {
    id: root
    property var seat: ({})
    readonly property bool vacant: seat.vacant !== false
    readonly property int lines: (seat.rows || []).length
    readonly property string kind: seat.kind || ""
    readonly property bool shaped: ["waited", "win", "lose", "done"].indexOf(kind) >= 0
    readonly property bool over: kind === "done" || kind === "fold"

    readonly property bool small: Extent.small
    readonly property int pad: small ? 7 : 12
    width: small ? 106 : Extent.wide ? 190 : 166
    height: 306
    radius: 8
    color: vacant ? "transparent" : seat.turn === true ? Theme.focusSurface : Theme.surface
    border.width: seat.turn === true ? 3 : seat.waited === true ? 2 : 1
    border.color: seat.turn === true ? Theme.pay : seat.waited === true ? Theme.sec
        : vacant ? Theme.hair : Theme.surface
    Accessible.role: Accessible.StaticText
    Accessible.name: [seat.number, seat.lamp_word, seat.vacant_word, seat.hand, seat.word, seat.sub]
        .filter(word => word).join(", ")

    Txt {
        x: root.pad
        y: root.small ? 6 : 8
        text: root.seat.number || ""
        size: root.small ? 22 : 28
        weight: 650
        font.family: Theme.displayFace
        color: root.vacant ? Theme.dim : Theme.text
    }
    Txt {
        visible: text !== "" && !lampWord.visible
        x: root.small ? 28 : 44
        y: root.small ? 13 : 15
        text: root.seat.vacant_word || ""
        size: root.small ? 12 : 16
        color: Theme.dim
    }
    JackpotSign {
        visible: lampWord.visible && (root.seat.lamp || "none") !== "none"
        anchors.right: lampWord.left
        anchors.rightMargin: 4
        anchors.verticalCenter: lampWord.verticalCenter
        size: root.small ? 18 : 24
        full: root.seat.lamp === "in"
        inside: root.seat.lamp === "chip" ? "point" : root.seat.lamp === "back" ? "bar" : ""
        tint: root.seat.lamp === "back" ? Theme.text : Theme.gold
    }
    Txt {
        id: lampWord
        visible: text !== ""
        anchors.right: parent.right
        anchors.rightMargin: root.pad
        // Two words stand one under the other where a seat is narrow, so that the sign has its place.
        y: root.small ? (lineCount > 1 ? 27 : 35) : 15
        width: Math.min(implicitWidth, root.small ? 70 : 92)
        wrapMode: root.small ? Text.WordWrap : Text.NoWrap
        horizontalAlignment: Text.AlignRight
        // Words that were made smaller to stand in one line would keep the height of two.
        fontSizeMode: root.small ? Text.FixedSize : Text.HorizontalFit
        minimumPixelSize: 12
        text: root.seat.lamp_word || ""
        size: root.small ? 13 : 15
        weight: root.seat.lamp === "in" ? 600 : 500
        color: root.seat.lamp === "in" ? Theme.gold : root.seat.lamp === "none" ? Theme.dim : Theme.text
    }

    Repeater {
        model: root.vacant ? 0 : 2
        CardFace {
            required property int index
            x: root.pad + index * (root.small ? 46 : 54)
            y: root.small ? 57 : 54
            width: root.small ? 42 : 50
            card: (root.seat.cards || [])[index] || ""
            dimmed: root.kind === "fold" || (root.seat.dim || [])[index] === true
        }
    }
    Txt {
        visible: !root.vacant && text !== ""
        anchors.right: parent.right
        anchors.rightMargin: root.pad
        y: root.small ? 11 : 80
        text: root.seat.read || ""
        size: root.small ? 13 : 16
        color: Theme.sec
    }
    Txt {
        visible: !root.vacant && text !== ""
        x: root.pad
        y: root.small ? 119 : 138
        width: parent.width - 2 * root.pad
        height: root.small ? 36 : 24
        wrapMode: root.small ? Text.WordWrap : Text.NoWrap
        verticalAlignment: root.small ? Text.AlignVCenter : Text.AlignTop
        text: root.seat.hand || ""
        size: root.small ? 13 : 16
        fontSizeMode: root.small ? Text.Fit : Text.HorizontalFit
        minimumPixelSize: 12
        weight: 600
    }
    Repeater {
        model: root.vacant ? 0 : root.lines
        Item {
            id: line
            required property int index
            readonly property var words: (root.seat.rows || [])[index] || ({})
            x: root.pad
            y: (root.lines > 3 ? 157 : 160) + index * height
            width: root.width - 2 * root.pad
            height: root.lines > 3 ? 78 / root.lines : 24
            Txt {
                width: parent.width - value.implicitWidth - 6
                height: line.height
                verticalAlignment: root.lines > 3 ? Text.AlignVCenter : Text.AlignTop
                text: root.small ? (line.words.label || "").replace(", Blind", "/Bl.").replace(", S. Ante", "/SA") : line.words.label || ""
                size: root.small ? 12 : root.lines > 3 ? 15 : 16
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                color: Theme.sec
            }
            Txt {
                id: value
                anchors.right: parent.right
                height: line.height
                verticalAlignment: root.lines > 3 ? Text.AlignVCenter : Text.AlignTop
                text: line.words.value || ""
                size: root.small ? 13 : root.lines > 3 ? 15 : 17
                weight: 600
            }
        }
    }
    Rectangle {
        visible: !root.vacant
        x: root.pad
        y: 236
        width: parent.width - 2 * root.pad
        height: 1
        color: Theme.panelHair
    }
    Txt {
        visible: !root.vacant && text !== ""
        x: root.pad
        y: root.seat.sub ? 240 : 256
        width: parent.width - (root.shaped ? (root.small ? 34 : 50) : 2 * root.pad)
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: root.small ? 12 : 14
        text: root.seat.word || ""
        size: root.small ? 14 : root.seat.sub ? 17 : 20
        weight: root.kind === "fold" ? 500 : 650
        color: root.kind === "win" ? Theme.pay : root.over ? Theme.sec : Theme.text
    }
    Txt {
        visible: !root.vacant && text !== ""
        x: root.pad
        y: 262
        width: parent.width - root.pad - (root.small ? 3 : root.pad)
        height: 36
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.WordWrap
        text: (root.seat.sub || "").replace(" · ", "\n") // what is paid, and under it what is taken
        size: root.small ? 14 : 17
        fontSizeMode: Text.Fit
        minimumPixelSize: 12
        weight: 600
        color: root.kind === "win" ? Theme.pay : root.over ? Theme.sec : Theme.text
    }
    // The shape that doubles the word: a ring waits, triangles are money out and in, a tick is done.
    Item {
        visible: !root.vacant
        anchors.right: parent.right
        anchors.rightMargin: root.small ? 5 : 12
        y: root.seat.sub ? 242 : 258
        width: 20
        height: 20
        scale: root.small ? 0.8 : 1
        Rectangle {
            visible: root.kind === "waited"
            anchors.fill: parent
            radius: 10
            color: "transparent"
            border.width: 2
            border.color: Theme.text
        }
        Triangle {
            visible: root.kind === "win" || root.kind === "lose"
            size: 20
            filled: root.kind === "win"
            down: root.kind === "lose"
            tint: root.kind === "win" ? Theme.pay : Theme.text
        }
        Tick {
            visible: root.kind === "done"
            size: 20
            tint: Theme.sec
        }
    }
}
