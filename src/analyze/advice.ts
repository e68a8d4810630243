// Next steps, each tried in the model first: the traces or the launch are changed as the step would change
// them, the emulator times the result, and what gains too little is not mentioned.

import type { Span } from '../diagnostics/diagnostic.ts';
import type { TimingInput } from '../emulate/device.ts';
import { Kind } from '../emulate/flat-program.ts';
import { scaleResource } from '../profile/scale.ts';
import { type AccessUse, isGlobal, isShared } from './accesses.ts';
import { guardName } from './causes.ts';
import type { Advice } from './diagnosis.ts';
import { divisions } from './divisions.ts';
import {
  coalesced,
  withClass,
  withLargerDispatch,
  withoutConflicts,
  withoutInstructions,
} from './experiments/changed-trace.ts';
import { nextStep } from './experiments/occupancy.ts';
import { codeAt, elasticityOf, type Findings, instructionsOf, placeOf } from './findings.ts';

/** Speed-ups below this are within the model's noise. */
const WORTH_MENTIONING = 1.02;
const MOST_ADVICE = 8;

/** A change to try; `work` is how much more the changed launch does. */
interface Experiment extends Omit<Advice, 'expectedSpeedup' | 'timeNs'> {
  readonly timing: TimingInput;
  readonly work?: number;
}

/** A changed launch that was predicted as a whole, such as one with another workgroup size. */
export interface Alternative extends Omit<Advice, 'expectedSpeedup'> {}

export function adviceFrom(findings: Findings, alternatives: readonly Alternative[]): Advice[] {
  const { timeOf, noise } = findings.clock;
  const nowNs = timeOf(findings.timing);
  const emulated = experiments(findings).map(({ timing, work = 1, ...advice }): Advice => {
    const expectedSpeedup = (nowNs * work) / timeOf(timing);
    return { ...advice, expectedSpeedup, timeNs: findings.estimate.timeNs / expectedSpeedup };
  });
  const predicted = alternatives.map((each) => ({
    ...each,
    expectedSpeedup: findings.estimate.timeNs / each.timeNs,
  }));
  return [...emulated, ...predicted]
    .filter(({ expectedSpeedup }) => expectedSpeedup >= WORTH_MENTIONING + 2 * noise)
    .sort((a, b) => b.expectedSpeedup - a.expectedSpeedup)
    .slice(0, MOST_ADVICE);
}

function experiments(findings: Findings): Experiment[] {
  return [
    ...coalescing(findings),
    ...conflicts(findings),
    ...guards(findings),
    ...division(findings),
    ...occupancySteps(findings),
    ...reuse(findings),
    ...overlap(findings),
    ...coarsening(findings),
    ...largerDispatch(findings),
  ];
}

function coalescing(findings: Findings): Experiment[] {
  const wasteful = findings.uses.filter(
    ({ kind, sectors, leastSectors }) => isGlobal(kind) && sectors > 1.25 * leastSectors,
  );
  const waste = ({ sectors, leastSectors }: AccessUse) => sectors - leastSectors;
  const worst = wasteful.toSorted((a, b) => waste(b) - waste(a));
  const places = [...new Set(worst.map(({ shape }) => shape.span?.start))].slice(0, 3);
  const one = (uses: readonly AccessUse[]): Experiment => {
    const [first] = uses;
    const requests = uses.reduce((sum, use) => sum + use.requests, 0);
    const sectors = uses.reduce((sum, use) => sum + use.sectors, 0);
    const least = uses.reduce((sum, use) => sum + use.leastSectors, 0);
    return {
      title: `Let neighbouring invocations use neighbouring elements in ${codeAt(findings, first?.shape.span)}`,
      why: `${(sectors / requests).toFixed(1)} sectors per request where ${(least / requests).toFixed(1)} are enough; go through workgroup memory if the order cannot change`,
      experiment: 'the accesses touch as few sectors as their bytes need',
      timing: coalesced(findings.timing, uses),
      ...placeOf(findings, first?.shape.span),
    };
  };
  return places.map((start) => one(worst.filter(({ shape }) => shape.span?.start === start)));
}

function conflicts(findings: Findings): Experiment[] {
  const uses = findings.uses.filter(
    ({ kind, passes, leastPasses }) => isShared(kind) && passes > 1.1 * leastPasses,
  );
  const [worst] = uses.toSorted((a, b) => b.passes - b.leastPasses - (a.passes - a.leastPasses));
  if (!worst) return [];
  return [
    {
      title: `Pad \`${worst.shape.name}\` so that lanes meet in different banks`,
      why: `${codeAt(findings, worst.shape.span)} takes ${(worst.passes / worst.requests).toFixed(1)} passes of the banks`,
      experiment: 'accesses to workgroup memory take as few passes as their bytes need',
      timing: withoutConflicts(findings.timing, uses),
      ...placeOf(findings, worst.shape.span),
    },
  ];
}

const GUARD_ADVICE: Readonly<Record<string, string>> = {
  'bounds-check': 'Avoid bounds checks: arrays of fixed size, `disable_robustness`, or wider accesses',
  'index-clamp': 'Make indices provably small: constant bounds, `& (SIZE - 1u)`',
  'loop-guard': 'Give loops an index with constant bounds, so that they need no guard',
  'division-guard': 'Divide by constants or override constants, which need no guard',
  'conversion-clamp': 'Convert from values that cannot leave the range of the integer',
  'workgroup-init': 'Avoid zeroing workgroup memory (`disable_workgroup_init`)',
  spill: 'Hold fewer values at once, so that no register is spilled',
};

function guards(findings: Findings): Experiment[] {
  const origins = new Set(instructionsOf(findings.program).map(({ origin }) => origin));
  return [...origins].flatMap((origin) => {
    const name = origin === undefined ? undefined : guardName(origin);
    if (origin === undefined || name === undefined) return [];
    return {
      title: GUARD_ADVICE[origin]!,
      why: `${name} take issue slots and registers`,
      experiment: `the instructions of "${origin}" are left out`,
      timing: withoutInstructions(findings.timing, (each) => each.origin === origin),
    };
  });
}

function division(findings: Findings): Experiment[] {
  const { instructions, spans } = divisions(findings);
  if (instructions.size === 0) return [];
  return [
    {
      title: `Precompute the integer divisions${lines(findings, spans)}, or divide by constants`,
      why: 'each is a chain of conversions and a special-function reciprocal that little else overlaps',
      experiment: 'the instructions of the divisions are left out',
      timing: withoutInstructions(findings.timing, (_, index) => instructions.has(index)),
      ...placeOf(findings, spans[0]),
    },
  ];
}

function lines(findings: Findings, spans: readonly Span[]): string {
  if (!findings.source) return '';
  const numbers = spans.map((span) => findings.source!.place(span).startLine);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return first === last ? ` of line ${first}` : ` of lines ${first}–${last}`;
}

function occupancySteps(findings: Findings): Experiment[] {
  const { timing } = findings;
  const { registersPerThread, workgroupBytes } = timing.trace.program;
  const share = (fraction: number) => `${Math.round(fraction * 100)} %`;
  const registers = nextStep(timing, 'registersPerThread');
  const memory = nextStep(timing, 'workgroupBytes');
  return [
    ...(registers
      ? [
          {
            title: `Bring registers from ${registersPerThread} down to ${registers.value} per invocation`,
            why: `occupancy would rise to ${share(registers.fraction)}`,
            experiment: 'the same code with fewer registers',
            timing: registers.changed,
          },
        ]
      : []),
    ...(memory
      ? [
          {
            title: `Bring workgroup memory from ${workgroupBytes} down to ${memory.value} bytes`,
            why: `occupancy would rise to ${share(memory.fraction)}`,
            experiment: 'the same code with less workgroup memory',
            timing: memory.changed,
          },
        ]
      : []),
  ];
}

/** Buffers of which a workgroup's lanes read more bytes than it touches: they read one another's data. */
function reusedBuffers({ prepared, timing, uses }: Findings) {
  const pools = timing.preparation?.footprint.read ?? [];
  const sampled = prepared.trace.workgroupIndex.length;
  const sectorBytes = timing.profile.memory.sectorBytes.value;
  return pools.flatMap((pool, buffer) => {
    const loads = uses.filter(
      ({ kind, shape, lanes }) =>
        isGlobal(kind) && kind !== Kind.storeGlobal && shape.buffer === buffer && lanes > 0,
    );
    const wanted = loads.reduce((sum, { lanes, shape }) => sum + lanes * shape.bytesPerLane, 0) / sampled;
    const times = wanted / (pool.perWorkgroup * sectorBytes);
    const [busiest] = loads.toSorted((a, b) => b.requests - a.requests);
    return busiest && times >= ENOUGH_REUSE ? [{ buffer, loads, busiest, times }] : [];
  });
}

function reuse(findings: Findings): Experiment[] {
  return reusedBuffers(findings).map(({ loads, busiest, times }) => ({
    title: `Load tiles of \`${busiest.shape.name}\` into workgroup memory`,
    why: `a workgroup reads each of its bytes ${times.toFixed(1)} times, most at ${codeAt(findings, busiest.shape.span)}`,
    experiment: 'these loads cost what workgroup memory costs; filling it is not counted',
    timing: withClass(findings.timing, new Set(loads.map(({ instruction }) => instruction)), 'load_shared'),
    ...placeOf(findings, busiest.shape.span),
  }));
}

/** Where the latency of memory matters in one region with several loads: as if they were under way together. */
function overlap(findings: Findings): Experiment[] {
  const { sensitivities, regions, timing, uses } = findings;
  const memory = sensitivities.filter(
    ({ resource, parameter, elasticity }) =>
      parameter === 'latency' && ['l1', 'l2', 'dram'].includes(resource) && elasticity > 0.05,
  );
  const [strongest] = memory;
  if (!strongest) return [];
  const worst = Object.entries(strongest.regions).sort((a, b) => b[1] - a[1])[0];
  const index = regions.regions.findIndex(({ name }) => name === worst?.[0]);
  const region = regions.regions[index];
  if (!region) return [];
  const inside = Uint8Array.from(regions.ofInstruction, (each) => (each === index ? 1 : 0));
  const loads = uses.filter(
    ({ kind, instruction }) => isGlobal(kind) && kind !== Kind.storeGlobal && inside[instruction] === 1,
  );
  const count = Math.min(MOST_OVERLAPPED, Math.max(2, loads.length));
  if (loads.length === 0) return [];
  const profile = memory.reduce(
    (changed, { resource }) => scaleResource(changed, resource, 'latency', 1 / count),
    timing.profile,
  );
  return [
    {
      title: `Start ${count} loads of ${region.name} before the first result is used`,
      why: 'warps wait for one load at a time; split reading from computing and writing, or unroll',
      experiment: `memory latency in this region is divided by ${count}`,
      timing: { ...timing, regional: { inside, profile } },
      ...(region.span ? { span: region.span } : {}),
    },
  ];
}

/** Two results per invocation share what they load: for kernels that memory pipes hold back. */
function coarsening(findings: Findings): Experiment[] {
  const pipes = elasticityOf(findings, ['shared', 'l1', 'lsu', 'l2'], 'gap');
  if (pipes < 0.2) return [];
  const reused = reusedBuffers(findings);
  const loads = findings.uses.filter(
    ({ kind, shape }) =>
      kind === Kind.loadShared ||
      (isGlobal(kind) && kind !== Kind.storeGlobal && reused.some(({ buffer }) => buffer === shape.buffer)),
  );
  const [busiest] = loads.toSorted((a, b) => b.requests - a.requests);
  // Only what is loaded often is loaded again by neighbours.
  const often = loads.filter(({ requests }) => busiest && requests >= busiest.requests / 2);
  const dropped = new Set(often.filter((_, index) => index % 2 === 1).map(({ instruction }) => instruction));
  if (!busiest || dropped.size === 0) return [];
  return [
    {
      title: `Compute two results per invocation from what ${codeAt(findings, busiest.shape.span)} loads`,
      why: 'registers then serve part of what the memory pipes serve now',
      experiment: 'every other one of the most frequent loads is left out',
      timing: withoutInstructions(findings.timing, (_, index) => dropped.has(index)),
      ...placeOf(findings, busiest.shape.span),
    },
  ];
}

/** Small launches leave SMs idle or pay mostly for being launched. */
function largerDispatch(findings: Findings): Experiment[] {
  const { estimate } = findings;
  const isSmall = estimate.waves < 4 || elasticityOf(findings, ['launch']) > 0.2;
  if (!isSmall) return [];
  const factor = Math.max(2, Math.min(64, Math.ceil(8 / Math.max(0.125, estimate.waves))));
  return [
    {
      title: `Do ${factor} times as much in one dispatch, where there is more to do`,
      why: `${estimate.waves.toFixed(2)} waves leave SMs idle, and each dispatch pays its overhead`,
      experiment: `${factor} times the workgroups over as much more data; time per workgroup compared`,
      timing: withLargerDispatch(findings.timing, factor),
      work: factor,
    },
  ];
}

const ENOUGH_REUSE = 4;
const MOST_OVERLAPPED = 8;
