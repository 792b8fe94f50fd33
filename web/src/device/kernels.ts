/** A game's kernels as Python in the worker uses them: blocks of memory that are used again. */
import type { Argument, Element, Engine, Numbers, States } from "../engine/engine";

type Block = Numbers | States;

export class DeviceKernels {
  readonly #engine: Engine;
  readonly #free = new Map<string, Block[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Return a block of zeros; `columns` 0: of one dimension. */
  take(element: Element, rows: number, columns: number): Numbers {
    const lengths = columns ? [rows, columns] : [rows];
    const found = this.#free.get(`${element} ${lengths.join()}`)?.pop() as Numbers | undefined;
    if (!found) return this.#engine.numbers(element, ...lengths);
    bytesOf(found).fill(0);
    return found;
  }

  /** Return states, the first with these bytes. */
  states(count: number, root: Uint8Array): States {
    const found = this.#free.get(`states ${count}`)?.pop() as States | undefined;
    const states = found ?? this.#engine.states(count);
    states.bytes.fill(0);
    states.bytes.set(root);
    return states;
  }

  /** Let a block be used again. */
  drop(block: Block): void {
    const key =
      "lengths" in block ? `${block.element} ${block.lengths.join()}` : `states ${block.length}`;
    const free = this.#free.get(key);
    if (free) free.push(block);
    else this.#free.set(key, [block]);
  }

  write(block: Block, content: Uint8Array): void {
    bytesOf(block).set(content);
  }

  /** Return a copy of some of the bytes of a block. */
  read(block: Block, start: number, length: number): Uint8Array {
    return bytesOf(block).slice(start, start + length);
  }

  call(name: string, ...given: Argument[]): number {
    return this.#engine.call(name, ...given);
  }
}

function bytesOf(block: Block): Uint8Array {
  if ("bytes" in block) return block.bytes;
  const { buffer, byteOffset, byteLength } = block.view;
  return new Uint8Array(buffer, byteOffset, byteLength);
}
