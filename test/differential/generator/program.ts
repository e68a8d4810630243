// A whole kernel: its declarations, its functions, main, and the buffers to run it with.

import { block, list, statement, type Tree } from '../tree.ts';
import type { Tolerance } from './approximate.ts';
import { COUNTERS } from './atomics.ts';
import { digest, expression } from './calls.ts';
import { HALF_FUNCTIONS, HALVES, TRIPLES } from './halves.ts';
import { integerLiteral } from './integers.ts';
import { type Shared, uniformStatements } from './phases.ts';
import { pointablePart } from './places.ts';
import { type Callable, type PointerSpace, State, storedBudget, type Variable } from './state.ts';
import {
  callStatement,
  declaration,
  randomType,
  SLOTS_PER_THREAD,
  statements,
  WORDS_PER_THREAD,
} from './statements.ts';
import { hostType, structDeclaration, structType, uniformStruct } from './structs.ts';
import {
  BOOL,
  F32,
  I32,
  nameOf,
  offsetsOf,
  type StructType,
  sizeBytesOf,
  strideOf,
  type Type,
  U32,
  vector,
} from './types.ts';

/** How a buffer is filled; `seed` where the words are random. */
export interface BufferSpec {
  readonly binding: number;
  readonly access: 'uniform' | 'read' | 'read_write';
  readonly words: number;
  readonly fill: 'zeros' | 'integers' | 'quarters' | 'halves';
}

export interface Program {
  readonly tree: Tree;
  /** The element of the buffer of what functions are given pointers into. */
  readonly ledger: Type;
  readonly dispatch: readonly [number, number, number];
  readonly constants: Readonly<Record<string, number>>;
  readonly buffers: readonly BufferSpec[];
  readonly tolerances: readonly Tolerance[];
  readonly entryPoint: string;
  /** The element of the buffer of cells. */
  readonly cell: Type;
  /** Invocations of a workgroup. */
  readonly perGroup: number;
}

const INPUT_WORDS = 64;
const ITEMS = 37;
const FUEL = 40;

interface Shape {
  readonly size: readonly [number, number, number];
  readonly dispatch: readonly [number, number, number];
  readonly perGroup: number;
  readonly threads: number;
}

/** What most devices of WebGPU take, and one that has more invocations than that. */
const MOST_ON_DEVICE = 256;
const MOST_INVOCATIONS = 1024;

function shapeOf(state: State): Shape {
  const { random } = state;
  if (random.once(8)) return largeShape(state, random.once(8) ? MOST_INVOCATIONS : MOST_ON_DEVICE);
  const size = random.choose<readonly [number, number, number]>([
    [1, 1, 1],
    [4, 1, 1],
    [8, 1, 1],
    [16, 1, 1],
    [32, 1, 1],
    [64, 1, 1],
    [4, 4, 1],
    [8, 4, 1],
    [2, 3, 4],
    [7, 1, 1],
    [5, 3, 1],
    [3, 3, 3],
    [1, 1, 8],
    [33, 1, 1],
    [4, 2, 2],
  ]);
  const dispatch = random.choose<readonly [number, number, number]>([
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
    [2, 2, 1],
    [1, 3, 1],
    [1, 2, 2],
    [2, 1, 3],
  ]);
  const perGroup = size[0] * size[1] * size[2];
  return { size, dispatch, perGroup, threads: perGroup * dispatch[0] * dispatch[1] * dispatch[2] };
}

/** A workgroup of any size, in one to three dimensions, alone or with another one. */
function largeShape({ random }: State, most: number): Shape {
  const z = random.once(2) ? 1 : random.between(1, 8);
  const y = random.once(2) ? 1 : random.between(1, Math.min(64, Math.floor(most / z)));
  const x = random.between(1, Math.floor(most / (y * z)));
  const size = (
    [
      [x, y, z],
      [y, x, z],
      [y, z, x],
    ] as const
  )[x > 64 ? random.below(2) : random.below(3)];
  const perGroup = x * y * z;
  const dispatch = random.choose<Shape['dispatch']>([
    [1, 1, 1],
    [1, 1, 1],
    [1, 2, 1],
  ]);
  return { size, dispatch, perGroup, threads: perGroup * dispatch[1] };
}

export function program(seed: number): Program {
  const state = new State(seed);
  state.usesHalves = state.random.once(4);
  const shape = shapeOf(state);
  const { dispatch } = shape;
  const items: Tree[] = [];
  const globals = new Globals(state, items, shape);
  globals.declareTypes();
  globals.declareConstants();
  globals.declareBuffers();
  globals.declarePrivates();
  const tolerances: Tolerance[] = [];
  for (let i = state.random.below(3); i > 0; i--) items.push(functionItem(state, globals, tolerances));
  const names = state.random.once(5) ? [state.fresh('other'), state.fresh('entry')] : ['main'];
  const entryPoint = state.random.choose(names);
  for (const name of names)
    items.push(mainItem(state, globals, shape, tolerances, { name, isRun: name === entryPoint }));
  const text = [statement('enable subgroups;'), ...(state.usesHalves ? [statement('enable f16;')] : [])];
  return {
    tree: list([...text, ...items]),
    dispatch: [...dispatch] as [number, number, number],
    constants: globals.constants,
    buffers: globals.buffers,
    tolerances,
    entryPoint,
    cell: globals.cell,
    ledger: globals.ledger,
    perGroup: shape.perGroup,
  };
}

const PLAIN = { isMutable: false, isLocal: false, isConst: false, isUniform: false };
/** Half of what the device has, for halves and counters too. */
const WORKGROUP_BYTES = 14_000;

class Globals {
  ledger: Type = U32;
  readonly buffers: BufferSpec[] = [];
  readonly constants: Record<string, number> = {};
  readonly shared: Variable[] = [];
  readonly pointerTargets: Variable[] = [];
  sizeName: string | undefined;
  box: Variable | undefined;
  cell: Type = U32;
  private readonly state: State;
  private readonly items: Tree[];
  private readonly shape: Shape;

  constructor(state: State, items: Tree[], shape: Shape) {
    this.state = state;
    this.items = items;
    this.shape = shape;
  }

  declareTypes(): void {
    for (let i = this.state.random.between(1, 3); i > 0; i--) {
      const type = structType(this.state, `S${i}`, false);
      this.state.structs.push(type);
      this.items.push(structDeclaration(type));
    }
    this.items.push(
      statement(COUNTERS),
      statement(`struct Tallies {\n  all: Counters,\n  own: array<atomic<u32>>,\n}`),
    );
  }

  declareConstants(): void {
    const { state, items } = this;
    const { random } = state;
    for (let i = random.below(4); i > 0; i--) {
      const name = state.fresh('c');
      const type = random.choose<Type>([
        U32,
        I32,
        F32,
        BOOL,
        vector(3, 'i32'),
        vector(2, 'f32'),
        { kind: 'array', element: U32, count: 5 },
      ]);
      items.push(
        statement(
          `const ${name}${random.once(2) ? `: ${nameOf(type)}` : ''} = `,
          constantOf(state, type),
          ';',
        ),
      );
      state.declare({ name, type, isConst: true, isUniform: true });
    }
    for (let i = random.below(3); i > 0; i--) {
      const name = state.fresh('o');
      const type = random.choose([U32, I32, F32, BOOL]);
      items.push(statement(`override ${name}: ${nameOf(type)} = `, constantOf(state, type), ';'));
      if (random.once(2)) this.constants[name] = type === BOOL ? random.below(2) : random.below(30);
      state.declare({ name, type, isConst: true, isUniform: true });
      if (type !== U32 || random.once(2)) continue;
      const derived = state.fresh('o');
      items.push(statement(`override ${derived}: u32 = ${name} / 2u + 1u;`));
      state.declare({ name: derived, type: U32, isConst: true, isUniform: true });
    }
    if (this.shape.size[1] * this.shape.size[2] === 1 && random.once(3)) {
      this.sizeName = state.fresh('o');
      items.push(statement(`override ${this.sizeName}: u32 = 2u;`));
      this.constants[this.sizeName] = this.shape.perGroup;
    }
  }

  declareBuffers(): void {
    const { state } = this;
    const { threads } = this.shape;
    this.buffer('inputs', 'read', 'array<u32>', INPUT_WORDS, 'integers');
    state.declare({
      name: 'inputs',
      type: { kind: 'array', element: U32, count: INPUT_WORDS },
      isUniform: true,
    });
    this.buffer('outputs', 'read_write', 'array<u32>', threads * WORDS_PER_THREAD, 'zeros');
    const parameters = uniformStruct(state, 'Params');
    this.items.push(structDeclaration(parameters));
    this.buffer('params', 'uniform', 'Params', Math.ceil(sizeBytesOf(parameters) / 16) * 4, 'quarters');
    state.declare({ name: 'params', type: parameters, isUniform: true });
    this.declareTable();
    const struct = structType(state, 'S0', true);
    state.structs.push(struct);
    this.items.push(structDeclaration(struct));
    this.cell = state.random.once(4) ? hostType(state, 1) : struct;
    this.buffer(
      'cells',
      'read_write',
      `array<${nameOf(this.cell)}>`,
      (threads * strideOf(this.cell)) / 4,
      'quarters',
    );
    state.declare({ name: 'cells[thread]', type: this.cell, isMutable: true });
    this.buffer('tallies', 'read_write', 'Tallies', 12 + threads, 'integers');
    this.buffer('approximate', 'read_write', 'array<f32>', threads * SLOTS_PER_THREAD, 'zeros');
    this.declareLedger();
    if (state.usesHalves) this.declareHalves();
  }

  /** What only main knows, so that functions may be given pointers into it. */
  private declareLedger(): void {
    const type = this.state.random.choose(this.state.structs);
    const words = (this.shape.threads * strideOf(type)) / 4;
    this.buffer('ledger', 'read_write', `array<${nameOf(type)}>`, words, 'quarters');
    this.ledger = type;
    this.pointerTargets.push({ ...PLAIN, name: 'ledger[thread]', type, isMutable: true, pointer: 'storage' });
  }

  private declareHalves(): void {
    this.buffer('halves', 'read', 'array<f16>', HALVES / 2, 'halves');
    this.buffer('triples', 'read', 'array<vec3<f16>>', TRIPLES * 2, 'halves');
    this.buffer('half_outputs', 'read_write', 'array<vec2<f16>>', this.shape.threads, 'zeros');
    this.items.push(...HALF_FUNCTIONS);
  }

  /** A struct that ends in a runtime-sized array. */
  private declareTable(): void {
    const { state } = this;
    const struct = structType(state, 'Table', true);
    const element = hostType(state, 1);
    this.items.push(structDeclaration(struct, `items: array<${nameOf(element)}>`));
    const last: StructType = { ...struct, members: [...struct.members, { name: 'items', type: element }] };
    const offset = offsetsOf(last)[struct.members.length];
    this.buffer(
      'table',
      'read',
      'Table',
      Math.ceil((offset + ITEMS * strideOf(element)) / 16) * 4,
      'quarters',
    );
    state.declare({ name: 'table', type: struct, isUniform: true });
    state.declare({ name: 'table.items', type: { kind: 'array', element, count: ITEMS }, isUniform: true });
  }

  private buffer(
    name: string,
    access: BufferSpec['access'],
    type: string,
    words: number,
    fill: BufferSpec['fill'],
  ): void {
    const binding = this.buffers.length;
    const space = access === 'uniform' ? 'uniform' : `storage, ${access}`;
    this.items.push(statement(`@group(0) @binding(${binding}) var<${space}> ${name}: ${type};`));
    this.buffers.push({ binding, access, words, fill });
  }

  declarePrivates(): void {
    const { state, items } = this;
    const { random } = state;
    for (const name of ['thread', 'lane', 'sum', 'nothing'])
      items.push(statement(`var<private> ${name}: u32;`));
    items.push(statement(`var<private> fuel: u32 = ${FUEL}u;`));
    items.push(statement('var<private> subgroup_lane: u32;'), statement('var<workgroup> flag: u32;'));
    items.push(statement('var<workgroup> group_tallies: Counters;'));
    items.push(statement('fn note(x: u32) {\n  sum = (sum ^ x) * 0x01000193u;\n}'));
    state.declare({ name: 'thread', type: U32 });
    state.declare({ name: 'lane', type: U32 });
    for (let i = random.below(4); i > 0; i--) {
      const [name, type] = [state.fresh('p'), randomType(state)];
      const isTarget = random.once(3);
      items.push(statement(`var<private> ${name}: ${nameOf(type)};`));
      const variable = { ...PLAIN, name, type, isMutable: true };
      if (isTarget) this.pointerTargets.push({ ...variable, pointer: 'private' });
      else state.declare(variable);
    }
    let room = WORKGROUP_BYTES;
    const fitting = (type: Type, count: number): Type => {
      const isFitting = count * strideOf(type) <= room / 2;
      room -= count * strideOf(isFitting ? type : U32);
      return isFitting ? type : U32;
    };
    const box = state.fresh('w');
    this.box = { ...PLAIN, name: box, type: fitting(hostType(state, 2), 1) };
    items.push(statement(`var<workgroup> ${box}: ${nameOf(this.box.type)};`));
    for (let i = random.between(1, 2); i > 0; i--) {
      const half = state.usesHalves && random.once(2) ? vector(random.between(2, 4), 'f16') : undefined;
      const [name, type] = [state.fresh('w'), half ?? fitting(hostType(state, 1), this.shape.perGroup)];
      const count = this.sizeName ?? `${this.shape.perGroup}`;
      items.push(statement(`var<workgroup> ${name}: array<${nameOf(type)}, ${count}>;`));
      const whole: Type = { kind: 'array', element: type, count: this.shape.perGroup };
      this.shared.push({ ...PLAIN, name, type: whole });
    }
  }
}

/** A constant expression whose value is in range whatever the literals in it. */
function constantOf(state: State, type: Type): Tree {
  switch (type.kind) {
    case 'scalar':
    case 'vector':
      if (type.scalar === 'i32' || type.scalar === 'u32') {
        const [a, b] = [integerLiteral(state, type), integerLiteral(state, type)];
        const operator = state.random.choose(['&', '|', '^']);
        if (state.random.once(2)) return a.tree;
        return { kind: 'expression', type: nameOf(type), parts: [a.tree, ` ${operator} `, b.tree] };
      }
      if (type.scalar === 'bool') return text(type, `${state.random.below(5)} < ${state.random.below(5)}`);
      return text(type, `${nameOf(type)}(${state.random.below(64) / 4} + ${state.random.below(64)}.0)`);
    case 'array':
      return {
        kind: 'expression',
        type: nameOf(type),
        parts: [
          `${nameOf(type)}(`,
          ...Array.from({ length: type.count }, () => [constantOf(state, type.element), ', ']).flat(),
          ')',
        ],
      };
    default:
      return text(type, `${nameOf(type)}()`);
  }
}

function text(type: Type, ...parts: string[]): Tree {
  return { kind: 'expression', parts, type: nameOf(type) };
}

const ROOM_PER_FUNCTION = 6;
const ROOMS_IN_MAIN = [3, 6, 10, 16];
const ROOM_IN_OTHER = 3;
const CALLS_PER_FUNCTION = 1;
const CALLS_IN_MAIN = 3;

/** What a pointer of this space may point to: most often a variable's type that main can give, or a part of one. */
function pointedType(state: State, globals: Globals, space: PointerSpace): Type {
  const { random } = state;
  const wholes =
    space === 'workgroup'
      ? globals.shared.map((each) => (each.type.kind === 'array' ? each.type.element : each.type))
      : globals.pointerTargets.filter((each) => each.pointer === space).map((each) => each.type);
  if (wholes.length === 0 || random.once(6))
    return space === 'storage' ? hostType(state, 1) : randomType(state, 1);
  const whole = random.choose(wholes);
  return random.once(3) ? whole : pointablePart(state, whole);
}

function functionItem(state: State, globals: Globals, slots: Tolerance[]): Tree {
  const { random } = state;
  const name = state.fresh('call');
  const parameters: { readonly type: Type; readonly space?: PointerSpace }[] = [];
  for (let i = random.below(4); i > 0; i--) {
    const space = random.choose<PointerSpace | undefined>([
      undefined,
      undefined,
      undefined,
      undefined,
      'function',
      'function',
      'private',
      'workgroup',
      'storage',
    ]);
    const type = space ? pointedType(state, globals, space) : randomType(state, 1);
    const isShareable = space !== 'workgroup' || type.kind !== 'scalar' || type.scalar !== 'bool';
    parameters.push({ type, ...(space && isShareable ? { space } : {}) });
  }
  const result = random.once(4) ? undefined : randomType(state, 1);
  state.callBudget = CALLS_PER_FUNCTION;
  state.room = ROOM_PER_FUNCTION;
  const tree = state.inFrame(() => {
    const texts = parameters.map(({ type, space }, index) => {
      const parameter = `a${index}`;
      if (space) state.declare({ name: `(*${parameter})`, type, isMutable: true, pointer: space });
      else state.declare({ name: parameter, type });
      const access = space === 'storage' ? ', read_write' : '';
      return `${parameter}: ${space ? `ptr<${space}, ${nameOf(type)}${access}>` : nameOf(type)}`;
    });
    const around = {
      depth: 2,
      isInLoop: false,
      canBreak: false,
      result: result ?? ('nothing' as const),
      slots,
    };
    const code = statements(state, random.between(1, 3), around);
    if (result) code.push(statement('return ', expression(state, result, 2).tree, ';'));
    return statement(`fn ${name}(${texts.join(', ')})${result ? ` -> ${nameOf(result)}` : ''} `, block(code));
  });
  const callable: Callable = { name, parameters, result };
  state.functions.push(callable);
  return tree;
}

const INPUTS = [
  ['global_invocation_id', 'gid', vector(3, 'u32'), false],
  ['local_invocation_id', 'lid', vector(3, 'u32'), false],
  ['local_invocation_index', 'index', U32, false],
  ['workgroup_id', 'wid', vector(3, 'u32'), true],
  ['num_workgroups', 'nwg', vector(3, 'u32'), true],
  ['subgroup_invocation_id', 'sg_lane', U32, false],
  ['subgroup_size', 'sg_size', U32, false],
] as const;

interface Entry {
  readonly name: string;
  /** The others are only there. */
  readonly isRun: boolean;
}

function mainItem(state: State, globals: Globals, shape: Shape, slots: Tolerance[], entry: Entry): Tree {
  const { random } = state;
  const { size, perGroup } = shape;
  // naga takes it in workgroups of one dimension only.
  const hasLane = size[1] * size[2] === 1 || random.once(4);
  const inputs = INPUTS.filter(([, name]) => hasLane || name !== 'sg_lane');
  state.callBudget = CALLS_IN_MAIN;
  state.room = entry.isRun ? random.choose(ROOMS_IN_MAIN) : ROOM_IN_OTHER;
  const shared: Shared = {
    arrays: globals.shared,
    box: globals.box!,
    cell: globals.cell,
    threads: perGroup,
    areSubgroupsFull: perGroup % 4 === 0,
  };
  const around = { depth: 3, isInLoop: false, canBreak: false, result: 'never' as const, slots };
  const code = state.inFrame(() => {
    for (const [, name, type, isUniform] of inputs) state.declare({ name, type, isUniform, isLocal: false });
    for (const variable of globals.pointerTargets) state.declare(variable);
    for (const { name, type } of globals.shared) {
      if (type.kind !== 'array') continue;
      state.declare({ name: `${name}[lane]`, type: type.element, isMutable: true, pointer: 'workgroup' });
    }
    const first = [
      statement('lane = index;'),
      statement('nothing = select(0u, 1u, nwg.x == 0u);'),
      statement(`thread = (wid.x + nwg.x * (wid.y + nwg.y * wid.z)) * ${perGroup}u + index;`),
      statement(`subgroup_lane = ${hasLane ? 'sg_lane' : 'index & 3u'};`),
    ];
    const declarations = Array.from({ length: random.between(1, 3) }, () => declaration(state, 2));
    const calls = random.once(2) ? [callStatement(state, 2)] : [];
    const uniform = uniformStatements(state, random.between(2, 5), around, shared);
    const finish = statement(`outputs[thread * ${WORDS_PER_THREAD}u + ${WORDS_PER_THREAD - 1}u] = sum;`);
    const rest = statements(state, random.between(1, 3), around);
    const digests = lastWords(state);
    return [
      ...first,
      ...declarations,
      ...calls,
      ...uniform,
      ...rest,
      ...digests,
      finish,
      ...statements(state, random.below(3), { ...around, result: 'nothing' }),
    ];
  });
  const parameters = inputs
    .map(([builtin, name, type]) => `@builtin(${builtin}) ${name}: ${nameOf(type)}`)
    .join(', ');
  const sizes = globals.sizeName ?? size.slice(0, size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1).join(', ');
  return statement(`@compute @workgroup_size(${sizes})\nfn ${entry.name}(${parameters}) `, block(code));
}

/** Everything that main can still see goes into its sum. */
function lastWords(state: State): Tree[] {
  return state
    .visible()
    .filter((each) => each.isMutable && (each.type.kind === 'scalar' || each.type.kind === 'vector'))
    .map((each) => {
      const budget = storedBudget(each.type);
      const value = {
        tree: { kind: 'expression' as const, parts: [each.name], type: nameOf(each.type) },
        type: each.type,
        isConst: false,
        ...(budget ? { budget } : {}),
      };
      return statement('note(', digest(state, value).tree, ');');
    });
}
