import QtQuick
import ".."

// One touchable area with many places in it: what lies nearest under the finger is asked for.
// `hits` are {x, y, w, h, tap, says}.
Item {
    id: root
    property var hits: []
    property string says: ""
    readonly property int over: mouse.containsMouse ? at(mouse.mouseX, mouse.mouseY) : -1

    Component.onCompleted: Touch.keys.add(root)
    Component.onDestruction: Touch.keys.delete(root)

    // Where its places can be touched in the scene, and what each asks.
    function stands() {
        const whole = visible && hits.length > 0 ? Touch.reachOf(root, 0, 0, width, height) : null
        if (!whole)
            return []
        const from = root.mapToItem(null, 0, 0), scale = (root.mapToItem(null, width, 0).x - from.x) / width
        const found = []
        for (const hit of hits) {
            const left = Math.max(whole.x, from.x + hit.x * scale), top = Math.max(whole.y, from.y + hit.y * scale)
            const right = Math.min(whole.x + whole.width, from.x + (hit.x + hit.w) * scale)
            const bottom = Math.min(whole.y + whole.height, from.y + (hit.y + hit.h) * scale)
            if (right > left && bottom > top)
                found.push({ reach: Qt.rect(left, top, right - left, bottom - top), asks: JSON.stringify(hit.tap) })
        }
        return found
    }

    Accessible.role: Accessible.List
    Accessible.name: says

    function at(x, y) {
        for (let place = 0; place < hits.length; place++) {
            const hit = hits[place]
            if (x >= hit.x && x < hit.x + hit.w && y >= hit.y && y < hit.y + hit.h)
                return place
        }
        return -1
    }

    Rectangle {
        readonly property var hit: root.over >= 0 ? root.hits[root.over] || null : null
        visible: hit !== null
        x: hit ? hit.x : 0
        y: hit ? hit.y : 0
        width: hit ? hit.w : 0
        height: hit ? hit.h : 0
        color: Theme.text
        opacity: 0.06
    }
    MouseArea {
        id: mouse
        objectName: root.hits.length ? "touch" : ""
        anchors.fill: parent
        enabled: root.hits.length > 0
        hoverEnabled: true
        // Where there is nothing, what lies below is touched.
        onPressed: event => {
            const place = Touch.open ? root.at(event.x, event.y) : -1
            event.accepted = place >= 0
            if (event.accepted)
                Touch.down(JSON.stringify(root.hits[place].tap), mouse.mapToItem(null, event.x, event.y))
        }
        onReleased: event => Touch.up(mouse.mapToItem(null, event.x, event.y), false)
    }
}
