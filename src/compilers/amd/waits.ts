// What code says about time: waits for loads before their results are read, the hazards that the hardware does not
// see, on RDNA 3 how long dependent instructions hold, and clauses of loads that follow each other.

import {
  type RegisterTable,
  type SegmentDraft,
  UNIFORM_GENERAL,
  type VirtualInstruction,
} from '../../machine/virtual.ts';
import type { AmdGeneration } from './generation.ts';

/** Instructions that follow each other while an earlier one's result is on its way. */
const DELAYED_WITHIN = 3;
/** One delay speaks of two instructions this far apart. */
const DELAY_REACH = 5;
/** Vector instructions within which the result of the transcendental unit must be waited for. */
const TRANSCENDENTAL_REACH = 6;
const TRANSCENDENTAL = /^v_(rcp|rsq|sqrt|exp|log|sin|cos)_/;

type Make = (opcode: string) => VirtualInstruction;

/** Adds the instructions to each segment, in the order in which segments are laid out. */
export function addWaits(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  generation: AmdGeneration,
  make: Make,
): void {
  const isScalar = (each: number) => registers.files[each] === UNIFORM_GENERAL;
  const pending: Pending[] = [];
  for (const draft of drafts) {
    draft.instructions = withWaits(draft.instructions, pending, make);
    draft.instructions = withClauses(draft.instructions, make);
    if (!generation.delaysDependents) continue;
    draft.instructions = withHazards(draft.instructions, isScalar, make);
    draft.instructions = withDelays(draft.instructions, make);
  }
}

/** Loads that are on their way, in the order in which they were issued. */
interface Pending {
  readonly load: VirtualInstruction;
  readonly counter: 'vector' | 'other';
}

/** Loads of buffers come back in order: waiting for one is waiting for those before it. */
function withWaits(
  instructions: readonly VirtualInstruction[],
  pending: Pending[],
  make: Make,
): VirtualInstruction[] {
  const output: VirtualInstruction[] = [];
  for (const instruction of instructions) {
    const touched = new Set([...instruction.sources, ...instruction.destinations]);
    const isBarrier = instruction.opcode === 's_barrier';
    const isAwaited = ({ load, counter }: Pending) =>
      (isBarrier && counter === 'other') || load.destinations.some((each) => touched.has(each));
    if (pending.some(isAwaited)) {
      output.push(make('s_waitcnt'));
      for (const counter of ['vector', 'other'] as const) {
        const last = pending.findLastIndex((each) => each.counter === counter && isAwaited(each));
        const rest = pending.filter((each, at) => each.counter !== counter || at > last);
        pending.splice(0, pending.length, ...rest);
      }
    }
    output.push(instruction);
    const { costClass, destinations } = instruction;
    if (destinations.length === 0) continue;
    if (costClass === 'vmem') pending.push({ load: instruction, counter: 'vector' });
    if (costClass === 'lds' || costClass === 'smem') pending.push({ load: instruction, counter: 'other' });
  }
  return output;
}

function withClauses(instructions: readonly VirtualInstruction[], make: Make): VirtualInstruction[] {
  const kindOf = (each: VirtualInstruction | undefined) =>
    each && (each.costClass === 'vmem' || each.costClass === 'smem') ? each.costClass : undefined;
  return instructions.flatMap((each, at) => {
    const kind = kindOf(each);
    const isFirst = kind !== undefined && kindOf(instructions[at - 1]) !== kind;
    return isFirst && kindOf(instructions[at + 1]) === kind ? [make('s_clause'), each] : [each];
  });
}

/**
 * Results of the transcendental unit that are read soon, and masks that were read, are written again and are read again
 * (GFX11's VALUMaskWriteHazard): any vector instruction that reads a scalar register in between ends that one.
 */
function withHazards(
  instructions: readonly VirtualInstruction[],
  isScalar: (register: number) => boolean,
  make: Make,
): VirtualInstruction[] {
  const output: VirtualInstruction[] = [];
  const made = new Map<number, number>();
  let [vectors, isMaskRead] = [0, false];
  const armed = new Set<number>();
  for (const instruction of instructions) {
    const { opcode, costClass, sources, destinations } = instruction;
    const isVector = costClass === 'vector';
    const isTranscendental = TRANSCENDENTAL.test(opcode);
    const isEarly = (each: number) =>
      vectors - (made.get(each) ?? -TRANSCENDENTAL_REACH) < TRANSCENDENTAL_REACH;
    if (isVector && !isTranscendental && sources.some(isEarly)) {
      output.push(make('s_waitcnt_depctr'));
      made.clear();
    }
    if (opcode === 'v_cndmask_b32' && sources.some((each) => armed.has(each))) {
      output.push(make('s_waitcnt_depctr'));
      armed.clear();
      isMaskRead = false;
    }
    output.push(instruction);
    if (isVector) vectors++;
    if (isTranscendental) for (const each of destinations) made.set(each, vectors);
    if (opcode === 'v_cndmask_b32') isMaskRead = true;
    else if (isVector && sources.some(isScalar)) {
      armed.clear();
      isMaskRead = false;
    }
    if (opcode.startsWith('v_cmp') && isMaskRead) for (const each of destinations) armed.add(each);
  }
  return output;
}

function withDelays(instructions: readonly VirtualInstruction[], make: Make): VirtualInstruction[] {
  const needs: number[] = [];
  const vectorAt = new Map<number, number>();
  const scalarAt = new Map<number, number>();
  let vectors = 0;
  instructions.forEach(({ costClass, sources, destinations }, at) => {
    const isVector = costClass === 'vector';
    if (isVector || costClass === 'scalar') {
      const waitsForVector = sources.some(
        (each) => vectors - (vectorAt.get(each) ?? -9) < DELAYED_WITHIN - 1,
      );
      const waitsForScalar = sources.some((each) => at - (scalarAt.get(each) ?? -9) === 1);
      if (waitsForVector || waitsForScalar) needs.push(at);
    }
    if (isVector) vectors++;
    for (const each of destinations) {
      vectorAt.delete(each);
      scalarAt.delete(each);
      if (isVector) vectorAt.set(each, vectors);
      if (costClass === 'scalar') scalarAt.set(each, at);
    }
  });
  const places = new Set<number>();
  for (let k = 0; k < needs.length; k++) {
    places.add(needs[k]);
    if (needs[k + 1] !== undefined && needs[k + 1] - needs[k] <= DELAY_REACH) k++;
  }
  return instructions.flatMap((each, at) => (places.has(at) ? [make('s_delay_alu'), each] : [each]));
}
