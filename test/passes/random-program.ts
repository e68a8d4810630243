// Random structured programs for property tests. A list of small numbers decides every choice, so that
// shrinking the list shrinks the program; when the list is used up, only endings are chosen. Every loop
// counts a parameter up to a small bound on each way round, so all programs end.

import fc from 'fast-check';
import { Builder } from '../../src/ir/builder.ts';
import type {
  Buffer,
  ConstructId,
  MemoryRoot,
  Module,
  PureOp,
  Region,
  ScalarType,
  ValueId,
  Variable,
} from '../../src/ir/ir.ts';
import { FINITE, note } from '../../src/ir/notes.ts';

const INPUT: MemoryRoot = { space: 'buffer', index: 0 };
const OUTPUT: MemoryRoot = { space: 'buffer', index: 1 };
const WORKGROUP: MemoryRoot = { space: 'workgroup', index: 0 };
const WORDS = 32;
const SCALARS = [1, 2, 3] as const;
const ARRAY = 4;
const MIXED = 5;

const buffers: Buffer[] = [
  {
    group: 0,
    binding: 0,
    name: 'input',
    kind: 'storage',
    access: 'read',
    minBytes: 4,
    runtimeArray: { offsetBytes: 0, strideBytes: 4 },
  },
  {
    group: 0,
    binding: 1,
    name: 'output',
    kind: 'storage',
    access: 'read_write',
    minBytes: 4,
    runtimeArray: { offsetBytes: 0, strideBytes: 4 },
  },
];

const variables: Variable[] = [
  { name: 'tile', space: 'workgroup', sizeBytes: 32, alignBytes: 4 },
  { name: 'a', space: 'private', sizeBytes: 4, alignBytes: 4 },
  { name: 'b', space: 'private', sizeBytes: 4, alignBytes: 4 },
  { name: 'c', space: 'private', sizeBytes: 4, alignBytes: 4 },
  { name: 'array', space: 'private', sizeBytes: 16, alignBytes: 4 },
  { name: 'mixed', space: 'private', sizeBytes: 16, alignBytes: 4 },
];

const INTEGER_OPS: readonly PureOp[] = [
  'iadd',
  'isub',
  'imul',
  'and',
  'or',
  'xor',
  'shl',
  'ushr',
  'smin',
  'umax',
  'udiv',
  'srem',
];
const FLOAT_OPS: readonly PureOp[] = ['fadd', 'fsub', 'fmul', 'fmin', 'fmax'];
const COMPARE_OPS: readonly PureOp[] = ['ieq', 'ine', 'slt', 'sle', 'ult', 'ule'];
const FLOAT_COMPARE_OPS: readonly PureOp[] = ['feq', 'fne', 'flt', 'fle'];
const BOOL_OPS: readonly PureOp[] = ['and', 'or', 'xor', 'ieq', 'ine'];
const INTEGERS = [0, 1, -1, 2, 3, 4, 7, 16, -2147483648, 255];
const FLOATS = [0, -0, 1, -1, 0.5, 2, 3.25, 1e10];

/** A construct that code may leave or repeat. */
interface Enclosing {
  readonly id: ConstructId;
  readonly results: readonly ScalarType[];
  /** For loops: the counter, its step and the types of the other parameters. */
  readonly loop?: {
    readonly counter: ValueId;
    readonly step: number;
    readonly others: readonly ScalarType[];
  };
}

class Generator {
  private readonly builder = new Builder();
  private readonly choices: readonly number[];
  private readonly inScope: Record<'i32' | 'f32' | 'bool', ValueId[]> = { i32: [], f32: [], bool: [] };
  private readonly enclosing: Enclosing[] = [];
  private position = 0;

  constructor(choices: readonly number[]) {
    this.choices = choices;
  }

  module(): Module {
    const body = this.builder.region(() => {
      for (const builtin of ['local_index', 'global_id_x'] as const)
        this.inScope.i32.push(this.builder.input(builtin));
      while (this.position < this.choices.length) this.statement(0);
      this.observe();
      this.builder.emit({ kind: 'return' });
    });
    const { values, nextConstruct, notes } = this.builder;
    return {
      name: 'random',
      entryPoint: 'main',
      workgroupSize: [1, 1, 1],
      buffers,
      variables,
      values,
      body,
      nextConstruct,
      notes,
    };
  }

  /** A number below `count`; 0 when the choices are used up. */
  private choose(count: number): number {
    const choice = this.choices[this.position++];
    return choice === undefined ? 0 : choice % count;
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.choose(from.length)]!;
  }

  private operand(type: 'i32' | 'f32' | 'bool'): ValueId {
    const known = this.inScope[type];
    const index = this.choose(known.length + 3);
    if (index < known.length) return known[known.length - 1 - index];
    if (type === 'bool') return this.builder.constant('bool', this.choose(2));
    return this.builder.constant(type, this.pick(type === 'i32' ? INTEGERS : FLOATS));
  }

  private known(type: 'i32' | 'f32' | 'bool', ...ids: ValueId[]) {
    this.inScope[type].push(...ids);
  }

  private statement(depth: number) {
    const { builder } = this;
    switch (this.choose(depth < 4 ? 18 : 13)) {
      case 0:
      case 1:
        return this.known(
          'i32',
          builder.pure(this.pick(INTEGER_OPS), 'i32', [this.operand('i32'), this.operand('i32')]),
        );
      case 2:
        return this.known(
          'f32',
          builder.pure(this.pick(FLOAT_OPS), 'f32', [this.operand('f32'), this.operand('f32')]),
        );
      case 3:
        return this.comparison();
      case 4:
        return this.selection();
      case 5:
        return this.known('i32', ...builder.load(this.scalar(), 'i32', 1, builder.constant('i32', 0)));
      case 6:
      case 7:
        return builder.store(this.scalar(), 'i32', builder.constant('i32', 0), [this.operand('i32')]);
      case 8:
        return this.arrayAccess();
      case 9:
        return this.mixedAccess();
      case 10:
        return this.known(
          'i32',
          ...builder.load(this.pick([INPUT, OUTPUT]), 'i32', 1, this.address(WORDS), 4 * this.choose(3)),
        );
      case 11:
        return builder.store(OUTPUT, 'i32', this.address(WORDS), [this.operand('i32')], 4 * this.choose(3));
      case 12:
        return this.shared();
      case 13:
      case 14:
        return this.branch(depth);
      case 15:
        return this.selectCase(depth);
      case 16:
        return this.block(depth);
      default:
        return this.loop(depth);
    }
  }

  private comparison() {
    const { builder } = this;
    const kind = this.pick(['i32', 'f32', 'bool', 'not'] as const);
    if (kind === 'not') return this.known('bool', builder.pure('not', 'bool', [this.operand('bool')]));
    const op = this.pick(kind === 'i32' ? COMPARE_OPS : kind === 'f32' ? FLOAT_COMPARE_OPS : BOOL_OPS);
    this.known('bool', builder.pure(op, 'bool', [this.operand(kind), this.operand(kind)]));
  }

  private selection() {
    const type = this.pick(['i32', 'f32', 'bool'] as const);
    const operands = [this.operand('bool'), this.operand(type), this.operand(type)];
    this.known(type, this.builder.pure('select', type, operands));
  }

  private scalar(): MemoryRoot {
    return { space: 'private', index: this.pick(SCALARS) };
  }

  /** A byte address of one of `words` words. */
  private address(words: number): ValueId {
    const { builder } = this;
    if (this.choose(2)) return builder.constant('i32', 4 * this.choose(words));
    const index = builder.bound(this.operand('i32'), { constant: words });
    return builder.pure('shl', 'i32', [index, builder.constant('i32', 2)]);
  }

  private arrayAccess() {
    const { builder } = this;
    const root: MemoryRoot = { space: 'private', index: ARRAY };
    // Dynamic indices are rarer here, so that most programs leave the array promotable.
    const address = this.choose(8) ? builder.constant('i32', 4 * this.choose(4)) : this.address(4);
    if (this.choose(2)) this.known('i32', ...builder.load(root, 'i32', 1, address));
    else builder.store(root, 'i32', address, [this.operand('i32')]);
  }

  private mixedAccess() {
    const { builder } = this;
    const root: MemoryRoot = { space: 'private', index: MIXED };
    const address = builder.constant('i32', 0);
    const offset = 4 * this.choose(3);
    switch (this.choose(6)) {
      case 0:
        return this.known('f32', ...builder.load(root, 'f32', 2, address, offset));
      case 1:
        return this.known('i32', ...builder.load(root, 'i32', 1, address, offset));
      case 2:
        return builder.store(root, 'f32', address, [this.operand('f32'), this.operand('f32')], offset);
      case 3:
        return builder.store(root, 'i32', address, [this.operand('i32')], offset);
      case 4:
        return this.known('i32', ...builder.load(root, 'i32', 1, builder.constant('i32', 12)));
      default: {
        // A 16-bit piece overlaps a word: that word has to stay in memory.
        if (this.choose(8)) return;
        const half = builder.pure('itruncate', 'i16', [this.operand('i32')]);
        return builder.store(root, 'i16', address, [half], 14);
      }
    }
  }

  private shared() {
    const { builder } = this;
    switch (this.choose(5)) {
      case 0:
        return builder.emit({ kind: 'barrier', scope: 'workgroup' });
      case 1:
        return builder.store(WORKGROUP, 'i32', this.address(8), [this.operand('i32')]);
      case 2:
        return this.known('i32', ...builder.load(WORKGROUP, 'i32', 1, this.address(8)));
      case 3: {
        const old = builder.atomic('add', OUTPUT, this.address(WORDS), [this.operand('i32')], true)!;
        return this.known('i32', old);
      }
      default:
        return this.known('i32', builder.arrayLength(0));
    }
  }

  private resultTypes(): ('i32' | 'f32')[] {
    return Array.from({ length: this.choose(3) }, () => this.pick(['i32', 'f32'] as const));
  }

  private results(types: readonly ('i32' | 'f32')[]): ValueId[] {
    return types.map((type) => this.builder.value(type));
  }

  /** A region with its own scope; `fill` emits its statements, the ending follows. */
  private arm(own: Enclosing, depth: number, before: () => void = () => {}): Region {
    const marks = {
      i32: this.inScope.i32.length,
      f32: this.inScope.f32.length,
      bool: this.inScope.bool.length,
    };
    this.enclosing.push(own);
    const region = this.builder.region(() => {
      before();
      for (let count = this.choose(5); count > 0; count--) this.statement(depth + 1);
      this.ending(own);
    });
    this.enclosing.pop();
    for (const type of ['i32', 'f32', 'bool'] as const) this.inScope[type].length = marks[type];
    return region;
  }

  private ending(own: Enclosing) {
    if (this.choose(5) < 4) return own.loop && this.choose(8) ? this.next(own) : this.leave(own);
    if (this.choose(12) === 1) {
      this.observe();
      return this.builder.emit({ kind: 'return' });
    }
    const target = this.pick(this.enclosing);
    if (target.loop && this.choose(2)) this.next(target);
    else this.leave(target);
  }

  private leave(target: Enclosing) {
    const values = target.results.map((type) => this.operand(type as 'i32'));
    this.builder.emit({ kind: 'break', target: target.id, values });
  }

  private next(target: Enclosing) {
    const { counter, step, others } = target.loop!;
    const stepped = this.builder.pure('iadd', 'i32', [counter, this.builder.constant('i32', step)]);
    const values = [stepped, ...others.map((type) => this.operand(type as 'i32'))];
    this.builder.emit({ kind: 'next', target: target.id, values });
  }

  private branch(depth: number) {
    const condition = this.operand('bool');
    const types = this.resultTypes();
    const own: Enclosing = { id: this.builder.construct(), results: types };
    const then = this.arm(own, depth);
    const otherwise = this.arm(own, depth);
    this.finish(types, (results) =>
      this.builder.emit({ kind: 'if', id: own.id, condition, results, then, otherwise }),
    );
  }

  private selectCase(depth: number) {
    const selector = this.operand('i32');
    const types = this.resultTypes();
    const own: Enclosing = { id: this.builder.construct(), results: types };
    const cases = [
      { values: [0, 3], isDefault: false, body: this.arm(own, depth) },
      { values: [1], isDefault: true, body: this.arm(own, depth) },
    ];
    this.finish(types, (results) =>
      this.builder.emit({ kind: 'switch', id: own.id, selector, results, cases }),
    );
  }

  private block(depth: number) {
    const types = this.resultTypes();
    const own: Enclosing = { id: this.builder.construct(), results: types };
    const body = this.arm(own, depth);
    this.finish(types, (results) => this.builder.emit({ kind: 'block', id: own.id, results, body }));
  }

  private loop(depth: number) {
    const { builder } = this;
    const types = this.resultTypes();
    const others = this.resultTypes();
    const id = builder.construct();
    const counter = builder.value('i32', 'i');
    const step = 1 + this.choose(3);
    const start = this.choose(2) ? 0 : this.choose(4);
    const parameters = [counter, ...others.map((type) => builder.value(type))];
    const initial = [builder.constant('i32', start), ...others.map((type) => this.operand(type))];
    const own: Enclosing = { id, results: types, loop: { counter, step, others } };
    const bound = this.loopBound();
    const outside = { i32: this.inScope.i32.length, f32: this.inScope.f32.length };
    this.known('i32', counter);
    others.forEach((type, k) => {
      this.known(type, parameters[k + 1]);
    });
    const body = this.arm(own, depth, () => this.loopHeader(own, counter, bound));
    this.inScope.i32.length = outside.i32;
    this.inScope.f32.length = outside.f32;
    if (this.choose(3) > 0) note(builder.notes.constructs, id, [FINITE]);
    this.finish(types, (results) => builder.emit({ kind: 'loop', id, initial, parameters, results, body }));
  }

  private loopBound(): ValueId {
    const { builder } = this;
    if (this.choose(3)) return builder.constant('i32', this.choose(9));
    return builder.pure('and', 'i32', [this.operand('i32'), builder.constant('i32', 7)]);
  }

  private loopHeader(own: Enclosing, counter: ValueId, bound: ValueId) {
    const { builder } = this;
    const [op, isSwapped, continuesInThen] = this.pick([
      ['ult', false, true],
      ['slt', false, true],
      ['sle', false, true],
      ['ule', true, false],
      ['slt', true, false],
    ] as const);
    const condition = builder.pure(op, 'bool', isSwapped ? [bound, counter] : [counter, bound]);
    const id = builder.construct();
    const stay = builder.region(() => builder.emit({ kind: 'break', target: id, values: [] }));
    const leave = builder.region(() => this.leave(own));
    const [then, otherwise] = continuesInThen ? [stay, leave] : [leave, stay];
    builder.emit({ kind: 'if', id, condition, results: [], then, otherwise });
  }

  private finish(types: readonly ('i32' | 'f32')[], emit: (results: ValueId[]) => void) {
    const results = this.results(types);
    emit(results);
    results.forEach((id, k) => {
      this.known(types[k], id);
    });
  }

  /** Stores what is in scope and in private memory, so that a wrong value shows. */
  private observe() {
    const { builder } = this;
    let word = WORDS;
    const put = (type: ScalarType, id: ValueId) => {
      builder.store(OUTPUT, type, builder.constant('i32', 4 * word++), [id]);
    };
    for (const index of [...SCALARS, ARRAY, ARRAY, MIXED, MIXED]) {
      const offset = index === ARRAY ? 4 * this.choose(4) : index === MIXED ? 4 * this.choose(4) : 0;
      const [id] = builder.load({ space: 'private', index }, 'i32', 1, builder.constant('i32', 0), offset);
      put('i32', id);
    }
    for (const id of this.inScope.i32.slice(-8)) put('i32', id);
    for (const id of this.inScope.f32.slice(-4)) put('f32', id);
    for (const id of this.inScope.bool.slice(-4)) {
      put('i32', builder.pure('select', 'i32', [id, builder.constant('i32', 1), builder.constant('i32', 0)]));
    }
  }
}

/** The program that a list of choices describes. */
export function randomProgram(choices: readonly number[]): Module {
  return new Generator(choices).module();
}

/** Buffers for such programs: 32 words of input, 64 of output. */
export function randomBuffers(): Int32Array[] {
  return [
    Int32Array.from({ length: WORDS }, (_, k) => (k * 747796405 + 7) >> (k % 29)),
    new Int32Array(2 * WORDS),
  ];
}

/** Arbitrary programs; `size` bounds the number of choices. */
export function arbitraryProgram(size = 400): fc.Arbitrary<Module> {
  return fc.array(fc.nat(255), { minLength: 20, maxLength: size, size: 'max' }).map(randomProgram);
}
