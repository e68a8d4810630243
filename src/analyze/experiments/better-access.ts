// Steps that change how memory is read and written: neighbouring elements, other banks, tiles, fewer loads, loads
// under way together.

import { Kind } from '../../emulate/flat-program.ts';
import { scaleResource } from '../../profile/scale.ts';
import { type AccessUse, isAtomic, isGlobal, isShared } from '../accesses.ts';
import { enough } from '../causes.ts';
import type { RegionTime } from '../diagnosis.ts';
import { accessAt, codeAt, elasticityOf, type Findings, placeOf, sumOf } from '../findings.ts';
import { coalesced, withInstructionsAs, withoutConflicts, withoutInstructions } from './changed-trace.ts';
import { isPlacedByData } from './dataflow.ts';
import type { Experiment } from './experiment.ts';

const MEMORY = ['lsu', 'l1', 'l2', 'dram'];

export function coalescing(findings: Findings): Experiment[] {
  const wasteful = findings.uses.filter(
    ({ kind, sectors, leastSectors }) => isGlobal(kind) && sectors > 1.25 * leastSectors,
  );
  const all = totalOf(
    findings.uses.filter(({ kind }) => isGlobal(kind)),
    'sectors',
  );
  const waste = ({ sectors, leastSectors }: AccessUse) => sectors - leastSectors;
  const worst = wasteful.toSorted((a, b) => waste(b) - waste(a));
  const places = [...new Set(worst.map(({ shape }) => shape.span?.start))].slice(0, 3);
  const memory = sumOf(findings, MEMORY);
  const byData = isPlacedByData(findings.program);
  const one = (uses: readonly AccessUse[]): Experiment => {
    const [first] = uses;
    const [sectors, least] = [totalOf(uses, 'sectors'), totalOf(uses, 'leastSectors')];
    // In words as the cause has it: with what is done well at the same place.
    const here = findings.uses.filter(
      ({ kind, shape }) => kind === first?.kind && shape.span?.start === first.shape.span?.start,
    );
    const each = (key: 'sectors' | 'leastSectors') =>
      (totalOf(here, key) / totalOf(here, 'requests')).toFixed(1);
    // Lanes that are equally far apart were placed by their numbers.
    const isByData = uses.some(
      ({ instruction, strideBytes }) => byData[instruction] === 1 && !(strideBytes && strideBytes > 0),
    );
    const how = isByData
      ? 'the places come from data: sort the work by them, or keep what is looked up in workgroup memory'
      : 'go through workgroup memory if the order cannot change';
    return {
      title: `Let neighbouring invocations use neighbouring elements in ${accessAt(findings, first)}`,
      why: `${each('sectors')} sectors per request where ${enough(each('leastSectors'))}; ${how}`,
      experiment: 'the accesses touch as few sectors as their bytes need',
      promise: memory * ((sectors - least) / all),
      timing: () => coalesced(findings.timing, uses),
      ...placeOf(findings, first?.shape.span),
    };
  };
  return places.map((start) => one(worst.filter(({ shape }) => shape.span?.start === start)));
}

function totalOf(
  uses: readonly AccessUse[],
  key: 'requests' | 'sectors' | 'leastSectors' | 'passes',
): number {
  return uses.reduce((sum, use) => sum + use[key], 0);
}

export function conflicts(findings: Findings): Experiment[] {
  const shared = findings.uses.filter(({ kind }) => isShared(kind));
  const uses = shared.filter(({ passes, leastPasses }) => passes > 1.1 * leastPasses);
  const [worst] = uses.toSorted((a, b) => b.passes - b.leastPasses - (a.passes - a.leastPasses));
  if (!worst) return [];
  const wasted = uses.reduce((sum, { passes, leastPasses }) => sum + passes - leastPasses, 0);
  return [
    {
      title: `Pad \`${worst.shape.name}\` so that lanes meet in different banks`,
      why: `${codeAt(findings, worst.shape.span)} takes ${(worst.passes / worst.requests).toFixed(1)} passes of the banks`,
      experiment: 'accesses to workgroup memory take as few passes as their bytes need',
      promise: (sumOf(findings, ['shared', 'lsu', 'l1']) * wasted) / totalOf(shared, 'passes'),
      timing: () => withoutConflicts(findings.timing, uses),
      ...placeOf(findings, worst.shape.span),
    },
  ];
}

function isLoad({ kind }: AccessUse): boolean {
  return isGlobal(kind) && kind !== Kind.storeGlobal;
}

/** Buffers of which a workgroup's lanes read more bytes than it touches: they read one another's data. */
function reusedBuffers({ prepared, timing, uses }: Findings) {
  const pools = timing.preparation?.footprint.read ?? [];
  const sampled = prepared.trace.workgroupIndex.length;
  const sectorBytes = timing.profile.memory.sectorBytes.value;
  return pools.flatMap((pool, buffer) => {
    const loads = uses.filter((use) => isLoad(use) && use.shape.buffer === buffer && use.lanes > 0);
    const wanted = loads.reduce((sum, { lanes, shape }) => sum + lanes * shape.bytesPerLane, 0) / sampled;
    const times = wanted / (pool.perWorkgroup * sectorBytes);
    const [busiest] = loads.toSorted((a, b) => b.requests - a.requests);
    return busiest && times >= ENOUGH_REUSE ? [{ buffer, loads, busiest, times }] : [];
  });
}

export function reuse(findings: Findings): Experiment[] {
  const all = totalOf(findings.uses.filter(isLoad), 'sectors');
  return reusedBuffers(findings).map(({ loads, busiest, times }) => ({
    title: `Load tiles of \`${busiest.shape.name}\` into workgroup memory`,
    why: `a workgroup reads each of its bytes ${times.toFixed(1)} times, most at ${codeAt(findings, busiest.shape.span)}`,
    experiment: 'these loads cost what workgroup memory costs; filling it is not counted',
    promise: (sumOf(findings, MEMORY) * totalOf(loads, 'sectors')) / all,
    timing: () =>
      withInstructionsAs(findings.timing, new Set(loads.map(({ instruction }) => instruction)), {
        kind: 'loadShared',
        costClass: 'load_shared',
      }),
    ...placeOf(findings, busiest.shape.span),
  }));
}

/** Where the latency of memory matters in one region with several loads: as if they were under way together. */
export function overlap(findings: Findings): Experiment[] {
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
  const loads = uses.filter((use) => isLoad(use) && inside[use.instruction] === 1);
  const count = Math.min(MOST_OVERLAPPED, Math.max(2, loads.length));
  if (loads.length === 0) return [];
  const profile = memory.reduce(
    (changed, { resource }) => scaleResource(changed, resource, 'latency', 1 / count),
    timing.profile,
  );
  return [
    {
      title: overlapTitle(region, loads.length, count),
      why:
        loads.length === 1
          ? 'warps wait for a single load, with nothing else to do'
          : 'warps wait for one load at a time; split reading from computing and writing, or unroll',
      experiment: `memory latency in this region is divided by ${count}`,
      promise: memory.reduce((sum, { elasticity }) => sum + elasticity, 0) * (1 - 1 / count),
      timing: () => ({ ...timing, regional: { inside, profile } }),
      ...(region.span ? { span: region.span } : {}),
    },
  ];
}

function overlapTitle({ name, label }: RegionTime, loads: number, count: number): string {
  if (loads > 1) return `Start ${count} loads of ${name} before the first result is used`;
  return label.includes('loop')
    ? `Unroll ${/^loop/.test(name) ? name : `the loop of ${name}`} ${count} times and start the loads first`
    : `Let each invocation take ${count} elements and start their loads of ${name} together`;
}

/** Atomics on few places, done in workgroup memory first and added once per workgroup. */
export function privateCounters(findings: Findings): Experiment[] {
  const { timing, uses } = findings;
  const most = timing.profile.limits.sharedBytesPerWorkgroup.value / 4;
  const atomics = uses.filter(
    ({ kind, shape, requests }) =>
      isAtomic(kind) && requests > 0 && timing.trace.bufferBytes[shape.buffer ?? -1] <= most,
  );
  const [busiest] = atomics.toSorted((a, b) => b.requests - a.requests);
  if (!busiest) return [];
  const picked = new Set(atomics.map(({ instruction }) => instruction));
  return [
    {
      title: `Gather in workgroup memory first, and add once per workgroup to \`${busiest.shape.name}\``,
      why: 'its few places are what all workgroups wait for',
      experiment: 'these atomics cost what those in workgroup memory cost; adding up is not counted',
      promise: sumOf(findings, ['atomic', 'l2']),
      timing: () => withInstructionsAs(timing, picked, { kind: 'atomicShared', costClass: 'atomic_shared' }),
      ...placeOf(findings, busiest.shape.span),
    },
  ];
}

/** Two results per invocation share what they load: for kernels that memory pipes hold back. */
export function coarsening(findings: Findings): Experiment[] {
  const pipes = elasticityOf(findings, ['shared', 'l1', 'lsu', 'l2'], 'gap');
  if (pipes < 0.2) return [];
  const reused = reusedBuffers(findings);
  const loads = findings.uses.filter(
    (use) =>
      use.kind === Kind.loadShared ||
      (isLoad(use) && reused.some(({ buffer }) => buffer === use.shape.buffer)),
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
      promise: pipes / 2,
      timing: () => withoutInstructions(findings.timing, (_, index) => dropped.has(index)),
      ...placeOf(findings, busiest.shape.span),
    },
  ];
}

const ENOUGH_REUSE = 4;
const MOST_OVERLAPPED = 8;
