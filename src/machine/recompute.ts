// Values computed again where they are wanted instead of kept: results of a few cheap operations, such as addresses and
// what was moved in front of a loop, give their registers to others where more workgroups fit on an SM for it
// ("Rematerialization", Briggs, Cooper and Torczon, PLDI 1992, for chains of operations whose inputs are there). As in
// spilling, the value whose next use is farthest away leaves first.

import { computeLiveness, type Liveness } from './liveness.ts';
import { NextUses } from './next-uses.ts';
import type { RegisterLimits, SchedulingNumbers } from './schedule.ts';
import { numberValues, pressureOf } from './segment-values.ts';
import { removeUnread } from './unread.ts';
import {
  GENERAL,
  PREDICATE,
  type RegisterTable,
  type SegmentDraft,
  type VirtualInstruction,
} from './virtual.ts';

const CHEAP_CLASSES = new Set(['alu', 'imad', 'mov']);
/** How much more often a loop's body runs than what is around it. A guess, as compilers make it. */
const LOOP_TRIPS = 8;
/** Walks over the code until it is known which inputs of what is computed again are kept. */
const MOST_WALKS = 5;

/**
 * Adds such computations before scheduling, for the fewest registers, among those at which one workgroup more fits on
 * an SM, for which there is a way that adds no more instructions than it is worth.
 * @returns whether the code changed; then liveness is to be computed anew
 */
export function recompute(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  liveness: Liveness,
  numbers: SchedulingNumbers,
  { steps, most }: RegisterLimits,
): boolean {
  const spareWords = numbers.widestWords + numbers.loadsAhead;
  const peak = drafts.reduce(
    (sofar, draft) => Math.max(sofar, wantedWords(draft, registers, liveness, spareWords)),
    0,
  );
  const fewer = [...new Set([...steps, most])].filter((step) => step < peak && step <= most);
  if (fewer.length === 0) return false;
  const chains = findChains(drafts, registers, numbers.recomputedOperations);
  if (chains.size === 0) return false;
  for (const words of fewer.sort((a, b) => a - b)) {
    const plan = planFor({ drafts, registers, chains, words, spareWords });
    if (plan === undefined || !isWorth(drafts, plan, numbers.recomputedShare)) continue;
    insert(drafts, chains, plan);
    // What a chain was the only one to read is unread once the chain's end is.
    for (let isShorter = true; isShorter; ) {
      const now = computeLiveness(drafts, registers.count);
      isShorter = drafts.map((draft) => removeUnread(draft, now, isCheap)).includes(true);
    }
    return true;
  }
  return false;
}

/** Most words alive in a segment in source order, or what lives through it and what scheduling wants free beside. */
function wantedWords(
  draft: SegmentDraft,
  registers: RegisterTable,
  liveness: Liveness,
  spareWords: number,
): number {
  const pressure = pressureOf(numberValues(draft, draft.instructions, [], liveness), registers);
  const through = Math.max(pressure[0], pressure[pressure.length - 1]) + (hasLoad(draft) ? spareWords : 0);
  return pressure.reduce((sofar, each) => Math.max(sofar, each), through);
}

function hasLoad({ instructions }: SegmentDraft): boolean {
  return instructions.some(({ costClass }) => costClass === 'load_global');
}

/** How a value can be computed again. */
interface Chain {
  readonly definition: VirtualInstruction;
  /** Registers that are read and not computed again themselves. */
  readonly roots: readonly number[];
  readonly operations: number;
}

type Chains = ReadonlyMap<number, Chain>;

/** By register, for those written once by operations on what is written once, so that the inputs are what they were. */
function findChains(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  mostOperations: number,
): Chains {
  const writes = new Uint32Array(registers.count);
  for (const { instructions } of drafts)
    for (const { destinations } of instructions) for (const each of destinations) writes[each]++;
  const chains = new Map<number, Chain>();
  for (const { instructions } of drafts)
    for (const definition of instructions) {
      if (!isCheap(definition)) continue;
      const { sources, destinations } = definition;
      const [register] = destinations;
      const isWord = registers.files[register] === GENERAL && registers.words[register] === 1;
      if (!isWord || writes[register] !== 1) continue;
      if (sources.some((each) => registers.files[each] === PREDICATE || writes[each] !== 1)) continue;
      const general = sources.filter((each) => registers.files[each] === GENERAL);
      const operations = general.reduce((sum, each) => sum + (chains.get(each)?.operations ?? 0), 1);
      if (operations > mostOperations) continue;
      const roots = new Set(general.flatMap((each) => chains.get(each)?.roots ?? [each]));
      chains.set(register, { definition, roots: [...roots], operations });
    }
  return chains;
}

function isCheap({ destinations, costClass, place, order, isCopy, endsBlock }: VirtualInstruction): boolean {
  const isPlain = place === 'body' && order === undefined && !isCopy && !endsBlock;
  return isPlain && destinations.length === 1 && CHEAP_CLASSES.has(costClass);
}

/** By draft: registers to compute in front of an instruction, by its index. */
type Plan = readonly ReadonlyMap<number, readonly number[]>[];

interface Wanted {
  readonly drafts: readonly SegmentDraft[];
  readonly registers: RegisterTable;
  readonly chains: Chains;
  /** Words for values. */
  readonly words: number;
  /** Of these, what scheduling wants free beside what lives through a segment that loads from storage. */
  readonly spareWords: number;
}

/** Undefined where so few words do not suffice. */
function planFor(wanted: Wanted): Plan | undefined {
  let leaving: ReadonlyMap<number, readonly number[]> = new Map();
  for (let round = 1; ; round++) {
    // What leaves makes the inputs of its chain live longer, so that others may have to leave.
    const drafts = withRoots(wanted.drafts, wanted.chains, leaving);
    const walk = new Walk({ ...wanted, drafts }, leaving);
    const plan: ReadonlyMap<number, readonly number[]>[] = [];
    for (const draft of drafts) {
      plan.push(walk.through(draft));
      if (walk.isOver) return undefined;
    }
    if (walk.leaving.size === leaving.size || round === MOST_WALKS) return plan;
    leaving = new Map([...leaving, ...walk.leaving]);
  }
}

function isWorth(drafts: readonly SegmentDraft[], plan: Plan, share: number): boolean {
  let all = 0;
  let more = 0;
  drafts.forEach(({ instructions, loopDepth }, at) => {
    const weight = LOOP_TRIPS ** loopDepth;
    all += weight * instructions.length;
    for (const { length } of plan[at].values()) more += weight * length;
  });
  return more <= share * all;
}

/** The code as if what reads a value that leaves its register read what it is computed from as well. */
function withRoots(
  drafts: readonly SegmentDraft[],
  chains: Chains,
  leaving: ReadonlyMap<number, unknown>,
): readonly SegmentDraft[] {
  if (leaving.size === 0) return drafts;
  const reading = (each: VirtualInstruction): VirtualInstruction => {
    const roots = each.sources.flatMap((source) => (leaving.has(source) ? chains.get(source)!.roots : []));
    return roots.length > 0 ? { ...each, sources: [...new Set([...each.sources, ...roots])] } : each;
  };
  return drafts.map((draft) => ({ ...draft, instructions: draft.instructions.map(reading) }));
}

/** Which values are in registers, along the code as it lies. */
class Walk {
  /** Values that leave their registers, and the positions at which they do. */
  readonly leaving = new Map<number, number[]>();
  /** Whether more was alive somewhere than there is room for. */
  isOver = false;
  private readonly wanted: Wanted;
  private readonly liveness: Liveness;
  private readonly uses: NextUses;
  /** What left on the walk before this one. */
  private readonly leftBefore: ReadonlyMap<number, readonly number[]>;
  /** By draft that a loop begins with: the loop's last draft. */
  private readonly loopEnds = new Map<number, number>();
  /** By draft: what is in registers on all ways to it that were walked so far. */
  private readonly entries = new Map<number, Set<number>>();
  /** What is in registers here, with the position at which it is wanted next. */
  private held = new Map<number, number>();
  private words = 0;

  constructor(wanted: Wanted, leftBefore: ReadonlyMap<number, readonly number[]>) {
    const { drafts, registers } = wanted;
    this.wanted = wanted;
    this.liveness = computeLiveness(drafts, registers.count);
    this.uses = new NextUses(drafts, registers.count, this.liveness);
    this.leftBefore = leftBefore;
    for (const { id, successors } of drafts)
      for (const each of successors)
        if (each.id <= id) this.loopEnds.set(each.id, Math.max(id, this.loopEnds.get(each.id) ?? 0));
  }

  /** @returns what is computed again, by the index of the instruction behind; not all of it once `isOver` */
  through(draft: SegmentDraft): Map<number, number[]> {
    const { words, spareWords } = this.wanted;
    const made = new Map<number, number[]>();
    const start = this.uses.starts[draft.id];
    const spare = hasLoad(draft) ? spareWords : 0;
    this.enter(draft, start, words - spare);
    for (const [index, { sources, destinations }] of draft.instructions.entries()) {
      if (this.isOver) break;
      const position = start + index;
      const read = this.general(sources);
      const missing: number[] = [];
      for (const each of read) this.bring(each, position, missing);
      if (missing.length > 0) made.set(index, missing);
      this.makeRoom(read, position, words);
      for (const each of read) this.keepWhileWanted(each, position + 1, draft);
      const written = this.general(destinations);
      for (const each of written) this.keepWhileWanted(each, position + 1, draft);
      this.makeRoom(written, position, words);
    }
    this.makeRoom([], this.uses.starts[draft.id + 1], words - spare);
    for (const { id } of draft.successors) this.leaveTo(id);
    return made;
  }

  private general(list: readonly number[]): number[] {
    return list.filter((each) => this.wanted.registers.files[each] === GENERAL);
  }

  /** Sees to it that a value is in its register; `missing` gets what has to be computed for that, in order. */
  private bring(register: number, position: number, missing: number[]): void {
    if (this.held.has(register)) return;
    const chain = this.wanted.chains.get(register);
    if (chain !== undefined) {
      for (const each of this.general(chain.definition.sources)) this.bring(each, position, missing);
      missing.push(register);
    }
    this.hold(register, position);
  }

  private hold(register: number, next: number): void {
    if (!this.held.has(register)) this.words += this.wanted.registers.words[register];
    this.held.set(register, next);
  }

  private release(register: number): void {
    if (this.held.delete(register)) this.words -= this.wanted.registers.words[register];
  }

  private keepWhileWanted(register: number, position: number, draft: SegmentDraft): void {
    const next = this.uses.from(register, position, draft.id);
    const isWanted = next < this.uses.starts[draft.id + 1] || this.liveness.liveOut.has(draft.id, register);
    if (isWanted) this.hold(register, next);
    else this.release(register);
  }

  private makeRoom(kept: readonly number[], position: number, words: number): void {
    while (this.words > words) {
      const farthest = this.farthest(kept, position);
      if (farthest === undefined) {
        this.isOver = true;
        return;
      }
      const places = this.leaving.get(farthest);
      if (places) places.push(position);
      else this.leaving.set(farthest, [position]);
      this.release(farthest);
    }
  }

  private farthest(kept: readonly number[], position: number): number | undefined {
    let farthest: number | undefined;
    let distance = position;
    for (const [register, next] of this.held) {
      if (next <= distance || !this.wanted.chains.has(register) || kept.includes(register)) continue;
      farthest = register;
      distance = next;
    }
    return farthest;
  }

  private enter({ id }: SegmentDraft, start: number, words: number): void {
    const { registers, chains } = this.wanted;
    const known = this.entries.get(id);
    const last = this.loopEnds.get(id);
    const end = last === undefined ? start : this.uses.starts[last + 1];
    this.held = new Map();
    this.words = 0;
    this.liveness.liveIn.forEach(id, (register) => {
      if (registers.files[register] !== GENERAL) return;
      if (known !== undefined && !known.has(register) && chains.has(register)) return;
      // What left somewhere in this loop is not there when the loop begins again.
      const places = this.leftBefore.get(register);
      if (places?.some((place) => place >= start && place < end)) this.leaving.set(register, [...places]);
      else this.hold(register, this.uses.from(register, start, id));
    });
    this.makeRoom([], start - 1, words);
  }

  private leaveTo(id: number): void {
    const known = this.entries.get(id);
    if (known === undefined) this.entries.set(id, new Set(this.held.keys()));
    else for (const each of known) if (!this.held.has(each)) known.delete(each);
  }
}

function insert(drafts: readonly SegmentDraft[], chains: Chains, plan: Plan): void {
  const again = (register: number): VirtualInstruction => {
    const { definition } = chains.get(register)!;
    return { ...definition, destinations: [...definition.destinations], sources: [...definition.sources] };
  };
  drafts.forEach((draft, at) => {
    if (plan[at].size > 0)
      draft.instructions = draft.instructions.flatMap((instruction, index) => [
        ...(plan[at].get(index) ?? []).map(again),
        instruction,
      ]);
  });
}
