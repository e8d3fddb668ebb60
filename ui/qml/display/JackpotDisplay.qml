import QtQuick
import ".."

// The public display, lying or standing as its window does. `view` holds:
//   title, game, over, euros, cents, under, updating, consolation, legal, simulation: words, or ""
//   stale: no hue but the light's; band: {kind: "pending"|"closed"|"held", text} or null
//   prizes: [{name, figure, unit, first}]; light: {lamp, word}; facts: [{label, value}]; last: one of them or null
//   share: which part of a stake feeds the jackpot; number: of the round
//   page: "main"; "tables", whose hands and odds are `ranking` (DisplayRanking.qml); or one of `lists`, by
//   name (DisplayList.qml). A page gives way to the next in a cross-fade
//   plain: a felt without a jackpot shows its paytables instead, tables: [{title, note, rows}]
Item {
    id: root
    property var view: ({})
    readonly property bool portrait: Window.window !== null && Window.height > Window.width
    readonly property int side: portrait ? 72 : 96
    readonly property int inner: width - 2 * side
    readonly property bool stale: view.stale === true
    readonly property bool banded: !!view.band
    readonly property bool plain: view.plain === true
    readonly property bool tabled: view.page === "tables"
    readonly property bool paged: (view.page || "main") !== "main"
    readonly property int pageTop: portrait ? (plain ? 300 : 420) : plain ? 176 : 220
    readonly property int pageEnd: portrait ? 1528 : 912
    readonly property color ink: stale ? Theme.stale : plain ? Theme.text : Theme.gold

    width: portrait ? 1080 : 1920
    height: portrait ? 1920 : 1080
    Accessible.role: Accessible.StaticText
    Accessible.name: [view.title, (view.euros || "") + (view.cents || ""), view.under].filter(word => word).join(" ")

    Item {
        id: header
        x: root.side
        y: root.portrait ? 88 : 64
        width: root.inner
        height: 60
        JackpotSign {
            id: sign
            x: -8
            anchors.verticalCenter: parent.verticalCenter
            size: 52
            full: !root.stale
            tint: root.ink
        }
        Txt {
            id: title
            anchors.left: sign.right
            anchors.leftMargin: 20
            anchors.verticalCenter: parent.verticalCenter
            width: (root.portrait || !mark.visible ? game.x - 24 : mark.x - root.side - 24) - x
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 28
            text: root.view.title || ""
            size: root.portrait ? 44 : 46
            weight: 600
        }
        Txt {
            id: game
            visible: !root.portrait
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            text: root.portrait ? "" : [root.view.game, root.view.number].filter(word => word).join(" · ")
            size: 34
            color: Theme.sec
        }
    }
    SimulationMark {
        id: mark
        x: root.portrait ? root.side : (root.width - width) / 2
        y: root.portrait ? 182 : 70
        word: root.view.simulation || ""
        size: 24
    }
    Txt {
        anchors.right: header.right
        y: root.portrait ? 190 : 132
        text: [root.view.updating, root.portrait ? "" : root.view.share].filter(word => word).join(" · ")
        size: 28
        color: Theme.sec
    }
    Txt {
        visible: root.portrait
        x: root.side
        y: 1552
        width: root.inner
        text: [root.view.share, root.view.number].filter(word => word).join(" · ")
        size: 28
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 22
        color: Theme.sec
    }

    Facts {
        x: root.side
        y: root.portrait ? 246 : 136
        width: root.inner
        facts: root.view.last ? [root.view.last] : []
        size: 28
    }

    Page {
        there: !root.paged
        Caption {
            y: root.portrait ? 288 : 160
            text: root.view.over || ""
            color: Theme.sec
        }
        DisplayTables {
            visible: root.plain
            x: root.side
            y: root.portrait ? 300 : 176
            width: root.inner
            height: root.portrait ? (root.banded ? 1100 : 1228) : root.banded ? 580 : 720
            stacked: root.portrait
            faint: root.stale
            tables: root.view.tables || []
        }
        Meter {
            visible: !root.plain
            x: root.portrait ? root.side - 8 : (root.width - implicitWidth) / 2
            y: root.portrait ? 346 : root.banded ? 180 : 198
            euroSize: root.portrait ? 212 : 330
            centSize: root.portrait ? 92 : 146
            spacing: root.portrait ? -6 : -9
        }
        Caption {
            y: root.portrait ? 606 : root.banded ? 546 : 580
            text: root.view.under || ""
            color: root.stale ? Theme.text : Theme.sec
        }
        JackpotBand {
            x: root.side
            y: root.plain ? (root.portrait ? 1436 : 790) : root.portrait ? 718 : 622
            width: root.inner
            band: root.view.band || null
            size: root.portrait ? 36 : 48
        }
        JackpotPrizes {
            visible: !root.plain
            x: root.side
            y: root.portrait ? 858 : root.banded ? 764 : 700
            width: root.inner
            stacked: root.portrait
            prizes: root.view.prizes || []
            ink: root.ink
            faint: root.stale
        }
        Txt {
            visible: root.portrait || !root.banded
            x: root.side
            y: root.portrait ? 1456 : 868
            width: root.inner
            wrapMode: Text.WordWrap
            text: root.view.consolation || ""
            size: 32
            color: Theme.sec
            lineHeight: 1.15
        }
    }
    Page {
        there: root.paged && !root.plain
        Meter {
            x: root.portrait ? root.side - 8 : (root.width - implicitWidth) / 2
            y: root.portrait ? 286 : 122
            euroSize: root.portrait ? 104 : 76
            centSize: root.portrait ? 52 : 40
            spacing: -2
        }
    }
    Page {
        there: root.tabled
        DisplayRanking {
            x: root.side
            y: root.pageTop
            width: root.inner - (apart.visible && !root.portrait ? apart.width + 64 : 0)
            height: (apart.visible && root.portrait ? apart.y - 20 : root.pageEnd) - y
            tight: root.portrait || apart.visible
            ranking: root.view.ranking || ({})
        }
        DisplayTables {
            id: apart
            readonly property real lines: tables.reduce((sum, table) => sum + table.rows.length, 0)
            visible: tables.length > 0
            x: root.portrait ? root.side : root.width - root.side - width
            y: root.portrait ? root.pageEnd - height : root.pageTop
            width: root.portrait ? root.inner : 520
            height: root.portrait ? 88 + lines * 44 : root.pageEnd - y
            stacked: true
            tight: true
            tables: (root.view.ranking || ({})).apart || []
        }
    }
    Repeater {
        model: ["round", "jp1", "wins"]
        Page {
            id: page
            required property string modelData
            there: root.view.page === modelData
            DisplayList {
                x: root.side
                y: root.pageTop
                width: root.inner
                height: root.pageEnd - y
                narrow: root.portrait
                list: (root.view.lists || ({}))[page.modelData] || ({})
            }
        }
    }

    Item {
        x: root.side
        y: root.portrait ? 1640 : 938
        width: root.inner
        height: 60
        readonly property var light: root.view.light || ({})
        LightMark {
            id: lamp
            anchors.verticalCenter: parent.verticalCenter
            size: 40
            lamp: parent.light.lamp || "off"
        }
        Txt {
            id: word
            anchors.left: lamp.right
            anchors.leftMargin: 22
            anchors.verticalCenter: parent.verticalCenter
            text: parent.light.word || ""
            size: 44
            weight: 700
            color: lamp.lamp === "go" ? Theme.go : lamp.lamp === "last" ? Theme.warn : Theme.text
        }
        Facts {
            visible: !root.portrait
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            // All of them at once, a maximum to come among them, are drawn smaller rather than over the light.
            transformOrigin: Item.Right
            scale: Math.min(1, (root.inner - lamp.width - word.width - 72) / Math.max(1, width))
            facts: root.portrait ? [] : root.view.facts || []
        }
    }
    Facts {
        visible: root.portrait
        x: root.side
        y: 1702
        width: root.inner
        facts: root.portrait ? root.view.facts || [] : []
    }
    Txt {
        x: root.side
        y: root.portrait ? 1832 : 1014
        width: root.inner
        wrapMode: Text.WordWrap
        text: root.view.legal || ""
        size: 24
        color: Theme.sec
        lineHeight: 1.1
    }

    component Page: Item {
        property bool there: true
        anchors.fill: parent
        opacity: there ? 1 : 0
        visible: opacity > 0
        Behavior on opacity {
            NumberAnimation {
                duration: Theme.motion(400)
            }
        }
    }
    component Meter: MeterDigits {
        euros: root.view.euros || ""
        cents: root.view.cents || ""
        tint: root.ink
        maxWidth: root.inner + (root.portrait ? 8 : 0)
        rollMs: root.stale ? 0 : 750
    }
    component Caption: Txt {
        visible: text !== ""
        x: root.side
        width: root.inner
        horizontalAlignment: root.portrait ? Text.AlignLeft : Text.AlignHCenter
        wrapMode: Text.WordWrap
        size: 38
        lineHeight: 1.12
    }
    component Facts: Flow {
        id: row
        property var facts: []
        property int size: 32
        spacing: 0
        Repeater {
            model: row.facts.length
            Row {
                id: fact
                required property int index
                readonly property var words: row.facts[index] || ({})
                spacing: 14
                rightPadding: index < row.facts.length - 1 ? 40 : 0
                Txt {
                    text: fact.words.label || ""
                    size: row.size
                    color: Theme.sec
                }
                Txt {
                    text: fact.words.value || ""
                    size: row.size
                    weight: 600
                }
            }
        }
    }
}
