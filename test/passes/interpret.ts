// A reference interpreter for the IR: one invocation, plain recursion over regions, one operation at a time.
// It shares nothing with the execution engine but `evaluatePure`. Passes are checked against it.

import { evaluatePure } from '../../src/ir/evaluate.ts';
import type {
  AtomicOp,
  Instruction,
  MemoryRoot,
  Module,
  Region,
  ScalarType,
  ValueId,
} from '../../src/ir/ir.ts';
import { bitWidth } from '../../src/ir/ops.ts';

export interface Run {
  /** Contents of the buffers, as words, after the run. */
  readonly buffers: Int32Array[];
  /** Instructions executed. */
  readonly steps: number;
}

/** How a region ended. */
type Exit =
  | { readonly kind: 'break' | 'next'; readonly target: number; readonly values: readonly number[] }
  | 'return';

const STEP_LIMIT = 2_000_000;

/** Runs the kernel for one invocation; every builtin reads as its position in the module plus `invocation`. */
export function interpret(module: Module, initial: readonly Int32Array[], invocation = 3): Run {
  const interpreter = new Interpreter(module, initial, invocation);
  interpreter.region(module.body);
  return { buffers: interpreter.words, steps: interpreter.steps };
}

/** The NaN that floats in here turn into; what another one carries is lost. */
const NAN = 0x7fc00000;

/**
 * The `words` of a run, by buffer, but for NaN where `expected` has one and either is this interpreter's own: a pass may
 * keep the bits of a word that was stored as an integer and is moved as a float.
 */
export function alikeButNan(words: readonly number[][], expected: readonly number[][]): number[][] {
  const isNan = (word: number): boolean => (word & 0x7fffffff) > 0x7f800000;
  return words.map((buffer, index) =>
    buffer.map((word, at) => {
      const wanted = expected[index][at];
      const areNan = isNan(word) && isNan(wanted);
      return areNan && (word === NAN || wanted === NAN) ? wanted : word;
    }),
  );
}

class Interpreter {
  steps = 0;
  readonly words: Int32Array[];
  private readonly module: Module;
  private readonly invocation: number;
  private readonly values: Float64Array;
  private readonly variables: DataView[];

  constructor(module: Module, initial: readonly Int32Array[], invocation: number) {
    this.module = module;
    this.invocation = invocation;
    this.words = initial.map((words) => words.slice());
    this.variables = module.variables.map((each) => new DataView(new ArrayBuffer(each.sizeBytes)));
    this.values = Float64Array.from(module.values, (value) => value.constant ?? Number.NaN);
  }

  region(region: Region): Exit {
    for (const instruction of region.instructions) {
      if (++this.steps > STEP_LIMIT) throw new Error('too many steps');
      const exit = this.instruction(instruction);
      if (exit) return exit;
    }
    throw new Error('a region ended without a terminator');
  }

  private instruction(instruction: Instruction): Exit | undefined {
    const { values } = this;
    switch (instruction.kind) {
      case 'pure': {
        const { op, result, operands, component } = instruction;
        values[result] = evaluatePure(
          op,
          this.type(result),
          operands.map((id) => this.type(id)),
          this.read(operands),
          component,
        );
        return;
      }
      case 'input':
        values[instruction.result] = instruction.builtin.length + this.invocation;
        return;
      case 'bound': {
        const { size } = instruction;
        const limit = 'buffer' in size ? this.arrayLength(size.buffer) : size.constant;
        values[instruction.result] = Math.min(values[instruction.index] >>> 0, limit - 1);
        return;
      }
      case 'arrayLength':
        values[instruction.result] = this.arrayLength(instruction.buffer);
        return;
      case 'load':
        instruction.results.forEach((id, k) => {
          values[id] = this.loadScalar(instruction.root, instruction.type, this.place(instruction, k));
        });
        return;
      case 'store':
        this.read(instruction.values).forEach((value, k) => {
          this.storeScalar(instruction.root, instruction.type, this.place(instruction, k), value);
        });
        return;
      case 'atomic': {
        const place = this.place(instruction, 0);
        const old = this.loadScalar(instruction.root, 'i32', place);
        const updated = atomic(instruction.op, old, this.read(instruction.operands));
        this.storeScalar(instruction.root, 'i32', place, updated);
        if (instruction.result !== undefined) values[instruction.result] = old;
        return;
      }
      case 'barrier':
        return;
      case 'subgroup':
      case 'texture':
      case 'textureQuery':
        throw new Error(`no ${instruction.kind} here`);
      case 'break':
      case 'next':
        return { kind: instruction.kind, target: instruction.target, values: this.read(instruction.values) };
      case 'return':
        return 'return';
      case 'unreachable':
        throw new Error('unreachable reached');
      default:
        return this.construct(instruction);
    }
  }

  private construct(construct: Extract<Instruction, { readonly id: number }>): Exit | undefined {
    if (construct.kind === 'loop') this.write(construct.parameters, this.read(construct.initial));
    for (;;) {
      const exit = this.region(this.entered(construct));
      if (exit === 'return' || exit.target !== construct.id) return exit;
      if (exit.kind === 'break') {
        this.write(construct.results, exit.values);
        return;
      }
      if (construct.kind !== 'loop') throw new Error('next of something that is no loop');
      this.write(construct.parameters, exit.values);
    }
  }

  private entered(construct: Extract<Instruction, { readonly id: number }>): Region {
    if (construct.kind === 'if')
      return this.values[construct.condition] ? construct.then : construct.otherwise;
    if (construct.kind !== 'switch') return construct.body;
    const selector = this.values[construct.selector];
    const match = construct.cases.find((each) => each.values.includes(selector));
    return (match ?? construct.cases.find((each) => each.isDefault))!.body;
  }

  private type(id: ValueId): ScalarType {
    return this.module.values[id].type;
  }

  private read(ids: readonly ValueId[]): number[] {
    return ids.map((id) => this.values[id]);
  }

  private write(ids: readonly ValueId[], values: readonly number[]): void {
    if (ids.length !== values.length) throw new Error('value counts differ');
    ids.forEach((id, k) => {
      this.values[id] = values[k];
    });
  }

  private arrayLength(index: number): number {
    const { offsetBytes, strideBytes } = this.module.buffers[index].runtimeArray!;
    return Math.floor((this.words[index].byteLength - offsetBytes) / strideBytes);
  }

  private place(
    access: { readonly address: ValueId; readonly offsetBytes: number; readonly type: ScalarType },
    k: number,
  ): number {
    return ((this.values[access.address] + access.offsetBytes) >>> 0) + (k * bitWidth(access.type)) / 8;
  }

  private memory(root: MemoryRoot): DataView {
    if (root.space !== 'buffer') return this.variables[root.index];
    return new DataView(this.words[root.index].buffer);
  }

  private loadScalar(root: MemoryRoot, type: ScalarType, place: number): number {
    const view = this.memory(root);
    if (place + bitWidth(type) / 8 > view.byteLength) {
      if (root.space !== 'buffer') throw new Error('variable accessed out of bounds');
      return 0;
    }
    if (type === 'f32') return view.getFloat32(place, true);
    if (type === 'i16') return view.getInt16(place, true);
    return view.getInt32(place, true);
  }

  private storeScalar(root: MemoryRoot, type: ScalarType, place: number, value: number): void {
    const view = this.memory(root);
    if (place + bitWidth(type) / 8 > view.byteLength) {
      if (root.space !== 'buffer') throw new Error('variable accessed out of bounds');
      return;
    }
    if (type === 'i16') view.setInt16(place, value, true);
    else if (type === 'i32') view.setInt32(place, value, true);
    else if (Number.isNaN(value)) view.setInt32(place, 0x7fc00000, true);
    else view.setFloat32(place, value, true);
  }
}

function atomic(op: AtomicOp, old: number, operands: readonly number[]): number {
  switch (op) {
    case 'load':
      return old;
    case 'add':
      return (old + operands[0]) | 0;
    case 'exchange':
    case 'store':
      return operands[0];
    default:
      throw new Error(`no atomic ${op} here`);
  }
}
