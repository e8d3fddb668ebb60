import QtQuick
import ".."

// The jackpot: the meter as an addition that ends on its residual, growth, ledger, generations.
// `view` is the map of ui/screen/pit/jackpot.py.
Item {
    id: root
    property var view: ({})
    readonly property var meter: view.meter || ({})
    readonly property var sum: view.sum || ({})
    readonly property var rows: sum.rows || []
    readonly property var terms: view.terms || []
    readonly property var residual: sum.residual || ({})
    readonly property bool there: !root.view.wait
    readonly property bool small: Extent.small
    readonly property real low: small ? growth.y + growth.height + 34 : growth.y + growth.height + 28
    readonly property real second: small ? low + lists.height + 40 : low
    // On the small stage everything stands below everything, and is scrolled.
    readonly property real least: small && there ? second + others.height + 110 : 0

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
        size: root.small ? 13 : 14
        color: Theme.sec
    }
    PitChips {
        x: root.small ? 0 : parent.width - width
        y: root.small ? 52 : 14
        keys: root.view.periods || []
    }
    Txt {
        anchors.centerIn: parent
        text: root.view.wait || ""
        size: 20
        color: Theme.sec
    }
    Item {
        visible: root.there
        y: root.small ? 104 : 66
        width: parent.width
        height: 216
        Txt {
            text: root.view.caption || ""
            size: 13
            color: Theme.sec
        }
        Txt {
            id: whole
            y: root.small ? 12 : 20
            text: root.meter.whole || ""
            size: root.small ? 60 : 84
            weight: 600
            color: Theme.gold
        }
        Txt {
            anchors.left: whole.right
            anchors.baseline: whole.baseline
            text: root.meter.rest || ""
            size: root.small ? 34 : 46
            weight: 600
            color: Theme.gold
        }
        Txt {
            y: root.small ? 90 : 128
            text: root.view.confirmed || ""
            size: 14
            color: Theme.sec
        }
        Repeater {
            model: root.terms.length
            Item {
                id: term
                required property int index
                readonly property var words: root.terms[index] || ({})
                x: (root.small ? 400 : 0) + (index < 3 || root.small ? 0 : 284)
                y: root.small ? 4 + index * 20 : 158 + index % 3 * 20
                width: 264
                height: 20
                Txt {
                    text: term.words.name || ""
                    size: 13
                    color: Theme.sec
                }
                Txt {
                    x: parent.width - implicitWidth
                    text: term.words.value || ""
                    size: 13
                    weight: 600
                }
            }
        }
        Repeater {
            model: root.rows.length
            Item {
                id: line
                required property int index
                readonly property var words: root.rows[index] || ({})
                readonly property bool total: words.sign === "="
                x: root.small ? 0 : 600
                y: (root.small ? 136 : 0) + index * 27 + (index > 3 ? 8 : 0)
                width: 632
                height: 27
                Rectangle {
                    visible: line.total
                    y: -4
                    width: 400
                    height: 1
                    color: Theme.sec
                }
                Txt {
                    text: line.total ? "" : line.words.sign || ""
                    size: 15
                    color: Theme.sec
                }
                Txt {
                    x: 24
                    text: line.words.name || ""
                    size: 15
                    weight: line.index > 3 ? 650 : 500
                }
                Txt {
                    x: 400 - implicitWidth
                    text: line.words.amount || ""
                    size: 15
                    weight: 650
                    color: line.index === 5 ? Theme.gold : Theme.text
                }
                Txt {
                    x: 424
                    text: line.words.note || ""
                    size: 13
                    color: Theme.sec
                }
            }
        }
        Item {
            x: root.small ? 0 : 600
            y: root.small ? 316 : 180
            width: 632
            height: 34
            Tick {
                visible: root.residual.ok === true
                y: 8
                size: 18
                tint: Theme.go
            }
            Txt {
                x: 26
                text: root.residual.name || ""
                size: 24
                weight: 650
                color: root.residual.ok === true ? Theme.text : Theme.stop
            }
            Txt {
                x: 400 - implicitWidth
                text: root.residual.amount || ""
                size: 26
                weight: 650
                color: root.residual.ok === true ? Theme.text : Theme.stop
            }
            Txt {
                x: 424
                y: 8
                text: root.residual.note || ""
                size: 13
                color: Theme.sec
            }
        }
    }
    PitPlot {
        id: growth
        visible: root.there
        y: root.small ? 490 : 304
        panel: root.view.growth || ({})
    }
    PitPlot {
        id: lists
        visible: root.there
        y: root.low
        panel: root.view.entries || ({})
    }
    PitChips {
        x: lists.width - width
        y: root.low - 7
        keys: root.view.shows || []
    }
    PitPlot {
        id: others
        visible: root.there
        x: root.small ? 0 : parent.width - width
        y: root.second
        panel: root.view.generations || ({})
    }
    Txt {
        visible: root.there
        x: others.x
        y: others.y + others.height + 12
        width: others.width
        wrapMode: Text.WordWrap
        text: root.view.corrections || ""
        size: 13
        color: Theme.sec
    }
    PitChips {
        y: parent.height - 44
        framed: true
        keys: root.view.exports || []
    }
    Txt {
        anchors.right: parent.right
        y: parent.height - 36
        text: root.view.saved || ""
        size: 12
        color: Theme.sec
    }
}
