// Zeroing of workgroup memory at entry. WGSL promises it; Dawn asks the driver for it, and the driver (read off
// code of an H200) stores 128 bits of zero per invocation and step, one step after the other, the last one guarded
// where invocations are left over, then waits at a barrier. Variables with the same number of steps share one guard.

import type { Instruction, Module, ValueId, Variable } from '../../ir/ir.ts';
import { Rewriter } from '../../ir/rewrite.ts';

export const WORKGROUP_INIT = 'workgroup-init';

const WORD_BYTES = 4;
/** The widest store there is in the IR: four words. */
const CHUNK_WORDS = 4;

/** Steps that are still written one after the other; more than workgroups of a usual size need. */
const MOST_STEPS = 64;

/** Pieces of equal size: `count` stores of `words` words each, the first at `offsetBytes`. */
interface Piece {
  readonly variable: number;
  readonly words: number;
  readonly count: number;
  readonly offsetBytes: number;
}

/** Puts the stores and the barrier in front of the body of a module that has workgroup variables. */
export function tintWorkgroupInit(module: Module): Module {
  return zeroAtEntry(module, () => true);
}

/** The same for the variables that a SPIR-V module initialises: there it is part of the kernel. */
export function spirvWorkgroupInit(module: Module): Module {
  return zeroAtEntry(module, (variable) => variable.isZeroed === true);
}

function zeroAtEntry(module: Module, needsZeros: (variable: Variable) => boolean): Module {
  const pieces = piecesOf(module, needsZeros);
  if (pieces.length === 0) return module;
  const rewriter = new Rewriter(module, { origin: WORKGROUP_INIT });
  const invocations = module.workgroupSize[0] * module.workgroupSize[1] * module.workgroupSize[2];
  const prologue = rewriter.region(() => {
    const index = rewriter.value('i32', 'local_index');
    rewriter.emit({ kind: 'input', builtin: 'local_index', result: index });
    for (const count of new Set(pieces.map((piece) => piece.count))) {
      const group = pieces.filter((piece) => piece.count === count);
      emitGroup(group, index, invocations, rewriter);
    }
    rewriter.emit({ kind: 'barrier', scope: 'workgroup' });
  });
  return rewriter.finish({ instructions: [...prologue.instructions, ...module.body.instructions] });
}

function piecesOf(module: Module, needsZeros: (variable: Variable) => boolean): Piece[] {
  const pieces: Piece[] = [];
  module.variables.forEach((variable, index) => {
    if (variable.space !== 'workgroup' || !needsZeros(variable)) return;
    const words = Math.ceil(variable.sizeBytes / WORD_BYTES);
    const chunks = Math.floor(words / CHUNK_WORDS);
    const rest = words % CHUNK_WORDS;
    if (chunks > 0) pieces.push({ variable: index, words: CHUNK_WORDS, count: chunks, offsetBytes: 0 });
    if (rest === 0) return;
    pieces.push({ variable: index, words: rest, count: 1, offsetBytes: chunks * CHUNK_WORDS * WORD_BYTES });
  });
  return pieces;
}

function emitGroup(group: readonly Piece[], index: ValueId, invocations: number, rewriter: Rewriter): void {
  const { count } = group[0];
  const complete = Math.floor(count / invocations);
  if (complete > MOST_STEPS) {
    emitLoop(group, index, invocations, rewriter);
    return;
  }
  for (let step = 0; step < complete; step++) emitStores(group, index, step * invocations, rewriter);
  const rest = count - complete * invocations;
  if (rest === 0) return;
  const store = (): void => emitStores(group, index, complete * invocations, rewriter);
  emitGuarded(index, rest, store, [], rewriter);
}

/** Stores to the pieces with number `index + first`. */
function emitStores(group: readonly Piece[], index: ValueId, first: number, rewriter: Rewriter): void {
  const zero = rewriter.constant('i32', 0);
  for (const { variable, words, count, offsetBytes } of group) {
    const address =
      count === 1
        ? zero
        : rewriter.pure('shl', 'i32', [index, rewriter.constant('i32', Math.log2(words * WORD_BYTES))]);
    const values = Array.from({ length: words }, () => zero);
    rewriter.emit({
      kind: 'store',
      root: { space: 'workgroup', index: variable },
      type: 'i32',
      address,
      offsetBytes: offsetBytes + first * words * WORD_BYTES,
      values,
    });
  }
}

/** `if (index < count) { store }`, and `otherwise` in the other arm before it ends. */
function emitGuarded(
  index: ValueId,
  count: number,
  store: () => void,
  otherwise: readonly Instruction[],
  rewriter: Rewriter,
): void {
  const condition = rewriter.pure('ult', 'bool', [index, rewriter.constant('i32', count)]);
  const id = rewriter.construct();
  const end: Instruction = { kind: 'break', target: id, values: [] };
  rewriter.emit({
    kind: 'if',
    id,
    condition,
    results: [],
    then: rewriter.region(() => {
      store();
      rewriter.emit(end);
    }),
    otherwise: rewriter.region(() => {
      for (const instruction of otherwise.length > 0 ? otherwise : [end]) rewriter.emit(instruction);
    }),
  });
}

/** `for (at = index; at < count; at += invocations) { store }` */
function emitLoop(group: readonly Piece[], index: ValueId, invocations: number, rewriter: Rewriter): void {
  const id = rewriter.construct();
  const at = rewriter.value('i32', 'zeroed');
  const body = rewriter.region(() => {
    const leave: Instruction = { kind: 'break', target: id, values: [] };
    emitGuarded(at, group[0].count, () => emitStores(group, at, 0, rewriter), [leave], rewriter);
    const next = rewriter.pure('iadd', 'i32', [at, rewriter.constant('i32', invocations)]);
    rewriter.emit({ kind: 'next', target: id, values: [next] });
  });
  rewriter.emit({ kind: 'loop', id, initial: [index], parameters: [at], results: [], body, isFinite: true });
}
