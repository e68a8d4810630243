// A naive interpreter of the IR, one invocation at a time, against which the engine is checked. It shares
// nothing with the engine but the meaning of pure operations.
//
// Operations across lanes: an invocation stops at one and says by which way it came there (the numbers of
// instructions, arms and iterations around it). Those of a warp that came the same way take part together, and the
// earliest way goes first, since whoever is still before it may come to a later one, too.

import { evaluatePure } from '../../src/ir/evaluate.ts';
import type {
  Instruction,
  MemoryRoot,
  Module,
  PureOp,
  Region,
  ScalarType,
  SubgroupInstruction,
  Terminator,
} from '../../src/ir/ir.ts';
import { bitWidth } from '../../src/ir/ops.ts';
import { acrossLanes } from './across-lanes.ts';
import { reference } from './reference.ts';
import { read as readScalar, write as writeScalar } from './typed-op.ts';

type Exit = { kind: 'leave'; terminator: Terminator; values: readonly number[] };
/** What an invocation stops at: a barrier, or an operation across lanes with what it brings. */
type Stop =
  | { readonly kind: 'barrier' }
  | {
      readonly kind: 'lanes';
      readonly way: readonly number[];
      readonly instruction: SubgroupInstruction;
      readonly value: number;
      readonly operand: number;
    };
type Run = Generator<Stop, void, readonly number[]>;
type Part<T> = Generator<Stop, T, readonly number[]>;
type Memories = ReadonlyMap<string, DataView>;

/** Runs the whole launch; `buffers` are changed in place. Invocations run to the next barrier in turn. */
export function interpret(
  module: Module,
  dispatch: readonly [number, number, number],
  buffers: readonly DataView[],
  subgroupSize = 32,
): void {
  for (let z = 0; z < dispatch[2]; z++) {
    for (let y = 0; y < dispatch[1]; y++) {
      for (let x = 0; x < dispatch[0]; x++) runWorkgroup(module, dispatch, [x, y, z], buffers, subgroupSize);
    }
  }
}

function runWorkgroup(
  module: Module,
  dispatch: readonly number[],
  workgroup: readonly number[],
  buffers: readonly DataView[],
  subgroupSize: number,
): void {
  const shared = new Map<string, DataView>();
  buffers.forEach((view, index) => {
    shared.set(`buffer${index}`, view);
  });
  const fresh = (memories: Map<string, DataView>, space: string): void => {
    module.variables.forEach((variable, index) => {
      if (variable.space === space)
        memories.set(`${space}${index}`, new DataView(new ArrayBuffer(variable.sizeBytes)));
    });
  };
  fresh(shared, 'workgroup');
  const [sx, sy, sz] = module.workgroupSize;
  const running: Run[] = [];
  for (let local = 0; local < sx * sy * sz; local++) {
    const memories = new Map(shared);
    fresh(memories, 'private');
    const ids = [local % sx, Math.floor(local / sx) % sy, Math.floor(local / (sx * sy))];
    running.push(new Invocation(module, memories, dispatch, workgroup, ids, local, subgroupSize).body());
  }
  const stops = running.map((): Stop | undefined => ({ kind: 'barrier' }));
  const go = (index: number, results: readonly number[]): void => {
    const { done, value } = running[index].next(results);
    stops[index] = done ? undefined : (value as Stop);
  };
  while (stops.some((stop) => stop !== undefined)) {
    stops.forEach((stop, index) => {
      if (stop) go(index, []);
    });
    for (let first = 0; first < running.length; first += subgroupSize) {
      while (
        meet(module, stops.slice(first, first + subgroupSize), (lane, results) => go(first + lane, results))
      );
    }
  }
}

/** Lets those lanes of a warp go on that came the earliest way; false when none is at an operation across lanes. */
function meet(
  module: Module,
  stops: readonly (Stop | undefined)[],
  go: (lane: number, results: readonly number[]) => void,
): boolean {
  const waiting = stops.flatMap((stop, lane) => (stop?.kind === 'lanes' ? [{ ...stop, lane }] : []));
  if (waiting.length === 0) return false;
  const [earliest] = waiting.toSorted((a, b) => compareWays(a.way, b.way));
  const together = waiting.filter(({ way }) => compareWays(way, earliest.way) === 0);
  const { op, operand, results } = earliest.instruction;
  const type = module.values[operand ?? results[0]].type;
  const isInteger = type.startsWith('i');
  const active = together.map(({ lane, value, operand: named }) => ({
    lane,
    value: isInteger ? BigInt(value) : value,
    operand: named,
  }));
  acrossLanes(op, type, active).forEach((found, index) => {
    go(together[index].lane, found.map(Number));
  });
  return true;
}

function compareWays(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((step, index) => step !== b[index]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
}

class Invocation {
  private readonly values: number[];
  constructor(
    module: Module,
    memories: Memories,
    dispatch: readonly number[],
    workgroup: readonly number[],
    local: readonly number[],
    localIndex: number,
    subgroupSize: number,
  ) {
    this.module = module;
    this.memories = memories;
    this.values = module.values.map(({ type, constant }) =>
      type === 'i64' && constant !== undefined ? big(constant) : (constant ?? NaN),
    );
    const axes = ['x', 'y', 'z'];
    axes.forEach((axis, i) => {
      this.inputs.set(`local_id_${axis}`, local[i]);
      this.inputs.set(`workgroup_id_${axis}`, workgroup[i]);
      this.inputs.set(`num_workgroups_${axis}`, dispatch[i]);
      this.inputs.set(`global_id_${axis}`, workgroup[i] * module.workgroupSize[i] + local[i]);
    });
    const [x, y, z] = module.workgroupSize;
    this.inputs.set('local_index', localIndex);
    this.inputs.set('subgroup_size', subgroupSize);
    this.inputs.set('subgroup_lane', localIndex % subgroupSize);
    this.inputs.set('subgroup_id', Math.floor(localIndex / subgroupSize));
    this.inputs.set('num_subgroups', Math.ceil((x * y * z) / subgroupSize));
  }

  private readonly module: Module;
  private readonly memories: Memories;
  private readonly inputs = new Map<string, number>();

  /** How the invocation got to where it is. */
  private readonly way: number[] = [];

  *body(): Run {
    yield* this.region(this.module.body);
  }

  private *region(region: Region): Part<Exit | undefined> {
    this.way.push(0);
    for (const [index, instruction] of region.instructions.entries()) {
      this.way[this.way.length - 1] = index;
      const exit = yield* this.step(instruction);
      if (!exit) continue;
      this.way.pop();
      return exit;
    }
    this.way.pop();
    return undefined;
  }

  /** One of several regions, or one iteration of a loop. */
  private *choice(number: number, region: Region): Part<Exit | undefined> {
    this.way.push(number);
    const exit = yield* this.region(region);
    this.way.pop();
    return exit;
  }

  private *step(instruction: Instruction): Part<Exit | undefined> {
    const v = this.values;
    switch (instruction.kind) {
      case 'pure': {
        const types = instruction.operands.map((each) => this.module.values[each].type);
        const type = this.module.values[instruction.result].type;
        const operands = instruction.operands.map((each) => v[each]);
        if (type === 'i64' || types.includes('i64')) {
          v[instruction.result] = wide(instruction.op, types, type, operands);
          return;
        }
        v[instruction.result] = evaluatePure(instruction.op, type, types, operands, instruction.component);
        return;
      }
      case 'input':
        v[instruction.result] = this.inputs.get(instruction.builtin)!;
        return;
      case 'bound': {
        const size =
          'constant' in instruction.size ? instruction.size.constant : this.length(instruction.size.buffer);
        const index = v[instruction.index];
        v[instruction.result] = index >>> 0 < size ? index : Math.max(0, size - 1);
        return;
      }
      case 'arrayLength':
        v[instruction.result] = this.length(instruction.buffer);
        return;
      case 'load':
        instruction.results.forEach((result, i) => {
          v[result] = this.read(
            instruction.root,
            instruction.type,
            v[instruction.address],
            instruction.offsetBytes + sizeOf(instruction.type) * i,
          );
        });
        return;
      case 'store':
        instruction.values.forEach((value, i) => {
          this.write(
            instruction.root,
            instruction.type,
            v[instruction.address],
            instruction.offsetBytes + sizeOf(instruction.type) * i,
            v[value],
          );
        });
        return;
      case 'atomic': {
        const old = this.read(instruction.root, 'i32', v[instruction.address], instruction.offsetBytes);
        const operand = v[instruction.operands[0]];
        const next = { add: old + operand, smax: Math.max(old, operand), xor: old ^ operand }[
          instruction.op as 'add'
        ];
        this.write(instruction.root, 'i32', v[instruction.address], instruction.offsetBytes, next);
        if (instruction.result !== undefined) v[instruction.result] = old;
        return;
      }
      case 'barrier':
        if (instruction.scope !== 'memory') yield { kind: 'barrier' };
        return;
      case 'subgroup': {
        const { operand, lane, results } = instruction;
        const brought = {
          value: operand === undefined ? 0 : v[operand],
          operand: lane === undefined ? 0 : v[lane],
        };
        const found = yield { kind: 'lanes', way: [...this.way], instruction, ...brought };
        results.forEach((result, index) => {
          v[result] = found[index];
        });
        return;
      }
      case 'if':
        return this.inside(
          instruction,
          v[instruction.condition]
            ? yield* this.choice(0, instruction.then)
            : yield* this.choice(1, instruction.otherwise),
        );
      case 'block':
        return this.inside(instruction, yield* this.region(instruction.body));
      case 'switch': {
        const selector = v[instruction.selector];
        const chosen =
          instruction.cases.find((each) => each.values.includes(selector)) ??
          instruction.cases.find((each) => each.isDefault);
        if (!chosen) throw new Error('no case');
        const number = instruction.cases.indexOf(chosen);
        return this.inside(instruction, yield* this.choice(number, chosen.body));
      }
      case 'loop': {
        let parameters = instruction.initial.map((each) => v[each]);
        for (let iteration = 0; ; iteration++) {
          instruction.parameters.forEach((each, i) => {
            v[each] = parameters[i];
          });
          const exit = yield* this.choice(iteration, instruction.body);
          if (exit?.terminator.kind === 'next' && exit.terminator.target === instruction.id) {
            parameters = [...exit.values];
            continue;
          }
          return this.inside(instruction, exit);
        }
      }
      case 'break':
      case 'next':
        return { kind: 'leave', terminator: instruction, values: instruction.values.map((each) => v[each]) };
      case 'return':
      case 'unreachable':
        return { kind: 'leave', terminator: instruction, values: [] };
    }
  }

  /** Ends a construct: takes its results, or passes an exit to a construct further out. */
  private inside(
    construct: { readonly id: number; readonly results: readonly number[] },
    exit: Exit | undefined,
  ): Exit | undefined {
    if (!exit) throw new Error('region without terminator');
    if (exit.terminator.kind !== 'break' || exit.terminator.target !== construct.id) return exit;
    construct.results.forEach((each, i) => {
      this.values[each] = exit.values[i];
    });
    return undefined;
  }

  private length(index: number): number {
    return this.memories.get(`buffer${index}`)!.byteLength / 4;
  }

  private read(root: MemoryRoot, type: ScalarType, address: number, offset: number): number {
    const view = this.memories.get(root.space + root.index)!;
    const at = (address + offset) >>> 0;
    if (at + sizeOf(type) > view.byteLength) return type === 'i64' ? big(0) : 0;
    if (type === 'i32') return view.getInt32(at, true);
    if (type === 'f32') return view.getFloat32(at, true);
    const value = readScalar(wideView(view, at), 0, type);
    return type === 'i64' ? (value as unknown as number) : Number(value);
  }

  private write(root: MemoryRoot, type: ScalarType, address: number, offset: number, value: number): void {
    const view = this.memories.get(root.space + root.index)!;
    const at = (address + offset) >>> 0;
    const bytes = sizeOf(type);
    if (at + bytes > view.byteLength) return;
    if (type === 'i32') {
      view.setInt32(at, value, true);
      return;
    }
    const scratch = new DataView(new ArrayBuffer(8));
    writeScalar(scratch, 0, type, type.startsWith('i') ? BigInt(value) : value);
    for (let k = 0; k < bytes; k++) view.setUint8(at + k, scratch.getUint8(k));
  }
}

/** Eight bytes from `at` on, as far as there are any. */
function wideView(view: DataView, at: number): DataView {
  const copy = new DataView(new ArrayBuffer(8));
  for (let k = 0; k < 8 && at + k < view.byteLength; k++) copy.setUint8(k, view.getUint8(at + k));
  return copy;
}

function sizeOf(type: ScalarType): number {
  return bitWidth(type) / 8;
}

/** The table of values is one of numbers; a bigint in it is never computed with as one. */
function big(value: number): number {
  return BigInt(value) as unknown as number;
}

function wide(
  op: PureOp,
  types: readonly ScalarType[],
  type: ScalarType,
  operands: readonly number[],
): number {
  const row = operands.map((each, k) => (types[k].startsWith('i') ? BigInt(each) : each));
  const result = reference({ op, operands: types, result: type }, row);
  return type === 'i64' ? (result as unknown as number) : Number(result);
}
