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
    readonly property bool resting: sweeping || newly.running || places.some(place => place.running)
    readonly property bool open: !deaf && !settling
    // The places that were touched last: another key in between does not wake one before its time.
    readonly property list<Place> places: [Place {}, Place {}, Place {}, Place {}, Place {}, Place {}]
    property int oldest: 0
    property var another: []
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

    // This key means something else than it did, and nobody has read it yet: an alarm came over another, the
    // chef's badge went in.
    function meansAnother(key) {
        if (!newly.running)
            another = []
        if (!another.includes(key))
            another.push(key)
        newly.restart()
    }

    function isNew(key) {
        return newly.running && another.includes(key)
    }

    // Ask for this act, touched here: a point of the scene.
    function act(tap, at) {
        if (careful) {
            places[oldest].touched(tap, at)
            oldest = (oldest + 1) % places.length
        }
        tapped(tap)
    }

    // The key of the keyboard that asks this, while a keyboard is used.
    function nameOf(tap) {
        return byKeys && tap ? names[JSON.stringify(tap)] || "" : ""
    }

    // Whether a key on this part of the scene stands where the finger has just acted.
    function rests(area, tap) {
        return places.some(place => place.rests(area, tap))
    }

    // Who drums on a place that rests makes it rest anew: two acts never come under one rhythm.
    function drummed(area, tap) {
        for (const place of places) {
            if (place.rests(area, tap))
                place.restart()
        }
    }

    property Timer settle: Timer {
        objectName: "settle"
        interval: root.settleMs
    }
    property Timer newly: Timer {
        objectName: "keyRest"
        interval: root.keyRestMs
    }

    component Place: Timer {
        property point at: Qt.point(-1, -1)
        property string asked: ""
        property bool ofTable: false
        objectName: "rest"
        interval: root.restMs

        function touched(tap, where) {
            at = where
            asked = JSON.stringify(tap)
            ofTable = !tap.act.startsWith("local.") || root.toggles.includes(tap.act)
            restart()
        }

        function rests(area, tap) {
            if (!running || !area.contains(area.mapFromItem(null, at.x, at.y)))
                return false
            return ofTable || asked !== JSON.stringify(tap)
        }
    }
}
