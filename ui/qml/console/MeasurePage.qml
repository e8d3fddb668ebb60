import QtQuick
import ".."

// The page that measures a glass before a table plays on it.
FocusScope {
    id: root
    property var view: ({})
    width: Theme.stageWidth
    height: Theme.stageHeight
    focus: true

    SheetMeasure {
        anchors.centerIn: parent
        width: Theme.span(7)
        height: Theme.seatHeight
        sheet: root.view.sheet || ({})
    }
}
