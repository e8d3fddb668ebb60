pragma Singleton
import QtQuick

// The one finger of the screen: what a key was asked goes through here, and nothing goes through
// for a moment after the layout has changed under the hand, nor while the table is not heard.
// Where a table is dealt (`careful`), the place that was touched rests for as long as a second tap of
// the same hand may follow: whatever key stands there then, it takes no other act, and no act of the
// table twice, and opens and shuts no sheet. The keys beside it are not slowed. Nor is a key heard for a
// moment that has come where another stood.
// Everywhere else lists change while they are read, and no touch is lost for it: a finger that comes down
// just after a change means what had stood there, for a hand does not see what is newer. While it lies on
// the glass nothing changes under it. Where a key has asked a table for something the next card of the list
// comes under the finger: a second tap of the same hand asks no table for anything else there.
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
    // Acts that a second tap would take back: what opens a sheet shuts it, what ticks unticks.
    readonly property var toggles: ["local.sheet", "local.help", "local.throw", "local.stakes", "local.keep", "language"]

    // What is asked of tables, where there are several.
    readonly property var asking: ["ask", "ask_each", "sign"]

    // Every key there is, whose `stands()` says where it can be touched, what it asks there and what that means;
    // and what stood where before the last changes: the oldest first, each with the moment at which it ended.
    readonly property var keys: new Set()
    property var stood: []
    // Nobody has seen yet what came last, or had no time to read it.
    readonly property bool unread: ahead || ended.running
    property bool ahead: false
    // So little newer than the finger, nobody saw what came.
    property int blindMs: 100
    // So long a finger that lies on the glass keeps news from coming under it.
    property int gripMs: 150
    // How far a finger that means to tap may slide.
    property int slipPx: 24
    // It was touched last, not clicked.
    property bool byFinger: false
    // What the finger means that lies on the glass: JSON; where it came down, and which of all it is.
    property string pending: ""
    property point downAt
    property int fingers: 0
    property bool acting: false
    // What was asked last, which a finger that bounces does not ask again.
    property string last: ""

    signal tapped(var tap)
    // A finger lies on a key; it is up, or away.
    signal gripped()
    signal loosened()

    // A dealt table's layout has changed under the hand.
    function layoutChanged() {
        settle.restart()
    }

    // The scene is about to change: what stands where is kept until a moment after the new one has been drawn.
    function remember() {
        if (!keys.size)
            return
        const lately = seenLately()
        if (!lately.some(one => one.until === Infinity))
            lately.push({ until: Infinity, stands: standing(), own: acting })
        stood = lately
        ahead = true
    }

    // Whether what stood a moment ago at this point of a dealt table's scene meant something else: nobody has
    // read yet what stands there now.
    function isUnread(at, means) {
        const now = Date.now()
        return stood.some(({ until, stands }) => {
            const late = until === Infinity || ended.running && now - until < keyRestMs
            const top = late ? smallest(lying(stands, at)) : null
            return top !== null && top.means !== means
        })
    }

    // A frame is on the glass: what it does not show any more has ended.
    function drawn() {
        if (ahead) {
            for (const one of stood)
                one.until = Math.min(one.until, Date.now())
            ended.restart()
            ahead = false
        }
        if (careful && stood.length)
            stood = seenLately()
    }

    // Of a clock that was set back meanwhile nothing is taken for new.
    function seenLately() {
        const now = Date.now(), least = now - (careful ? keyRestMs : blindMs)
        return stood.filter(({ until }) => until === Infinity || until <= now && until > least)
    }

    // Every place that can be touched: where, and what it asks.
    function standing() {
        const found = []
        for (const key of keys)
            found.push(...key.stands())
        return found
    }

    // Where this part of an item can be touched in the scene, without what a list cuts away; null where it
    // cannot.
    function reachOf(item, left, top, right, bottom) {
        let from = item
        const cut = (up) => {
            const a = from.mapToItem(up, left, top), b = from.mapToItem(up, right, bottom)
            left = a.x
            top = a.y
            right = b.x
            bottom = b.y
            from = up
        }
        for (let up = item.parent; up; up = up.parent) {
            if (!up.clip)
                continue
            cut(up)
            left = Math.max(left, 0)
            top = Math.max(top, 0)
            right = Math.min(right, up.width)
            bottom = Math.min(bottom, up.height)
        }
        cut(null)
        return right > left && bottom > top ? Qt.rect(left, top, right - left, bottom - top) : null
    }

    // What a finger that comes down here means, where that is not what stands here now: JSON, "" for nothing;
    // null where it means what it touches.
    function meantAt(at) {
        const was = seenLately()
        stood = was
        if (!was.length || deaf)
            return null
        const seen = lying(was[0].stands, at), here = lying(standing(), at)
        // A new key stands on an old one until the lists are laid out, and it might hear the finger.
        if (asksOf(seen) === asksOf(here) || runs(at))
            return null
        const meant = smallest(seen), top = smallest(here)
        if (meant === null || places.some(place => place.restsIn(meant)))
            return ""
        return was.some(one => one.own) && meant.asks !== (top && top.asks) ? "" : meant.asks
    }

    // Whether a list runs here, which a finger stops: where its keys stood at the change says nothing.
    function runs(at) {
        for (const key of keys) {
            for (let up = key.parent; up; up = up.parent) {
                if (up.moving === true && up.contains(up.mapFromItem(null, at.x, at.y)))
                    return true
            }
        }
        return false
    }

    // The keys of these at this point.
    function lying(stands, at) {
        return stands.filter(({ reach }) => at.x >= reach.x && at.y >= reach.y
            && at.x < reach.x + reach.width && at.y < reach.y + reach.height)
    }

    function asksOf(stands) {
        return JSON.stringify(stands.map(one => one.asks).sort())
    }

    // Of these, lying one on another, the smallest is on top; null of none.
    function smallest(stands) {
        let found = null
        for (const one of stands) {
            if (found === null || one.reach.width * one.reach.height < found.reach.width * found.reach.height)
                found = one
        }
        return found
    }

    // A finger that means this has come down, here in the scene.
    function down(asks, at) {
        pending = asks
        downAt = at
        fingers += 1
        gripped()
    }

    // It goes up, whatever has become of what it came down on: what it meant is asked for; where this
    // changes the scene, or what was kept from it meanwhile does, a second touch at once means neither what
    // was there nor what came. One that has slid away meant nothing, unless it is on its key still.
    function up(at, onKey) {
        const asks = pending
        pending = ""
        acting = asks !== "" && !deaf && (onKey || !far(at, downAt)) && !(again.lasts() && asks === last)
        loosened()
        if (acting) {
            last = asks
            again.begin()
            act(JSON.parse(asks), at)
        }
        acting = false
    }

    // A rest that began then is not over by the clock. Where a table is dealt its timer counts, for nobody has
    // seen meanwhile what he did.
    function recent(since, restsMs) {
        return careful || Date.now() - since < restsMs
    }

    function far(one, other) {
        return Math.abs(one.x - other.x) > slipPx || Math.abs(one.y - other.y) > slipPx
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
        if (careful || asking.includes(tap.act)) {
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

    // Who drums on a place that rests makes it rest anew: two acts never come under one rhythm. Where lists
    // change, nothing shows that a place rests: it is over in its time.
    function drummed(area, tap) {
        if (!careful)
            return
        for (const place of places) {
            if (place.rests(area, tap))
                place.begin()
        }
    }

    property Rest again: Rest {}
    property Timer settle: Timer {
        objectName: "settle"
        interval: root.settleMs
    }
    property Timer newly: Timer {
        objectName: "keyRest"
        interval: root.keyRestMs
    }

    // A dealt table's busy screen hears a touch before it hears that what stood before has been gone for long.
    property Timer ended: Timer {
        objectName: "keyRest"
        interval: root.keyRestMs
    }

    component Place: Rest {
        property point at: Qt.point(-1, -1)
        property string asked: ""
        property bool ofTable: false
        objectName: "rest"
        interval: root.restMs

        function touched(tap, where) {
            at = where
            asked = JSON.stringify(tap)
            ofTable = !tap.act.startsWith("local.") || root.toggles.includes(tap.act)
            begin()
        }

        function rests(area, tap) {
            if (!lasts() || !area.contains(area.mapFromItem(null, at.x, at.y)))
                return false
            if (!root.careful)
                return root.asking.includes(tap.act) && asked !== JSON.stringify(tap)
            return ofTable || asked !== JSON.stringify(tap)
        }

        // Whether one of `stands()` does, of several tables.
        function restsIn({ reach, asks }) {
            const within = at.x >= reach.x && at.y >= reach.y && at.x < reach.x + reach.width && at.y < reach.y + reach.height
            return lasts() && within && asked !== asks && root.asking.includes(JSON.parse(asks).act)
        }
    }
}
