import QtQuick
import ".."

// Every table in its place, by number, column after column: nothing here ever moves, an alarm colours its place.
// `told` is the board of ui/screen/pit/rows.py; `more` says how many rows above found no room.
Item {
    id: root
    property var told: ({})
    property string more: ""
    readonly property var cells: told.cells || []
    readonly property int columns: told.columns || 1
    readonly property int down: told.down || 1
    readonly property int cellPx: 48
    readonly property bool small: Extent.small
    readonly property real cellWidth: (width + 16) / columns

    Txt {
        id: title
        y: 4
        text: root.told.title || ""
        size: 15
        weight: 650
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 14
        anchors.baseline: title.baseline
        text: root.more || root.told.note || ""
        size: 13
        weight: root.more ? 650 : 500
        color: root.more ? Theme.text : Theme.sec
    }
    Txt {
        anchors.right: parent.right
        anchors.baseline: title.baseline
        text: root.told.key || ""
        size: 13
        color: Theme.sec
    }
    Flickable {
        y: 28
        x: -12
        width: parent.width + 12
        height: parent.height - y
        contentHeight: root.down * root.cellPx
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        Repeater {
            model: root.cells.length
            TouchKey {
                id: cell
                required property int index
                readonly property var words: root.cells[index] || ({})
                readonly property int priority: words.priority || 0
                readonly property bool critical: priority === 1
                readonly property color ink: critical ? "#FFFFFF" : Theme.text
                readonly property color quiet: critical ? "#FFFFFF" : Theme.sec
                // Where the figures begin; on the small stage they are who sits and the pace alone.
                // There an alarm that stops the table has their place too: its title is read at a glance.
                readonly property bool whole: root.small && critical
                readonly property real figures: width - (whole ? 0 : root.small ? 48 : 152)
                x: Math.floor(index / root.down) * root.cellWidth
                y: index % root.down * root.cellPx
                width: root.cellWidth - 16
                height: root.cellPx
                radius: 4
                tap: words.tap || null
                says: words.says || ""
                opacity: words.stale === true && priority !== 1 ? 0.6 : 1
                Rectangle {
                    anchors.fill: parent
                    color: cell.held ? Theme.raised : "transparent"
                }
                Rectangle {
                    visible: cell.index % root.down > 0
                    x: 12
                    width: parent.width - 12
                    height: 1
                    color: Theme.hair
                }
                Rectangle {
                    visible: cell.critical
                    x: 4
                    y: 3
                    width: cell.figures - 4
                    height: parent.height - 5
                    radius: 4
                    color: Theme.p1
                }
                Rectangle {
                    visible: cell.priority === 2
                    x: 3
                    y: 3
                    width: 5
                    height: parent.height - 5
                    color: Theme.warn
                }
                Rectangle {
                    visible: cell.priority === 3
                    x: 3
                    anchors.verticalCenter: parent.verticalCenter
                    width: 6
                    height: 12
                    color: Theme.sec
                }
                Txt {
                    id: name
                    x: 12
                    anchors.verticalCenter: parent.verticalCenter
                    text: cell.words.name || ""
                    size: 15
                    weight: 650
                    font.family: Theme.displayFace
                    color: cell.ink
                }
                Txt {
                    x: name.x + name.width + 8
                    width: cell.figures - x - 4
                    height: parent.height
                    verticalAlignment: Text.AlignVCenter
                    wrapMode: Text.WordWrap
                    elide: Text.ElideRight
                    maximumLineCount: 3
                    text: cell.words.tag ? cell.words.tag + " · " + cell.words.title : cell.words.title || ""
                    size: 12
                    weight: cell.priority > 0 && cell.priority < 3 ? 650 : 500
                    color: cell.priority > 0 && cell.priority < 3 ? cell.ink : cell.quiet
                }
                Txt {
                    visible: !cell.whole
                    x: cell.figures + 12 - implicitWidth
                    anchors.verticalCenter: parent.verticalCenter
                    text: cell.words.seated || ""
                    size: 13
                    color: Theme.sec
                }
                Txt {
                    visible: !cell.whole
                    x: cell.figures + 42 - implicitWidth
                    anchors.verticalCenter: parent.verticalCenter
                    text: cell.words.pace || ""
                    size: 15
                    weight: 600
                }
                // How far the pace is from its target: a bar from the middle.
                Rectangle {
                    visible: cell.words.aimed === true && !root.small
                    x: cell.figures + 66
                    anchors.verticalCenter: parent.verticalCenter
                    width: 1
                    height: 16
                    color: Theme.ghost
                }
                Rectangle {
                    readonly property real part: (cell.words.away || 0) * 0.16
                    visible: cell.words.aimed === true && !root.small
                    x: cell.figures + 66 + Math.min(0, part)
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.abs(part)
                    height: 9
                    color: Theme.device
                }
                Rectangle {
                    visible: cell.words.placed === true && !root.small
                    x: cell.figures + 96
                    anchors.verticalCenter: parent.verticalCenter
                    width: 48
                    height: 9
                    color: Theme.raised
                    Rectangle {
                        x: parent.width / 2
                        width: 1
                        height: parent.height
                        color: Theme.ghost
                    }
                }
                Rectangle {
                    visible: cell.words.placed === true && !root.small
                    x: cell.figures + 96 + 24 + (cell.words.sigma || 0) * 0.12 - width / 2
                    anchors.verticalCenter: parent.verticalCenter
                    width: 8
                    height: 8
                    radius: 4
                    color: cell.words.beyond === true ? Theme.bg : Theme.text
                    border.width: 2
                    border.color: Theme.text
                }
            }
        }
    }
}
