import QtQuick
import ".."

// `P1` filled red, `P2` filled yellow, all else framed: the word says what the colour says.
Rectangle {
    id: root
    property string word: ""
    property int priority: 0
    visible: word !== ""
    width: label.implicitWidth + 14
    height: 20
    radius: 3
    color: priority === 1 ? Theme.p1 : priority === 2 ? Theme.warn : "transparent"
    border.width: priority === 1 || priority === 2 ? 0 : 1
    border.color: Theme.outline
    Txt {
        id: label
        anchors.centerIn: parent
        text: root.word
        size: 13
        weight: 700
        color: root.priority === 1 ? "#FFFFFF" : root.priority === 2 ? Theme.primText : Theme.text
    }
}
