pragma Singleton
import QtQuick

// The stage that the pit's screen is laid out for (ui/screen/extent.py): 1280 x 800, 1920 x 1080, or 2560 x 1440
// in pixels of 1.2.
QtObject {
    property var told: ({})
    // Which part of its page a small stage shows; empty where the page is whole.
    property string part: ""
    // How many pixels of the glass one of its own is.
    property real zoom: 1
    readonly property string name: told.name || "usual"
    readonly property bool small: name === "small"
    readonly property bool wide: name === "wide"
    readonly property int width: told.width || 1920
    readonly property int height: told.height || 1080
    readonly property int top: told.top || 56
    readonly property int edge: told.edge || 24
    readonly property int spine: told.spine || 248
    readonly property int column: told.column || 392

    // The pixels of a part that is painted as a picture of its own: no fewer than the glass has there.
    function pixels(item) {
        return Qt.size(Math.ceil(item.width * zoom), Math.ceil(item.height * zoom))
    }
    function pick(usual, compact) {
        return small ? compact : usual
    }
}
