pragma Singleton
import QtQuick
import Tapis

// The painters of plots, lent to a plot and taken back. None is ever destroyed with its page: Qt for Python
// keeps its half of an item that QML has destroyed, and a pit's screen turns its pages for months. A painter
// comes after the words of its place, so it lies under whatever stands there.
Item {
    id: root
    property var free: []

    function lend(place) {
        const ink = root.free.pop() || made.createObject(root)
        ink.parent = place
        ink.anchors.fill = place
        return ink
    }
    function takeBack(ink) {
        ink.marks = ""
        ink.anchors.fill = undefined
        ink.parent = root
        root.free.push(ink)
    }

    Component {
        id: made
        Ink { z: -1 }
    }
}
