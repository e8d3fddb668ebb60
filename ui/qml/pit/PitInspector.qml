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
    readonly property var digits: view.digits || []
    readonly property int tableRow: 30
    readonly property real tablesHeight: tables ? 62 + tables.rows.length * tableRow : 0
    readonly property int text: small ? 13 : 14
    // Two lines of cards, and two of a requirement, where they do not find room in one.
    readonly property bool tight: said.width < 1000
    readonly property real keysTop: 62 + (tight ? 268 : 128) + 16
    // What stands beside the keys, or below them.
    readonly property bool stacked: said.width < 1300
    readonly property real tablesTop: keysTop + (stacked ? 100 : 64)
    readonly property int rowHeight: 48
    readonly property real listTop: digits.length > 0 ? 330 : 196
    readonly property real least: Math.max(
        listed ? listTop + list.length * 48 + 12 : 0,
        answered && rows.length ? tablesTop + tablesHeight + 84 + rows.length * rowHeight : 0)

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
    // Any round, by its number.
    Txt {
        visible: root.listed && root.digits.length > 0
        y: 198
        text: root.view.number || ""
        size: 14
        weight: 650
    }
    Grid {
        visible: root.listed && root.digits.length > 0
        y: 224
        columns: 6
        spacing: 4
        Repeater {
            model: root.digits.length
            TouchKey {
                id: digit
                required property int index
                readonly property var words: root.digits[index] || ({})
                tap: words.tap || null
                says: words.says || words.label || ""
                width: Math.max(48, (Math.min(root.side, 420) - 20) / 6)
                height: 48
                radius: 6
                opacity: tap ? 1 : 0.5
                Rectangle {
                    anchors.fill: parent
                    radius: 6
                    color: digit.held ? Theme.pressed : Theme.focusSurface
                    border.width: digit.words.on === true ? 1.5 : 1
                    border.color: digit.words.on === true ? Theme.pay : Theme.edge
                }
                Txt {
                    anchors.centerIn: parent
                    text: digit.words.label || ""
                    size: 18
                    weight: 650
                }
            }
        }
    }
    Column {
        visible: root.listed
        y: root.listTop
        width: root.side
        Repeater {
            model: root.list.length
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
                            size: 13
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
                            weight: 600
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
        Grid {
            id: cards
            y: 62
            columns: root.tight ? 2 : 4
            spacing: 12
            Repeater {
                model: (root.view.answers || []).length
                Rectangle {
                    id: card
                    required property int index
                    readonly property var told: (root.view.answers || [])[index] || ({})
                    width: (said.width - 12 * (cards.columns - 1)) / cards.columns
                    height: 128
                    radius: 4
                    color: Theme.surface
                    border.width: told.state === "ok" ? 0 : 2
                    border.color: told.state === "bad" ? Theme.stop : Theme.edge
                    PitShown {
                        x: 14
                        y: 12
                        mark: card.told.state === "bad" ? "wrong" : card.told.state === "open" ? "missing" : "recomputed"
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
                        height: 58
                        elide: Text.ElideRight
                        maximumLineCount: 3
                        text: (card.told.lines || []).join("\n")
                        size: 13
                    }
                }
            }
        }

        // --- table by table
        Item {
            id: byTable
            visible: root.tables !== null
            y: root.tablesTop
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
                model: root.tables ? root.tables.rows.length : 0
                Item {
                    id: row
                    required property int index
                    readonly property var told: root.tables.rows[index]
                    y: 48 + index * root.tableRow
                    width: byTable.width
                    height: root.tableRow
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
                            size: root.text
                            weight: index === 0 ? 650 : 500
                            color: row.told.ok === false ? Theme.stop : Theme.text
                        }
                    }
                }
            }
            // The first column begins there, the others end there.
            function at(index) {
                const ends = root.tables.ends || []
                return index === 0 ? 0
                    : width * (ends[index] || 0.07 + 0.93 * index / (root.tables.columns.length - 1))
            }
        }

        // --- requirement by requirement
        Item {
            id: lines
            visible: root.rows.length > 0
            y: root.tablesTop + root.tablesHeight + (root.tables ? 8 : 0)
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
                visible: !root.tight
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
                text: root.view.count || ""
                size: 13
                weight: 650
            }
            Repeater {
                model: (root.view.columns || []).length
                Txt {
                    required property int index
                    x: lines.at(index)
                    y: 30
                    visible: !(root.tight && index === 2)
                    text: (root.view.columns || [])[index]
                    size: 12
                    color: Theme.sec
                }
            }
            Repeater {
                model: root.rows.length
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
                            readonly property bool under: root.tight && index === 2
                            x: lines.at(under ? 1 : index)
                            y: !root.tight ? (root.rowHeight - height) / 2 : under ? 25 : index === 0 ? 15 : 5
                            width: lines.at(root.tight && (under || index === 1) ? 3 : index + 1) - x - 8
                            elide: Text.ElideRight
                            wrapMode: root.tight ? Text.NoWrap : Text.WordWrap
                            maximumLineCount: root.tight ? 1 : 2
                            text: entry.told[modelData] || ""
                            size: root.text
                            weight: index === 0 ? 650 : 500
                            color: entry.told.mark === "wrong" || entry.told.mark === "missing" ? Theme.stop
                                : index > 2 || (root.tight && index === 1) ? Theme.sec : Theme.text
                        }
                    }
                }
            }
            function at(index) {
                return [34, 94, 94 + (width - 94) * (root.small ? 0.37 : 0.31), 94 + (width - 94) * (root.small ? 0.83 : 0.80), 94 + (width - 94) * (root.small ? 0.9 : 0.87), width + 8][index]
            }
        }
    }

    // --- what can be done with it: a file, a reading, the replay
    PitChips {
        id: keys
        visible: root.answered
        x: said.x
        y: root.keysTop + 8
        framed: true
        keys: root.view.keys || []
    }
    Txt {
        x: root.stacked ? said.x : keys.x + keys.width + 16
        visible: root.answered
        y: root.keysTop + (root.stacked ? 52 : 4)
        width: parent.width - x
        elide: Text.ElideRight
        text: root.view.foot || ""
        size: 13
        color: Theme.sec
    }
    Txt {
        x: root.stacked ? said.x : keys.x + keys.width + 16
        visible: root.answered
        y: root.keysTop + (root.stacked ? 72 : 26)
        width: parent.width - x
        elide: Text.ElideRight
        text: [root.view.foot_names, root.view.saved].filter(part => part).join(" · ")
        size: 13
        color: Theme.sec
    }
}
