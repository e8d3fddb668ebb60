import QtQuick
import ".."

// The keyboard of the console. Which key of a keyboard is which key of the screen is told with the view
// (ui/screen/keyboard.py); here that key is found among those to be seen, and pressed as a finger presses it, or
// ringed. Tab, Backtab and the arrows move the ring over all live keys, as one reads and as they lie.
QtObject {
    id: root
    // The parts of the console in the order in which one reads them, and the large key.
    required property Item parts
    required property Item large
    property var shortcuts: ({})

    // The marks on the keys: of the function keys, which press at once.
    readonly property var names: {
        const made = {}
        for (const name in shortcuts) {
            if (/^F\d+$/.test(name) && name !== "F1")
                made[JSON.stringify(shortcuts[name].taps[0])] = name
        }
        return made
    }

    // A key went down; whether it is one of the console's.
    function press(event) {
        if (event.modifiers & (Qt.ControlModifier | Qt.AltModifier | Qt.MetaModifier))
            return false
        const name = named(event)
        const moves = { Tab: 1, Backtab: 1, Left: 1, Right: 1, Up: 1, Down: 1 }
        if (name === "" || event.isAutoRepeat)
            return name !== ""
        const seen = Touch.byKeys
        Touch.byKeys = true
        if (moves[name]) {
            move(name)
        } else if (shortcuts[name] && shortcuts[name].rings) {
            ring(shortcuts[name].taps, seen)
        } else if (shortcuts[name]) {
            unring()
            push(name, shortcuts[name].taps[0])
        }
        return true
    }

    function named(event) {
        const key = event.key
        if (key >= Qt.Key_F1 && key <= Qt.Key_F10)
            return "F" + (key - Qt.Key_F1 + 1)
        if (key >= Qt.Key_0 && key <= Qt.Key_9)
            return String(key - Qt.Key_0)
        switch (key) {
        case Qt.Key_Tab: return "Tab"
        case Qt.Key_Backtab: return "Backtab"
        case Qt.Key_Left: return "Left"
        case Qt.Key_Right: return "Right"
        case Qt.Key_Up: return "Up"
        case Qt.Key_Down: return "Down"
        case Qt.Key_Return:
        case Qt.Key_Enter: return "Enter"
        case Qt.Key_Backspace:
        case Qt.Key_Delete: return "Backspace"
        case Qt.Key_Escape: return "Escape"
        case Qt.Key_Plus: return "+"
        case Qt.Key_Minus: return "-"
        case Qt.Key_Asterisk: return "*"
        case Qt.Key_Slash: return "/"
        case Qt.Key_Period:
        case Qt.Key_Comma: return "."
        }
        return ""
    }

    // Press the key that asks this: the large one for its own name, else one beside it.
    function push(name, tap) {
        const wanted = JSON.stringify(tap)
        const same = controls().filter(key => JSON.stringify(key.tap) === wanted)
        const key = name === "F1" || name === "+" ? large : same.find(one => one !== large) || same[0]
        if (key)
            key.activate()
    }

    // Ring the first of these keys, or the next one where one of them is ringed.
    function ring(taps, seen) {
        const there = controls().filter(key => key !== large)
        const keys = taps.map(tap => JSON.stringify(tap))
            .map(wanted => there.find(key => JSON.stringify(key.tap) === wanted)).filter(key => !!key)
        const at = seen ? keys.findIndex(key => key.activeFocus) : -1
        ringed(keys[(at + 1) % keys.length])
    }

    function ringed(key) {
        if (key)
            key.forceActiveFocus(Qt.TabFocusReason)
    }
    function unring() {
        for (const key of controls()) {
            if (key.activeFocus)
                key.focus = false
        }
    }
    // A touch takes the ring away with the names.
    property Connections touched: Connections {
        target: Touch
        function onByKeysChanged() {
            if (!Touch.byKeys)
                root.unring()
        }
    }

    // Every live key to be seen: part by part, in each from above to below and from the left to the right.
    function controls() {
        const found = []
        for (const part of parts.children) {
            const keys = []
            gather(part, keys)
            keys.sort((one, other) => row(one) - row(other) || place(one).x - place(other).x)
            found.push(...keys)
        }
        return found
    }
    function gather(item, found) {
        if (!item || !item.visible || item.opacity === 0)
            return
        if (item.hears !== undefined && item.live === true)
            found.push(item)
        for (const child of item.children)
            gather(child, found)
    }
    function place(key) {
        return key.mapToItem(parts, key.width / 2, key.height / 2)
    }
    function row(key) {
        return Math.round(place(key).y / 24)
    }

    function move(way) {
        const keys = controls()
        const at = keys.findIndex(key => key.activeFocus)
        if (way === "Tab" || way === "Backtab" || at < 0) {
            const step = way === "Backtab" || way === "Left" || way === "Up" ? -1 : 1
            ringed(keys[at < 0 ? (step < 0 ? keys.length - 1 : 0) : (at + step + keys.length) % keys.length])
            return
        }
        ringed(beside(keys, keys[at], way))
    }

    // The nearest key on that side: what lies straight ahead comes first.
    function beside(keys, from, way) {
        const start = place(from)
        let best = null
        let least = Infinity
        for (const key of keys) {
            const there = place(key)
            const dx = there.x - start.x
            const dy = there.y - start.y
            const ahead = way === "Left" ? -dx : way === "Right" ? dx : way === "Up" ? -dy : dy
            const aside = Math.abs(way === "Left" || way === "Right" ? dy : dx)
            if (key === from || ahead < 6 || aside > 2 * ahead)
                continue
            if (ahead + 2 * aside < least) {
                least = ahead + 2 * aside
                best = key
            }
        }
        return best
    }
}
