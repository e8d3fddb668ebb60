import QtQuick

// How long something takes nothing more once it has acted. A rest that began then is not over by its timer
// alone (`Touch.recent`): a screen at work hears a touch before it hears its timers.
Timer {
    property real since: 0
    objectName: "keyRest"
    interval: Touch.keyRestMs

    function begin() {
        since = Date.now()
        restart()
    }

    function lasts() {
        return running && Touch.recent(since, interval)
    }
}
