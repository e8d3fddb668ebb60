import QtQuick
import ".."

// The screen of an inspector: the pages that read, and nothing beside them. `view` is the map of
// ui/screen/pit/inspector_screen.py. Drawn for 1920 x 1080.
FocusScope {
    id: root
    property var view: ({})

    width: Extent.width
    height: Extent.height
    focus: true
    onViewChanged: {
        Extent.told = view.extent || ({})
        Extent.part = ""
    }

    PitTop {
        view: root.view
        width: parent.width
        height: Extent.top
    }
    // A page is a file of its own, named by the view: it gets this area and its map.
    Loader {
        x: Extent.edge
        y: Extent.top
        width: root.view.wide === false ? 1232 : parent.width - 2 * Extent.edge
        height: parent.height - y
        source: root.view.page ? root.view.page + ".qml" : ""
        onLoaded: item.view = Qt.binding(() => root.view.told || ({}))
    }
}
