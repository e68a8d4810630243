// Generated code for memory accesses. Buffers are paged: an access keeps the page it used last in locals of
// the function. A buffer access that leaves its buffer reads 0, writes nothing, and takes no part in the
// trace; an access that leaves its variable is moved to the variable's start. Both are counted per site.

import type { AtomicInstruction, AtomicOp, LoadInstruction, ScalarType, StoreInstruction } from '../ir/ir.ts';
import { scalarBytes } from '../ir/scalars.ts';
import { resultsOf } from '../ir/walk.ts';
import {
  type AccessNames,
  declareAddress,
  nameAccess,
  openLaneAccess,
  recordAccess,
} from './access-names.ts';
import type { Access } from './known-addresses.ts';
import { PAGE_SHIFT, PAGE_WORDS } from './memory.ts';
import type { ChunkWriter } from './writer.ts';

/** True when what the load reads reaches nothing that matters: then only its place does. */
function isIdle(writer: ChunkWriter, load: LoadInstruction): boolean {
  return !load.results.some((result) => writer.generation.steering.hasValue(result));
}

/** An access that moves no data: counts and leaves out the lanes that are out of bounds. */
function writeIdle(
  writer: ChunkWriter,
  access: LoadInstruction | StoreInstruction,
  names: AccessNames,
): void {
  if (access.root.space !== 'buffer') return;
  const buffer = access.root.index;
  const count = access.kind === 'load' ? access.results.length : access.values.length;
  const inside = `${names.address} >>> 0 < ${limit(writer, buffer, names.bytes)}`;
  writer.lane.push(`if (!(${inside})) {`, ...leaves(writer, buffer, names));
  for (let at = 0; at < count; at++) {
    const text =
      access.kind === 'load'
        ? `${slowRead(buffer, access.type, names, at)};`
        : slowWrite(buffer, access.type, names, at, '0');
    writer.lane.push(text);
  }
  writer.lane.push('}');
}

/** A load whose address is uniform, run once in the head of the chunk. */
export function writeUniformLoad(writer: ChunkWriter, load: LoadInstruction, index: number): void {
  const names = nameAccess(writer, load, index);
  const results = load.results.map((result) => writer.defineUniform(result));
  declareAddress(writer, load, names);
  if (isIdle(writer, load)) {
    if (load.root.space === 'buffer') {
      const inside = `${names.address} >>> 0 < ${limit(writer, load.root.index, names.bytes)}`;
      const reads = load.results.map((_, at) => `${slowRead(load.root.index, load.type, names, at)};`);
      const leave = `p${index} = ${writer.masks.none};`;
      writer.head.push(`let p${index} = M;`, `if (!(${inside})) {`, leave, ...reads, '}');
    }
  } else if (load.root.space === 'buffer') {
    const buffer = load.root.index;
    const page = pageView(load.type);
    writer.head.push(
      `let p${index} = M;`,
      `let ${results.map((name) => `${name} = 0`).join(', ')};`,
      `if (${fastCondition(writer, buffer, names, load.type)}) {`,
      `const P = page${page}(B${buffer}, ${names.address} >>> ${PAGE_SHIFT});`,
      ...results.map(
        (name, at) => `${name} = ${readText(load.type, 'P', 'P', names.address, pageIndex, at)};`,
      ),
      `} else {`,
      `if (!(${names.address} >>> 0 < ${limit(writer, buffer, names.bytes)})) p${index} = ${writer.masks.none};`,
      ...results.map((name, at) => `${name} = ${slowRead(buffer, load.type, names, at)};`),
      '}',
    );
  } else {
    const view = workgroupView(writer, load.root.index);
    results.forEach((name, at) => {
      writer.head.push(`const ${name} = ${readText(load.type, 'WI', 'WF', names.address, view, at)};`);
    });
  }
  if (!isIdle(writer, load)) for (const result of load.results) writer.keep(result);
  recordAccess(writer, load, names);
}

/** A load by each lane. */
export function writeLaneLoad(writer: ChunkWriter, load: LoadInstruction, index: number): void {
  const names = nameAccess(writer, load, index);
  openLaneAccess(writer, load, names, isIdle(writer, load));
  if (isIdle(writer, load)) {
    writeIdle(writer, load, names);
    recordAccess(writer, load, names);
    return;
  }
  const results = load.results.map((result) => writer.defineInLane(result));
  if (load.root.space === 'buffer') {
    const buffer = load.root.index;
    writer.lane.push(
      `let ${results.map((name) => `${name} = 0`).join(', ')};`,
      `if (${fastCondition(writer, buffer, names, load.type)}) {`,
      ...cachedPage(writer, buffer, names, pageView(load.type)),
      ...results.map(
        (name, at) =>
          `${name} = ${readText(load.type, page(names), page(names), names.address, pageIndex, at)};`,
      ),
      '} else {',
      ...leaves(writer, buffer, names),
      ...results.map((name, at) => `${name} = ${slowRead(buffer, load.type, names, at)};`),
      '}',
    );
  } else {
    const [integers, floats, view] = variableView(writer, load);
    results.forEach((name, at) => {
      writer.lane.push(`const ${name} = ${readText(load.type, integers, floats, names.address, view, at)};`);
    });
  }
  for (const result of load.results) if (writer.laneDepth === 0) writer.keep(result);
  recordAccess(writer, load, names);
}

export function writeStore(writer: ChunkWriter, store: StoreInstruction, index: number): void {
  const names = nameAccess(writer, store, index);
  const isWithoutUse = !writer.generation.steering.hasRoot(store.root);
  openLaneAccess(writer, store, names, isWithoutUse);
  if (isWithoutUse) {
    writeIdle(writer, store, names);
    recordAccess(writer, store, names);
    return;
  }
  const values = store.values.map((value) => writer.use(value));
  if (store.root.space === 'buffer') {
    const buffer = store.root.index;
    writer.lane.push(
      `if (${fastCondition(writer, buffer, names, store.type)}) {`,
      ...cachedPage(writer, buffer, names, pageView(store.type)),
      ...values.map((value, at) =>
        writeText(store.type, page(names), page(names), names.address, pageIndex, at, value),
      ),
      '} else {',
      ...leaves(writer, buffer, names),
      ...values.map((value, at) => slowWrite(buffer, store.type, names, at, value)),
      '}',
    );
  } else {
    const [integers, floats, view] = variableView(writer, store);
    values.forEach((value, at) => {
      writer.lane.push(writeText(store.type, integers, floats, names.address, view, at, value));
    });
  }
  recordAccess(writer, store, names);
}

export function writeAtomic(writer: ChunkWriter, atomic: AtomicInstruction, index: number): void {
  const names = nameAccess(writer, atomic, index);
  const isWithoutUse = !writer.generation.steering.hasRoot(atomic.root);
  openLaneAccess(writer, atomic, names, isWithoutUse);
  if (isWithoutUse) {
    if (atomic.root.space === 'buffer') {
      writer.lane.push(
        `if (!(${names.address} >>> 0 < ${limit(writer, atomic.root.index, names.bytes)})) {`,
        ...leaves(writer, atomic.root.index, names),
        `C[${names.site}]++;`,
        '}',
      );
    }
    recordAccess(writer, atomic, names);
    return;
  }
  const operands = atomic.operands.map((operand) => writer.use(operand));
  if (atomic.type === 'i64') {
    writeWideAtomic(writer, atomic, names, operands);
    return;
  }
  const result = atomic.result === undefined ? `o${index}` : writer.defineInLane(atomic.result);
  writer.lane.push(`let ${result} = 0;`);
  if (atomic.root.space === 'buffer') {
    const buffer = atomic.root.index;
    const word = `${page(names)}[${pageIndex(names.address, 0)}]`;
    writer.lane.push(
      `if (${names.address} >>> 0 < ${limit(writer, buffer, 4)}) {`,
      ...cachedPage(writer, buffer, names, 'I'),
      `${result} = ${word};`,
      ...newWord(atomic.op, word, result, operands),
      '} else {',
      ...leaves(writer, buffer, names),
      `C[${names.site}]++;`,
      '}',
    );
  } else {
    const [integers, , view] = variableView(writer, atomic);
    const word = `${integers}[${view(names.address, 0)}]`;
    writer.lane.push(`${result} = ${word};`, ...newWord(atomic.op, word, result, operands));
  }
  if (atomic.result !== undefined && writer.laneDepth === 0) writer.keep(atomic.result);
  recordAccess(writer, atomic, names);
}

/** Two words, changed together. */
function writeWideAtomic(
  writer: ChunkWriter,
  atomic: AtomicInstruction,
  names: AccessNames,
  operands: readonly string[],
): void {
  const results = resultsOf(atomic);
  const [low, high] = results.map((result) => writer.defineInLane(result));
  if (low !== undefined) writer.lane.push(`let ${low} = 0, ${high} = 0;`);
  const change = (words: string, view: IndexText): string[] => {
    const place = view(names.address, 0);
    const old =
      low === undefined
        ? []
        : [`${low} = ${words}[${place}];`, `${high} = ${words}[${view(names.address, 1)}];`];
    const call = `changeWide(${[words, place, `'${atomic.op}'`, ...operands].join(', ')});`;
    return atomic.op === 'load' ? old : [...old, call];
  };
  if (atomic.root.space === 'buffer') {
    writer.lane.push(
      `if (${names.address} >>> 0 < ${limit(writer, atomic.root.index, names.bytes)}) {`,
      ...cachedPage(writer, atomic.root.index, names, 'I'),
      ...change(page(names), pageIndex),
      '} else {',
      ...leaves(writer, atomic.root.index, names),
      `C[${names.site}]++;`,
      '}',
    );
  } else {
    const [integers, , view] = variableView(writer, atomic);
    writer.lane.push(...change(integers, view));
  }
  if (writer.laneDepth === 0) for (const result of results) writer.keep(result);
  recordAccess(writer, atomic, names);
}

function newWord(op: AtomicOp, word: string, old: string, [x, y]: readonly string[]): string[] {
  return op === 'load' ? [] : [`${word} = ${ATOMIC_TEXT[op](old, x, y)};`];
}

const ATOMIC_TEXT: Readonly<
  Record<Exclude<AtomicOp, 'load'>, (old: string, x: string, y: string) => string>
> = {
  store: (_, x) => x,
  exchange: (_, x) => x,
  add: (old, x) => `(${old} + ${x}) | 0`,
  fadd: (old, x) => `integerBits(Math.fround(floatBits(${old}) + floatBits(${x})))`,
  sub: (old, x) => `(${old} - ${x}) | 0`,
  and: (old, x) => `${old} & ${x}`,
  or: (old, x) => `${old} | ${x}`,
  xor: (old, x) => `${old} ^ ${x}`,
  smin: (old, x) => `${old} < ${x} ? ${old} : ${x}`,
  smax: (old, x) => `${old} > ${x} ? ${old} : ${x}`,
  umin: (old, x) => `(${old} >>> 0) < (${x} >>> 0) ? ${old} : ${x}`,
  umax: (old, x) => `(${old} >>> 0) > (${x} >>> 0) ? ${old} : ${x}`,
  compare_exchange: (old, x, y) => `${old} === ${x} ? ${y} : ${old}`,
};

type IndexText = (address: string, component: number) => string;

const pageIndex: IndexText = (address, component) =>
  component === 0
    ? `(${address} >>> 2) & ${PAGE_WORDS - 1}`
    : `((${address} >>> 2) & ${PAGE_WORDS - 1}) + ${component}`;

function workgroupView(writer: ChunkWriter, variable: number): IndexText {
  const base = writer.generation.layout.offsets[variable] / 4;
  return (address, component) => {
    const fixed = Number(address);
    return Number.isInteger(fixed)
      ? `${(fixed >>> 2) + base + component}`
      : `(${address} >>> 2) + ${base + component}`;
  };
}

/** Integers, floats and places of a variable's words, for lane code. */
function variableView(writer: ChunkWriter, access: Access): [string, string, IndexText] {
  const { layout, privateWord, plan } = writer.generation;
  if (access.root.space === 'workgroup') return ['WI', 'WF', workgroupView(writer, access.root.index)];
  const base = layout.offsets[access.root.index] / 4;
  const size = plan.subgroupSize;
  const view: IndexText = (address, component) => {
    const fixed = Number(address);
    const start = privateWord + (base + component) * size;
    return Number.isInteger(fixed)
      ? `${start + (fixed >>> 2) * size} + l`
      : `(${address} >>> 2) * ${size} + ${start} + l`;
  };
  return ['I', 'F', view];
}

function pageView(type: ScalarType): 'I' | 'F' {
  return type === 'f32' ? 'F' : 'I';
}

/** Component `at` of an access: its word by `index`, then the bits that it has in the word. */
function readText(
  type: ScalarType,
  integers: string,
  floats: string,
  address: string,
  index: IndexText,
  at: number,
): string {
  if (type === 'f32') return `${floats}[${index(address, at)}]`;
  if (type === 'i32') return `${integers}[${index(address, at)}]`;
  if (type === 'f64')
    return `doubleOfWords(${integers}[${index(address, 2 * at)}], ${integers}[${index(address, 2 * at + 1)}])`;
  const byte = `(${address} + ${at * scalarBytes(type)})`;
  const word = `${integers}[${index(byte, 0)}]`;
  if (type === 'f16') return `halfAt((${word} >>> ((${byte} & 2) << 3)) & 65535)`;
  if (type === 'i16') return `(${word} << (16 - ((${byte} & 2) << 3))) >> 16`;
  return `(${word} << (24 - ((${byte} & 3) << 3))) >> 24`;
}

function writeText(
  type: ScalarType,
  integers: string,
  floats: string,
  address: string,
  index: IndexText,
  at: number,
  value: string,
): string {
  if (type === 'f32') return `${floats}[${index(address, at)}] = ${value};`;
  if (type === 'i32') return `${integers}[${index(address, at)}] = ${value};`;
  if (type === 'f64')
    return (
      `${integers}[${index(address, 2 * at)}] = lowWordOfDouble(${value}); ` +
      `${integers}[${index(address, 2 * at + 1)}] = highWordOfDouble(${value});`
    );
  const byte = `(${address} + ${at * scalarBytes(type)})`;
  const mask = type === 'i8' ? 255 : 65535;
  const shift = type === 'i8' ? `((${byte} & 3) << 3)` : `((${byte} & 2) << 3)`;
  return `insertBits(${integers}, ${index(byte, 0)}, ${mask}, ${shift}, ${type === 'f16' ? `halfBits(${value})` : value});`;
}

function limit(writer: ChunkWriter, buffer: number, bytes: number): string {
  writer.generation.limits.add(`${buffer}_${bytes}`);
  return `E${buffer}_${bytes}`;
}

/** In bounds, and all components on one page. */
function fastCondition(writer: ChunkWriter, buffer: number, names: AccessNames, type: ScalarType): string {
  const inside = `${names.address} >>> 0 < ${limit(writer, buffer, names.bytes)}`;
  if (names.bytes <= 4 && names.bytes === scalarBytes(type)) return inside;
  const lastStart = PAGE_WORDS - Math.ceil(names.bytes / 4) - (scalarBytes(type) < 4 ? 1 : 0);
  return `${inside} && ((${names.address} >>> 2) & ${PAGE_WORDS - 1}) <= ${lastStart}`;
}

/** Bytes between accesses up to which they are taken to be on the same page as a rule. */
const PAGE_NEIGHBOURS = 256;

/** The access whose page cache this one uses: that of a near neighbour, if any. */
function pageOf({ index, earlier }: AccessNames): number {
  return earlier && Math.abs(earlier.shift) <= PAGE_NEIGHBOURS ? earlier.index : index;
}

function page(names: AccessNames): string {
  return `P${pageOf(names)}`;
}

function cachedPage(writer: ChunkWriter, buffer: number, names: AccessNames, view: 'I' | 'F'): string[] {
  const number = `${names.address} >>> ${PAGE_SHIFT}`;
  const current = `q${pageOf(names)}`;
  const words = page(names);
  if (!writer.pages.has(pageOf(names))) {
    writer.pages.add(pageOf(names));
    writer.head.push(`let ${current} = -1, ${words} = NO_PAGE_${view};`);
  }
  return [
    `if (${number} !== ${current}) { ${current} = ${number}; ${words} = page${view}(B${buffer}, ${current}); }`,
  ];
}

/** When the whole access is out of bounds, the lane takes no part in the trace. */
function leaves(writer: ChunkWriter, buffer: number, names: AccessNames): string[] {
  if (!writer.generation.isTraced) return [];
  const inside = `${names.address} >>> 0 < ${limit(writer, buffer, names.bytes)}`;
  return [`if (!(${inside})) ${writer.masks.drop(`p${names.index}`)}`];
}

function slowRead(buffer: number, type: ScalarType, names: AccessNames, at: number): string {
  const address = `${names.address} + ${at * scalarBytes(type)}`;
  return `read_${type}(B${buffer}, ${address}, ${names.site})`;
}

function slowWrite(buffer: number, type: ScalarType, names: AccessNames, at: number, value: string): string {
  const address = `${names.address} + ${at * scalarBytes(type)}`;
  return `write_${type}(B${buffer}, ${address}, ${names.site}, ${value});`;
}
