"""Contacts on a glass as a platform tells Qt of them: with their width, which no part of QTest can say.

`QWindowSystemInterface::handleTouchEvent` is what each platform's plugin calls; here it is called by its name
in the library. Everything after it is Qt as it runs.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import PySide6
import shiboken6
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPointingDevice
from PySide6.QtQuick import QQuickWindow

PRESSED, MOVED, STATIONARY, RELEASED = 1, 2, 4, 8
_CALL: Final = (
    "_ZN22QWindowSystemInterface16handleTouchEventINS_19SynchronousDeliveryEEEbP7QWindowPK15QPointingDevice"
    "RK5QListINS_10TouchPointEE6QFlagsIN2Qt16KeyboardModifierEE"
)


@dataclass(frozen=True)
class Contact:
    """One contact: which it is, what it does, where on the window, how wide and high in pixels."""

    number: int
    does: int
    at: QPoint
    wide: float = 40.0
    high: float | None = None


class _Point(ctypes.Structure):
    """`QWindowSystemInterface::TouchPoint`, as its header lays it out."""

    _fields_ = (
        ("id", ctypes.c_int),
        ("unique_id", ctypes.c_int64),
        ("normal", ctypes.c_double * 2),
        ("area", ctypes.c_double * 4),
        ("pressure", ctypes.c_double),
        ("rotation", ctypes.c_double),
        ("state", ctypes.c_uint8),
        ("velocity", ctypes.c_float * 2),
        ("raw", ctypes.c_void_p * 3),
    )


class _List(ctypes.Structure):
    """A list of Qt on memory that is not its own."""

    _fields_ = (("header", ctypes.c_void_p), ("first", ctypes.c_void_p), ("size", ctypes.c_ssize_t))


@cache
def _library() -> ctypes.CDLL:
    library = next(Path(PySide6.__file__).parent.glob("Qt/lib/libQt6Gui.so.6"))
    return ctypes.CDLL(str(library))


def tell(window: QQuickWindow, device: QPointingDevice, *contacts: Contact) -> None:
    """These contacts lie on the glass at one moment, and do this."""
    at = window.position()
    points = (_Point * len(contacts))(*(_point(one, at) for one in contacts))
    listed = _List(None, ctypes.addressof(points), len(contacts))
    call = getattr(_library(), _CALL)
    call.restype = ctypes.c_bool
    call.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    call(_address(window), _address(device), ctypes.addressof(listed), 0)


def _point(one: Contact, window: QPoint) -> _Point:
    high = one.wide if one.high is None else one.high
    x, y = one.at.x() + window.x() - one.wide / 2, one.at.y() + window.y() - high / 2
    point = _Point(id=one.number, unique_id=-1, pressure=1.0, state=one.does)
    point.area = (ctypes.c_double * 4)(x, y, one.wide, high)
    return point


def _address(thing: object) -> int:
    return int(shiboken6.getCppPointer(thing)[0])
