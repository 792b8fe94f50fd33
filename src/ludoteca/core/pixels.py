"""SVG pictures as pixels, for videos, learners and files that hold no drawings.

A browser draws our pictures as they are. The small renderer that is used here knows no custom
properties of CSS, so a picture is written out first: what is used is copied to where it is used,
and every `var(…)` gets the value that it has there.
"""

import io
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from ludoteca.core.extras import lacking

if TYPE_CHECKING:  # a browser has none, and asks for no pixels
    import numpy as np
    import numpy.typing as npt

SPACE = "http://www.w3.org/2000/svg"

ROOT_SIZE = 16
"""Pixels in a rem."""

_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]+))?\)")
_SETTING = re.compile(r"(--[\w-]+):\s*([^;}]+)")
_RULE = re.compile(r"([^{}]+)\{([^}]*)\}")
_REM = re.compile(r"([\d.]+)rem")
_OPACITY = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")

Variables = Mapping[str, str]
Element = ElementTree.Element


def written_out(svg: str) -> str:
    """Return the same picture without `use` and without custom properties.

    >>> written_out('<svg xmlns="http://www.w3.org/2000/svg" style="--a: red">'
    ...     '<defs><g id="dot"><path fill="var(--a)"/></g></defs><use href="#dot" x="2"/></svg>')
    '<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(2 0)"><path fill="red" /></g></svg>'
    """  # noqa: E501 - one line of output
    ElementTree.register_namespace("", SPACE)
    root = ElementTree.fromstring(svg)
    style = "".join(element.text or "" for element in root.iter(f"{{{SPACE}}}style"))
    writer = _Writer(root, style)
    return ElementTree.tostring(writer.copy(root, {}), encoding="unicode")


class _Writer:
    """Copies the elements of a picture, each with the variables of its place."""

    def __init__(self, root: Element, style: str) -> None:
        self._named = {element.get("id", ""): element for element in root.iter()}
        self._rules = [
            (frozenset(selector.strip().lstrip(".").split(".")), dict(_SETTING.findall(body)))
            for selector, body in _RULE.findall(style)
            if _SETTING.search(body)
        ]

    def copy(self, element: Element, around: Variables) -> Element:
        """Copy an element and what is in it."""
        variables = self._variables(element, around)
        if element.tag == f"{{{SPACE}}}use":
            return self._used(element, variables)
        attributes = {name: _plain(value, variables) for name, value in element.attrib.items()}
        if "--" in attributes.get("style", ""):
            del attributes["style"]
        made = ElementTree.Element(element.tag, attributes)
        made.text, made.tail = element.text, element.tail
        if element.tag == f"{{{SPACE}}}style":
            made.text = _plain(element.text or "", variables)
        for child in element:
            if child.tag == f"{{{SPACE}}}defs":
                made.extend(self._kept(child, variables))
            else:
                made.append(self.copy(child, variables))
        return made

    def _kept(self, defs: Element, variables: Variables) -> list[Element]:
        """Keep what is referred to by `url(…)` alone: gradients and patterns."""
        drawn = {f"{{{SPACE}}}{tag}" for tag in ("g", "symbol", "path")}
        kept = ElementTree.Element(defs.tag)
        kept.extend(self.copy(each, variables) for each in defs if each.tag not in drawn)
        return [kept] if len(kept) else []

    def _used(self, use: Element, variables: Variables) -> Element:
        """Copy the drawing that a `use` names to its place."""
        drawing = self._named[use.get("href", "#")[1:]]
        own = {name: _plain(value, variables) for name, value in use.attrib.items()}
        place = {name: own.pop(name, "0") for name in ("x", "y")}
        size = {name: own.pop(name) for name in ("width", "height") if name in own}
        del own["href"]
        inside = self._variables(drawing, variables)
        group = ElementTree.Element(f"{{{SPACE}}}g", own)
        group.tail = use.tail
        if drawing.tag == f"{{{SPACE}}}symbol":
            box = drawing.get("viewBox", "0 0 100 100")
            full = dict(zip(("width", "height"), box.split()[2:], strict=True))
            attributes: dict[str, str] = drawing.attrib | place | full | size
            del attributes["id"]
            view = ElementTree.SubElement(group, f"{{{SPACE}}}svg", attributes)
            view.extend(self.copy(child, inside) for child in drawing)
            return group
        if place != {"x": "0", "y": "0"}:
            moved = f"translate({place['x']} {place['y']})"
            group.set("transform", f"{group.get('transform', '')} {moved}".strip())
        copied = self.copy(drawing, variables)
        copied.attrib.pop("id", None)
        if copied.tag == f"{{{SPACE}}}g" and not copied.attrib:
            group.extend(copied)
        else:
            group.append(copied)
        return group

    def _variables(self, element: Element, around: Variables) -> Variables:
        found = dict(around)
        classes = set(element.get("class", "").split())
        for wanted, settings in self._rules:
            if wanted <= classes:
                found |= settings
        found.update(_SETTING.findall(element.get("style", "")))
        return found


def _plain(value: str, variables: Variables) -> str:
    """Put values in place of variables, and plain units in place of newer ones."""
    value = _VARIABLE.sub(lambda use: variables.get(use[1], use[2] or "none").strip(), value)
    value = _REM.sub(lambda size: f"{float(size[1]) * ROOT_SIZE:g}px", value)
    return _OPACITY.sub(lambda c: f"rgba({c[1]}, {c[2]}, {c[3]}, {int(c[4]) / 100:g})", value)


def png(svg: str, width: int | None = None) -> bytes:
    """Draw a picture in pixels; a width other than its own scales it."""
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise lacking(error) from error
    sized: dict[str, Any] = {} if width is None else {"width": width}
    return bytes(resvg_py.svg_to_bytes(svg_string=written_out(svg), **sized))


def pixels(
    svg: str, width: int, height: int, background: tuple[int, int, int] = (255, 255, 255)
) -> "npt.NDArray[np.uint8]":
    """Draw a picture as large as it fits into a frame: rows of red, green and blue."""
    import numpy as np

    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise lacking(error) from error
    own_width, own_height = _size(svg)
    scale = min(width / own_width, height / own_height)
    drawn = Image.open(io.BytesIO(png(svg, max(1, int(own_width * scale))))).convert("RGBA")
    frame = Image.new("RGBA", (width, height), (*background, 255))
    frame.alpha_composite(
        drawn.crop((0, 0, min(width, drawn.width), min(height, drawn.height))),
        (max(0, (width - drawn.width) // 2), max(0, (height - drawn.height) // 2)),
    )
    return np.asarray(frame.convert("RGB"))


def _size(svg: str) -> tuple[float, float]:
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert box is not None
    return float(box[1]), float(box[2])
