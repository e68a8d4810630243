// How generated code names a memory access and its address, and how it reports the access to the recorder.
// Addresses that are uniform are computed in the head of the chunk. Accesses of a chunk whose addresses differ
// by constants form a family: only the first notes its lanes' addresses, the others are recorded like it.

import { scalarBytes } from '../ir/scalars.ts';
import { type Access, bytesOf } from './known-addresses.ts';
import type { ChunkWriter } from './writer.ts';

/** Names of one access: its address, its taking part, its page cache, and where it is in the source. */
export interface AccessNames {
  readonly index: number;
  /** A name, or the number itself for an address that is known to lie in its variable. */
  readonly address: string;
  readonly isUniform: boolean;
  readonly bytes: number;
  readonly site: number;
  /** An earlier access of the chunk whose addresses differ by a constant: `shift` bytes before this one's. */
  readonly earlier?: { readonly index: number; readonly shift: number };
}

export function nameAccess(writer: ChunkWriter, access: Access, index: number): AccessNames {
  const { sites } = writer.generation;
  sites.push({
    root: access.root,
    isWrite: access.kind !== 'load',
    ...(access.span ? { span: access.span } : {}),
  });
  const bytes = bytesOf(access);
  const site = sites.length - 1;
  const fixed = fixedAddress(writer, access, bytes);
  if (fixed !== undefined) return { index, address: String(fixed), isUniform: true, bytes, site };
  // What predicated code does with a uniform address must not happen for lanes that do not get there.
  const isUniform = writer.isUniform(access.address) && writer.laneDepth === 0;
  const names: AccessNames = { index, address: `a${index}`, isUniform, bytes, site };
  if (isUniform || writer.laneDepth > 0 || access.root.space === 'private') return names;
  const key = `${access.root.space}${access.root.index} ${access.kind} ${changesInPlace(access)} ${access.type} ${access.address} ${bytes}`;
  const first = isSimple(access) ? writer.accesses.get(key) : undefined;
  if (first)
    return { earlier: { index: first.index, shift: access.offsetBytes - first.offsetBytes }, ...names };
  writer.accesses.set(key, { index, offsetBytes: access.offsetBytes });
  return names;
}

/** Lanes of such an atomic wait for each other; atomic loads and stores are loads and stores. */
function changesInPlace(access: Access): boolean {
  return access.kind === 'atomic' && access.op !== 'load' && access.op !== 'store';
}

function isStore(access: Access): boolean {
  return access.kind === 'store' || (access.kind === 'atomic' && access.op === 'store');
}

/** Sub-word accesses and atomics on buffers are recorded one by one. */
function isSimple(access: Access): boolean {
  return scalarBytes(access.type) === 4 && !(access.kind === 'atomic' && access.root.space === 'buffer');
}

/** The byte offset of an access to a fixed place inside a variable. */
function fixedAddress(writer: ChunkWriter, access: Access, bytes: number): number | undefined {
  const { module } = writer.generation.plan.program;
  const { constant } = module.values[access.address];
  if (constant === undefined || access.root.space === 'buffer') return undefined;
  const address = constant + access.offsetBytes;
  return address >= 0 && address + bytes <= module.variables[access.root.index].sizeBytes
    ? address
    : undefined;
}

/** Declares the address, kept inside its variable; in the head of the chunk when it is uniform. */
export function declareAddress(writer: ChunkWriter, access: Access, names: AccessNames): void {
  if (!names.address.startsWith('a')) return;
  const base = writer.use(access.address);
  const text = access.offsetBytes === 0 ? base : `(${base} + ${access.offsetBytes}) | 0`;
  const lines = names.isUniform ? writer.head : writer.lane;
  if (access.root.space === 'buffer') {
    lines.push(`const ${names.address} = ${text};`);
    return;
  }
  const { program, inside } = writer.generation.plan;
  if (inside.has(access)) {
    lines.push(`const ${names.address} = ${text};`);
    return;
  }
  const variable = program.module.variables[access.root.index];
  const end = Math.max(1, variable.sizeBytes - names.bytes + 1);
  lines.push(
    `let ${names.address} = ${text};`,
    `if (${names.address} >>> 0 >= ${end}) { C[${names.site}]++; ${names.address} = 0; }`,
  );
}

/**
 * Lane code up to a valid address: computes it, notes it for the trace.
 * @param isIdle nothing is moved: then only an address that may be outside or is noted has to be known
 */
export function openLaneAccess(
  writer: ChunkWriter,
  access: Access,
  names: AccessNames,
  isIdle: boolean,
): void {
  const { isTraced, layout, plan } = writer.generation;
  const isUnneeded = isIdle && plan.inside.has(access) && (names.earlier !== undefined || !isTraced);
  if (!isUnneeded) declareAddress(writer, access, names);
  if (!isTraced) return;
  if (!names.isUniform && !names.earlier) {
    const base = access.root.space === 'buffer' ? 0 : layout.offsets[access.root.index];
    const place = base === 0 ? names.address : `${names.address} + ${base}`;
    writer.lane.push(`A[${names.index * plan.subgroupSize} + l] = ${place};`);
  }
  if (writer.laneDepth > 0) {
    writer.head.push(`let p${names.index} = ${writer.masks.empty};`);
    writer.lane.push(writer.masks.add(`p${names.index}`));
  } else if (access.root.space === 'buffer') {
    writer.head.push(`let p${names.index} = ${writer.masks.copy('M')};`);
  }
}

/** No access moves three words: such a load takes along the one behind. */
const movedBytes = (bytes: number): number => (bytes === 12 ? 16 : bytes);

/** Constant banks: uniform buffers, where the device has such, and private tables. */
function isConstant({ generation }: ChunkWriter, { root }: Access): boolean {
  const { module, constantTables, hasConstantBanks } = generation.plan.program;
  if (root.space === 'buffer') return hasConstantBanks && module.buffers[root.index].kind === 'uniform';
  return root.space === 'private' && constantTables.has(root.index);
}

/** Bits of an address within one place of a constant bank and within a line: a table is one line of words. */
const TABLE = '2, 32';
const UNIFORM_BUFFER = '4, 7';

const RECORDERS = { buffer: 'Global', workgroup: 'Shared', private: 'Private' } as const;

/** The call that records the access once all lanes have run; record-buffer.ts and record-variable.ts say what it takes. */
export function recordAccess(writer: ChunkWriter, access: Access, names: AccessNames): void {
  const { isTraced, layout, plan } = writer.generation;
  if (!isTraced) return;
  const { space, index: root } = access.root;
  const isAtomic = changesInPlace(access);
  const mask = space === 'buffer' || writer.laneDepth > 0 ? `p${names.index}` : 'M';
  const { earlier } = names;
  if (isConstant(writer, access)) {
    const { index: first } = earlier ?? names;
    const places = names.isUniform
      ? ''
      : `, A, ${first * plan.subgroupSize}, ${space === 'buffer' ? UNIFORM_BUFFER : TABLE}`;
    writer.tail.push(`record${names.isUniform ? 'Uniform' : ''}Constant(R, ${mask}${places});`);
    return;
  }
  if (earlier && space === 'workgroup') {
    writer.tail.push(`recordSharedLike(R, ${names.index - earlier.index});`);
    return;
  }
  const places: string[] = [];
  if (!names.isUniform) places.push('A', `${(earlier ?? names).index * plan.subgroupSize}`);
  else if (space === 'buffer') places.push(`${names.address} >>> 0`);
  else if (space === 'private') places.push(`${names.address} + ${layout.offsets[root]}`);
  if (!names.isUniform && space === 'buffer' && !isAtomic) places.push(`${earlier?.shift ?? 0}`);
  if (!isAtomic || (names.isUniform && space === 'buffer')) places.push(`${movedBytes(names.bytes)}`);
  if (space === 'workgroup' && !isAtomic) places.push(String(isStore(access)));
  if (space === 'buffer') places.push(`Q${root}`);
  if (earlier) {
    places.push(`${names.index - earlier.index}`, writer.masks.isSame(mask, `p${earlier.index}`));
  }
  const kind = earlier ? 'Like' : isAtomic ? 'Atomic' : '';
  const name = `record${names.isUniform ? 'Uniform' : ''}${RECORDERS[space]}${kind}`;
  writer.tail.push(`${name}(${['R', mask, ...places].join(', ')});`);
  if (access.kind === 'atomic' && access.op === 'compare_exchange') recordWords(writer, access, names, mask);
}

/** And the words that a compare-exchange wants, for who tries again until it succeeds. */
function recordWords(writer: ChunkWriter, { root }: Access, names: AccessNames, mask: string): void {
  const { layout, plan } = writer.generation;
  const isBuffer = root.space === 'buffer';
  const base = isBuffer ? `Q${root.index}` : '0';
  const own = isBuffer ? '' : ` + ${layout.offsets[root.index]}`;
  writer.tail.push(
    names.isUniform
      ? `recordUniformExchange(R, ${mask}, ${names.address}${own}, ${base});`
      : `recordExchange(R, ${mask}, A, ${names.index * plan.subgroupSize}, ${base});`,
  );
}
