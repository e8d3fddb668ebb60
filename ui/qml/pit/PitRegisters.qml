import QtQuick
import ".."

// The registers at the left, the rows of the chosen one at the right, corrections in red.
// `view` is the map of ui/screen/pit/registers.py.
Item {
    id: root
    property var view: ({})
    readonly property var names: view.registers || []
    readonly property var columns: view.columns || []
    readonly property var rows: view.rows || []
    readonly property var faults: view.faults || []
    readonly property bool small: Extent.small
    readonly property bool listed: !small || Extent.part === "list"
    readonly property bool rowed: !small || Extent.part === "rows"
    readonly property int listAt: small ? 0 : 294
    readonly property int nameWidth: small ? (width - 12) / 2 : 262
    readonly property int listTop: small ? (listed ? 56 : 104) : 70
    readonly property real least: small && listed ? names.length / 2 * 66 + 80 : 0

    Txt {
        id: title
        y: root.small ? 8 : 12
        text: root.view.title || ""
        size: root.small ? 22 : 28
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: 16
        anchors.baseline: title.baseline
        text: root.view.note || ""
        size: 14
        color: Theme.sec
    }
    PitChips {
        anchors.right: parent.right
        y: 14
        keys: root.view.periods || []
    }
    PitChips {
        visible: root.rowed
        x: root.listAt
        y: root.small ? 60 : 70
        keys: root.view.tables || []
    }
    Txt {
        anchors.right: parent.right
        visible: root.rowed
        y: root.small ? 68 : 78
        text: root.view.marks || ""
        size: 13
        weight: 650
        color: Theme.sec
    }
    Txt {
        anchors.centerIn: parent
        width: Math.min(implicitWidth, 900)
        wrapMode: Text.WordWrap
        horizontalAlignment: Text.AlignHCenter
        text: root.view.wait || root.view.none || ""
        size: 20
        color: Theme.sec
    }
    Grid {
        visible: root.listed
        y: root.listTop
        columns: root.small ? 2 : 1
        columnSpacing: 12
        rowSpacing: 6
        Repeater {
            model: root.names.length
            TouchKey {
                id: name
                required property int index
                readonly property var words: root.names[index] || ({})
                readonly property bool on: words.on === true
                width: root.nameWidth
                height: 58
                radius: 6
                tap: words.tap || null
                says: words.label || ""
                Rectangle {
                    anchors.fill: parent
                    radius: 6
                    color: name.held ? Theme.pressed : name.on ? Theme.focusSurface : "transparent"
                }
                Rectangle {
                    visible: name.on
                    width: 3
                    height: parent.height
                    color: Theme.pay
                }
                Txt {
                    x: 16
                    y: 8
                    width: parent.width - 90
                    text: name.words.label || ""
                    size: 15
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    weight: 600
                    color: name.on ? Theme.text : Theme.sec
                }
                Txt {
                    x: 16
                    y: 32
                    width: parent.width - 32
                    text: name.words.model || ""
                    size: 12
                    color: Theme.sec
                }
                Txt {
                    anchors.right: parent.right
                    anchors.rightMargin: 14
                    y: 9
                    text: name.words.rows || ""
                    size: 14
                    color: Theme.sec
                }
            }
        }
    }
    Column {
        id: unread
        visible: root.rowed
        x: root.listAt
        y: root.small ? 104 : 116
        width: root.width - x
        spacing: 4
        Repeater {
            model: root.faults.length
            Txt {
                required property int index
                width: unread.width
                wrapMode: Text.Wrap
                text: root.faults[index] || ""
                size: 13
                weight: 600
                color: Theme.stop
            }
        }
    }
    Flickable {
        id: heads
        contentX: across.contentX
        contentWidth: across.contentWidth
        interactive: false
        x: root.listAt
        y: unread.y + unread.height + (root.faults.length > 0 ? 12 : 0)
        width: root.width - x
        height: 42
        visible: root.rows.length > 0 && root.rowed
        clip: true
        Repeater {
            model: root.columns.length
            Txt {
                required property int index
                readonly property var words: root.columns[index] || ({})
                x: words.x || 0
                y: heads.height - height - 6
                width: words.w || 0
                wrapMode: Text.Wrap
                horizontalAlignment: words.figure ? Text.AlignRight : Text.AlignLeft
                text: words.head || ""
                size: 12
                color: Theme.dim
            }
        }
    }
    Txt {
        visible: root.rowed
        x: root.listAt
        y: heads.y + 12
        text: root.view.empty || ""
        size: 16
        color: Theme.sec
    }
    // The newest rows stand at the bottom, and are seen first where not all find room.
    Flickable {
        id: across
        property bool moved: false
        readonly property string page: root.view.of || ""
        onPageChanged: moved = false
        onMovementStarted: moved = true
        onContentHeightChanged: if (!moved) contentY = Math.max(0, contentHeight - height)
        visible: root.rowed
        contentWidth: Math.max(width, root.view.width || 0)
        x: root.listAt
        y: heads.y + heads.height
        width: root.width - x
        height: root.height - y - 64
        contentHeight: list.height
        boundsBehavior: Flickable.StopAtBounds
        clip: true
        Column {
            id: list
            width: across.contentWidth
            Repeater {
                model: root.rows.length
                Item {
                    id: line
                    required property int index
                    readonly property var words: root.rows[index] || ({})
                    readonly property var cells: words.cells || []
                    width: list.width
                    height: cellsOf.height + 12
                    Rectangle {
                        width: parent.width
                        height: 1
                        color: Theme.hair
                    }
                    // As high as the highest of its cells.
                    Item {
                        id: cellsOf
                        y: 6
                        width: parent.width
                        height: childrenRect.height
                        Repeater {
                            model: root.columns.length
                            Txt {
                                required property int index
                                readonly property var place: root.columns[index] || ({})
                                x: place.x || 0
                                width: place.w || 0
                                wrapMode: Text.Wrap
                                horizontalAlignment: place.figure ? Text.AlignRight : Text.AlignLeft
                                text: line.cells[index] || ""
                                size: root.view.size || 13
                                weight: index === 0 || line.words.sum === true ? 600 : 500
                                // A sum is read at any rate; the other cells of the row say what it is.
                                color: place.figure ? Theme.text
                                     : line.words.red === true ? Theme.stop : index === 0 || line.words.sum === true ? Theme.text : Theme.sec
                            }
                        }
                    }
                }
            }
        }
    }
    Rectangle {
        visible: across.visible && across.visibleArea.heightRatio < 1
        x: root.width + 6
        y: across.y + across.height * across.visibleArea.yPosition
        width: 4
        height: across.height * across.visibleArea.heightRatio
        radius: 2
        color: Theme.sec
    }
    PitChips {
        id: steps
        visible: root.rowed
        x: root.listAt
        y: parent.height - 44
        framed: true
        keys: root.view.steps || []
    }
    Txt {
        visible: root.rowed
        x: root.listAt + (steps.width > 0 ? steps.width + 16 : 0)
        y: parent.height - 44
        width: exports.x - x - 12
        height: 32
        wrapMode: Text.Wrap
        verticalAlignment: Text.AlignVCenter
        text: [root.view.of, root.view.red].filter(word => word).join(" · ")
        size: 13
        color: Theme.sec
    }
    Txt {
        anchors.right: root.small ? parent.right : exports.left
        anchors.rightMargin: root.small ? 0 : 12
        y: parent.height - (root.small ? 74 : 44)
        height: 32
        verticalAlignment: Text.AlignVCenter
        text: root.view.saved || ""
        size: 12
        color: Theme.sec
    }
    PitChips {
        id: exports
        visible: root.rowed
        anchors.right: parent.right
        y: parent.height - 44
        framed: true
        keys: root.view.exports || []
    }
}
