import QtQuick

// What lies on the page: a surface, and where surfaces are as dark as the page, a line around it.
Rectangle {
    radius: Theme.radius
    color: Theme.surface
    border.width: Theme.panelStroke
    border.color: Theme.panelLine
}
