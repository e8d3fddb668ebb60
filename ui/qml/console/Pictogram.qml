import QtQuick
import QtQuick.Shapes
import ".."

// What an incident is, in lines of our own: `shown` is its name. A card has neither rank nor suit here.
Item {
    id: root
    property string shown: ""
    property real size: 58
    property color tint: Theme.text
    width: size
    height: size

    // In a square of 48.
    readonly property var lines: ({
        evacuation: "M25 4 H8 V44 H25 M20 24 H44 M35 15 L44 24 L35 33",
        equipment: "M18 4 V14 M30 4 V14 M11 14 H37 V22 A13 13 0 0 1 11 22 Z M24 35 V44",
        exposed_card: "M13 4 H35 V44 H13 Z M17 24 Q24 15 31 24 Q24 33 17 24 Z M24 23.5 V24.5",
        irregular_deal: "M4 14 H13 C23 14 24 34 34 34 H43 M4 34 H13 C18 34 20 31 22 28 M27 20 C29 17 31 14 34 14 H43 M37 8 L43 14 L37 20 M37 28 L43 34 L37 40",
        missing_card: "M7 4 H27 V44 H7 Z M33 24 H45",
        extra_card: "M4 4 H24 V44 H4 Z M30 24 H45 M37.5 16.5 V31.5",
        marked_card: "M13 4 H35 V44 H13 Z M18 31 L30 17 M18 18 L21 21 M27 28 L30 31",
        cards_below_table: "M3 12 H45 M9 12 V30 M39 12 V30 M18 23 H30 V44 H18 Z",
        contested_chips: "M5 19 A11 5.5 0 1 0 27 19 A11 5.5 0 1 0 5 19 V33 A11 5.5 0 0 0 27 33 V19 M5 26 A11 5.5 0 0 0 27 26 M35 13 C35 7 45 7 45 14 C45 19 40 19 40 25 M40 32 V32.5",
        players_talking: "M4 7 H29 V24 H15 L9 30 V24 H4 Z M34 16 H44 V33 H39 V40 L32 33 H20 V29",
        other_language: "M4 7 H31 V28 H17 L10 35 V28 H4 Z M10 14 H25 M10 21 H20 M36 18 H44 V38 H40 V43 L34 38 H22"
    })

    Shape {
        width: 48
        height: 48
        scale: root.size / 48
        transformOrigin: Item.TopLeft
        ShapePath {
            strokeWidth: 3
            strokeColor: root.tint
            fillColor: "transparent"
            capStyle: ShapePath.RoundCap
            joinStyle: ShapePath.RoundJoin
            PathSvg { path: root.lines[root.shown] || "M0 0" }
        }
    }
}
