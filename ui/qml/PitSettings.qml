import QtQuick

// What one table is set to, to be read; a touch says why it is not changed here. `view` is the map of
// ui/screen/pit_settings.py.
Item {
    id: root
    property var view: ({})
    readonly property var groups: view.groups || []
    readonly property var maximum: view.maximum || ({})
    readonly property var answer: view.answer || null

    Txt {
        id: title
        y: 10
        text: root.view.title || ""
        size: 30
        weight: 650
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 20
        anchors.baseline: title.baseline
        text: root.view.note || ""
        size: 15
        color: Theme.sec
    }
    PitSection {
        y: 72
        width: parent.width
        title: root.maximum.title || ""
        note: root.maximum.note || ""
    }
    Txt {
        y: 122
        text: root.maximum.value || ""
        size: 26
        weight: 650
        font.family: Theme.displayFace
    }
    Row {
        anchors.right: parent.right
        y: 116
        spacing: 10
        Repeater {
            model: (root.maximum.keys || []).length
            TouchKey {
                id: key
                required property int index
                readonly property var words: root.maximum.keys[index] || ({})
                width: label.implicitWidth + 40
                height: 48
                radius: 6
                tap: words.tap || null
                says: words.says || ""
                Rectangle {
                    anchors.fill: parent
                    radius: 6
                    color: key.held ? Theme.lift : Theme.raised
                    border.width: 1.5
                    border.color: Theme.outline
                }
                Txt {
                    id: label
                    anchors.centerIn: parent
                    text: key.words.label || ""
                    size: 16
                    weight: 650
                }
            }
        }
    }
    Repeater {
        model: root.groups.length
        Item {
            id: group
            required property int index
            readonly property var words: root.groups[index] || ({})
            readonly property var rows: words.rows || []
            visible: rows.length > 0
            x: index % 2 * 632
            y: index < 2 ? 192 : 480
            width: 600
            PitSection {
                width: parent.width
                title: group.words.title || ""
                note: group.words.note || ""
            }
            Repeater {
                model: group.rows.length
                TouchKey {
                    id: row
                    required property int index
                    readonly property var words: group.rows[index] || ({})
                    y: 40 + index * 48
                    width: 600
                    height: 48
                    radius: 4
                    tap: words.tap || null
                    says: [words.label, words.value].join(" ")
                    Rectangle {
                        anchors.fill: parent
                        radius: 4
                        color: row.held || row.words.on === true ? Theme.raised : "transparent"
                    }
                    Rectangle {
                        anchors.bottom: parent.bottom
                        width: parent.width
                        height: 1
                        color: Theme.hair
                    }
                    Txt {
                        x: 8
                        anchors.verticalCenter: parent.verticalCenter
                        text: row.words.label || ""
                        size: 15
                        color: Theme.sec
                    }
                    Txt {
                        anchors.right: parent.right
                        anchors.rightMargin: 8
                        anchors.verticalCenter: parent.verticalCenter
                        text: row.words.value || ""
                        size: 16
                        weight: 600
                        tabular: false
                    }
                }
            }
        }
    }
    Rectangle {
        visible: root.answer !== null
        anchors.bottom: parent.bottom
        anchors.bottomMargin: 20
        width: parent.width
        height: why.height + 60
        radius: 8
        color: Theme.surface
        border.width: 2
        border.color: Theme.text
        Accessible.role: Accessible.AlertMessage
        Accessible.name: root.answer ? root.answer.title + " " + root.answer.text : ""
        Txt {
            x: 20
            y: 12
            text: root.answer ? root.answer.title : ""
            size: 17
            weight: 650
        }
        Txt {
            anchors.right: parent.right
            anchors.rightMargin: 20
            y: 13
            text: root.answer ? root.answer.article : ""
            size: 14
            color: Theme.sec
        }
        Txt {
            id: why
            x: 20
            y: 42
            width: parent.width - 40
            wrapMode: Text.WordWrap
            text: root.answer ? root.answer.text : ""
            size: 16
        }
    }
}
