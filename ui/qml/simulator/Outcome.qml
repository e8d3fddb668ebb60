import QtQuick
import ".."

// The placed cards of one place and of the board, and in words what will come of them:
// {own, board: [card], title, text, others}.
Rectangle {
    id: root
    property var words: ({})
    readonly property var own: words.own || []
    readonly property var board: words.board || []
    radius: 8
    color: Theme.surface

    Repeater {
        model: 2
        CardFace {
            required property int index
            visible: index < root.own.length
            x: 12 + index * 40
            y: 10
            width: 34
            card: root.own[index] || ""
        }
    }
    Repeater {
        model: 5
        CardFace {
            required property int index
            x: 112 + index * 40
            y: 10
            width: 34
            card: root.board[index] || ""
        }
    }
    Txt {
        id: title
        x: 12
        y: 64
        width: root.width - 24
        text: root.words.title || ""
        size: 16
        weight: 650
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
    }
    Txt {
        x: 12
        y: 86
        width: root.width - 24
        text: [root.words.text || "", root.words.others || ""].filter(one => one !== "").join(" · ")
        size: 14
        color: Theme.sec
        wrapMode: Text.WordWrap
        maximumLineCount: 2
        elide: Text.ElideRight
    }
}
