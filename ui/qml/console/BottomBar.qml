import QtQuick
import ".."

// Five service keys, always the same five places: undo, call, incident, last rounds, pause. They begin where the
// columns begin, and end where 3 mm are left to the next one.
Item {
    id: root
    property var keys: []
    y: Theme.bottomY
    width: Theme.stageWidth
    height: Theme.bottomHeight

    readonly property var starts: Theme.small
        ? [0, 272, 448, 624, 800].map(at => Theme.columnsX + at)
        : [0, 2, 4, 5, 6].map(column => Theme.columnX(column))
    readonly property var widths: Theme.small ? [264, 168, 168, 168, 144]
        : [Theme.span(2), Theme.span(2), Theme.columnWidth, Theme.columnWidth, Theme.columnWidth]

    Repeater {
        model: 5
        ActionKey {
            required property int index
            x: root.starts[index]
            width: root.widths[index] - (index < 4 ? Theme.keyGap - Theme.gutter : 0)
            height: root.height
            key: (root.keys || [])[index] || null
            size: Theme.px(24)
        }
    }
}
