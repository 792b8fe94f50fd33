"""Every construct that a kernel may use means in C what it means in Python; all else is refused."""

import ast
import inspect
import math
import re
from collections.abc import Callable, MutableSequence, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from ludoteca.core import kernel
from ludoteca.core.bits import popcount
from ludoteca.core.errors import KernelRefused
from ludoteca.core.generator import below, seeded
from ludoteca.core.native import compiler, translator
from ludoteca.core.native import function as function_module
from ludoteca.core.native.entry import entry_of
from ludoteca.core.native.kinds import STATES, kind_of_annotation
from ludoteca.core.native.translator import Translator
from ludoteca.core.program import reach
from ludoteca.core.types import Byte, Mask, Shape, Short, Single, Small, State, States, copy_state
from tests.core.modes import COMPILING

Ints = MutableSequence[int]
Floats = MutableSequence[float]

LIMIT = 7
HALF = 0.5
SQUARES = (0, 1, 4, 9, 16)
GRID = ((1, 2, 3), (-4, 5, 600_000))
SHARES = (0.25, 1.5)


class Pile(State):
    """A state with fields of every width and number of dimensions."""

    turn: Small
    total: Short
    bits: Mask
    cards: Annotated[list[int], Shape("i1", 4)]
    rows: Annotated[list[list[int]], Shape("i2", 2, 3)]


# What a kernel may use. Each of these is called with many numbers in every engine.


def arithmetic(a: int, b: int) -> int:
    return (a + b) * 3 - a * b + (-a) + (+b)


def rounding_down(a: int, b: int) -> int:
    return (a // b) * 1000 + a % b if b != 0 else -1


def bits(a: int, b: int) -> int:
    return (a & b) + (a | b) - (a ^ b) + (~a)


def shifts(a: int, b: int) -> int:
    return (a << (b & 7)) - (a >> (b & 7))


def counting(a: int, b: int) -> int:
    return popcount(a & 0xFFFF) * 100 + popcount(b & 1)


def comparing(a: int, b: int) -> int:
    found = 0
    if a == b:
        found += 1
    if a != b:
        found += 2
    if a < b <= LIMIT:
        found += 4
    if a >= b or not a > 0:
        found += 8
    if -5 < a < b < 20:
        found += 16
    return found


def truths(a: int, b: int) -> bool:
    both = a > 0 and b > 0
    return both or not (a < b) or False


def adding_truths(a: int, b: int) -> int:
    count = 0
    count += a > b
    count += not a
    return count + (a == b) + int(a < b) + True


def choosing(a: int, b: int) -> int:
    return a if a > b else (b if b > LIMIT else -b)


def stopping_early(a: int, b: int) -> int:
    """Division by zero would follow if the right side were looked at."""
    if b != 0 and a % b == 1:
        return 1
    return 2 if b == 0 or a // b > 3 else 3


def looping(a: int, b: int) -> int:
    total = 0
    for n in range(a & 15):
        if n == 9:
            break
        if n % 3 == 1:
            continue
        total += n
        for m in range(n, b & 7):
            total = total * 3 + m
            total &= 0xFFFF
    while total > 1000:
        total //= 2
    return total


def evaluating_a_range_once(a: int, b: int) -> int:
    last = a & 7
    seen = 0
    for n in range(last):
        last += 5
        n += 1
        seen += n
    return seen * 100 + last


def assigning(a: int, b: int) -> int:
    a, b = b, a
    c = d = a - b
    d -= 1
    e: int = c * 10 + d
    return e


def changing(a: int, b: int) -> int:
    a *= 3
    a -= b
    a ^= 0x55
    a <<= 2
    a |= b & 1
    a >>= 1
    a %= 1009
    part = a + 0.0
    part /= 2
    part *= 0.5
    return a + (part > 100.0)


def lowest(a: int, b: int) -> int:
    return (a > -0x8000000000000000) * 2 + (-0x8000000000000000 + (b & 7) < 0)


def borrowing_names_from_c(a: int, b: int) -> int:
    """Names that C or the translator itself gives to something else."""
    int_, long, switch, typeof, linux, at, I = a, b, a + b, a - b, 1, 2, 3  # noqa: E741, N806
    double = long + switch
    long_ = long * 2
    i1, v1, i1_end, k_shifts, T_SQUARES = 5, 6, 7, 8, 9  # noqa: N806
    row = SQUARES
    row_n0 = 100
    for n in range(3):
        i1 += n * v1 + i1_end + row[n]
        v1, i1_end = i1_end, v1
    floor_divide, smaller_int, nonzero, register = double // 3, min(a, b), a % 7, b % 5
    total = int_ + double * 3 + long_ + typeof + linux + at + I + i1 + v1 * 7 + row_n0 + len(row)
    return total + k_shifts + T_SQUARES + floor_divide + smaller_int + nonzero + register


def tables(a: int, b: int) -> int:
    row = GRID[a & 1]
    return SQUARES[b & 3] + row[a % 3] + GRID[b & 1][2] + len(SQUARES) + len(row)


def extremes(a: int, b: int) -> int:
    return min(a, b) * 3 + max(a, b, LIMIT) + min(a > b, True)


def doing_nothing(a: int, b: int) -> int:
    if a > b:
        pass
    return LIMIT


def calling(a: int, b: int) -> int:
    return arithmetic(a, choosing(b, a)) + int(truths(a, b))


INTEGER_KERNELS: list[Callable[[int, int], Any]] = [
    arithmetic,
    rounding_down,
    bits,
    shifts,
    counting,
    comparing,
    truths,
    adding_truths,
    choosing,
    stopping_early,
    looping,
    evaluating_a_range_once,
    assigning,
    changing,
    lowest,
    borrowing_names_from_c,
    tables,
    extremes,
    doing_nothing,
    calling,
]


@pytest.mark.parametrize("mode", COMPILING)
def test_every_construct_on_integers_means_the_same(mode: str) -> None:
    loaded = kernel.load(INTEGER_KERNELS, {}, mode=mode).functions
    rng = seeded(4)
    pairs = [(a, b) for a in range(-9, 10) for b in range(-9, 10)]
    pairs += [(below(rng, 2**31) - 2**30, below(rng, 2000) - 1000) for _ in range(200)]
    for function in INTEGER_KERNELS:
        native = getattr(loaded, function.__name__)
        for a, b in pairs:
            assert native(a, b) == function(a, b), (function.__name__, a, b)


def real(a: float, b: float, n: int) -> float:
    total = 0.0
    if a > b:
        total += math.sqrt(a * a + 1.0)
    total = total + a * b - b / 3.0 + n * HALF + SHARES[1]
    total -= n / 7 + float(n) * max(a, -b) + min(a, b, HALF)
    return -total if total < n else total * 2


@pytest.mark.parametrize("mode", COMPILING)
def test_floats_are_equal_bit_for_bit(mode: str) -> None:
    native = kernel.load((real,), {}, mode=mode).functions.real
    rng = seeded(5)
    for n in range(-300, 300):
        a, b = (below(rng, 10**6) / 7919.0 - 60.0 for _ in range(2))
        assert native(a, b, n) == real(a, b, n)


# Arrays and states


def fill(
    small: MutableSequence[Small],
    bytes_: MutableSequence[Byte],
    short: MutableSequence[Short],
    wide: Ints,
    single: MutableSequence[Single],
    double: Floats,
    grid: MutableSequence[Ints],
) -> int:
    for n in range(len(wide)):
        small[n] = n - 2
        bytes_[n] = 250 + n
        short[n] = -300 * n
        wide[n] += small[n] + bytes_[n] * short[n]
        single[n] = n / 3
        double[n] = n / 7 + n
    row = grid[1]
    row[0] = len(grid) * 100 + len(row)
    grid[0][2] |= 9
    return wide[len(wide) - 1]


@pytest.mark.parametrize("mode", COMPILING)
def test_arrays_of_every_width_are_read_and_written(mode: str) -> None:
    def arrays() -> list[Any]:
        types = ("i1", "u1", "i2", "i8", "f4", "f8")
        return [*(np.zeros(5, dtype=kind) for kind in types), np.zeros((2, 3), dtype="i8")]

    native, plain = arrays(), arrays()
    answer = kernel.load((fill,), {}, mode=mode).functions.fill(*native)
    lists = [array.tolist() for array in plain]
    lists[4] = plain[4]  # rounded to seven digits as the native one
    assert answer == fill(*lists)
    for one, other in zip(native, lists, strict=True):
        assert one.tolist() == np.asarray(other, dtype=one.dtype).tolist()


def play(states: States, seat: int, out: Ints) -> bool:
    copy_state(states, 1, 0)
    s = states[1]
    s.turn = seat
    s.cards[seat] += 3
    s.rows[1][seat] = s.cards[seat] * 100
    s.bits |= 1 << 60
    s.total = sum_of(s.cards) - s.turn
    copy_state(states, 2, 1)
    out[0] = sum_of(states[2].rows[1]) + states[2].total
    return states[0].turn == states[2].turn


def sum_of(row: Sequence[int]) -> int:
    """Add up a row; rows of several widths come here, and C needs one function for each."""
    total = 0
    for n in range(len(row)):
        total += row[n]
    return total


@pytest.mark.parametrize("mode", COMPILING)
def test_states_are_copied_read_and_written(mode: str) -> None:
    native = kernel.load((play,), {}, Pile, "pile", mode).functions
    for seat in range(3):
        root = Pile()
        root.cards[1], root.rows[1][2], root.turn = 7, -9, 1
        states, out = root.array(3), np.zeros(1, dtype=np.int64)
        root.into(states, 0)
        plain, answer = [root, Pile(), Pile()], [0]
        assert native.play(states, seat, out) == play(plain, seat, answer)
        assert out.tolist() == answer
        assert [Pile.of(states, n) for n in range(3)] == plain


def test_the_struct_asserts_where_every_field_is() -> None:
    text = Translator(reach((play,), {}), Pile).translate([entry_of(play)])  # type: ignore[arg-type]
    for name, offset in Pile.offsets.items():
        assert f"_Static_assert(__builtin_offsetof(S, {name}) == {offset}," in text
    assert f"_Static_assert(sizeof(S) == {Pile.size}," in text


def test_a_layout_that_differs_does_not_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Pile.offsets, "turn", Pile.offsets["turn"] + 1)
    text = Translator(reach((play,), {}), Pile).translate([entry_of(play)])  # type: ignore[arg-type]
    target = compiler.host()
    assert target is not None
    with pytest.raises(Exception, match="turn is elsewhere"):
        compiler.build(text, target, tmp_path / "pile.so")


# Order of evaluation


def take(counter: Ints) -> int:
    counter[0] += 1
    return counter[0]


def minus(a: int, b: int) -> int:
    return a - b


def in_order(counter: Ints, out: Ints) -> int:
    out[0] = take(counter) * 100 + counter[0]
    out[1] = counter[0] - take(counter)
    out[2] = minus(take(counter), take(counter))
    out[3] = take(counter) < take(counter)
    out[take(counter) & 1 | 4] = take(counter)
    out[6] = min(take(counter), counter[0], take(counter))
    return counter[0]


@pytest.mark.parametrize("mode", COMPILING)
def test_operands_are_evaluated_from_left_to_right(mode: str) -> None:
    native = kernel.load((in_order,), {}, mode=mode).functions
    counter, out = np.zeros(1, dtype=np.int64), np.zeros(8, dtype=np.int64)
    plain_counter, plain = [0], [0] * 8
    assert native.in_order(counter, out) == in_order(plain_counter, plain)
    assert out.tolist() == [int(number) for number in plain]


# What the checked engine catches


def overflow_sum(a: int) -> int:
    return a + a


def overflow_product(a: int) -> int:
    return a * a


def overflow_shift(a: int) -> int:
    return a << 8


def far_shift(a: int) -> int:
    return 1 >> a


def divide(a: int) -> int:
    return 7 // (a & 1)


def divide_floats(a: int) -> float:
    return 1.0 / (a & 1)


def narrow(states: States, a: int) -> None:
    states[0].turn = a


FAULTS = [
    (overflow_sum, OverflowError, ".* more than 64 bits"),
    (overflow_product, OverflowError, ".* more than 64 bits"),
    (overflow_shift, OverflowError, ".* more than 64 bits"),
    (far_shift, OverflowError, "a shift by .* is outside of 0 to 63"),
    (divide, ZeroDivisionError, "division by zero"),
    (divide_floats, ZeroDivisionError, "division by zero"),
]


@pytest.mark.parametrize(("function", "error", "words"), FAULTS)
def test_the_checked_engine_names_what_python_would_not_do(
    function: Callable[..., Any], error: type[Exception], words: str
) -> None:
    checked = kernel.load((function,), {}, mode="checked").functions
    line = inspect.getsourcelines(function)[1] + 1
    where = rf"test_translator\.{function.__name__}, line {line}: {words}"
    with pytest.raises(error, match=where):
        getattr(checked, function.__name__)(2**62)


def test_the_checked_engine_notices_a_number_that_does_not_fit_its_field() -> None:
    checked = kernel.load((narrow,), {}, Pile, "pile", "checked").functions
    states = Pile.array(1)
    checked.narrow(states, 127)
    with pytest.raises(OverflowError, match="128 does not fit where it is stored"):
        checked.narrow(states, 128)


def test_every_state_that_is_touched_must_be_there() -> None:
    checked = kernel.load((play,), {}, Pile, "pile", "checked").functions
    with pytest.raises(IndexError, match="index 2 is outside of 0 to 2 - 1"):
        checked.play(Pile.array(2), 0, np.zeros(1, dtype=np.int64))


# What is refused

BEFORE = '''"""A kernel, and what it may use."""

TABLE = (1, 2)
LIMIT = 3
RAGGED = ((1,), (2, 3))
ENDLESS = float("inf")


def take(counter: Ints) -> int:
    counter[0] += 1
    return counter[0]


def twice(number: int) -> int:
    return 2 * number


def nothing(number: int) -> None:
    pass


def kernel_under_test(a: int, out: Ints, other: Ints, grid: Grid, states: States) -> int:
'''

REFUSED = {
    "a list": ("return len([a])", "expression that kernels don't have"),
    "a dictionary": ("return {1: 2}[a]", "expression that kernels don't have"),
    "a set": ("return len({1, a})", "expression that kernels don't have"),
    "a string": ('b = "x"\n    return a', "not a number"),
    "a negated string": ('return -"x"', "not a number"),
    "a formatted string": ('return len(f"{a}")', "expression that kernels don't have"),
    "a large number": ("return a + 0x8000000000000000", "not a number of at most 64 bits"),
    "no finite number": ("b = ENDLESS\n    return a", "not a number of at most 64 bits"),
    "an array as number": ("return a + out", "compute with numbers only"),
    "adding an array": ("a += out\n    return a", "compute with numbers only"),
    "a comprehension": ("return sum(n for n in range(a))", "calls what kernels don't have"),
    "a loop over a list": ("for n in (1, 2):\n        a += n\n    return a", "loop over range"),
    "a step": ("for n in range(0, a, 2):\n        a += n\n    return a", "loop over range"),
    "else of a loop": (
        "while a > 0:\n        a -= 1\n    else:\n        a = 3\n    return a",
        "statement",
    ),
    "a power": ("return a ** 2", "operator that kernels don't have"),
    "a slice": ("return TABLE[1:2][0]", "is a slice"),
    "elements of a number": ("return a[0]", "has no elements"),
    "and of numbers": ("return a and 3", "compare them"),
    "is": ("return int(a is LIMIT)", "comparison that kernels don't have"),
    "in": ("return int(a in TABLE)", "comparison that kernels don't have"),
    "two types": ("b = 0\n    b = 0.5  # here\n    return a", "makes b both int and float"),
    "a mixed choice": ("return int(a if a > 0 else 0.5)", "let both be of one type"),
    "a choice that changes": (
        "row = out if take(out) > 0 else other\n    return row[0]",
        "decides by what it changes",
    ),
    "the larger of int and float": ("return int(max(a, 0.5) > 1)", "compares int and float"),
    "a float as int": ("return 0.5", "returns float, but int is announced"),
    "no result": ("if a > 0:\n        return  # here\n    return a", "returns nothing"),
    "floor division of floats": ("b = a / 2\n    b = b // 2.0  # here\n    return a", "ints only"),
    "a try": ("try:\n        a += 1\n    finally:\n        a += 2\n    return a", "statement"),
    "with": ("with a:\n        a += 1\n    return a", "statement"),
    "raise": ("raise ValueError", "statement"),
    "an assertion": ("assert a\n    return a", "statement"),
    "a match": ("match a:\n        case 1:\n            a = 2\n    return a", "statement"),
    "a function within": ("def inner() -> int:\n        return 1\n    return a", "statement"),
    "global": ("global LIMIT\n    return a", "statement"),
    "yield": ("yield a", "statement"),
    "a lambda": ("f = lambda: 1\n    return a", "expression that kernels don't have"),
    "a walrus": ("return (b := a) + b", "expression that kernels don't have"),
    "a keyword argument": ("return max(a, 2, key=None)", "expression that kernels don't have"),
    "starred arguments": ("return twice(*TABLE)", "expression that kernels don't have"),
    "too many arguments": ("return twice(a, a)", "needs 1 arguments"),
    "another argument": ("return twice(0.5)", "gives float for number"),
    "nothing as argument": ("return twice(nothing(a))", "gives None for number"),
    "a copy without its origin": ("copy_state(states, 1)\n    return a", "needs 3 arguments"),
    "a copy of no states": ("copy_state(out, 1, 0)\n    return a", "copies by i8"),
    "an unknown name": ("return a + unheard_of", "is not known here"),
    "an unknown call": ("return abs(a)", "calls what kernels don't have"),
    "a method": ("return a.bit_length()", "calls what kernels don't have"),
    "an attribute": ("return a.real", "is no field of the state"),
    "a ragged table": ("return RAGGED[0][0]", "is not known here"),
    "recursion": ("return kernel_under_test(a, out, other, grid, states)", "can't call itself"),
    "unpacking": ("b, c = TABLE\n    return a", "can't be assigned to"),
    "too many values": ("b, c = 1, 2, a\n    return a", "assigns to several targets"),
    "a change for two": ("b = c = take(out)\n    return b + c", "assigns to several targets"),
    "swapped arrays": ("b, c = out, other\n    return b[0]", "swaps arrays or states"),
    "a row": ("grid[0] = out\n    return a", "can't be assigned to"),
    "a changed table": ("TABLE[0] = a\n    return a", "can't be assigned to"),
    "a float among ints": ("out[0] = 0.5\n    return a", "can't hold float"),
    "a sum of changes": ("out[0] += take(out)\n    return a", "changes something else while it is"),
    "a chain of changes": ("return int(0 < take(out) < a)", "compares what changes meanwhile"),
    "a float index": ("return TABLE[a / 2]", "not an integer"),
    "printing": ("print(a)\n    return a", "calls what kernels don't have"),
}
"""Bodies of a kernel, each with what is said about its first line, or the one marked `# here`."""


def refused(name: str, folder: Path) -> tuple[str, str]:
    """Load the kernel of a row; return what is said, and the place that should be named."""
    source = f"{BEFORE}    {REFUSED[name][0]}\n"
    path = folder / f"{name.replace(' ', '_')}.py"
    path.write_text(source)
    namespace: dict[str, Any] = {"__name__": "refused", "Ints": Ints, "copy_state": copy_state}
    namespace |= {"Grid": MutableSequence[Ints], "States": States}
    exec(compile(source, str(path), "exec"), namespace)
    with pytest.raises(KernelRefused) as error:
        kernel.load((namespace["kernel_under_test"],), {}, Pile, "refused", "native")
    lines = source.splitlines()
    marked = [n for n, line in enumerate(lines, 1) if line.endswith("# here")]
    first = BEFORE.count("\n") + (0 if "call itself" in REFUSED[name][1] else 1)
    return str(error.value), f"{path}:{(marked or [first])[0]}: "


@pytest.mark.parametrize("name", REFUSED)
def test_what_c_can_not_say_is_refused_with_its_place(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    message, place = refused(name, tmp_path)
    assert REFUSED[name][1] in message
    assert message.startswith(place)
    assert "; " in message  # and what to write instead
    assert "\n" not in message


def default(a: int, b: int = 3) -> int:
    return a + b


def untyped(a, b):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
    return a + b


def listing(a: list[str]) -> int:
    return len(a)


def returning(a: int) -> Sequence[int]:
    return SQUARES


async def waiting(a: int) -> int:
    return a


SIGNATURES: list[tuple[Callable[..., Any], str]] = [
    (default, "optional, starred or keyword parameters"),
    (untyped, "parameter a of an entry has no type that C has"),
    (listing, "parameter a of an entry has no type that C has"),
    (returning, "what it returns has no type that C has"),
    (waiting, "this is not a plain function"),
]


def refused_signature(function: Callable[..., Any]) -> str:
    """Load a function whose signature C does not have; return what is said."""
    with pytest.raises(KernelRefused) as error:
        kernel.load((function,), {}, mode="native")
    return str(error.value)


@pytest.mark.parametrize(("function", "words"), SIGNATURES)
def test_a_signature_that_c_does_not_have_is_refused(
    function: Callable[..., Any], words: str
) -> None:
    message = refused_signature(function)
    assert words in message
    assert message.startswith(f"{__file__}:{inspect.getsourcelines(function)[1]}: ")


def all_refusals() -> list[str]:
    """Read every refusal out of the translator's own sources, as patterns."""
    calls = [
        node
        for module in (function_module, translator)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call)
    ]
    names = [(getattr(call.func, "id", getattr(call.func, "attr", "")), call) for call in calls]
    said = [call.args[2] for name, call in names if name == "refuse"]
    said += [call.args[1] for name, call in names if name == "_refuse"]
    return [_pattern(words) for words in said if not isinstance(words, ast.Name)]


def _pattern(words: ast.expr) -> str:
    parts = words.values if isinstance(words, ast.JoinedStr) else [words]
    texts = [part.value if isinstance(part, ast.Constant) else None for part in parts]
    return "".join(re.escape(text) if isinstance(text, str) else ".+" for text in texts)


def test_every_refusal_of_the_translator_has_an_example(tmp_path: Path) -> None:
    messages = [refused(name, tmp_path)[0] for name in REFUSED]
    messages += [refused_signature(function) for function, _ in SIGNATURES]
    patterns = all_refusals()
    assert len(patterns) > 25
    missing = [what for what in patterns if not any(re.search(f" {what}; ", m) for m in messages)]
    assert missing == []


def test_annotations_name_the_kinds() -> None:
    assert kind_of_annotation(States) is STATES
    for note in (None, str, list[str], int | None, dict[int, int]):
        assert kind_of_annotation(note) is None or note == dict[int, int]


def test_c_text_is_the_same_each_time() -> None:
    """A release can be built again, byte for byte."""
    texts = {
        Translator(reach(INTEGER_KERNELS, {}), Pile).translate(
            entry_of(function)  # type: ignore[arg-type]
            for function in INTEGER_KERNELS
        )
        for _ in range(2)
    }
    assert len(texts) == 1
