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
    readonly property bool small: Extent.small
    // Where the columns begin: the figures of the result end before its funnel, on the small stage those of Ante
    // and Play too.
    readonly property var at: ({
        small: { name: 304, seats: 332, pitch: 15, pace: 452, bars: 484, bank: 594, bankEnd: 672, result: 680, stakes: 764, stakesW: 48, dealer: 826, dealerW: 106, machines: 932 },
        usual: { name: 384, seats: 412, pitch: 19, pace: 560, bars: 650, bank: 844, bankEnd: 936, result: 948, stakes: 1138, stakesW: 86, dealer: 1240, dealerW: 126, machines: 1378 },
        wide: { name: 400, seats: 430, pitch: 20, pace: 588, bars: 678, bank: 946, bankEnd: 1050, result: 1062, stakes: 1322, stakesW: 86, dealer: 1432, dealerW: 142, machines: 1588 }
    })[Extent.name]
    readonly property var headsAt: [0, at.seats, at.pace, at.bank, at.stakes, at.dealer, at.machines]
    readonly property int headY: small ? 78 : 120
    readonly property int rowsY: small ? 122 : 167
    readonly property var sumPx: small ? [246, 112, 152, 104, 128, 190] : Extent.wide ? [330, 250, 250, 250, 250, 250] : [316, 226, 226, 226, 226, 226]

    Row {
        y: root.small ? 8 : 20
        Repeater {
            model: root.sums.length
            Item {
                id: sum
                required property int index
                readonly property var words: root.sums[index] || ({})
                // Without a meter the first of the others stands where it stood.
                width: root.sumPx[index + root.sumPx.length - root.sums.length] || root.sumPx[0]
                height: root.small ? 64 : 92
                Rectangle {
                    visible: sum.index > 0
                    x: root.small ? -10 : -18
                    y: 2
                    width: 1
                    height: root.small ? 58 : 76
                    color: Theme.hair
                }
                Txt {
                    text: sum.words.label || ""
                    size: root.small ? 12 : 13
                    color: Theme.sec
                }
                Txt {
                    y: root.small ? 16 : 18
                    text: sum.words.value || ""
                    size: root.small ? 22 : 32
                    weight: 600
                    color: sum.words.gold === true ? Theme.gold : Theme.text
                }
                Txt {
                    y: root.small ? 44 : 62
                    text: sum.words.note || ""
                    size: root.small ? 12 : 13
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
            // Ante and Play are headed at their right end where they stand without labels.
            readonly property bool ends: root.small && index === 4
            x: root.headsAt[index] + (ends ? root.at.stakesW : 0)
            y: root.headY
            visible: !root.small || index < 6
            Txt {
                x: head.ends ? -implicitWidth : 0
                text: root.heads[head.index].title
                size: root.small ? 13 : 14
                weight: 650
            }
            Txt {
                x: head.ends ? -implicitWidth : 0
                y: root.small ? 18 : 19
                text: root.heads[head.index].note || (head.index === 6 ? root.view.letters : "")
                size: root.small ? 12 : 13
                color: Theme.sec
            }
        }
    }
    Rectangle {
        y: root.rowsY - 1
        width: parent.width
        height: 1
        color: Theme.panelHair
    }
    ListView {
        id: list
        x: -Extent.edge
        y: root.rowsY
        width: parent.width + 2 * Extent.edge
        height: root.board ? root.rows.length * root.rowPx : parent.height - y - (root.small ? 4 : 30)
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        reuseItems: true
        cacheBuffer: 0
        model: root.rows.length
        HoverHandler {
            // A finger rests over no list: it would keep it still for good.
            readonly property bool still: hovered && !Touch.byFinger
            onStillChanged: Touch.tapped({ act: "hover", over: still })
        }
        delegate: PitRow {
            required property int index
            width: root.width + 2 * Extent.edge
            height: root.rowPx
            told: root.rows[index] || ({})
            at: root.at
        }
    }
    PitTables {
        visible: root.board !== null
        y: list.y + list.height + 6
        width: parent.width
        height: parent.height - y - (root.small ? 0 : 26)
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
