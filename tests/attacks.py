"""Two hundred strings that have hurt programs: servers take or refuse them, pages show them."""

from itertools import islice, product

PARTS = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)",
    "'; DROP TABLE users; --", '" OR ""="', "${7*7}", "{{7*7}}", "{0.__class__}", "%s%n%x",
    "../../etc/passwd", "\\\\host\\share", "$(id)", "`id`", "|| true", "\r\nSet-Cookie: a=b",
    "\x00", "\x1b[2J", "\x07", "\u202e", "\u2066", "\u200b", "\ufeff", "\ud83d", "\U000e0001",
    "e" + "\u0301" * 20, "﷽", "🏴‍☠️", "Ａ" * 20, "ß" * 20, "İ", "null", "undefined", "NaN", "-1",
    "1e400", "true", "[]", "{}", "\\u0000", "&#x3C;b&#x3E;", "]]>", "<!--", "-->", "<svg/onload=1>",
]  # fmt: skip

ATTACKS = list(islice(PARTS + [a + b for a, b in product(PARTS, PARTS[::-1])], 200))
