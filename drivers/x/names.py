"""The X11 protocol's requests by number (X.Org's Xproto.h), and what kind each of them is."""

from collections.abc import Mapping
from typing import Final

_NAMES = """
CreateWindow ChangeWindowAttributes GetWindowAttributes DestroyWindow DestroySubwindows
ChangeSaveSet ReparentWindow MapWindow MapSubwindows UnmapWindow
UnmapSubwindows ConfigureWindow CirculateWindow GetGeometry QueryTree
InternAtom GetAtomName ChangeProperty DeleteProperty GetProperty
ListProperties SetSelectionOwner GetSelectionOwner ConvertSelection SendEvent
GrabPointer UngrabPointer GrabButton UngrabButton ChangeActivePointerGrab
GrabKeyboard UngrabKeyboard GrabKey UngrabKey AllowEvents
GrabServer UngrabServer QueryPointer GetMotionEvents TranslateCoords
WarpPointer SetInputFocus GetInputFocus QueryKeymap OpenFont
CloseFont QueryFont QueryTextExtents ListFonts ListFontsWithInfo
SetFontPath GetFontPath CreatePixmap FreePixmap CreateGC
ChangeGC CopyGC SetDashes SetClipRectangles FreeGC
ClearArea CopyArea CopyPlane PolyPoint PolyLine
PolySegment PolyRectangle PolyArc FillPoly PolyFillRectangle
PolyFillArc PutImage GetImage PolyText8 PolyText16
ImageText8 ImageText16 CreateColormap FreeColormap CopyColormapAndFree
InstallColormap UninstallColormap ListInstalledColormaps AllocColor AllocNamedColor
AllocColorCells AllocColorPlanes FreeColors StoreColors StoreNamedColor
QueryColors LookupColor CreateCursor CreateGlyphCursor FreeCursor
RecolorCursor QueryBestSize QueryExtension ListExtensions ChangeKeyboardMapping
GetKeyboardMapping ChangeKeyboardControl GetKeyboardControl Bell ChangePointerControl
GetPointerControl SetScreenSaver GetScreenSaver ChangeHosts ListHosts
SetAccessControl SetCloseDownMode KillClient RotateProperties ForceScreenSaver
SetPointerMapping GetPointerMapping SetModifierMapping GetModifierMapping
"""

NO_OPERATION: Final = 127
NAMES: Final = {**dict(enumerate(_NAMES.split(), 1)), NO_OPERATION: "NoOperation"}
NUMBERS: Final = {name: number for number, name in NAMES.items()}


def _numbered(names: str) -> frozenset[int]:
    return frozenset(NUMBERS[name] for name in names.split())


READ_ONLY: Final = _numbered(
    """GetWindowAttributes GetGeometry QueryTree GetAtomName ListProperties GetProperty
    GetSelectionOwner QueryPointer GetMotionEvents TranslateCoords GetInputFocus QueryKeymap
    GetFontPath ListInstalledColormaps AllocColor QueryColors LookupColor QueryBestSize
    ListExtensions GetKeyboardMapping GetKeyboardControl GetPointerControl GetScreenSaver ListHosts
    GetPointerMapping GetModifierMapping"""
)
"""Those that are answered and change nothing. Not the ones about fonts: some patterns and sizes
keep a server busy for minutes, and it serves nobody meanwhile."""

ANSWERED: Final = READ_ONLY | _numbered(
    """InternAtom GrabPointer GrabKeyboard QueryFont QueryTextExtents ListFonts ListFontsWithInfo
    GetImage AllocNamedColor AllocColorCells AllocColorPlanes QueryExtension SetPointerMapping
    SetModifierMapping"""
)
"""Those after which a client waits."""

CREATING: Final = frozenset(
    {"CreateWindow", "CreatePixmap", "CreateGC", "CreateColormap", "DAMAGE 1"}
)
"""Those that make a thing of the client's own, with its id behind the first four bytes."""

FREEING: Final = {
    "DestroyWindow": "CreateWindow",
    "FreePixmap": "CreatePixmap",
    "FreeGC": "CreateGC",
    "FreeColormap": "CreateColormap",
    "DAMAGE 2": "DAMAGE 1",
}
ON_ITS_OWN: Final = {
    **dict.fromkeys(("UnmapWindow", "ConfigureWindow", "DeleteProperty", "ConvertSelection"), 4),
    **dict.fromkeys(("ChangeGC", "PutImage"), 4),
    "CopyArea": 8,
}
"""Where the id lies that must be the client's own. Drawing is to copy: other requests may be made
so that they take minutes."""

ACTS: Final = frozenset({"WarpPointer", "SetInputFocus", "Bell", "NoOperation"})
FELT: Final = frozenset(
    {"XTEST 2", "WarpPointer", "SetInputFocus", "ConvertSelection"}
    | {"CreateWindow", "DestroyWindow", "ConfigureWindow"}
)
"""Those of which others are told by events, which pile up where nobody reads them at once."""

SHOWN: Final[Mapping[str, tuple[frozenset[int], frozenset[int]]]] = {
    "Generic Event Extension": (frozenset({0}), frozenset()),
    "XC-MISC": (frozenset({0, 1, 2}), frozenset()),
    "XTEST": (frozenset({0, 1}), frozenset({2})),
    "XKEYBOARD": (frozenset({0, 4, 6, 8, 10, 12, 13, 15, 17, 19, 22, 24}), frozenset({1, 3})),
    "RANDR": (
        frozenset({0, 5, 6, 8, 9, 10, 11, 20, 22, 23, 25, 27, 28, 31, 32, 33, 42}),
        frozenset({4}),
    ),
    "XFIXES": (frozenset({0, 4, 24, 25}), frozenset({2, 3})),
    "DAMAGE": (frozenset({0}), frozenset()),
    "XInputExtension": (frozenset({1, 2, 40, 45, 47, 48, 50, 56}), frozenset()),
    "XINERAMA": (frozenset({0, 1, 2, 3, 4, 5}), frozenset()),
    "X-Resource": (frozenset({0, 4}), frozenset()),
}
"""Extensions that a player finds: their requests that are answered and change nothing, and those
without an answer that are let pass. Of all others it is told that they are not there."""

SHOWN_NAMES: Final = frozenset(name.encode() for name in SHOWN)

UNANSWERED: Final[Mapping[str, frozenset[int]]] = {
    "XTEST": frozenset({2, 3}),
    "XKEYBOARD": frozenset({5, 7, 9, 11, 14, 16, 18, 20, 25}),
    "RANDR": frozenset({7, 12, 13, 14, 17, 18, 19, 24, 26, 30, 34, 35, 38, 39, 40, 41, 43, 44}),
    "XFIXES": frozenset({1, *range(5, 19), *range(20, 24), *range(26, 33)}),
    "DAMAGE": frozenset({1, 2, 3, 4}),
    "XInputExtension": frozenset({41, 42, 43, 44, 46, 49, 53, 57, 58, 61}),
}
"""Their further requests after which nobody waits (X.Org's *proto.h)."""
