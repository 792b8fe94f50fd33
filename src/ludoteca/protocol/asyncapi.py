"""The socket as an AsyncAPI document, beside the OpenAPI document of the HTTP interface."""

from functools import cache
from typing import Any

from ludoteca import protocol
from ludoteca.protocol import describe, schema
from ludoteca.protocol.describe import StructShape

ADDRESS = "/socket"
CHANNEL = "socket"
ABOUT = """\
Everything live at a table goes over one WebSocket, one JSON object a frame. Every message of a \
client has a `request` of its own choosing and gets exactly one answer with the same number, or \
`refused`. The order of frames, limits and close codes are described in the protocol reference."""

SECURITY = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": 'For programs: `POST /api/guest` with `"bearer": true` returns a token.',
    },
    "cookie": {
        "type": "httpApiKey",
        "in": "cookie",
        "name": "ludoteca",
        "description": "For pages: `POST /api/guest` sets it; `__Host-ludoteca` with https.",
    },
}


@cache
def document() -> dict[str, Any]:
    """Write the document."""
    said, told = describe.messages_from_client(), describe.messages_to_client()
    answers = {shape.answer for shape in said} | {"Refused"}
    news = [shape for shape in told if shape.name not in answers]
    channel = {"$ref": f"#/channels/{CHANNEL}"}
    tell = {
        "action": "send",
        "channel": channel,
        "summary": "What happens at the tables one has entered, unasked.",
        "messages": [_in_channel(shape.name) for shape in news],
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "ludoteca: the socket",
            "version": str(protocol.VERSION),
            "description": ABOUT,
        },
        "defaultContentType": "application/json",
        "channels": {
            CHANNEL: {
                "address": ADDRESS,
                "messages": {shape.name: _message(shape.name) for shape in (*said, *told)},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            **{str(shape.tag): _question(shape, channel) for shape in said},
            "tell": tell,
        },
        "components": {
            "messages": {shape.name: _described(shape) for shape in (*said, *told)},
            "schemas": schema.components(),
            "securitySchemes": SECURITY,
        },
    }


def _message(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/messages/{name}"}


def _in_channel(name: str) -> dict[str, str]:
    return {"$ref": f"#/channels/{CHANNEL}/messages/{name}"}


def _described(shape: StructShape) -> dict[str, Any]:
    return {
        "name": shape.tag,
        "title": shape.name,
        "summary": shape.text.splitlines()[0],
        "payload": {"$ref": schema.PREFIX + shape.name},
    }


def _question(shape: StructShape, channel: dict[str, str]) -> dict[str, Any]:
    """Describe a message of the client, which the server receives, and its answer."""
    return {
        "action": "receive",
        "channel": channel,
        "summary": shape.text.splitlines()[0],
        "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in SECURITY],
        "messages": [_in_channel(shape.name)],
        "reply": {
            "channel": channel,
            "messages": [_in_channel(shape.answer), _in_channel("Refused")],
        },
    }
