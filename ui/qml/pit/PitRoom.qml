import QtQuick
import ".."

// The whole room: sums, then one row a table, worst first; above twelve tables the rows of those that need
// somebody, and a board of all. `view` is the map of ui/screen/pit/rows.py.
Item {
    id: root
    property var view: ({})
    readonly property var sums: view.figures || []
    readonly property var heads: view.columns || []
    readonly property var rows: view.rows || []
    readonly property int rowPx: view.row_px || 104
    readonly property var board: view.board || null
    readonly property var places: [0, 412, 560, 844, 1138, 1240, 1378]

    Row {
        y: 20
        Repeater {
            model: root.sums.length
            Item {
                id: sum
                required property int index
                readonly property var words: root.sums[index] || ({})
                width: words.gold === true ? 316 : 226
                height: 92
                Rectangle {
                    visible: sum.index > 0
                    x: -18
                    y: 2
                    width: 1
                    height: 76
                    color: Theme.hair
                }
                Txt {
                    text: sum.words.label || ""
                    size: 13
                    color: Theme.sec
                }
                Txt {
                    y: 18
                    text: sum.words.value || ""
                    size: 32
                    weight: 600
                    color: sum.words.gold === true ? Theme.gold : Theme.text
                }
                Txt {
                    y: 62
                    text: sum.words.note || ""
                    size: 13
                    color: Theme.sec
                }
            }
        }
    }
    Repeater {
        model: root.heads.length
        Item {
            id: head
            required property int index
            x: root.places[index]
            y: 120
            Txt {
                text: root.heads[head.index].title
                size: 14
                weight: 650
            }
            Txt {
                y: 19
                text: root.heads[head.index].note || (head.index === 6 ? root.view.letters : "")
                size: 13
                color: Theme.sec
            }
        }
    }
    Rectangle {
        y: 166
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
    ListView {
        id: list
        x: -24
        y: 167
        width: parent.width + 48
        height: root.board ? root.rows.length * root.rowPx : parent.height - y - 30
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        reuseItems: true
        cacheBuffer: 0
        model: root.rows.length
        HoverHandler {
            onHoveredChanged: Touch.tapped({ act: "hover", over: hovered })
        }
        delegate: PitRow {
            required property int index
            width: root.width + 48
            height: root.rowPx
            told: root.rows[index] || ({})
            places: root.places
        }
    }
    PitTables {
        visible: root.board !== null
        y: list.y + list.height + 6
        width: parent.width
        height: parent.height - y - 26
        told: root.board || ({})
        more: root.view.more || ""
    }
    Txt {
        anchors.bottom: parent.bottom
        anchors.bottomMargin: 6
        text: root.view.foot || ""
        size: 13
        color: Theme.sec
    }
}
