pragma Singleton
import QtQuick

// The one finger of the screen: what a key was asked goes through here, and nothing goes through
// for a moment after the layout has changed under the hand, nor while the table is not heard.
// Where a table is dealt (`careful`), the place that was touched rests for as long as a second tap of
// the same hand may follow: whatever key stands there then, it takes no other act, and no act of the
// table twice, and opens and shuts no sheet. The keys beside it are not slowed.
QtObject {
    id: root
    property bool deaf: false
    property bool careful: false
    // Set by a key that shows how long it rests.
    property bool sweeping: false
    property int restMs: 0
    // How long every key waits after a new layout, and one that has acted.
    property int settleMs: 150
    property int keyRestMs: 250
    readonly property bool settling: settle.running
    readonly property bool resting: sweeping || rest.running
    readonly property bool open: !deaf && !settling
    property point place: Qt.point(-1, -1)
    property string asked: ""
    property bool ofTable: false
    // Whether a keyboard was used last, not a finger: then each key says which key of the keyboard it is.
    property bool byKeys: false
    // Their names, by what they ask (`nameOf`).
    property var names: ({})
    // Acts that a second tap would take back: what opens a sheet shuts it.
    readonly property var toggles: ["local.sheet", "local.help", "local.throw", "local.stakes", "language"]

    signal tapped(var tap)

    function layoutChanged() {
        settle.restart()
    }

    // Ask for this act, touched here: a point of the scene.
    function act(tap, at) {
        if (careful) {
            place = at
            asked = JSON.stringify(tap)
            ofTable = !tap.act.startsWith("local.") || toggles.includes(tap.act)
            rest.restart()
        }
        tapped(tap)
    }

    // The key of the keyboard that asks this, while a keyboard is used.
    function nameOf(tap) {
        return byKeys && tap ? names[JSON.stringify(tap)] || "" : ""
    }

    // Whether a key on this part of the scene stands where the finger has just acted.
    function rests(area, tap) {
        if (!rest.running || !area.contains(area.mapFromItem(null, place.x, place.y)))
            return false
        return ofTable || asked !== JSON.stringify(tap)
    }

    // Who drums on a place that rests makes it rest anew: two acts never come under one rhythm.
    function drummed(area, tap) {
        if (rests(area, tap))
            rest.restart()
    }

    property Timer settle: Timer {
        objectName: "settle"
        interval: root.settleMs
    }
    property Timer rest: Timer {
        objectName: "rest"
        interval: root.restMs
    }
}
