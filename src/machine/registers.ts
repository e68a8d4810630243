// How many registers a thread needs: the most 32-bit words of general registers alive at once over the final
// order, plus what the compiler adds, and what does not fit. A whole workgroup has to fit into the registers of one
// SM, so a large one leaves each thread fewer than an instruction can name. Predicate and uniform registers are
// separate files with room to spare.

import { assignRegisters, type BankNumbers } from './assign-registers.ts';
import type { Liveness } from './liveness.ts';
import { GENERAL, type RegisterTable, type SegmentDraft } from './virtual.ts';

/** What a compiler counts with when it hands out registers. */
export interface RegisterNumbers extends BankNumbers {
  readonly maximum: number;
  /** Registers that are reported beyond those that values need. */
  readonly fixedOverhead: number;
  readonly minimum: number;
  /** Registers that the invocations of one workgroup share: those of an SM. */
  readonly perWorkgroup: number;
  /** A thread's share is a multiple of this. */
  readonly perThreadStep: number;
  /** Invocations by which a workgroup's demand grows. */
  readonly workgroupStep: number;
  /** What an SM holds at once, to weigh registers against occupancy. */
  readonly warpThreads: number;
  readonly threadsPerSm: number;
  readonly workgroupsPerSm: number;
  readonly workgroupBytesPerSm: number;
  /** So many instructions in front of its use a spilled value is loaded. */
  readonly reloadsAhead: number;
}

export interface RegisterUse {
  readonly registersPerThread: number;
  readonly spillBytes: number;
  /** Most words alive at once, by segment. */
  readonly peakWords: Int32Array;
  /** The first hardware register of each value; none where values do not fit. */
  readonly places: ReadonlyMap<number, number>;
}

const WORD_BYTES = 4;

/** The most registers that a thread of a workgroup of `invocations` may have. */
export function mostRegisters(numbers: RegisterNumbers, invocations: number): number {
  const { maximum, minimum, perWorkgroup, perThreadStep, workgroupStep } = numbers;
  const counted = Math.ceil(invocations / workgroupStep) * workgroupStep;
  const share = Math.floor(perWorkgroup / counted / perThreadStep) * perThreadStep;
  return Math.max(minimum, Math.min(maximum, share));
}

/**
 * The register counts per thread, ascending, at which one workgroup more fits on an SM, from the first that leaves
 * the limit to threads and workgroup memory: below it, saving registers brings nothing.
 */
export function occupancySteps(
  numbers: RegisterNumbers,
  invocations: number,
  workgroupBytes: number,
): readonly number[] {
  const { threadsPerSm, workgroupsPerSm, workgroupBytesPerSm, perThreadStep, warpThreads } = numbers;
  const threads = Math.ceil(invocations / warpThreads) * warpThreads;
  const byMemory = workgroupBytes > 0 ? Math.floor(workgroupBytesPerSm / workgroupBytes) : workgroupsPerSm;
  const resident = Math.min(workgroupsPerSm, Math.floor(threadsPerSm / threads), byMemory);
  const steps: number[] = [];
  for (let workgroups = Math.max(1, resident); workgroups >= 1; workgroups--) {
    const share = Math.floor(numbers.perWorkgroup / (workgroups * threads) / perThreadStep) * perThreadStep;
    const step = Math.min(numbers.maximum, share);
    if (step > (steps.at(-1) ?? 0)) steps.push(step);
  }
  return steps;
}

/**
 * Words of workgroup memory that an invocation may have for what does not fit into `registers`, so that as many
 * workgroups are resident as the registers allow. Of workgroups smaller than a warp, none.
 */
export function spareSharedWords(
  numbers: RegisterNumbers,
  registers: number,
  invocations: number,
  workgroupBytes: number,
): number {
  const { perWorkgroup, workgroupsPerSm, threadsPerSm, workgroupBytesPerSm, warpThreads } = numbers;
  if (invocations < warpThreads) return 0;
  const threads = Math.ceil(invocations / warpThreads) * warpThreads;
  const fitting = Math.floor(Math.min(perWorkgroup / registers, threadsPerSm) / threads);
  const each = workgroupBytesPerSm / Math.max(1, Math.min(workgroupsPerSm, fitting)) - workgroupBytes;
  return Math.max(0, Math.ceil(each / (WORD_BYTES * threads)) - 1);
}

/** `most` is what `mostRegisters` gives for the kernel's workgroups; what is beyond is spilled. */
export function countRegisters(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  liveness: Liveness,
  numbers: RegisterNumbers,
  most: number,
  steps: readonly number[],
): RegisterUse {
  const peakWords = new Int32Array(drafts.length);
  const lastSeen = new Int32Array(registers.count).fill(-1);
  let peak = 0;
  for (const draft of drafts) {
    peakWords[draft.id] = peakOf(draft, registers, liveness, lastSeen);
    peak = Math.max(peak, peakWords[draft.id]);
  }
  // Holes cost nothing up to the next step: where they would, a compiler tries again.
  const { count: assigned, of: places } =
    peak + numbers.fixedOverhead > most
      ? { count: peak, of: new Map<number, number>() }
      : assignRegisters(drafts, registers, liveness, numbers);
  const step = steps.find((each) => each >= peak + numbers.fixedOverhead) ?? most;
  const used = Math.max(peak + numbers.fixedOverhead, Math.min(step, assigned + numbers.fixedOverhead));
  const needed = Math.max(numbers.minimum, used);
  const spilled = Math.max(0, needed - most);
  return {
    registersPerThread: Math.min(needed, most),
    spillBytes: spilled * WORD_BYTES,
    peakWords,
    places,
  };
}

/** Walks a segment backwards; `alive` is scratch that marks registers alive with the segment's id. */
function peakOf(
  draft: SegmentDraft,
  registers: RegisterTable,
  liveness: Liveness,
  alive: Int32Array,
): number {
  let words = 0;
  const add = (register: number): void => {
    if (registers.files[register] === GENERAL && alive[register] !== draft.id) {
      alive[register] = draft.id;
      words += registers.words[register];
    }
  };
  liveness.liveOut.forEach(draft.id, add);
  let peak = words;
  for (let index = draft.instructions.length - 1; index >= 0; index--) {
    const instruction = draft.instructions[index];
    for (const destination of instruction.destinations) add(destination);
    peak = Math.max(peak, words);
    for (const destination of instruction.destinations) {
      if (alive[destination] === draft.id) {
        alive[destination] = -1;
        words -= registers.words[destination];
      }
    }
    for (const source of instruction.sources) add(source);
    peak = Math.max(peak, words);
  }
  return peak;
}
