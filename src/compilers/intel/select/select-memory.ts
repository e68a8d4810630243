// Accesses are messages: for each lane with an address in registers, or for all lanes at once where the address is alike
// for them. What a message carries lies in registers of its own, so constants and what is alike for all is moved there.

import type {
  AtomicInstruction,
  Instruction,
  LoadInstruction,
  StoreInstruction,
  TextureInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import type { InstructionKind } from '../../../machine/program.ts';
import type { SegmentDraft, VirtualInstruction } from '../../../machine/virtual.ts';
import { WORD_BYTES } from '../generation.ts';
import { isBlockLoad } from './block-loads.ts';
import type { Selection } from './selection.ts';

/** The instructions of a region, and which of them an earlier access has taken along. */
export interface Run {
  readonly instructions: readonly Instruction[];
  /** By access: the instruction that performs it, and the draft of that one. */
  readonly taken: Map<Instruction, { readonly by: VirtualInstruction; readonly draft: SegmentDraft }>;
}

export function openRun(instructions: readonly Instruction[]): Run {
  return { instructions, taken: new Map() };
}

/** Words that one message gives of a block at least. */
const LEAST_WORDS = 8;
/** What a lane gets of a texel at most. */
const TEXEL_BYTES = 16;

type Access = LoadInstruction | StoreInstruction | AtomicInstruction;

export function selectLoad(s: Selection, load: LoadInstruction, run: Run): void {
  const access = s.code.current.accessCount++;
  const taken = run.taken.get(load);
  if (taken) {
    if (taken.draft !== s.code.current) return;
    if (taken.by.access === undefined) taken.by.access = access;
    else taken.by.joined?.push(access);
    return;
  }
  const { root } = load;
  if (isBlockLoad(load, s.uniformity, s.generation)) {
    selectBlockLoad(s, load, run, access);
    return;
  }
  const results = load.results.map((each) => s.code.register(each));
  if (results.length > 1) s.code.groups.push(results);
  const kind =
    root.space === 'workgroup'
      ? 'loadShared'
      : root.space === 'buffer'
        ? 'loadGlobal'
        : s.tables.has(root.index)
          ? 'loadConstant'
          : 'loadLocal';
  const address = addressOf(s, load);
  s.code.emit(`send_${unitOf(load)}_load${shape(load.type, results.length)}`, results, address, {
    access: { kind, access, bytesPerLane: results.length * scalarBytes(load.type) },
  });
  // What is shorter than a word comes in one, and is taken out of it.
  if (scalarBytes(load.type) < WORD_BYTES && load.type !== 'bool')
    for (const each of results) s.code.emit('mov:UW', [each], [each]);
}

/** All loads of the region from near places come in one. */
function selectBlockLoad(s: Selection, load: LoadInstruction, run: Run, access: number): void {
  const { mostBlockWords } = s.generation;
  const end = load.offsetBytes + WORD_BYTES * load.results.length;
  const joined = alikeLoads(s, load, run).filter(
    (each) =>
      each.offsetBytes >= load.offsetBytes &&
      each.offsetBytes + WORD_BYTES * each.results.length - load.offsetBytes <= WORD_BYTES * mostBlockWords,
  );
  let reach = end;
  const near = joined.filter((each) => {
    if (each !== load && each.offsetBytes > reach) return false;
    reach = Math.max(reach, each.offsetBytes + WORD_BYTES * each.results.length);
    return true;
  });
  const words = Math.max(LEAST_WORDS, 2 ** Math.ceil(Math.log2((reach - load.offsetBytes) / WORD_BYTES)));
  const results = near.flatMap((each) => each.results.map((value) => s.code.register(value)));
  // One register holds them all.
  if (results.length > 1) s.code.groups.push(results);
  const address = blockAddress(s, load);
  const shared = load.root.space === 'workgroup';
  const by = s.code.emit(`send_${unitOf(load)}_load_block.V${words}`, results, [address], {
    width: 'word',
    access: {
      kind: shared ? 'loadShared' : 'loadGlobal',
      access,
      bytesPerLane: WORD_BYTES * load.results.length,
    },
  });
  for (const each of near) if (each !== load) run.taken.set(each, { by, draft: s.code.current });
}

/** Behind this one in the region, from the same address, before anything that might write there. */
function alikeLoads(s: Selection, load: LoadInstruction, run: Run): LoadInstruction[] {
  const found: LoadInstruction[] = [];
  const { root } = load;
  const isReadOnly = root.space === 'buffer' && s.module.buffers[root.index].access === 'read';
  for (const each of run.instructions.slice(run.instructions.indexOf(load))) {
    if (!isReadOnly && (each.kind === 'store' || each.kind === 'atomic' || each.kind === 'barrier')) break;
    if (!isReadOnly && 'id' in each) break;
    if (each.kind !== 'load' || run.taken.has(each) || each.root.space !== root.space) continue;
    if (each.root.index !== root.index || each.address !== load.address) continue;
    if (isBlockLoad(each, s.uniformity, s.generation)) found.push(each);
  }
  return found.sort((a, b) => a.offsetBytes - b.offsetBytes);
}

/** An address that lies in registers of all lanes is read from the first lane that is there. */
function blockAddress(s: Selection, { address, offsetBytes, root }: LoadInstruction): number {
  const inLanes = !s.isConstant(address) && s.width(address) === 'lanes';
  const sources = s.sources([address]);
  const hasOffset = offsetBytes !== 0 && !s.isConstant(address);
  const isTakenAlong = root.space === 'workgroup' && s.generation.hasSharedOffsets;
  let from = sources;
  if (inLanes) {
    const lane = s.shared(`first lane ${s.code.current.id}`, () => {
      const first = s.code.create('uniform');
      s.code.emit('mov:UD', [first], [], { width: 'word' });
      s.code.emit('and:UD', [first], [first], { width: 'word' });
      s.code.emit('fbl:UD', [first], [first], { width: 'word' });
      return first;
    });
    const read = s.shared(`first of ${address} ${s.code.current.id}`, () => {
      const result = s.code.create('uniform');
      s.code.emit('shl:UD', [], [lane], { width: 'word' });
      s.code.emit('add:UD', [], [], { width: 'word' });
      s.code.emit('mov:UD', [result], sources, { width: 'word' });
      return result;
    });
    from = [read];
  }
  if (hasOffset && !isTakenAlong) {
    const sum = s.code.create('uniform');
    s.code.emit('add:D', [sum], from, { width: 'uniform' });
    from = [sum];
  }
  const payload = s.code.create('uniform');
  s.code.emit('mov:D', [payload], from, { width: 'uniform' });
  return payload;
}

export function selectStore(s: Selection, store: StoreInstruction): void {
  const access = s.code.current.accessCount++;
  const { root, type } = store;
  if (root.space === 'private' && s.tables.has(root.index)) return;
  const kind =
    root.space === 'workgroup' ? 'storeShared' : root.space === 'private' ? 'storeLocal' : 'storeGlobal';
  const address = addressOf(s, store);
  const values = payload(s, store.values);
  s.code.emit(`send_${unitOf(store)}_store${shape(type, values.length)}`, [], [...address, ...values], {
    access: { kind, access, bytesPerLane: values.length * scalarBytes(type) },
  });
}

export function selectAtomic(s: Selection, atomic: AtomicInstruction): void {
  const access = s.code.current.accessCount++;
  const { op, root, operands } = atomic;
  const results = [atomic.result, atomic.resultHigh].filter((each) => each !== undefined);
  const registers = results.map((each) => s.code.register(each));
  const bytesPerLane = scalarBytes(atomic.type);
  const isShared = root.space === 'workgroup';
  const isPlain = op === 'load' || op === 'store';
  const isStep = (op === 'add' || op === 'sub') && Math.abs(s.constantOf(operands[0]) ?? 0) === 1;
  const address = addressOf(s, atomic);
  const values = isStep ? [] : payload(s, operands);
  const name = isPlain ? op : `atomic_${isStep ? 'inc' : op}`;
  const kind = isShared ? (isPlain ? (`${op}Shared` as const) : 'atomicShared') : kindOfAtomic(atomic);
  s.code.emit(`send_${unitOf(atomic)}_${name}${isPlain ? '.V1' : ''}`, registers, [...address, ...values], {
    access: { kind, access, bytesPerLane, ...(isShared ? {} : { scope: 'device' as const }) },
  });
}

function kindOfAtomic({ op, result }: AtomicInstruction): InstructionKind {
  if (op === 'load') return 'loadGlobal';
  if (op === 'store') return 'storeGlobal';
  return result === undefined ? 'reduceGlobal' : 'atomicGlobal';
}

/** Storage textures take half of the lanes at a time where lanes are as many as a message has room for. */
export function selectTexture(s: Selection, texture: TextureInstruction): void {
  const access = s.code.current.accessCount++;
  const coordinates = payload(s, texture.operands);
  const isStore = texture.results.length === 0;
  const results = texture.results.map((each) => s.code.register(each));
  if (results.length > 1) s.code.groups.push(results);
  const isTyped = isStore || s.module.buffers[texture.buffer].texture?.format !== undefined;
  const name = isTyped
    ? `send_typed_${isStore ? 'store' : 'load'}`
    : `send_sampler_${samplerMessage(texture)}`;
  s.code.emit(name, results, coordinates, {
    access: { kind: isStore ? 'storeTexture' : 'loadTexture', access, bytesPerLane: TEXEL_BYTES },
  });
}

function samplerMessage({ op }: TextureInstruction): string {
  return /gather/i.test(op) ? 'gather4' : /sample/i.test(op) ? 'sample' : 'ld';
}

function unitOf({ root }: Access): string {
  return root.space === 'workgroup' ? 'slm' : root.space === 'private' ? 'scratch' : 'ugm';
}

function shape(type: LoadInstruction['type'], count: number): string {
  const bytes = scalarBytes(type);
  return bytes < WORD_BYTES ? `.d${8 * bytes}u32` : `.V${(count * bytes) / WORD_BYTES}`;
}

/** What a message carries for each lane; several values stand one behind the other. */
function payload(s: Selection, values: readonly ValueId[]): number[] {
  const isTogether = values.length > 1;
  const moved = values.map((value, k) => {
    const isRepeated = values.indexOf(value) < k;
    const isReady =
      !s.isConstant(value) &&
      s.width(value) === 'lanes' &&
      (!isTogether || (!isRepeated && s.fusion.readers(value) === 1 && s.definitions.has(value)));
    const isWhole = isTogether && isLoadedTogether(s, values);
    if (isReady || isWhole) return s.sources([value])[0];
    const make = () => {
      const register = s.code.create('lanes');
      s.code.emit('mov:UD', [register], s.sources([value]));
      return register;
    };
    const constant = s.constantOf(value);
    return constant === undefined || isTogether ? make() : s.shared(`payload ${constant}`, make);
  });
  if (isTogether) s.code.groups.push(moved);
  return moved;
}

/** The registers of one load, in their order. */
function isLoadedTogether(s: Selection, values: readonly ValueId[]): boolean {
  if (values.some((each) => s.isConstant(each) || s.width(each) !== 'lanes')) return false;
  const registers = values.map((each) => s.code.register(each));
  return s.code.groups.some(
    (group) => group.length === registers.length && group.every((each, k) => each === registers[k]),
  );
}

/** Offsets are added in front, except to places in workgroup memory where messages have room for them. */
function addressOf(s: Selection, { root, address, offsetBytes }: Access): number[] {
  const isTakenAlong = root.space === 'workgroup' && s.generation.hasSharedOffsets;
  if (root.space === 'private') return scratchAddress(s, address, offsetBytes);
  const constant = s.constantOf(address);
  if (constant !== undefined || s.width(address) === 'uniform') {
    const key =
      constant === undefined ? `place ${address} ${offsetBytes}` : `payload ${constant + offsetBytes}`;
    const make = () => {
      const place = s.code.create('lanes');
      s.code.emit('mov:D', [place], s.sources([address]));
      return place;
    };
    return [s.shared(key, make)];
  }
  const sources = s.sources([address]);
  if (offsetBytes === 0 || isTakenAlong) return sources;
  return [
    s.shared(`sum ${address} ${offsetBytes}`, () => {
      const sum = s.code.create('lanes');
      s.code.emit('add:D', [sum], sources);
      return sum;
    }),
  ];
}

/** Words of a lane lie apart by the number of lanes. */
function scratchAddress(s: Selection, address: ValueId, offsetBytes: number): number[] {
  const lane = s.shared('scratch lane', () => {
    const register = s.code.create('lanes');
    for (const each of ['mov:UW', 'add:UW', 'mov:UD', 'shl:D']) s.code.emit(each, [register], [register]);
    return register;
  });
  s.code.emit('shr:UD', [], [], { width: 'word' });
  const constant = s.constantOf(address);
  if (constant !== undefined && constant + offsetBytes === 0) return [lane];
  const sources = s.sources([address]);
  return [
    s.shared(`scratch ${constant ?? address} ${offsetBytes}`, () => {
      const place = s.code.create('lanes');
      if (constant === undefined) s.code.emit('shl:D', [place], sources);
      s.code.emit('add:D', [place], [lane, ...sources]);
      return place;
    }),
  ];
}
