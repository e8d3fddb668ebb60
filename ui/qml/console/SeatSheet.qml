import QtQuick
import ".."

// What takes the seats' place when the seats have nothing to say: the opening sheet, the jackpot
// procedure, the last rounds, the incidents, a card to key, a number. `sheet.kind` chooses.
Item {
    id: root
    property var sheet: null
    readonly property string kind: sheet ? sheet.kind || "" : ""
    readonly property var contents: ({
        opening: "SheetOpening.qml",
        jackpot: "SheetJackpot.qml",
        keys: "SheetKeys.qml",
        pad: "SheetPad.qml",
        incident: "SheetIncident.qml",
        chef: "SheetChef.qml",
        rounds: "SheetRounds.qml",
        cards: "SheetCards.qml",
        devices: "SheetDevices.qml",
        measure: "SheetMeasure.qml",
        results: "SheetResults.qml"
    })
    // Keys that a finger hits need more height than seats on the small screen: the board's.
    // Neither do four tables of what hands pay find room beside the last rounds.
    readonly property bool tall: Theme.small && (kind === "pad" || kind === "chef" || (kind === "rounds" && !!sheet.tables))
    x: Theme.columnsX
    y: tall ? Theme.boardY : Theme.seatY
    width: Theme.span(7)
    height: Theme.seatY + Theme.seatHeight - y
    visible: kind !== ""

    Loader {
        id: content
        anchors.fill: parent
        source: root.contents[root.kind] || ""
        Binding {
            target: content.item
            property: "sheet"
            value: root.sheet || ({})
            when: content.item !== null && root.kind !== ""
        }
    }
}
