// Generated code for memory accesses. Buffers are paged: an access keeps the page it used last in locals of
// the function. A buffer access that leaves its buffer reads 0, writes nothing, and takes no part in the
// trace; an access that leaves its variable is moved to the variable's start. Both are counted per site.

import { unreachable } from '../diagnostics/diagnostic.ts';
import type { AtomicInstruction, AtomicOp, LoadInstruction, ScalarType, StoreInstruction } from '../ir/ir.ts';
import { PAGE_WORDS } from './memory.ts';
import type { ChunkWriter } from './writer.ts';

type Access = LoadInstruction | StoreInstruction | AtomicInstruction;

const SIZES: Partial<Record<ScalarType, number>> = { i8: 1, i16: 2, f16: 2, i32: 4, f32: 4 };

function sizeOf(type: ScalarType): number {
  return SIZES[type] ?? unreachable(`memory access of type ${type}`);
}

function bytesOf(access: Access): number {
  const count = access.kind === 'load' ? access.results.length : access.kind === 'store' ? access.values.length : 1;
  return count * sizeOf(access.type);
}

/** Names of one access: its address, its taking part, its page cache, and where it is in the source. */
interface AccessNames {
  readonly index: number;
  readonly address: string;
  readonly bytes: number;
  readonly site: number;
}

function nameAccess(writer: ChunkWriter, access: Access, index: number): AccessNames {
  const { sites } = writer.generation;
  sites.push({
    root: access.root,
    isWrite: access.kind !== 'load',
    ...(access.span ? { span: access.span } : {}),
  });
  return { index, address: `a${index}`, bytes: bytesOf(access), site: sites.length - 1 };
}

function addressText(writer: ChunkWriter, access: Access): string {
  const base = writer.use(access.address);
  return access.offsetBytes === 0 ? base : `(${base} + ${access.offsetBytes}) | 0`;
}

/** A load whose address is uniform, run once in the head of the chunk. */
export function writeUniformLoad(writer: ChunkWriter, load: LoadInstruction, index: number): void {
  const names = nameAccess(writer, load, index);
  const results = load.results.map((result) => writer.defineUniform(result));
  writer.head.push(`let ${names.address} = ${addressText(writer, load)};`);
  if (load.root.space === 'buffer') {
    const buffer = load.root.index;
    const page = pageView(load.type);
    writer.head.push(
      `let p${index} = M;`,
      `let ${results.map((name) => `${name} = 0`).join(', ')};`,
      `if (${fastCondition(writer, buffer, names, load.type)}) {`,
      `const P = page${page}(B${buffer}, ${names.address} >>> 14);`,
      ...results.map((name, at) => `${name} = ${readText(load.type, 'P', 'P', names.address, pageIndex, at)};`),
      `} else {`,
      `if (!(${names.address} >>> 0 < ${limit(writer, buffer, names.bytes)})) p${index} = 0;`,
      ...results.map((name, at) => `${name} = ${slowRead(buffer, load.type, names, at)};`),
      '}',
    );
  } else {
    const view = workgroupView(writer, load.root.index);
    writer.head.push(...keepInside(writer, load, names));
    results.forEach((name, at) => {
      writer.head.push(`const ${name} = ${readText(load.type, 'WI', 'WF', names.address, view, at)};`);
    });
  }
  for (const result of load.results) writer.keep(result);
  recordUniform(writer, load, names);
}

/** A load by each lane. */
export function writeLaneLoad(writer: ChunkWriter, load: LoadInstruction, index: number): void {
  const names = nameAccess(writer, load, index);
  openLaneAccess(writer, load, names);
  const results = load.results.map((result) => writer.defineInLane(result));
  if (load.root.space === 'buffer') {
    const buffer = load.root.index;
    writer.lane.push(
      `let ${results.map((name) => `${name} = 0`).join(', ')};`,
      `if (${fastCondition(writer, buffer, names, load.type)}) {`,
      ...cachedPage(writer, buffer, names, pageView(load.type)),
      ...results.map((name, at) => `${name} = ${readText(load.type, page(names), page(names), names.address, pageIndex, at)};`),
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
  recordLanes(writer, load, names);
}

export function writeStore(writer: ChunkWriter, store: StoreInstruction, index: number): void {
  const names = nameAccess(writer, store, index);
  openLaneAccess(writer, store, names);
  const values = store.values.map((value) => writer.use(value));
  if (store.root.space === 'buffer') {
    const buffer = store.root.index;
    writer.lane.push(
      `if (${fastCondition(writer, buffer, names, store.type)}) {`,
      ...cachedPage(writer, buffer, names, pageView(store.type)),
      ...values.map((value, at) => writeText(store.type, page(names), page(names), names.address, pageIndex, at, value)),
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
  recordLanes(writer, store, names);
}

export function writeAtomic(writer: ChunkWriter, atomic: AtomicInstruction, index: number): void {
  const names = nameAccess(writer, atomic, index);
  openLaneAccess(writer, atomic, names);
  const operands = atomic.operands.map((operand) => writer.use(operand));
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
  recordLanes(writer, atomic, names);
}

function newWord(op: AtomicOp, word: string, old: string, [x, y]: readonly string[]): string[] {
  const written = atomicText(op, old, x!, y!);
  return written === undefined ? [] : [`${word} = ${written};`];
}

function atomicText(op: AtomicOp, old: string, x: string, y: string): string | undefined {
  switch (op) {
    case 'load':
      return undefined;
    case 'store':
    case 'exchange':
      return x;
    case 'add':
      return `(${old} + ${x}) | 0`;
    case 'sub':
      return `(${old} - ${x}) | 0`;
    case 'and':
      return `${old} & ${x}`;
    case 'or':
      return `${old} | ${x}`;
    case 'xor':
      return `${old} ^ ${x}`;
    case 'smin':
      return `${old} < ${x} ? ${old} : ${x}`;
    case 'smax':
      return `${old} > ${x} ? ${old} : ${x}`;
    case 'umin':
      return `(${old} >>> 0) < (${x} >>> 0) ? ${old} : ${x}`;
    case 'umax':
      return `(${old} >>> 0) > (${x} >>> 0) ? ${old} : ${x}`;
    case 'compare_exchange':
      return `${old} === ${x} ? ${y} : ${old}`;
  }
}

type IndexText = (address: string, component: number) => string;

const pageIndex: IndexText = (address, component) =>
  component === 0 ? `(${address} >>> 2) & ${PAGE_WORDS - 1}` : `((${address} >>> 2) & ${PAGE_WORDS - 1}) + ${component}`;

function workgroupView(writer: ChunkWriter, variable: number): IndexText {
  const base = writer.generation.layout.offsets[variable]! / 4;
  return (address, component) => `(${address} >>> 2) + ${base + component}`;
}

function variableView(writer: ChunkWriter, access: Access): [string, string, IndexText] {
  const { layout, privateWord, plan } = writer.generation;
  const base = layout.offsets[access.root.index]! / 4;
  if (access.root.space === 'workgroup') return ['WI', 'WF', workgroupView(writer, access.root.index)];
  const size = plan.subgroupSize;
  return [
    'I',
    'F',
    (address, component) => `(${address} >>> 2) * ${size} + ${privateWord + (base + component) * size} + l`,
  ];
}

function pageView(type: ScalarType): 'I' | 'F' {
  return type === 'f32' ? 'F' : 'I';
}

/** Component `at` of an access: its word by `index`, then the bits that it has in the word. */
function readText(type: ScalarType, integers: string, floats: string, address: string, index: IndexText, at: number): string {
  if (type === 'f32') return `${floats}[${index(address, at)}]`;
  if (type === 'i32') return `${integers}[${index(address, at)}]`;
  const byte = `(${address} + ${at * sizeOf(type)})`;
  const word = `${integers}[${index(byte, 0)}]`;
  if (type === 'f16') return `HALVES[(${word} >>> ((${byte} & 2) << 3)) & 65535]`;
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
  const byte = `(${address} + ${at * sizeOf(type)})`;
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
  if (names.bytes <= 4 && names.bytes === sizeOf(type)) return inside;
  const lastStart = PAGE_WORDS - Math.ceil(names.bytes / 4) - (sizeOf(type) < 4 ? 1 : 0);
  return `${inside} && ((${names.address} >>> 2) & ${PAGE_WORDS - 1}) <= ${lastStart}`;
}

function page(names: AccessNames): string {
  return `P${names.index}`;
}

function cachedPage(writer: ChunkWriter, buffer: number, names: AccessNames, view: 'I' | 'F'): string[] {
  const { index, address } = names;
  writer.head.push(`let q${index} = -1, P${index} = NO_PAGE_${view};`);
  return [
    `if (${address} >>> 14 !== q${index}) { q${index} = ${address} >>> 14; P${index} = page${view}(B${buffer}, q${index}); }`,
  ];
}

/** When the whole access is out of bounds, the lane takes no part in the trace. */
function leaves(writer: ChunkWriter, buffer: number, names: AccessNames): string[] {
  if (!writer.generation.isTraced) return [];
  const inside = `${names.address} >>> 0 < ${limit(writer, buffer, names.bytes)}`;
  return [`if (!(${inside})) p${names.index} &= ~b;`];
}

function slowRead(buffer: number, type: ScalarType, names: AccessNames, at: number): string {
  const address = `${names.address} + ${at * sizeOf(type)}`;
  return `read_${type}(B${buffer}, ${address}, ${names.site})`;
}

function slowWrite(buffer: number, type: ScalarType, names: AccessNames, at: number, value: string): string {
  const address = `${names.address} + ${at * sizeOf(type)}`;
  return `write_${type}(B${buffer}, ${address}, ${names.site}, ${value});`;
}

/** Lane code up to a valid address: computes it, notes it for the trace. */
function openLaneAccess(writer: ChunkWriter, access: Access, names: AccessNames): void {
  const { isTraced, layout, plan } = writer.generation;
  writer.lane.push(`let ${names.address} = ${addressText(writer, access)};`);
  if (access.root.space !== 'buffer') writer.lane.push(...keepInside(writer, access, names));
  if (!isTraced) return;
  const base = access.root.space === 'buffer' ? 0 : layout.offsets[access.root.index]!;
  writer.lane.push(`A[${names.index * plan.subgroupSize} + l] = ${names.address}${base === 0 ? '' : ` + ${base}`};`);
  if (writer.laneDepth > 0) {
    writer.head.push(`let p${names.index} = 0;`);
    writer.lane.push(`p${names.index} |= b;`);
  } else if (access.root.space === 'buffer') {
    writer.head.push(`let p${names.index} = M;`);
  }
}

function keepInside(writer: ChunkWriter, access: Access, names: AccessNames): string[] {
  const variable = writer.generation.plan.program.module.variables[access.root.index]!;
  const end = Math.max(1, variable.sizeBytes - names.bytes + 1);
  return [`if (${names.address} >>> 0 >= ${end}) { C[${names.site}]++; ${names.address} = 0; }`];
}

function recordUniform(writer: ChunkWriter, load: LoadInstruction, names: AccessNames): void {
  if (!writer.generation.isTraced) return;
  const { index, address, bytes } = names;
  writer.tail.push(
    load.root.space === 'buffer'
      ? `recordUniformGlobal(R, p${index}, ${address} >>> 0, ${bytes}, Q${load.root.index});`
      : `recordUniformShared(R, M, ${bytes});`,
  );
}

function recordLanes(writer: ChunkWriter, access: Access, names: AccessNames): void {
  if (!writer.generation.isTraced) return;
  const { subgroupSize } = writer.generation.plan;
  const { space } = access.root;
  const mask = space === 'buffer' || writer.laneDepth > 0 ? `p${names.index}` : 'M';
  const common = `R, ${mask}, A, ${names.index * subgroupSize}`;
  const isAtomic = access.kind === 'atomic';
  if (space === 'buffer') {
    const base = `Q${access.root.index}`;
    writer.tail.push(
      isAtomic ? `recordGlobalAtomic(${common}, ${base});` : `recordGlobal(${common}, ${names.bytes}, ${base});`,
    );
  } else if (space === 'workgroup') {
    writer.tail.push(isAtomic ? `recordSharedAtomic(${common});` : `recordShared(${common}, ${names.bytes});`);
  } else {
    writer.tail.push(`recordPrivate(${common}, ${names.bytes}, ${subgroupSize});`);
  }
}
