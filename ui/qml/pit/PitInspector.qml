import QtQuick
import ".."

// What the authority reads: at the left what is looked at, at the right four answers and requirement by
// requirement what shows it. `view` is the map of ui/screen/pit/inspector.py. No key here changes anything.
Item {
    id: root
    property var view: ({})
    readonly property bool narrow: width < 1200
    // On the small stage of the pit what is looked at and what it says are two parts.
    readonly property bool small: Extent.small
    readonly property bool listed: !small || Extent.part === "list"
    readonly property bool answered: !small || Extent.part === "answer"
    readonly property real side: small ? width : narrow ? 250 : Math.min(360, width * 0.22)
    readonly property var rows: view.rows || []
    readonly property var tables: view.tables || null
    readonly property var list: view.list || []
    readonly property real tablesHeight: tables ? 62 + Math.min(tables.rows.length, 13) * 24 : 0
    readonly property real free: height - (small ? 344 : 300) - tablesHeight
    // A line of a period opens its round and is as tall as a finger; of a round all of them are there.
    readonly property real rowHeight: tables ? 48 : Math.max(22, Math.min(34, free / Math.max(1, rows.length)))
    readonly property int fit: tables ? Math.min(rows.length, Math.floor(free / 48)) : rows.length

    // --- what is inspected
    Txt {
        visible: root.listed
        y: 14
        text: root.view.what || ""
        size: 18
        weight: 650
    }
    PitChips {
        visible: root.listed
        y: 46
        framed: true
        keys: root.view.modes || []
    }
    PitChips {
        visible: root.listed
        y: 94
        spacing: 4
        keys: root.view.periods || []
    }
    PitChips {
        visible: root.listed
        y: 142
        spacing: 4
        keys: root.view.tables_keys || []
    }
    Column {
        visible: root.listed
        y: 188
        width: root.side
        Repeater {
            model: Math.min(root.list.length, Math.floor((root.height - 188 - 20) / 48))
            Loader {
                id: line
                required property int index
                readonly property var words: root.list[index] || ({})
                width: root.side
                sourceComponent: words.heading ? heading : item
                Component {
                    id: heading
                    Item {
                        height: 48
                        Txt {
                            y: 20
                            text: line.words.heading || ""
                            size: 14
                            weight: 650
                        }
                        Rectangle {
                            y: 47
                            width: parent.width
                            height: 1
                            color: Theme.hair
                        }
                    }
                }
                Component {
                    id: item
                    TouchKey {
                        tap: line.words.tap || null
                        says: [line.words.title, line.words.note].join(" ")
                        height: 48
                        radius: 0
                        Rectangle {
                            visible: line.words.on === true
                            anchors.fill: parent
                            color: Theme.focusSurface
                        }
                        Rectangle {
                            visible: line.words.on === true
                            width: 3
                            height: parent.height
                            color: Theme.pay
                        }
                        Txt {
                            x: 10
                            y: 6
                            width: parent.width - 20 - tail.width - 8
                            elide: Text.ElideRight
                            text: line.words.title || ""
                            size: 14
                            weight: 600
                            color: line.words.gold === true ? Theme.gold : Theme.text
                        }
                        Txt {
                            x: 10
                            y: 26
                            width: parent.width - 20
                            elide: Text.ElideRight
                            text: line.words.note || ""
                            size: 12
                            color: Theme.sec
                        }
                        Txt {
                            id: tail
                            x: parent.width - width - 10
                            y: 6
                            width: Math.min(implicitWidth, parent.width * 0.5)
                            elide: Text.ElideRight
                            text: line.words.tail || ""
                            size: 13
                            color: Theme.sec
                        }
                        Rectangle {
                            y: parent.height - 1
                            width: parent.width
                            height: 1
                            color: Theme.hair
                        }
                    }
                }
            }
        }
    }

    // --- what it says
    Item {
        id: said
        visible: root.answered
        x: root.small ? 0 : root.side + 28
        width: parent.width - x
        height: parent.height

        Txt {
            id: title
            y: 12
            text: root.view.title || ""
            size: root.small ? 22 : 28
            weight: 650
            font.family: Theme.displayFace
        }
        Txt {
            anchors.left: title.right
            anchors.leftMargin: 20
            anchors.baseline: title.baseline
            width: parent.width - x - banner.width - 16
            elide: Text.ElideRight
            text: root.view.note || ""
            size: 13
            color: Theme.sec
        }
        Rectangle {
            id: banner
            anchors.right: parent.right
            y: 14
            width: mark.implicitWidth + 32
            height: 30
            radius: 4
            color: Theme.text
            Txt {
                id: mark
                anchors.centerIn: parent
                text: root.view.banner || ""
                size: 13
                weight: 700
                color: Theme.bg
            }
        }
        Txt {
            anchors.centerIn: parent
            width: parent.width - 80
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: root.view.wait || ""
            size: 20
            color: Theme.sec
        }
        Row {
            id: cards
            y: 62
            spacing: 12
            Repeater {
                model: (root.view.answers || []).length
                Rectangle {
                    id: card
                    required property int index
                    readonly property var told: (root.view.answers || [])[index] || ({})
                    width: (said.width - 36) / 4
                    height: 118
                    radius: 4
                    color: Theme.surface
                    border.width: told.ok === false ? 2 : 0
                    border.color: Theme.stop
                    PitShown {
                        x: 14
                        y: 12
                        mark: card.told.ok === false ? "wrong" : "recomputed"
                    }
                    Txt {
                        x: 44
                        y: 12
                        width: parent.width - x - 8
                        elide: Text.ElideRight
                        text: card.told.title || ""
                        size: root.small ? 15 : 17
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        weight: 650
                    }
                    Txt {
                        x: 14
                        y: 44
                        width: parent.width - 28
                        elide: Text.ElideRight
                        text: card.told.strong || ""
                        size: 15
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        weight: 650
                    }
                    Txt {
                        x: 14
                        y: 66
                        width: parent.width - 28
                        height: 46
                        elide: Text.ElideRight
                        maximumLineCount: 3
                        text: (card.told.lines || []).join("\n")
                        size: 12
                        color: Theme.sec
                    }
                }
            }
        }

        // --- table by table
        Item {
            id: byTable
            visible: root.tables !== null
            y: 196
            width: parent.width
            height: root.tablesHeight
            Txt {
                text: root.tables ? root.tables.title : ""
                size: 17
                weight: 650
            }
            Repeater {
                model: root.tables ? root.tables.columns.length : 0
                Txt {
                    required property int index
                    x: byTable.at(index) - (index ? width : 0)
                    y: 28
                    text: root.tables.columns[index]
                    size: 12
                    color: Theme.sec
                }
            }
            Repeater {
                model: root.tables ? Math.min(root.tables.rows.length, 13) : 0
                Item {
                    id: row
                    required property int index
                    readonly property var told: root.tables.rows[index]
                    y: 48 + index * 24
                    width: byTable.width
                    height: 24
                    Rectangle {
                        width: parent.width
                        height: 1
                        color: Theme.hair
                    }
                    Repeater {
                        model: row.told ? row.told.cells.length : 0
                        Txt {
                            required property int index
                            x: byTable.at(index) - (index ? width : 0)
                            anchors.verticalCenter: parent.verticalCenter
                            text: row.told.cells[index]
                            size: 13
                            weight: index === 0 ? 650 : 500
                            color: index === 2 && row.told.ok === false ? Theme.stop : Theme.text
                        }
                    }
                }
            }
            // The first column begins there, the others end there.
            function at(index) {
                return index === 0 ? 0 : width * (0.07 + 0.93 * index / 11)
            }
        }

        // --- requirement by requirement
        Item {
            id: lines
            visible: root.rows.length > 0
            y: 196 + root.tablesHeight + (root.tables ? 8 : 0)
            width: parent.width
            Txt {
                id: head
                text: root.view.rows_title || ""
                size: 17
                weight: 650
            }
            Row {
                anchors.left: head.right
                anchors.leftMargin: 28
                y: 2
                spacing: 22
                visible: !root.narrow
                Repeater {
                    model: (root.view.legend || []).length
                    Row {
                        id: key
                        required property int index
                        readonly property var told: (root.view.legend || [])[index] || ({})
                        spacing: 8
                        PitShown {
                            size: 18
                            mark: key.told.mark || ""
                        }
                        Txt {
                            text: key.told.label || ""
                            size: 12
                            color: Theme.sec
                        }
                    }
                }
            }
            Txt {
                anchors.right: parent.right
                y: 2
                visible: root.width > 1400
                text: (root.view.count || "") + (root.fit < root.rows.length ? " · +" + (root.rows.length - root.fit) : "")
                size: 13
                weight: 650
            }
            Repeater {
                model: (root.view.columns || []).length
                Txt {
                    required property int index
                    x: lines.at(index)
                    y: 30
                    text: (root.view.columns || [])[index]
                    size: 12
                    color: Theme.sec
                }
            }
            Repeater {
                model: root.fit
                TouchKey {
                    id: entry
                    required property int index
                    readonly property var told: root.rows[index] || ({})
                    tap: told.tap || null
                    says: [told.id, told.required].join(" ")
                    y: 50 + index * root.rowHeight
                    width: lines.width
                    height: root.rowHeight
                    radius: 0
                    Rectangle {
                        width: parent.width
                        height: 1
                        color: Theme.hair
                    }
                    PitShown {
                        x: 4
                        anchors.verticalCenter: parent.verticalCenter
                        size: 18
                        mark: entry.told.mark || ""
                    }
                    Repeater {
                        model: ["id", "required", "shown", "seq", "source"]
                        Txt {
                            required property int index
                            required property string modelData
                            x: lines.at(index)
                            anchors.verticalCenter: parent.verticalCenter
                            width: lines.at(index + 1) - x - 8
                            elide: Text.ElideRight
                            text: entry.told[modelData] || ""
                            size: 13
                            weight: index === 0 ? 650 : 500
                            color: entry.told.mark === "wrong" ? Theme.stop : index > 2 ? Theme.sec : Theme.text
                        }
                    }
                }
            }
            function at(index) {
                return [34, 94, 94 + (width - 94) * (root.small ? 0.37 : 0.31), 94 + (width - 94) * (root.small ? 0.83 : 0.80), 94 + (width - 94) * (root.small ? 0.9 : 0.87), width + 8][index]
            }
        }
    }

    // --- at the foot
    PitChips {
        id: keys
        visible: root.answered
        x: said.x
        y: parent.height - 46
        framed: true
        keys: root.view.keys || []
    }
    Txt {
        x: root.small ? 0 : keys.x + keys.width + 16
        visible: root.answered
        y: parent.height - (root.small ? 92 : 48)
        width: parent.width - x
        elide: Text.ElideRight
        text: root.view.foot || ""
        size: 12
        color: Theme.sec
    }
    Txt {
        x: root.small ? 0 : keys.x + keys.width + 16
        visible: root.answered
        y: parent.height - (root.small ? 72 : 28)
        width: parent.width - x
        elide: Text.ElideRight
        text: [root.view.foot_names, root.view.saved].filter(part => part).join(" · ")
        size: 12
        color: Theme.sec
    }
}
