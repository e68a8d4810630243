// The emulator's core in WebAssembly: the same source, compiled ahead of time (compiled-core.mjs). It gives the same
// numbers to the last bit, and its first call is as fast as others: nobody has to warm it up.

import type { PreparedTrace } from '../prepared-trace.ts';
import type { EndState } from '../sm.ts';
import type { SmSetup } from '../state.ts';
import { type Binary, binary } from './binary.ts';
import { allot, type Places, read, write } from './memory.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  /** Drops all blocks. */
  readonly restart: () => void;
  /** Where the next block will begin. */
  readonly next: () => number;
  readonly reserve: (bytes: number) => number;
  readonly emulateWhole: (setup: number) => number;
}

/** An instance with the trace that lies in its memory: sensitivities time one trace many times. */
export class CompiledCore {
  readonly #exports: Exports;
  readonly #layouts: Binary['layouts'];
  #prepared: WeakRef<PreparedTrace> | undefined;
  #kept: Places = new WeakMap();
  #keptBytes = 0;

  constructor({ base64, layouts }: Binary) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
    this.#exports = instance.exports as unknown as Exports;
    this.#layouts = layouts;
  }

  emulate(setup: SmSetup): EndState {
    this.#bring(setup.prepared);
    const { memory, emulateWhole } = this.#exports;
    const places = this.#put('SmSetup', setup, this.#kept);
    const end = emulateWhole(places.get(setup)!);
    return read(this.#layouts, 'SmState', end, memory.buffer, isOfEnd) as unknown as EndState;
  }

  /** Makes the trace the first thing in memory, where it may be still. */
  #bring(prepared: PreparedTrace): void {
    this.#exports.restart();
    if (this.#prepared?.deref() === prepared) {
      this.#exports.reserve(this.#keptBytes);
      return;
    }
    const from = this.#exports.next();
    this.#kept = new WeakMap(this.#put('PreparedTrace', prepared));
    this.#keptBytes = this.#exports.next() - from;
    this.#prepared = new WeakRef(prepared);
  }

  #put(type: string, value: object, known?: Places): ReadonlyMap<object, number> {
    const { memory, next, reserve } = this.#exports;
    const from = next();
    const allotment = allot(this.#layouts, type, value, from, known);
    reserve(allotment.end - from);
    write(this.#layouts, type, value, allotment, memory.buffer, known);
    return allotment.places;
  }
}

const END: ReadonlySet<string> = new Set<keyof EndState>([
  'wake',
  'running',
  'finishedWork',
  'weightedClock',
  'completions',
  'slotCycles',
  'steadyFrom',
  'steadyUntil',
  'issuedBefore',
  'issuedUntil',
  'statistics',
]);

function isOfEnd(name: string): boolean {
  return END.has(name);
}

let core: CompiledCore | undefined;
let isRefused = binary === undefined;

/** @returns undefined where there is no WebAssembly, or a page forbids it */
export function emulateCompiled(setup: SmSetup): EndState | undefined {
  if (isRefused) return undefined;
  try {
    core ??= new CompiledCore(binary!);
  } catch {
    isRefused = true;
    return undefined;
  }
  return core.emulate(setup);
}
