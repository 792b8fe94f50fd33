/**
 * A game's kernels in WebAssembly: their memory, and their entry functions called with arrays.
 *
 * The module (`games/<id>.wasm`) imports nothing; its description (`games/<id>.json`) says where the
 * fields of a state are and what each entry takes. Both are made by `python -m ludoteca.kernels`.
 */

const VIEWS = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;

/** A number in memory, as NumPy names it: signed, unsigned or floating, and its bytes. */
export type Element = keyof typeof VIEWS;

/** What shows the numbers of an array; integers of eight bytes are `bigint`. */
export type View<E extends Element = Element> = InstanceType<(typeof VIEWS)[E]>;

/** Where a field is in a state. */
export interface Field {
  readonly offset: number;
  readonly element: Element;
  readonly lengths: readonly number[];
}

/** What an entry function takes and returns, by kind: int, bool, float, state, states, `i8[]`, … */
export interface Entry {
  readonly parameters: readonly (readonly [name: string, kind: string])[];
  readonly returns: string;
}

/** The description of a module. */
export interface Facts {
  readonly game: string;
  readonly state: { readonly size: number; readonly fields: Readonly<Record<string, Field>> };
  readonly entries: Readonly<Record<string, Entry>>;
}

export type Argument = number | bigint | boolean | Numbers | State | States;

type Compiled = (...flat: (number | bigint)[]) => number | bigint | undefined;

const ALIGNMENT = 8;
const PAGE = 65536;

const product = (lengths: readonly number[]): number => lengths.reduce((a, b) => a * b, 1);

/** An array in the memory of a module, of one or two dimensions. */
export class Numbers<E extends Element = Element> {
  readonly memory: WebAssembly.Memory;
  readonly address: number;
  readonly element: E;
  readonly lengths: readonly number[];

  constructor(memory: WebAssembly.Memory, address: number, element: E, lengths: readonly number[]) {
    this.memory = memory;
    this.address = address;
    this.element = element;
    this.lengths = lengths;
  }

  /** The element, and a pair of brackets for each dimension. */
  get kind(): string {
    return this.element + "[]".repeat(this.lengths.length);
  }

  /** All numbers, row by row. The view is lost when memory grows: ask again after an allocation. */
  get view(): View<E> {
    return viewOf(this.memory, this.address, this.element, product(this.lengths));
  }
}

/** One state in the memory of a module. */
export class State {
  readonly memory: WebAssembly.Memory;
  readonly address: number;
  private readonly facts: Facts["state"];

  constructor(memory: WebAssembly.Memory, address: number, facts: Facts["state"]) {
    this.memory = memory;
    this.address = address;
    this.facts = facts;
  }

  /** The record as Python's `State.to_bytes` writes it; a view, lost when memory grows. */
  get bytes(): Uint8Array {
    return viewOf(this.memory, this.address, "u1", this.facts.size);
  }

  /** The numbers of a field, row by row; a view, lost when memory grows. */
  field(name: string): View {
    const found = this.fieldOf(name);
    return viewOf(this.memory, this.address + found.offset, found.element, product(found.lengths));
  }

  /** Read a field that is one number. */
  read(name: string): number | bigint {
    this.checkSingle(name);
    return this.field(name)[0]!;
  }

  /** Write a field that is one number. */
  write(name: string, value: number | bigint): void {
    this.checkSingle(name);
    fill(this.field(name), [value]);
  }

  private fieldOf(name: string): Field {
    const found = this.facts.fields[name];
    if (!found) throw new TypeError(`a state has no field ${name}`);
    return found;
  }

  private checkSingle(name: string): void {
    if (this.fieldOf(name).lengths.length)
      throw new TypeError(`${name} holds several numbers: use field()`);
  }
}

/** States in one block, as kernels work on them. */
export class States {
  readonly memory: WebAssembly.Memory;
  readonly address: number;
  readonly length: number;
  private readonly facts: Facts["state"];

  constructor(memory: WebAssembly.Memory, address: number, length: number, facts: Facts["state"]) {
    this.memory = memory;
    this.address = address;
    this.length = length;
    this.facts = facts;
  }

  /** The bytes of all states; a view, lost when memory grows. */
  get bytes(): Uint8Array {
    return viewOf(this.memory, this.address, "u1", this.facts.size * this.length);
  }

  /** One of the states. */
  at(index: number): State {
    if (!Number.isInteger(index) || index < 0 || index >= this.length)
      throw new RangeError(`there is no state ${index} among ${this.length}`);
    return new State(this.memory, this.address + index * this.facts.size, this.facts);
  }
}

/** The kernels of one game. */
export class Engine {
  readonly facts: Facts;
  readonly memory: WebAssembly.Memory;
  private readonly exports: WebAssembly.Exports;
  private top: number;

  /** Compile a module, unless that has been done, and make it ready. */
  static async load(source: BufferSource | WebAssembly.Module, facts: Facts): Promise<Engine> {
    const module =
      source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    return new Engine((await WebAssembly.instantiate(module)).exports, facts);
  }

  private constructor(exports: WebAssembly.Exports, facts: Facts) {
    this.exports = exports;
    this.facts = facts;
    this.memory = exports.memory as WebAssembly.Memory;
    this.top = this.memory.buffer.byteLength; // tables and stack are below
  }

  /** Make room for an array, all 0. */
  numbers<E extends Element>(element: E, ...lengths: number[]): Numbers<E> {
    const address = this.allocate(product(lengths) * VIEWS[element].BYTES_PER_ELEMENT);
    return new Numbers(this.memory, address, element, lengths);
  }

  /** Make room for an array of one dimension and write these numbers into it. */
  given<E extends Element>(element: E, values: readonly (number | bigint)[]): Numbers<E> {
    const made = this.numbers(element, values.length);
    fill(made.view, values);
    return made;
  }

  /** Make room for states, all 0. */
  states(length: number): States {
    const address = this.allocate(length * this.facts.state.size);
    return new States(this.memory, address, length, this.facts.state);
  }

  /** Remember how much memory is in use, for `release`. */
  mark(): number {
    return this.top;
  }

  /** Free everything that was allocated since a mark; it must not be used any more. */
  release(mark: number): void {
    this.top = mark;
  }

  /** Call an entry; one that returns nothing gives 0, one that returns a bool 0 or 1. */
  call(name: string, ...given: Argument[]): number {
    return this.bind(name, ...given)();
  }

  /**
   * Return a function that makes this call, at less cost each time. Numbers stay as they are now;
   * what changes from call to call must be inside the arrays.
   */
  bind(name: string, ...given: Argument[]): () => number {
    const entry = this.facts.entries[name];
    if (!entry) throw new TypeError(`${this.facts.game} has no entry ${name}`);
    if (given.length !== entry.parameters.length)
      throw new TypeError(`${name}() takes ${entry.parameters.length} arguments`);
    const flat = entry.parameters.flatMap(([parameter, kind], index) =>
      this.flatten(`${parameter} of ${name}()`, kind, given[index]!),
    );
    const compiled = this.exports[name] as Compiled;
    return () => toNumber(compiled(...flat));
  }

  /** Write an argument as C takes it: a number, or an address and the lengths. */
  private flatten(what: string, kind: string, value: Argument): (number | bigint)[] {
    if (typeof value !== "object") {
      if (kind === "int" || kind === "bool") return [BigInt(value)];
      if (kind === "float") return [Number(value)];
    } else if (value.memory !== this.memory) {
      throw new TypeError(`${what} is in the memory of another engine`);
    } else if (value instanceof Numbers) {
      if (kind === value.kind) return [value.address, ...value.lengths.map(BigInt)];
    } else if (value instanceof States) {
      if (kind === "states") return [value.address, BigInt(value.length)];
    } else if (kind === "state") {
      return [value.address];
    }
    throw new TypeError(`${what} must be ${kind}`);
  }

  private allocate(bytes: number): number {
    const address = Math.ceil(this.top / ALIGNMENT) * ALIGNMENT;
    const end = address + bytes;
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.top = end;
    new Uint8Array(this.memory.buffer, address, bytes).fill(0);
    return address;
  }
}

function viewOf<E extends Element>(
  memory: WebAssembly.Memory,
  address: number,
  element: E,
  length: number,
): View<E> {
  return new VIEWS[element](memory.buffer, address, length) as View<E>;
}

function fill(view: View, values: readonly (number | bigint)[]): void {
  if (view instanceof BigInt64Array) view.set(values.map(BigInt));
  else view.set(values.map(Number));
}

/** Turn what a kernel returned into a number; JavaScript's hold integers of up to 53 bits. */
function toNumber(result: number | bigint | undefined): number {
  if (typeof result !== "bigint") return result ?? 0;
  const number = Number(result);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${result} has more than 53 bits`);
  return number;
}
