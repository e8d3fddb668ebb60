import QtQuick
import ".."

// The screen of an inspector: the pages that read, and nothing beside them. `view` is the map of
// ui/screen/pit/inspector_screen.py. Drawn for 1920 x 1080.
FocusScope {
    id: root
    property var view: ({})

    width: 1920
    height: 1080
    focus: true

    PitTop {
        view: root.view
        width: parent.width
    }
    // A page is a file of its own, named by the view: it gets this area and its map.
    Loader {
        x: 24
        y: 56
        width: root.view.wide === false ? 1232 : parent.width - 48
        height: parent.height - y
        source: root.view.page ? root.view.page + ".qml" : ""
        onLoaded: item.view = Qt.binding(() => root.view.told || ({}))
    }
}
