pragma Singleton
import QtQuick

// Every colour, measure and typeface of the screens, in pixels of the two stages:
// 1920 x 1080 (15.6 inch, 5.55 px/mm) and, when `small`, 1280 x 800 (10.1 inch, 5.88 px/mm).
QtObject {
    // "night", "day" or "contrast".
    property string name: "night"
    property bool small: false
    property bool leftHanded: false
    property bool reducedMotion: false
    // In hundredths of what the panel gives.
    property int brightness: 100

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

    // A colour by night, by day, and where contrast comes before calm.
    function by(night, day, contrast) {
        return name === "day" ? day : name === "contrast" ? contrast : night
    }

    // Surfaces, from the deepest to the nearest. Black on black needs a line around what lies there.
    readonly property color housing: by("#0E1113", "#2A3036", "#000000")
    readonly property color recess: by("#13171B", "#CCD3D8", "#000000")
    readonly property color bg: by("#14171A", "#D9DEE2", "#000000")
    readonly property color surface: by("#1E2328", "#EDF0F2", "#000000")
    readonly property color raised: by("#2A3037", "#FFFFFF", "#1C1C1C")
    readonly property color lift: by("#363E47", "#C3CBD2", "#3A3A3A")
    readonly property color pressed: by("#4A545F", "#AEB8C0", "#5A5A5A")
    readonly property color focusSurface: by("#1C2632", "#FFFFFF", "#00163A")
    readonly property int panelStroke: by(0, 0, 2)
    readonly property color panelLine: "#C4CAD0"

    readonly property color shade: "#000000"

    readonly property color hair: by("#363D45", "#B4BDC4", "#8C949B")
    readonly property color panelHair: by("#434B54", "#B4BDC4", "#8C949B")
    readonly property color slot: by("#4A535C", "#848F98", "#8C949B")
    readonly property color edge: by("#66707A", "#66717B", "#D5DADF")
    readonly property color outline: by("#838C95", "#4A545D", "#FFFFFF")
    readonly property int focusStroke: by(4, 4, 6)

    readonly property color text: by("#E6E8EA", "#14181C", "#FFFFFF")
    readonly property color sec: by("#B8BFC6", "#323B43", "#E2E6EA")
    readonly property color dim: by("#929BA3", "#4B555E", "#B4BBC2")
    readonly property color ghost: by("#7E8790", "#58626B", "#98A0A8")

    // Hues: each is a word (money out, the light, an alarm, the jackpot) and nothing else.
    readonly property color pay: by("#7CBCFF", "#084088", "#8FC6FF")
    readonly property color go: by("#3CCF91", "#00573A", "#4DFFB0")
    readonly property color warn: by("#F5C84B", "#634200", "#FFE14D")
    readonly property color warnText: by("#14171A", "#FFFFFF", "#000000")
    readonly property color stop: by("#FF6B5E", "#A81C1C", "#FF8A7F")
    readonly property color p1: by("#AF1A1C", "#AF1A1C", "#B00000")
    readonly property color p1Text: "#FFFFFF"
    readonly property color p2: by("#F5C84B", "#FFCB3D", "#FFE14D")
    readonly property color p2Text: "#14171A"
    readonly property color gold: by("#FFD479", "#543700", "#FFDE70")
    readonly property color goldFill: by("#FFD479", "#E3A008", "#FFDE70")

    // The meter is gold in every light: by day it has a dark plate, as the lamps have their housing.
    readonly property bool plated: by(false, true, false)
    readonly property color plate: by("transparent", "#181C20", "transparent")
    readonly property color meter: by("#FFD479", "#FFD479", "#FFDE70")
    readonly property color meterPlain: by("#E6E8EA", "#E6E8EA", "#FFFFFF")
    readonly property color stale: by("#A3ABB2", "#A3ABB2", "#B4BBC2")
    readonly property color lampGo: by("#3CCF91", "#3CCF91", "#4DFFB0")
    readonly property color lampLast: by("#F5C84B", "#F5C84B", "#FFE14D")
    readonly property color lampStop: by("#FF6B5E", "#FF6B5E", "#FF8A7F")
    readonly property color unlit: by("#39414A", "#59636D", "#98A0A8")
    readonly property color lampOff: by("#6A747E", "#7A858F", "#98A0A8")
    readonly property color device: by("#7A848E", "#56606A", "#D5DADF")
    readonly property color phaseDone: by("#59636D", "#7C868F", "#B4BBC2")
    readonly property color phaseNext: by("#272D33", "#BBC3CA", "#4A4F54")

    readonly property color prim: by("#DCE0E4", "#14181C", "#FFFFFF")
    readonly property color primPressed: by("#B4BBC2", "#3A434B", "#C8CDD2")
    readonly property color primText: by("#14171A", "#FFFFFF", "#000000")

    readonly property color card: by("#F4F1E8", "#FFFDF7", "#FFFFFF")
    readonly property color cardEdge: by("#CFCABB", "#6F7982", "#FFFFFF")
    readonly property var suitInk: ({ s: "#111111", h: "#C4161C", d: "#1565C0", c: "#505A50" })
    readonly property real veil: by(0.42, 0.34, 0.48)
    readonly property color back: by("#333B44", "#AAB4BC", "#000000")
    readonly property color backEdge: by("#69737D", "#6F7982", "#C4CAD0")
    readonly property color backField: by("#262C33", "#C9D0D5", "#000000")
    readonly property color backHatch: by("#5C6670", "#6F7983", "#C4CAD0")
    readonly property color chip: by("#39424B", "#AAB4BC", "#FFFFFF")
    readonly property color chipSpot: by("#98A1AA", "#3F4952", "#000000")
    readonly property color chipFace: by("#242A30", "#FFFFFF", "#000000")

    readonly property string textFace: "Inter"
    readonly property string displayFace: "Inter Display"

    // As the panel was measured, or tells; 0 where neither: then as the stage is drawn for.
    property real measuredPxPerMm: 0
    readonly property real drawnPxPerMm: small ? 5.88 : 5.55
    readonly property real pxPerMm: measuredPxPerMm > 0 ? measuredPxPerMm : drawnPxPerMm
    // What a finger needs grows on a panel of smaller pixels; it never shrinks below the drawing.
    readonly property real fingerPxPerMm: Math.max(pxPerMm, drawnPxPerMm)
    readonly property int touchMin: Math.ceil(12 * fingerPxPerMm)
    readonly property int keyGap: Math.ceil(3 * fingerPxPerMm)
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
