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
    // On the small screen a pad, a register, a checklist or four paytables need more height than seats: the
    // board's, where mostly no card lies meanwhile.
    readonly property bool tall: Theme.small && (["pad", "chef", "opening"].includes(kind)
        || kind === "rounds" && !!sheet.tables) || kind === "keys" && sheet.keys.length > Theme.pick(20, 11)
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
