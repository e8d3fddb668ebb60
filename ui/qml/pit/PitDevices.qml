import QtQuick
import ".."

// Every device of the room as a square, and one of them in full. `view` is the map of ui/screen/pit/devices.py.
Item {
    id: root
    property var view: ({})
    readonly property var rows: view.rows || []
    readonly property var one: view.one || ({})
    readonly property var alarm: one.alarm || null
    readonly property var sick: ["lost", "degraded"]
    readonly property bool small: Extent.small
    readonly property bool listed: !small || Extent.part === "all"
    readonly property bool single: !small || Extent.part === "one"
    readonly property int listPx: small ? width : 450
    readonly property int cellPx: small ? (width - 100) / 5 : 70
    // On the small stage the whole room is scrolled, and one machine has as many frames as find room.
    readonly property real least: !small ? 0 : listed ? foot.y + foot.height + 24 : 820

    Txt {
        id: title
        y: root.small ? 6 : 10
        text: root.view.title || ""
        size: root.small ? 22 : 30
        weight: 650
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: root.small ? 14 : 20
        anchors.baseline: title.baseline
        text: root.view.note || ""
        size: root.small ? 13 : 15
        color: Theme.sec
    }
    Repeater {
        model: (root.view.columns || []).length
        Txt {
            required property int index
            visible: root.listed
            x: 96 + index * root.cellPx + root.cellPx / 2 - implicitWidth / 2
            y: root.small ? 46 : 68
            text: root.view.columns[index]
            size: 13
            color: Theme.sec
        }
    }
    ListView {
        id: matrix
        visible: root.listed
        y: root.small ? 68 : 94
        width: root.listPx
        // Below it stands who the chosen machine is; a long room scrolls in what is left.
        height: root.small ? count * 52 : Math.min(count * 52, Math.floor((parent.height - y - foot.height - 28) / 52) * 52)
        interactive: !root.small
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        cacheBuffer: 0
        reuseItems: true
        model: root.rows.length
        delegate: Item {
            id: row
            required property int index
            readonly property var words: root.rows[index] || ({})
            width: root.listPx
            height: 52
            opacity: words.stale === true ? 0.55 : 1
            Rectangle {
                anchors.bottom: parent.bottom
                width: parent.width
                height: 1
                color: Theme.hair
            }
            Txt {
                anchors.verticalCenter: parent.verticalCenter
                width: 92
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: row.words.name || ""
                size: 15
                weight: 650
            }
            Repeater {
                model: (row.words.cells || []).length
                TouchKey {
                    id: cell
                    required property int index
                    readonly property var words: row.words.cells[index] || ({})
                    readonly property bool ill: root.sick.indexOf(words.health) >= 0
                    x: 96 + index * root.cellPx + 3
                    y: 2
                    width: root.cellPx - 6
                    height: 48
                    radius: 6
                    tap: words.tap || null
                    says: words.says || ""
                    Rectangle {
                        anchors.centerIn: parent
                        width: Math.min(parent.width, 68)
                        height: parent.height
                        radius: 6
                        color: cell.words.health === "lost" ? Theme.warn : cell.held ? Theme.lift : "transparent"
                        border.width: cell.words.on === true ? 3 : cell.ill ? 2 : 0
                        border.color: cell.words.on === true ? Theme.pay : Theme.warn
                    }
                    Rectangle {
                        visible: !cell.ill
                        anchors.centerIn: parent
                        width: 16
                        height: 16
                        radius: 3
                        color: cell.words.health === "up" ? "#7A848E" : "transparent"
                        border.width: cell.words.health === "up" ? 0 : 2
                        border.color: Theme.ghost
                    }
                    Txt {
                        visible: cell.ill
                        anchors.centerIn: parent
                        width: Math.min(parent.width, 68) - 6
                        horizontalAlignment: Text.AlignHCenter
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: cell.words.word || ""
                        size: 14
                        weight: 700
                        color: cell.words.health === "lost" ? Theme.primText : Theme.warn
                    }
                }
            }
        }
    }
    // No table is hidden without a word.
    Txt {
        readonly property int below: Math.ceil(Math.max(0, matrix.contentHeight - matrix.contentY - matrix.height - 4) / 52)
        visible: matrix.visible && below > 0
        x: root.listPx - implicitWidth
        y: matrix.y + matrix.height + 2
        text: "↓ " + below
        size: 14
        weight: 650
        color: Theme.sec
    }
    Column {
        id: foot
        readonly property var said: root.one.identity || ({})
        readonly property var unwritten: root.view.unwritten || []
        visible: root.listed
        y: matrix.y + matrix.height + 24
        width: root.listPx
        // What a technician is to look at before the night is over, and nobody now.
        Repeater {
            model: foot.unwritten.length
            Item {
                id: log
                required property int index
                width: foot.width
                height: said.height + 20
                Rectangle {
                    width: 3
                    height: said.height
                    color: Theme.warn
                }
                Txt {
                    id: said
                    x: 14
                    width: parent.width - x
                    wrapMode: Text.WordWrap
                    text: foot.unwritten[log.index] || ""
                    size: 14
                }
            }
        }
        PitSection {
            width: parent.width
            title: foot.said.title || ""
        }
        Repeater {
            model: (foot.said.rows || []).length
            Item {
                id: fact
                required property int index
                readonly property var words: (foot.said.rows || [])[index] || []
                width: foot.width
                height: 32
                Txt {
                    anchors.verticalCenter: parent.verticalCenter
                    width: 118
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    text: fact.words[0] || ""
                    size: 14
                    color: Theme.sec
                }
                Txt {
                    x: 126
                    anchors.verticalCenter: parent.verticalCenter
                    width: parent.width - x
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    text: fact.words[1] || ""
                    size: 14
                    weight: 550
                }
                Rectangle {
                    anchors.bottom: parent.bottom
                    width: parent.width
                    height: 1
                    color: Theme.hair
                }
            }
        }
        Item {
            visible: types.visible
            width: 1
            height: 20
        }
        PitSection {
            id: types
            visible: !!root.view.types
            width: parent.width
            title: root.view.types ? root.view.types.title : ""
            note: root.view.types ? root.view.types.note : ""
        }
        Repeater {
            model: root.view.types ? root.view.types.rows.length : 0
            Item {
                id: type
                required property int index
                readonly property var words: root.view.types ? root.view.types.rows[index] || ({}) : ({})
                width: foot.width
                height: 30
                Txt {
                    anchors.verticalCenter: parent.verticalCenter
                    text: type.words.name || ""
                    size: 14
                    color: Theme.sec
                }
                Rectangle {
                    id: bar
                    x: 146
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.max(2, (parent.width - x - 70) * (type.words.bar || 0) / 1000)
                    height: 10
                    color: type.words.ill ? Theme.warn : "#7A848E"
                }
                Txt {
                    anchors.left: bar.right
                    anchors.leftMargin: 10
                    anchors.verticalCenter: parent.verticalCenter
                    text: type.words.value || ""
                    size: 14
                    weight: 650
                }
            }
        }
    }
    Item {
        visible: root.single
        x: root.small ? 0 : 490
        width: parent.width - x
        height: parent.height
        Column {
            y: root.small ? 52 : 66
            width: parent.width
            spacing: root.small ? 14 : 16
            Rectangle {
                visible: !!root.one.calm
                width: parent.width
                height: 68
                radius: 8
                color: "transparent"
                border.width: 1
                border.color: Theme.panelHair
                Tick {
                    visible: !!root.one.calm && root.one.calm.health === "up"
                    x: 20
                    anchors.verticalCenter: parent.verticalCenter
                    size: 24
                    tint: Theme.go
                }
                Txt {
                    x: 62
                    y: 9
                    text: root.one.calm ? root.one.calm.title : ""
                    size: 20
                    weight: 650
                }
                Txt {
                    x: 62
                    y: 39
                    text: [root.one.title, root.one.calm ? root.one.calm.text : ""].filter(word => word).join(" · ")
                    size: 14
                    color: Theme.sec
                }
            }
            // The head is the column's card: a P1 fills it, a P2 is a band on a dark one, seen an edge.
            Rectangle {
                id: top
                objectName: "device head"
                readonly property int rank: root.alarm !== null ? root.alarm.priority : 3
                readonly property bool seen: root.alarm !== null && root.alarm.seen === true
                readonly property bool banded: rank === 2 && !seen
                readonly property color ink: rank === 1 ? "#FFFFFF" : banded ? Theme.primText : Theme.sec
                visible: !root.one.calm
                width: parent.width
                height: 76
                radius: 8
                clip: rank === 2
                color: rank === 1 ? Theme.p1 : Theme.surface
                border.width: rank === 1 ? 0 : 1
                border.color: banded ? Theme.warn : Theme.panelHair
                Rectangle {
                    visible: top.banded
                    width: parent.width
                    height: 28
                    radius: 8
                    color: Theme.warn
                    Rectangle {
                        y: 8
                        width: parent.width
                        height: 20
                        color: Theme.warn
                    }
                }
                Rectangle {
                    visible: top.rank === 2 && top.seen
                    width: 6
                    height: parent.height
                    color: Theme.warn
                }
                PitMark {
                    visible: root.alarm !== null
                    x: 20
                    y: 4
                    kind: "p" + top.rank
                    tint: top.rank === 2 && top.seen ? Theme.warn : top.ink
                }
                Txt {
                    x: root.alarm !== null ? 50 : 20
                    y: 4
                    text: [root.one.title, root.alarm ? root.one.word : ""].filter(word => word).join(" · ")
                    size: 15
                    weight: 600
                    color: top.ink
                }
                Txt {
                    anchors.right: parent.right
                    anchors.rightMargin: 20
                    y: 3
                    text: root.alarm ? root.alarm.since : root.one.since || ""
                    size: 16
                    weight: 650
                    color: top.ink
                }
                Txt {
                    x: 20
                    y: 37
                    width: parent.width - 120
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 14
                    text: root.alarm ? root.alarm.title : root.one.word || ""
                    size: 21
                    weight: 700
                }
                Txt {
                    anchors.right: parent.right
                    anchors.rightMargin: 20
                    y: 43
                    text: root.alarm ? root.alarm.code : ""
                    size: 14
                    color: top.rank === 1 ? "#FFD9D6" : Theme.sec
                    tabular: false
                }
            }
            Txt {
                visible: text !== ""
                text: root.one.stale || ""
                size: 16
                weight: 650
                color: Theme.warn
            }
            Column {
                visible: root.alarm !== null
                width: parent.width
                spacing: 8
                Repeater {
                    model: root.alarm ? root.alarm.lines.length : 0
                    Item {
                        id: line
                        required property int index
                        readonly property var words: root.alarm ? root.alarm.lines[index] || ({}) : ({})
                        width: parent.width
                        height: Math.max(head.height, text.height)
                        Txt {
                            id: head
                            text: line.words.head || ""
                            size: 14
                            weight: 650
                        }
                        Txt {
                            id: text
                            x: 170
                            width: parent.width - x
                            wrapMode: Text.WordWrap
                            text: line.words.text || ""
                            size: 15
                            color: Theme.sec
                        }
                    }
                }
            }
            PitSection {
                visible: root.alarm !== null
                width: parent.width
                title: root.alarm ? root.alarm.steps_title : ""
            }
            Column {
                visible: root.alarm !== null
                width: parent.width
                Repeater {
                    model: root.alarm ? root.alarm.steps.length : 0
                    Item {
                        id: step
                        required property int index
                        width: parent.width
                        height: 34
                        Rectangle {
                            x: 2
                            anchors.verticalCenter: parent.verticalCenter
                            width: 18
                            height: 18
                            radius: 9
                            color: "transparent"
                            border.width: 2
                            border.color: Theme.outline
                        }
                        Txt {
                            x: 36
                            anchors.verticalCenter: parent.verticalCenter
                            text: (step.index + 1) + ".  " + (root.alarm ? root.alarm.steps[step.index] || "" : "")
                            size: 16
                        }
                    }
                }
            }
            Row {
                id: tiles
                width: parent.width
                spacing: 10
                Repeater {
                    model: (root.one.rows || []).length
                    Rectangle {
                        id: figure
                        required property int index
                        readonly property var words: root.one.rows[index] || []
                        width: (tiles.width - 10 * (root.one.rows.length - 1)) / Math.max(1, root.one.rows.length)
                        height: 62
                        radius: 6
                        color: Theme.surface
                        Txt {
                            x: 12
                            y: 8
                            width: parent.width - 24
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: figure.words[0] || ""
                            size: 13
                            color: Theme.sec
                        }
                        Txt {
                            x: 12
                            y: 29
                            width: parent.width - 24
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: figure.words[1] || ""
                            size: 19
                            weight: 650
                        }
                    }
                }
            }
            Item {
                visible: (root.one.curves || []).length > 0
                width: parent.width
                height: visible ? root.one.curves[0].h + 36 : 0
                Repeater {
                    model: (root.one.curves || []).length
                    PitPlot {
                        required property int index
                        x: panel.x || 0
                        y: 8
                        panel: root.one.curves[index] || ({})
                    }
                }
            }
            PitSection {
                visible: (root.one.words || []).length > 0
                width: parent.width
                title: root.one.said || ""
                note: root.one.said_note || ""
            }
            Column {
                Repeater {
                    model: (root.one.words || []).length
                    Item {
                        id: said
                        required property int index
                        readonly property var words: root.one.words[index] || []
                        width: 600
                        height: 26
                        Txt {
                            text: said.words[0] || ""
                            size: 14
                            color: Theme.sec
                        }
                        Txt {
                            x: 110
                            text: said.words[1] || ""
                            size: 14
                        }
                    }
                }
            }
            PitFrames {
                width: parent.width
                view: root.one.frames || ({})
                room: root.height - 66 - y - look.height - parent.spacing - 14
            }
            TouchKey {
                id: look
                width: lookLabel.implicitWidth + 40
                height: 48
                radius: 6
                tap: root.one.look ? root.one.look.tap : null
                says: root.one.look ? root.one.look.says : ""
                Rectangle {
                    anchors.fill: parent
                    radius: 6
                    color: look.held ? Theme.lift : Theme.raised
                    border.width: 1.5
                    border.color: Theme.outline
                }
                Txt {
                    id: lookLabel
                    anchors.centerIn: parent
                    text: root.one.look ? root.one.look.label : ""
                    size: 15
                    weight: 650
                }
            }
        }
    }
}
