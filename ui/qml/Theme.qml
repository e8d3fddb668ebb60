pragma Singleton
import QtQuick

// Every colour, measure and typeface of the screens, in pixels of the two stages:
// 1920 x 1080 (15.6 inch, 5.55 px/mm) and, when `small`, 1280 x 800 (10.1 inch, 5.88 px/mm).
QtObject {
    property bool small: false
    property bool leftHanded: false
    property bool reducedMotion: false

    function pick(large, compact) {
        return small ? compact : large
    }
    // Text of `size` pixels on the large stage; never below what can be read at arm's length.
    function px(size) {
        return small ? Math.max(17, Math.round(size * 0.74)) : size
    }
    function motion(ms) {
        return reducedMotion ? 0 : ms
    }

    // Surfaces, from the deepest to the nearest.
    readonly property color housing: "#0E1113"
    readonly property color recess: "#13171B"
    readonly property color bg: "#14171A"
    readonly property color surface: "#1E2328"
    readonly property color raised: "#2A3037"
    readonly property color lift: "#363E47"
    readonly property color pressed: "#4A545F"
    readonly property color focusSurface: "#222B35"

    readonly property color hair: "#2B3138"
    readonly property color panelHair: "#343B43"
    readonly property color edge: "#66707A"
    readonly property color outline: "#838C95"

    readonly property color text: "#E6E8EA"
    readonly property color sec: "#A9B0B7"
    readonly property color dim: "#838C95"
    readonly property color ghost: "#5E6872"

    // Hues: each is a word (money out, the light, an alarm, the jackpot) and nothing else.
    readonly property color pay: "#4DA3FF"
    readonly property color go: "#3CCF91"
    readonly property color warn: "#F5C84B"
    readonly property color stop: "#FF6B5E"
    readonly property color p1: "#C62828"
    readonly property color onAlarm: "#FFFFFF"
    readonly property color gold: "#FFD479"
    readonly property color stale: "#8B939B"

    readonly property color prim: "#DCE0E4"
    readonly property color primPressed: "#B4BBC2"
    readonly property color primText: "#14171A"

    readonly property color card: "#F4F1E8"
    readonly property color cardEdge: "#CFCABB"
    readonly property var suitInk: ({ s: "#111111", h: "#C4161C", d: "#1565C0", c: "#505A50" })

    readonly property string textFace: "Inter"
    readonly property string displayFace: "Inter Display"

    readonly property real pxPerMm: small ? 5.88 : 5.55
    readonly property int touchMin: Math.ceil(12 * pxPerMm)
    readonly property int edgeGuard: Math.floor((small ? 2 : 4) * pxPerMm)

    // The grid: seven columns that carry seats, decisions, settlement and the jackpot's five cards.
    readonly property int stageWidth: pick(1920, 1280)
    readonly property int stageHeight: pick(1080, 800)
    readonly property int margin: pick(24, 12)
    readonly property int columnWidth: pick(196, 128)
    readonly property int gutter: pick(12, 8)
    readonly property int actionWidth: pick(404, 292)
    readonly property int actionX: leftHanded ? margin : stageWidth - margin - actionWidth
    readonly property int columnsX: leftHanded ? stageWidth - margin - span(7) : margin
    function columnX(index) {
        return columnsX + index * (columnWidth + gutter)
    }
    function span(count) {
        return count * columnWidth + (count - 1) * gutter
    }

    readonly property int topHeight: pick(72, 56)
    readonly property int phaseY: topHeight
    readonly property int alarmY: pick(131, 102)
    readonly property int alarmHeight: pick(67, 52)
    // The largest amount of the year.
    readonly property int heroSize: pick(168, 88)
    readonly property int heroCents: pick(72, 38)
    readonly property int freezeHeight: pick(90, 66)
    // What is not of a hand that is verified recedes; a single card less than a whole seat.
    readonly property real receded: 0.32
    readonly property real recededCard: 0.45
    readonly property int boardY: pick(200, 156)
    readonly property int seatY: pick(408, 300)
    readonly property int seatHeight: pick(500, 352)
    readonly property int bottomY: pick(924, 664)
    readonly property int bottomHeight: pick(132, 124)
    readonly property int primaryHeight: pick(196, 150)
    readonly property int primaryY: bottomY + bottomHeight - primaryHeight
    readonly property int lightHeight: pick(150, 116)

    readonly property int radius: pick(12, 9)
    readonly property int padding: pick(24, 16)
}
