// Lowers one SPIR-V instruction and runs it: each invocation of a workgroup loads its own operands from a
// buffer, executes the instruction, and stores the result. Both the IR as lowered and the optimised IR run,
// and must agree. Values lie in slots of eight bytes; an i64 is a bigint.

import { extendedSet, opcodeOf } from '../../src/decode/spirv/grammar.ts';
import { handlerFor } from '../../src/decode/spirv/instructions/index.ts';
import { scalarKinds, sizeOf } from '../../src/decode/spirv/layout.ts';
import { Lowering } from '../../src/decode/spirv/lowering.ts';
import type { SpirvType } from '../../src/decode/spirv/types.ts';
import { compileProgram, readBuffer, runInFull } from '../../src/execute/index.ts';
import { halfBitsOf, halfFromBits } from '../../src/ir/half.ts';
import type { Module, ScalarType, ValueId } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { optimize } from '../compile.ts';
import { memoryOf, storage, wrap } from '../execute/wrap.ts';

export type Scalar = number | bigint;
/** One invocation's value: its scalars in order. */
export type Row = readonly Scalar[];

/** An operand of the instruction. Rows are given per invocation; a constant is the same for all. */
export type Word =
  | { readonly type: SpirvType; readonly rows: readonly Row[] }
  | { readonly type: SpirvType; readonly constants: readonly number[] }
  | { readonly literal: number }
  /** A pointer to the start of shared memory, or to private memory of the type, which is part of the result. */
  | { readonly pointer: SpirvType; readonly space: 'buffer' | 'private' };

export interface Options {
  readonly lanes?: number;
  readonly subgroupSize?: number;
  /** Initial words of the buffer that pointers lead to; its final words are in `Run`. */
  readonly shared?: readonly number[];
}

export interface Run {
  readonly rows: readonly Row[];
  readonly shared: readonly number[];
}

/** What may change the rounding of floats, and what would fix the subgroup's size. */
const inexact: ReadonlySet<string> = new Set(['contraction', 'float-constants', 'subgroup-size']);

export const scalar = (type: ScalarType): SpirvType => ({ kind: 'scalar', scalar: type });
export const vector = (size: number, type: ScalarType): SpirvType => ({
  kind: 'vector',
  size: size as 2,
  scalar: type,
});
export const matrix = (columns: number, rows: number, type: 'f16' | 'f32' | 'f64' = 'f32'): SpirvType => ({
  kind: 'matrix',
  columns: columns as 2,
  rows: rows as 2,
  scalar: type,
});
export const array = (element: SpirvType, count: number): SpirvType => ({
  kind: 'array',
  element,
  count,
  strideBytes: sizeOf(element),
});
export function struct(...types: readonly SpirvType[]): SpirvType {
  const members = types.map((type, i) => ({ name: `m${i}`, type, offsetBytes: 16 * i, isReadOnly: false }));
  return { kind: 'struct', name: 'S', members, sizeBytes: 16 * types.length, alignBytes: 16 };
}
export const literal = (number: number): Word => ({ literal: number });
export const constant = (type: SpirvType, ...constants: readonly number[]): Word => ({ type, constants });

/** The rows that the instruction gives, one per invocation. `GLSL.Sin` is an extended instruction. */
export function execute(
  name: string,
  result: SpirvType | undefined,
  words: readonly Word[],
  options: Options = {},
): readonly Row[] {
  return run(name, result, words, options).rows;
}

export function run(
  name: string,
  result: SpirvType | undefined,
  words: readonly Word[],
  options: Options = {},
): Run {
  const setup = new Setup(name, result, words, options);
  const module = setup.module();
  const problems = validateModule(module);
  if (problems.length > 0) throw new Error(problems.map((each) => each.message).join('\n'));
  const optimized = optimize(module, { dialect: 'raw', without: inexact });
  const found = setup.execute(optimized);
  // Execution has no 64-bit integers: the optimiser's first pass takes them away.
  if (module.values.some((value) => value.type === 'i64')) return found;
  const plain = setup.execute(module);
  const show = (each: Run) =>
    JSON.stringify(each, (_, value) => (typeof value === 'number' ? String(value) : value));
  if (show(plain) !== show(found)) {
    throw new Error(`the optimiser changes ${name} from ${show(plain)} to ${show(found)}`);
  }
  return plain;
}

/** Lowers the instruction only; throws the diagnostic of one that is refused. */
export function lower(name: string, result: SpirvType | undefined, words: readonly Word[]): Module {
  return new Setup(name, result, words, {}).module();
}

const SLOT_BYTES = 8;
const INPUT = 0;
const OUTPUT = 1;
const SHARED = 2;

class Setup {
  private readonly name: string;
  private readonly result: SpirvType | undefined;
  private readonly words: readonly Word[];
  private readonly options: Options;
  private readonly lanes: number;
  /** Of each operand that is loaded: its scalars' types and values. */
  private readonly inputKinds: ScalarType[] = [];
  private readonly inputRows: Scalar[][];
  private readonly outputKinds: ScalarType[] = [];

  constructor(name: string, result: SpirvType | undefined, words: readonly Word[], options: Options) {
    this.name = name;
    this.result = result;
    this.words = words;
    this.options = options;
    this.lanes =
      options.lanes ?? Math.max(1, ...words.map((word) => ('rows' in word ? word.rows.length : 1)));
    this.inputRows = Array.from({ length: this.lanes }, () => []);
  }

  module(): Module {
    const isExtended = this.name.startsWith('GLSL.');
    const opcode = opcodeOf(isExtended ? 'OpExtInst' : this.name);
    let nextId = 1;
    const ids = this.words.map((word) => ('literal' in word ? word.literal : nextId++));
    const [typeId, resultId, setId] = [nextId, nextId + 1, nextId + 2];
    const body = [
      ...(this.result ? [typeId, resultId] : []),
      ...(isExtended ? [setId, extendedSet('GLSL.std.450')!.byName.get(this.name.slice(5))!.number] : []),
      ...ids,
    ];
    const at = 5;
    const code = [0, 0, 0, nextId + 3, 0, ((body.length + 1) << 16) | opcode, ...body];
    const module = {
      file: 'test.spv',
      words: Uint32Array.from(code),
      starts: Uint32Array.of(at),
      bound: nextId + 3,
      version: 0x10600,
    };
    const lowering = new Lowering(module, new Int32Array(module.bound), { constants: {} });
    const { builder } = lowering;
    if (this.result) lowering.defineType(typeId, this.result);
    const region = builder.region(() => {
      const lane = builder.input('local_index');
      const loads = this.words.map((word, i) => this.define(lowering, word, ids[i], lane));
      handlerFor(opcode)!(lowering, at);
      const results = this.result ? [...lowering.operand(resultId, at).scalars] : [];
      for (const load of loads) if (load) results.push(...load());
      this.store(lowering, lane, results);
      builder.emit({ kind: 'return' });
    });
    return {
      name: 'test',
      entryPoint: 'main',
      workgroupSize: [this.lanes, 1, 1],
      buffers: [storage('input', INPUT), storage('output', OUTPUT), storage('shared', SHARED)],
      variables: lowering.variables,
      values: builder.values,
      body: region,
      nextConstruct: builder.nextConstruct,
      notes: builder.notes,
    };
  }

  /** Gives the id its meaning; for private memory, what reads it again afterwards. */
  private define(
    lowering: Lowering,
    word: Word,
    id: number,
    lane: ValueId,
  ): (() => readonly ValueId[]) | undefined {
    const { builder } = lowering;
    if ('literal' in word) return undefined;
    if ('constants' in word) {
      const scalars = scalarKinds(word.type).map((kind, i) => builder.constant(kind, word.constants[i]));
      lowering.define(id, { type: word.type, scalars });
      return undefined;
    }
    if ('pointer' in word) return this.definePointer(lowering, word, id);
    const scalars = scalarKinds(word.type).map((kind, i) => {
      const offset = SLOT_BYTES * this.inputKinds.length;
      this.inputKinds.push(kind);
      for (let row = 0; row < this.lanes; row++)
        this.inputRows[row].push(word.rows[row % word.rows.length][i]);
      return this.load(lowering, kind, lane, offset);
    });
    lowering.define(id, { type: word.type, scalars });
    return undefined;
  }

  private load(lowering: Lowering, kind: ScalarType, lane: ValueId, offset: number): ValueId {
    const { builder } = lowering;
    // The size of a row is not known yet: rows lie interleaved, slot by slot.
    const address = builder.pure('imul', 'i32', [lane, builder.constant('i32', SLOT_BYTES)]);
    const stored = kind === 'bool' ? 'i32' : kind;
    const [value] = builder.load({ space: 'buffer', index: INPUT }, stored, 1, address, offset * this.lanes);
    if (kind !== 'bool') return value;
    return builder.pure('ine', 'bool', [value, builder.constant('i32', 0)]);
  }

  private definePointer(
    lowering: Lowering,
    { pointer: type, space }: Extract<Word, { pointer: SpirvType }>,
    id: number,
  ): (() => readonly ValueId[]) | undefined {
    if (space === 'buffer') {
      lowering.defineReference(id, { root: { space, index: SHARED }, type, offsetBytes: 0 });
      return undefined;
    }
    const sizeBytes = 64;
    const index =
      lowering.variables.push({ name: 'pointed', space: 'private', sizeBytes, alignBytes: 16 }) - 1;
    const root = { space: 'private', index } as const;
    lowering.defineReference(id, { root, type, offsetBytes: 16 });
    return () => {
      const kinds = scalarKinds(type);
      const { builder } = lowering;
      return builder.load(root, kinds[0], kinds.length, builder.constant('i32', 0), 16);
    };
  }

  private store(lowering: Lowering, lane: ValueId, results: readonly ValueId[]): void {
    const { builder } = lowering;
    const address = builder.pure('imul', 'i32', [lane, builder.constant('i32', SLOT_BYTES)]);
    this.outputKinds.length = 0;
    results.forEach((value, i) => {
      const kind = builder.typeOf(value);
      this.outputKinds.push(kind);
      const stored =
        kind === 'bool'
          ? builder.pure('select', 'i32', [value, builder.constant('i32', 1), builder.constant('i32', 0)])
          : value;
      const offset = SLOT_BYTES * i * this.lanes;
      const type = kind === 'bool' ? 'i32' : kind;
      builder.store({ space: 'buffer', index: OUTPUT }, type, address, [stored], offset);
    });
  }

  execute(module: Module): Run {
    const { subgroupSize = 32, shared = [] } = this.options;
    const input = new DataView(
      new ArrayBuffer(Math.max(1, this.inputKinds.length) * this.lanes * SLOT_BYTES),
    );
    this.inputKinds.forEach((kind, i) => {
      for (let row = 0; row < this.lanes; row++) {
        write(input, kind, SLOT_BYTES * (i * this.lanes + row), this.inputRows[row][i]);
      }
    });
    const memory = memoryOf(
      module,
      [input.byteLength, { kind: 'words', words: new Uint32Array(input.buffer) }],
      [Math.max(1, this.outputKinds.length) * this.lanes * SLOT_BYTES],
      [64, { kind: 'words', words: Uint32Array.from(shared) }],
    );
    const kernel = compileProgram(wrap(module), { subgroupSize });
    const { diagnostics, isComplete } = runInFull(kernel, memory, { dispatch: [1, 1, 1] });
    if (!isComplete) throw new Error(diagnostics.map((each) => each.message).join('\n'));
    const output = readBuffer(memory, OUTPUT).slice();
    const view = new DataView(output.buffer);
    const rows = Array.from({ length: this.lanes }, (_, row) =>
      this.outputKinds.map((kind, i) => read(view, kind, SLOT_BYTES * (i * this.lanes + row))),
    );
    const words = readBuffer(memory, SHARED).slice();
    return { rows, shared: [...new Int32Array(words.buffer)].slice(0, shared.length) };
  }
}

function write(view: DataView, kind: ScalarType, at: number, value: Scalar): void {
  switch (kind) {
    case 'i64':
      view.setBigInt64(at, BigInt(value), true);
      return;
    case 'f64':
      view.setFloat64(at, Number(value), true);
      return;
    case 'f32':
      view.setFloat32(at, Number(value), true);
      return;
    case 'f16':
      view.setUint16(at, halfBitsOf(Number(value)), true);
      return;
    case 'i8':
      view.setInt8(at, Number(value));
      return;
    case 'i16':
      view.setInt16(at, Number(value), true);
      return;
    default:
      view.setInt32(at, Number(value), true);
  }
}

function read(view: DataView, kind: ScalarType, at: number): Scalar {
  switch (kind) {
    case 'i64':
      return view.getBigInt64(at, true);
    case 'f64':
      return view.getFloat64(at, true);
    case 'f32':
      return view.getFloat32(at, true);
    case 'f16':
      return halfFromBits(view.getUint16(at, true));
    case 'i8':
      return view.getInt8(at);
    case 'i16':
      return view.getInt16(at, true);
    default:
      return view.getInt32(at, true);
  }
}
