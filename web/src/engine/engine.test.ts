import { beforeEach, expect, test } from "vitest";
import { Engine, type Element, type Facts } from "./engine";

/**
 * A module of one page of memory and four entries, written by hand:
 * `total` gives numbers[0] + length + by; `store` writes a float into a row of two and its lengths'
 * product into a state; `largest` gives 2 to the 62nd; `nothing` does nothing.
 */
const MODULE = new Uint8Array(
  // prettier-ignore
  [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    // Types: (i32 i64 i64) -> i64; (i32 i32 i64 i64 f64); () -> i64; ()
    1, 23, 4, 0x60, 3, 0x7f, 0x7e, 0x7e, 1, 0x7e, 0x60, 5, 0x7f, 0x7f, 0x7e, 0x7e, 0x7c, 0,
    0x60, 0, 1, 0x7e, 0x60, 0, 0,
    3, 5, 4, 0, 1, 2, 3,
    5, 3, 1, 0, 1,
    7, 46, 5,
    6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0,
    5, 0x74, 0x6f, 0x74, 0x61, 0x6c, 0, 0,
    5, 0x73, 0x74, 0x6f, 0x72, 0x65, 0, 1,
    7, 0x6c, 0x61, 0x72, 0x67, 0x65, 0x73, 0x74, 0, 2,
    7, 0x6e, 0x6f, 0x74, 0x68, 0x69, 0x6e, 0x67, 0, 3,
    10, 52, 4,
    13, 0, 0x20, 0, 0x29, 3, 0, 0x20, 1, 0x7c, 0x20, 2, 0x7c, 0x0b,
    19, 0, 0x20, 0, 0x20, 2, 0x20, 3, 0x7e, 0x37, 3, 0, 0x20, 1, 0x20, 4, 0x39, 3, 8, 0x0b,
    13, 0, 0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xc0, 0, 0x0b,
    2, 0, 0x0b,
  ],
);

const FACTS: Facts = {
  game: "tiny",
  state: {
    size: 16,
    fields: {
      bag: { offset: 0, element: "i8", lengths: [] },
      turn: { offset: 8, element: "i1", lengths: [] },
      cells: { offset: 10, element: "u1", lengths: [2, 3] },
    },
  },
  entries: {
    total: {
      parameters: [
        ["numbers", "i8[]"],
        ["by", "int"],
      ],
      returns: "int",
    },
    store: {
      parameters: [
        ["s", "state"],
        ["grid", "f8[][]"],
        ["value", "float"],
      ],
      returns: "None",
    },
    largest: { parameters: [], returns: "int" },
    nothing: { parameters: [], returns: "None" },
  },
};

let engine: Engine;
beforeEach(async () => {
  engine = await Engine.load(MODULE, FACTS);
});

test("arrays begin with zeros, hold every element and stay in place when memory grows", () => {
  const elements: Element[] = ["i1", "u1", "i2", "i4", "i8", "f4", "f8"];
  const made = elements.map((element) => engine.given(element, [1, 2, 3]));
  const grid = engine.numbers("i2", 100, 1000);
  expect(grid.kind).toBe("i2[][]");
  expect(grid.view.length).toBe(100_000);
  expect(grid.view.every((value) => value === 0)).toBe(true);
  expect(made.map(({ view }) => [...view].map(Number))).toEqual(elements.map(() => [1, 2, 3]));
  expect(made.every(({ address }) => address % 8 === 0)).toBe(true);
});

test("what was allocated since a mark is freed, and zero when it is used again", () => {
  const kept = engine.given("i8", [5]);
  const mark = engine.mark();
  const first = engine.given("i4", [7, 8]);
  engine.release(mark);
  const second = engine.numbers("i4", 2);
  expect(second.address).toBe(first.address);
  expect([...second.view]).toEqual([0, 0]);
  expect(kept.view[0]).toBe(5n);
});

test("fields of a state are read and written by name", () => {
  const states = engine.states(3);
  const state = states.at(1);
  state.write("bag", 1n << 60n);
  state.write("turn", -2);
  state.field("cells").set([1, 2, 3, 4, 5, 6] as never);
  expect(state.read("bag")).toBe(1n << 60n);
  expect(state.read("turn")).toBe(-2);
  expect([...states.bytes.subarray(24, 32)]).toEqual([254, 0, 1, 2, 3, 4, 5, 6]);
  expect([...states.at(2).bytes].every((byte) => byte === 0)).toBe(true);
  expect(() => state.read("colour")).toThrow("a state has no field colour");
  expect(() => state.read("cells")).toThrow("cells holds several numbers");
  expect(() => states.at(3)).toThrow("there is no state 3 among 3");
});

test("an array is handed over as an address and its lengths, a state as an address", () => {
  const numbers = engine.given("i8", [40, 0, 0, 0]);
  expect(engine.call("total", numbers, -2)).toBe(42);
  const grid = engine.numbers("f8", 2, 5);
  const state = engine.states(1).at(0);
  expect(engine.call("store", state, grid, 0.1)).toBe(0);
  expect(state.read("bag")).toBe(10n);
  expect(grid.view[1]).toBe(0.1);
});

test("a bound call sees what changes inside its arrays", () => {
  const numbers = engine.given("i8", [1]);
  const total = engine.bind("total", numbers, 0);
  expect(total()).toBe(2);
  numbers.view[0] = 9n;
  engine.numbers("f8", 20_000); // grows
  expect(total()).toBe(10);
});

test("what does not fit is refused before anything is called", async () => {
  const numbers = engine.given("i8", [1]);
  expect(() => engine.call("missing")).toThrow("tiny has no entry missing");
  expect(() => engine.call("total", numbers)).toThrow("total() takes 2 arguments");
  expect(() => engine.call("total", engine.numbers("i4", 1), 0)).toThrow(
    "numbers of total() must be i8[]",
  );
  expect(() => engine.call("total", engine.states(1), 0)).toThrow("must be i8[]");
  expect(() => engine.call("total", numbers, numbers)).toThrow("by of total() must be int");
  expect(() => engine.call("total", numbers, 0.5)).toThrow(RangeError);
  const other = await Engine.load(MODULE, FACTS);
  expect(() => other.call("total", numbers, 0)).toThrow("in the memory of another engine");
});

test("a result that a number can't hold is an error, none at all is 0", () => {
  expect(() => engine.call("largest")).toThrow("more than 53 bits");
  expect(engine.call("nothing")).toBe(0);
});
