// Random structured programs: integer and float arithmetic over divergent ifs (branching and predicated, with
// early exits), bounded loops with break, next and return at any place, switches, blocks, private memory, and
// accesses to a buffer that each invocation has a part of.

import { Builder } from '../../src/ir/builder.ts';
import type { ConstructId, Module, PureOp, Region, ScalarType, ValueId } from '../../src/ir/ir.ts';
import { bitWidth } from '../../src/ir/ops.ts';
import { subgroupOps } from '../../src/ir/subgroup-ops.ts';
import { buffer, privateArray, privateMemory, storage } from './wrap.ts';

/** Next choice below a bound. */
export type Choose = (below: number) => number;

const WORDS = 8;
const SUBGROUP_INPUTS = ['subgroup_lane', 'subgroup_size', 'subgroup_id', 'num_subgroups'] as const;
const LANE_OPS = [
  'add',
  'umax',
  'smin',
  'fmax',
  'xor',
  'and',
  'inclusive_add',
  'exclusive_add',
  'exclusive_or',
  'all',
  'any',
  'elect',
  'ballot',
  'ballot',
  'broadcast',
  'broadcast_first',
  'shuffle',
  'shuffle_xor',
  'shuffle_up',
  'shuffle_down',
  'quad_broadcast',
  'quad_swap_x',
  'quad_swap_diagonal',
] as const;
const OTHER_TYPES = ['i8', 'i16', 'i64', 'f64'] as const;

interface Target {
  readonly id: ConstructId;
  readonly types: readonly ScalarType[];
  readonly isLoop: boolean;
  /** For loops: parameters' types are `types`; the first is a counter. */
  readonly counter?: ValueId;
}

/**
 * @param hasPredication marks some `if`s as predicated, early exits and all; compilers mark fewer.
 * @param hasAllTypes uses integers of 8, 16 and 64 bits and doubles too.
 * @param hasLanes exchanges values across the lanes of a subgroup, and asks for its shape.
 */
export function randomProgram(
  choose: Choose,
  workgroupSize: readonly [number, number, number],
  hasPredication = true,
  hasAllTypes = false,
  hasLanes = false,
): Module {
  return new Generator(choose, hasPredication, hasAllTypes, hasLanes).module(workgroupSize);
}

/** Deterministic choices from one number, so that a failure shrinks and repeats. */
export function chooser(seed: number): Choose {
  let state = seed | 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (((state >>> 8) % below) + below) % below;
  };
}

class Generator {
  private readonly b = new Builder();
  private readonly choose: Choose;
  private readonly hasPredication: boolean;
  private readonly hasAllTypes: boolean;
  private readonly hasLanes: boolean;
  private readonly scope: ValueId[] = [];
  private readonly targets: Target[] = [];
  private budget = 60;
  private predicatedDepth = 0;

  constructor(choose: Choose, hasPredication: boolean, hasAllTypes: boolean, hasLanes: boolean) {
    this.choose = choose;
    this.hasPredication = hasPredication;
    this.hasAllTypes = hasAllTypes;
    this.hasLanes = hasLanes;
  }

  module(workgroupSize: readonly [number, number, number]): Module {
    const { b } = this;
    const body = b.region(() => {
      const x = b.input('global_id_x');
      const size = workgroupSize[0] * workgroupSize[1] * workgroupSize[2];
      const first = b.pure('imul', 'i32', [b.input('workgroup_id_x'), b.constant('i32', size)]);
      const own = b.pure('iadd', 'i32', [first, b.input('local_index')]);
      const base = b.pure('imul', 'i32', [own, b.constant('i32', WORDS * 4)]);
      this.base = base;
      this.scope.push(x, b.input('local_id_y'), b.input('workgroup_id_x'), b.input('local_index'));
      this.scope.push(b.pure('s2f', 'f32', [x]), ...b.load(buffer(0), 'i32', 4, base));
      this.scope.push(...b.load(buffer(1), 'f32', 1, b.constant('i32', 8)));
      this.scope.push(b.pure('slt', 'bool', [x, b.constant('i32', 20)]));
      if (this.hasLanes) this.scope.push(...SUBGROUP_INPUTS.map((each) => b.input(each)));
      this.statements(6);
      b.store(buffer(0), 'i32', base, [this.pick('i32')], 20);
      b.emit({ kind: 'return' });
    });
    return {
      name: 'random',
      entryPoint: 'main',
      workgroupSize,
      buffers: [storage('data', 0), storage('input', 1, 'read')],
      variables: [privateArray('own', 32)],
      values: b.values,
      body,
      nextConstruct: b.nextConstruct,
      notes: b.notes,
    };
  }

  private base: ValueId = 0;

  private pick(type: ScalarType): ValueId {
    const candidates = this.scope.filter((each) => this.b.typeOf(each) === type);
    const index = this.choose(candidates.length + 2);
    if (index < candidates.length) return candidates[candidates.length - 1 - index];
    if (type === 'bool') return this.b.constant('bool', this.choose(2));
    return type.startsWith('i')
      ? this.b.constant(type, this.choose(9) - 2)
      : this.b.constant(type, this.choose(7) - 2.5);
  }

  private type(): ScalarType {
    if (this.hasAllTypes && this.choose(2) === 0) return OTHER_TYPES[this.choose(OTHER_TYPES.length)];
    return (['i32', 'f32', 'i32', 'bool'] as const)[this.choose(4)];
  }

  private statements(count: number): void {
    for (let i = 0; i < count && this.budget > 0; i++) {
      this.budget--;
      this.statement();
    }
  }

  private statement(): void {
    if (this.hasLanes && this.predicatedDepth === 0 && this.choose(3) === 0) {
      this.acrossLanes();
      return;
    }
    const kind = this.choose(12);
    if (kind < 4) this.arithmetic();
    else if (kind === 4) this.load();
    else if (kind === 5) this.store();
    else if (kind < 9) this.ifStatement();
    else if (this.predicatedDepth > 0) this.load();
    else if (kind === 9) this.loop();
    else if (kind === 10) this.block();
    else this.switchStatement();
  }

  private arithmetic(): void {
    const integer: PureOp[] = [
      'iadd',
      'isub',
      'imul',
      'and',
      'xor',
      'sdiv',
      'urem',
      'ushr',
      'smin',
      'umax',
      'popcount',
    ];
    const float: PureOp[] = ['fadd', 'fsub', 'fmul', 'fdiv', 'fmax', 'ffma', 'sqrt', 'floor', 'fneg'];
    const compare: PureOp[] = ['slt', 'ult', 'ieq', 'flt', 'fle', 'and', 'not'];
    const type = this.type();
    if (this.hasAllTypes && this.choose(4) === 0) {
      this.conversion(type);
      return;
    }
    const table = type.startsWith('i') ? integer : type.startsWith('f') ? float : compare;
    const op = table[this.choose(table.length)];
    const other = this.hasAllTypes ? this.type() : 'i32';
    const operandType: ScalarType =
      type !== 'bool'
        ? type
        : op === 'flt' || op === 'fle'
          ? other === 'f64'
            ? 'f64'
            : 'f32'
          : op === 'and' || op === 'not'
            ? 'bool'
            : other.startsWith('i')
              ? other
              : 'i32';
    const arity = op === 'ffma' ? 3 : ['popcount', 'sqrt', 'floor', 'fneg', 'not'].includes(op) ? 1 : 2;
    const operands = Array.from({ length: arity }, () => this.pick(operandType));
    if (this.choose(8) === 0) {
      this.scope.push(this.b.pure('select', type, [this.pick('bool'), this.pick(type), this.pick(type)]));
    } else if (this.choose(10) === 0 && type === 'f32') {
      this.scope.push(this.b.pure('u2f', 'f32', [this.pick('i32')]));
    } else {
      this.scope.push(this.b.pure(op, type, operands));
    }
  }

  /** An operation across the lanes that are active here. */
  private acrossLanes(): void {
    const { b } = this;
    const op = LANE_OPS[this.choose(LANE_OPS.length)];
    const { operand, result, takesLane } = subgroupOps[op];
    const allowed = (['i32', 'f32', 'bool'] as const).filter((type) => operand?.has(type));
    const type = operand ? allowed[this.choose(allowed.length)] : undefined;
    const value = type && this.pick(type);
    const near = b.constant('i32', this.choose(160));
    const lane = takesLane ? (op.startsWith('shuffle') ? this.pick('i32') : near) : undefined;
    const types: ScalarType[] =
      op === 'ballot' ? ['i32', 'i32', 'i32', 'i32'] : [result === 'operand' ? type! : result];
    this.scope.push(...b.subgroup(op, types, value, lane));
  }

  /** A value of the type from one of any other. */
  private conversion(type: ScalarType): void {
    const { b } = this;
    if (type === 'bool') return;
    const from = this.type();
    const value = this.pick(from);
    if (from === 'bool') {
      this.scope.push(b.pure('select', type, [value, this.pick(type), this.pick(type)]));
      return;
    }
    const isSigned = this.choose(2) === 0;
    const [isInteger, wasInteger] = [type.startsWith('i'), from.startsWith('i')];
    const wider = bitWidth(type) - bitWidth(from);
    let op: PureOp;
    if (isInteger !== wasInteger) op = isInteger ? (isSigned ? 'f2s' : 'f2u') : isSigned ? 's2f' : 'u2f';
    else if (!isInteger) op = 'f2f';
    else if (wider === 0) op = 'sabs';
    else op = wider < 0 ? 'itruncate' : isSigned ? 'sextend' : 'uextend';
    this.scope.push(b.pure(op, type, [value]));
  }

  /** An access of any integer type within the invocation's part of the buffer. */
  private otherAccess(isStore: boolean): void {
    const type = (['i8', 'i16', 'i64'] as const)[this.choose(3)];
    const bytes = bitWidth(type) / 8;
    const offset = bytes * this.choose((WORDS * 4) / bytes);
    if (isStore) this.b.store(buffer(0), type, this.base, [this.pick(type)], offset);
    else this.scope.push(...this.b.load(buffer(0), type, 1, this.base, offset));
  }

  /** A word within the invocation's part of the buffer, or now and then anywhere. */
  private place(): [ValueId, number] {
    if (this.choose(6) > 0) return [this.base, 4 * this.choose(WORDS)];
    const index = this.b.bound(this.pick('i32'), { constant: WORDS });
    return [
      this.b.pure('iadd', 'i32', [this.base, this.b.pure('shl', 'i32', [index, this.b.constant('i32', 2)])]),
      0,
    ];
  }

  private privatePlace(): ValueId {
    const index = this.b.pure('and', 'i32', [this.pick('i32'), this.b.constant('i32', 7)]);
    return this.b.pure('shl', 'i32', [index, this.b.constant('i32', 2)]);
  }

  private load(): void {
    if (this.hasAllTypes && this.choose(2) === 0) {
      this.otherAccess(false);
      return;
    }
    const kind = this.choose(5);
    if (kind < 2) {
      this.scope.push(...this.b.load(privateMemory(0), 'i32', 1, this.privatePlace()));
    } else if (kind === 2) {
      const address = this.b.pure('and', 'i32', [this.pick('i32'), this.b.constant('i32', 0x7c)]);
      this.scope.push(...this.b.load(buffer(1), 'f32', 1 + this.choose(4), address));
    } else {
      const [address, offset] = this.place();
      this.scope.push(...this.b.load(buffer(0), 'i32', 1, address, offset));
    }
  }

  private store(): void {
    if (this.hasAllTypes && this.choose(2) === 0) {
      this.otherAccess(true);
      return;
    }
    if (this.choose(3) === 0) {
      this.b.store(privateMemory(0), 'i32', this.privatePlace(), [this.pick('i32')]);
      return;
    }
    const [address, offset] = this.place();
    this.b.store(buffer(0), 'i32', address, [this.pick('i32')], offset);
  }

  /** A region with its own scope, ended by `end` unless it ends in an early exit. */
  private inner(end: () => void, mayExit = true): Region {
    const depth = this.scope.length;
    const region = this.b.region(() => {
      this.statements(1 + this.choose(4));
      if (!(mayExit && this.choose(5) === 0 && this.exit())) end();
    });
    this.scope.length = depth;
    return region;
  }

  private exit(): boolean {
    const choice = this.choose(this.targets.length + 1);
    if (choice === this.targets.length) {
      if (this.choose(3) > 0) return false;
      this.b.emit({ kind: 'return' });
      return true;
    }
    const target = this.targets[choice];
    const isNext = target.isLoop && this.choose(2) === 0;
    if (isNext) this.next(target);
    else this.breakTo(target);
    return true;
  }

  private breakTo(target: Target): void {
    const values = target.types.map((type) => this.pick(type));
    this.b.emit({ kind: 'break', target: target.id, values });
  }

  private next(target: Target): void {
    const values = target.types.map((type) => this.pick(type));
    const counter = this.b.pure('iadd', 'i32', [target.counter!, this.b.constant('i32', 1)]);
    this.b.emit({ kind: 'next', target: target.id, values: [counter, ...values] });
  }

  private construct<T>(isLoop: boolean, make: (target: Target, results: ValueId[]) => T): void {
    const types = Array.from({ length: this.choose(3) }, () => this.type());
    const target: Target = { id: this.b.construct(), types, isLoop };
    const results = types.map((type) => this.b.value(type));
    make(target, results);
    this.scope.push(...results);
  }

  private within(target: Target, body: () => void): void {
    this.targets.push(target);
    body();
    this.targets.pop();
  }

  private ifStatement(): void {
    const isPredicated = this.hasPredication && (this.predicatedDepth > 0 || this.choose(3) === 0);
    if (isPredicated) this.predicatedDepth++;
    this.construct(false, (target, results) => {
      const condition = this.pick('bool');
      this.within(target, () => {
        const then = this.inner(() => this.breakTo(target));
        const otherwise = this.inner(() => this.breakTo(target));
        this.b.emit({
          kind: 'if',
          id: target.id,
          condition,
          results,
          then,
          otherwise,
          ...(isPredicated ? { isPredicated } : {}),
        });
      });
    });
    if (isPredicated) this.predicatedDepth--;
  }

  private block(): void {
    this.construct(false, (target, results) => {
      this.within(target, () => {
        const body = this.inner(() => this.breakTo(target));
        this.b.emit({ kind: 'block', id: target.id, results, body });
      });
    });
  }

  private switchStatement(): void {
    this.construct(false, (target, results) => {
      const selector = this.pick('i32');
      this.within(target, () => {
        const arm = (): Region => this.inner(() => this.breakTo(target));
        const cases = [
          { values: [0, 3], isDefault: false, body: arm() },
          { values: [1], isDefault: true, body: arm() },
          { values: [2, 5], isDefault: false, body: arm() },
        ];
        this.b.emit({ kind: 'switch', id: target.id, selector, results, cases });
      });
    });
  }

  private loop(): void {
    this.construct(true, (plain, results) => {
      const counter = this.b.value('i32');
      const target: Target = { ...plain, counter };
      const parameters = [counter, ...plain.types.map((type) => this.b.value(type))];
      const initial = [this.b.constant('i32', 0), ...plain.types.map((type) => this.pick(type))];
      const bound =
        this.choose(2) === 0
          ? this.b.constant('i32', this.choose(6))
          : this.b.pure('and', 'i32', [this.pick('i32'), this.b.constant('i32', 3)]);
      const depth = this.scope.length;
      this.within(target, () => {
        const body = this.b.region(() => {
          this.scope.push(...parameters);
          this.guard(target, counter, bound);
          this.statements(1 + this.choose(4));
          if (this.choose(4) === 0) this.breakTo(target);
          else this.next(target);
        });
        this.b.emit({ kind: 'loop', id: target.id, initial, parameters, results, body });
      });
      this.scope.length = depth;
    });
  }

  /** Leaves the loop when the counter has reached the bound, in one of the shapes that compilers make. */
  private guard(target: Target, counter: ValueId, bound: ValueId): void {
    const { b } = this;
    const id = b.construct();
    const isPredicated = this.hasPredication && this.choose(3) === 0;
    const condition = b.pure('slt', 'bool', [counter, bound]);
    const then = b.region(() => b.emit({ kind: 'break', target: id, values: [] }));
    const leave = b.region(() => this.breakTo(target));
    b.emit({
      kind: 'if',
      id,
      condition,
      results: [],
      then,
      otherwise: leave,
      ...(isPredicated ? { isPredicated } : {}),
    });
  }
}
