// The mechanisms behind the time, in words and numbers, the weightiest first. A cause is only named where the
// time is sensitive to what it wears out; the numbers come from the traces.

import type { Span } from '../diagnostics/diagnostic.ts';
import { type AccessUse, isAtomic, isGlobal, isShared } from './accesses.ts';
import { launchCauses, percent } from './causes-of-launch.ts';
import type { Cause } from './diagnosis.ts';
import { divisions } from './divisions.ts';
import {
  accessAt,
  codeAt,
  demandOn,
  elasticityOf,
  type Findings,
  instructionsOf,
  mostAt,
  placeOf,
} from './findings.ts';
import { privateArrayUses } from './private-arrays.ts';
import { ZEROING } from './zeroing.ts';

const MOST_CAUSES = 8;
const LEAST_WEIGHT = 0.03;

export function causesOf(findings: Findings): Cause[] {
  const all = [
    ...uncoalesced(findings),
    ...conflicts(findings),
    ...saturated(findings),
    ...guards(findings),
    ...privateArrays(findings),
    ...divisionChains(findings),
    ...waiting(findings),
    ...barriers(findings),
    ...atomics(findings),
    ...dramTraffic(findings),
    ...launchCauses(findings),
  ];
  return all
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_CAUSES);
}

/** Accesses with the same place in the source, counted together: unrolled code has many of one. */
function byPlace(uses: readonly AccessUse[]): AccessUse[] {
  const places = new Map<string, AccessUse>();
  for (const use of uses) {
    const { span } = use.shape;
    const key = span ? `${span.start}:${span.end}:${use.kind}` : `${use.instruction}`;
    const known = places.get(key);
    if (!known) places.set(key, { ...use });
    else {
      known.requests += use.requests;
      known.lanes += use.lanes;
      known.sectors += use.sectors;
      known.leastSectors += use.leastSectors;
      known.passes += use.passes;
      known.leastPasses += use.leastPasses;
      known.strideBytes ||= use.strideBytes;
    }
  }
  return [...places.values()];
}

function uncoalesced(findings: Findings): Cause[] {
  const memory = elasticityOf(findings, ['l1', 'l2', 'dram', 'lsu']);
  const uses = byPlace(findings.uses.filter(({ kind }) => isGlobal(kind)));
  const all = uses.reduce((sum, { sectors }) => sum + sectors, 0);
  return uses
    .filter(({ sectors, leastSectors }) => sectors > 1.25 * leastSectors)
    .map((use) => {
      const wasted = (use.sectors - use.leastSectors) / all;
      const each = (use.sectors / use.requests).toFixed(1);
      const least = (use.leastSectors / use.requests).toFixed(1);
      const stride =
        use.strideBytes !== undefined && use.strideBytes > 0
          ? `: neighbouring invocations are ${use.strideBytes} bytes apart`
          : '';
      return {
        kind: 'coalescing',
        text: `${accessAt(findings, use)} needs ${each} sectors per request where ${enough(least)}${stride}`,
        ...placeOf(findings, use.shape.span),
        weight: wasted * memory,
      };
    });
}

function conflicts(findings: Findings): Cause[] {
  const weight = elasticityOf(findings, ['shared', 'lsu', 'l1']);
  const uses = byPlace(findings.uses.filter(({ kind }) => isShared(kind)));
  const all = uses.reduce((sum, { passes }) => sum + passes, 0);
  return uses
    .filter(({ passes, leastPasses }) => passes > 1.1 * leastPasses)
    .map((use) => ({
      kind: 'bank-conflicts',
      text:
        `${codeAt(findings, use.shape.span)} takes ${(use.passes / use.requests).toFixed(1)} passes of the banks where ` +
        `${(use.leastPasses / use.requests).toFixed(1)} would do: lanes meet in the same bank of workgroup memory`,
      ...placeOf(findings, use.shape.span),
      weight: ((use.passes - use.leastPasses) / all) * weight,
    }));
}

/** `1.0 is enough`, `4.0 are enough`. */
export function enough(amount: string): string {
  return `${amount} ${amount === '1.0' ? 'is' : 'are'} enough`;
}

const GUARDS: Readonly<Record<string, string>> = {
  'bounds-check': 'bounds checks of buffers',
  'index-clamp': 'clamps of array indices',
  'loop-guard': 'loop guards',
  'division-guard': 'guards of integer divisions',
  'conversion-clamp': 'clamps of conversions',
  [ZEROING]: 'zeroing workgroup memory',
  spill: 'registers spilled to memory',
};

export function guardName(origin: string): string | undefined {
  return GUARDS[origin];
}

function guards(findings: Findings): Cause[] {
  const { watched, program, estimate } = findings;
  const issues = new Map<string, number>();
  const all = watched.issues.reduce((sum, count) => sum + count, 0);
  const code = instructionsOf(program);
  code.forEach(({ origin }, index) => {
    if (origin && GUARDS[origin]) issues.set(origin, (issues.get(origin) ?? 0) + watched.issues[index]);
  });
  const issueUse = estimate.resources.find(({ name }) => name === 'issue')?.utilization ?? 0;
  return [...issues].map(([origin, count]) => {
    const amount = (index: number) => (code[index].origin === origin ? watched.issues[index] : 0);
    const { words, place } = mostAt(findings, amount);
    return {
      kind: 'guards',
      text: `${GUARDS[origin]} ${origin === ZEROING ? 'takes' : 'take'} ${percent(count / all)} of the issue slots used${words}`,
      ...place,
      weight: (count / all) * Math.max(issueUse, elasticityOf(findings, ['issue', 'alu', 'fma'])),
    };
  });
}

function privateArrays(findings: Findings): Cause[] {
  return privateArrayUses(findings).map(({ name, bytes, isInMemory, timeShare, span }) => {
    const line = span && findings.source ? ` (line ${findings.source.place(span).startLine})` : '';
    const where = isInMemory ? 'lies in memory' : 'is picked from registers by comparing each index';
    return {
      kind: 'private-array',
      text: `\`${name}\`${line} ${where}: ${bytes} bytes per invocation, indexed at run time; ${percent(timeShare)} of warp time goes to it`,
      ...placeOf(findings, span),
      weight: timeShare,
    };
  });
}

function divisionChains(findings: Findings): Cause[] {
  const found = divisions(findings);
  if (found.instructions.size === 0) return [];
  const { waits, reasons } = findings.watched;
  const all = waits.reduce((sum, cycles) => sum + cycles, 0);
  let own = 0;
  for (const index of found.instructions) {
    for (let reason = 0; reason < reasons.length; reason++) own += waits[index * reasons.length + reason];
  }
  const lines = listLines(findings, found.spans);
  return [
    {
      kind: 'division',
      text:
        `integer division and remainder${lines} become chains of conversions and a reciprocal of the special-function ` +
        `unit: ${percent(own / all)} of warp time`,
      ...placeOf(findings, found.spans[0]),
      weight: (own / all) * Math.max(0.5, elasticityOf(findings, ['sfu'])),
    },
  ];
}

function listLines(findings: Findings, spans: readonly Span[]): string {
  if (!findings.source) return '';
  const lines = [...new Set(spans.map((span) => findings.source!.place(span).startLine))].sort(
    (a, b) => a - b,
  );
  if (lines.length > 1 && lines.at(-1)! - lines[0] <= 12) return ` in lines ${lines[0]}–${lines.at(-1)}`;
  const shown = lines.slice(0, 4).join(', ');
  return ` in line${lines.length > 1 ? 's' : ''} ${shown}${lines.length > 4 ? ', …' : ''}`;
}

/** What warps wait for, by the resource whose latency it is. */
const AWAITED: Readonly<Record<string, string>> = {
  l1: 'data from L1',
  l2: 'data from L2',
  dram: 'data from DRAM',
  shared: 'data from workgroup memory',
  atomic: 'results of atomics',
};

/** A unit that works most of the time: what keeps it busy. */
function saturated(findings: Findings): Cause[] {
  const [first] = findings.sensitivities;
  if (first?.parameter !== 'gap' || first.resource === 'launch' || first.elasticity < 0.2) return [];
  const { resource, elasticity } = first;
  const use = findings.estimate.resources.find(({ name }) => name === resource)?.utilization ?? 0;
  const spots = waitsByPlace(findings, findings.watched.reasons.indexOf(`${resource} busy`));
  const [worst] = spots;
  const { words, place } = worst
    ? {
        words: `; most warps queue for it at ${codeAt(findings, worst.span)}`,
        place: placeOf(findings, worst.span),
      }
    : mostAt(findings, demandOn(findings, resource));
  return [
    {
      kind: 'throughput',
      text: `${resource} is busy ${percent(use)} of the time${words}`,
      ...place,
      weight: elasticity * 0.9,
    },
  ];
}

/** Where warps wait for memory: the line that waits, and what for. */
function waiting(findings: Findings): Cause[] {
  const { watched, estimate } = findings;
  const { reasons, waits } = watched;
  const all = waits.reduce((sum, cycles) => sum + cycles, 0);
  return Object.keys(AWAITED).flatMap((resource): Cause[] => {
    const elasticity = elasticityOf(findings, [resource], 'latency');
    const reason = reasons.indexOf(`${resource} latency`);
    if (elasticity < 0.05 || reason < 0) return [];
    const spots = waitsByPlace(findings, reason);
    const total = spots.reduce((sum, { cycles }) => sum + cycles, 0);
    const [worst] = spots;
    if (!worst) return [];
    const warps = estimate.occupancy.warpsPerSm;
    return [
      {
        kind: 'waiting',
        text:
          `warps wait ${percent(total / all)} of their time for ${AWAITED[resource]}, most at ${codeAt(findings, worst.span)}; ` +
          `${warps === 1 ? '1 warp per SM is' : `${warps} warps per SM are`} too few to hide it`,
        ...placeOf(findings, worst.span),
        weight: elasticity,
      },
    ];
  });
}

function waitsByPlace(findings: Findings, reason: number) {
  const { reasons, waits } = findings.watched;
  const places = new Map<string, { span: Span | undefined; cycles: number }>();
  instructionsOf(findings.program).forEach(({ span }, index) => {
    const cycles = waits[index * reasons.length + reason];
    if (cycles === 0) return;
    const key = span ? `${span.start}:${span.end}` : '';
    const known = places.get(key);
    if (known) known.cycles += cycles;
    else places.set(key, { span, cycles });
  });
  return [...places.values()].sort((a, b) => b.cycles - a.cycles);
}

function barriers(findings: Findings): Cause[] {
  const { reasons, waits } = findings.watched;
  const reason = reasons.indexOf('barrier latency');
  const all = waits.reduce((sum, cycles) => sum + cycles, 0);
  const code = instructionsOf(findings.program);
  // The wait shows at the next instruction; the barrier is the last one before it.
  const byBarrier = new Map<number, number>();
  let last = -1;
  code.forEach(({ kind }, index) => {
    const cycles = waits[index * reasons.length + reason];
    if (cycles > 0 && last >= 0) byBarrier.set(last, (byBarrier.get(last) ?? 0) + cycles);
    if (kind === 'barrier') last = index;
  });
  const total = [...byBarrier.values()].reduce((sum, cycles) => sum + cycles, 0);
  const worst = [...byBarrier].sort((a, b) => b[1] - a[1])[0];
  if (!worst) return [];
  const { span, origin } = code[worst[0]];
  const where = barrierAt(findings, origin === ZEROING ? 'init' : span);
  const few = findings.estimate.occupancy.workgroupsPerSm;
  return [
    {
      kind: 'barrier',
      text: `each subgroup waits ${percent(total / all)} of its time at barriers, most at the one ${where}; ${few} workgroup${few === 1 ? '' : 's'} per SM can fill the gap`,
      ...placeOf(findings, span),
      weight: total / all,
    },
  ];
}

function barrierAt(findings: Findings, span: Span | 'init' | undefined): string {
  if (span === 'init') return 'after workgroup memory is zeroed';
  const { source } = findings;
  return span && source ? `in line ${source.place(span).startLine}` : `in ${codeAt(findings, span)}`;
}

function atomics(findings: Findings): Cause[] {
  const weight = elasticityOf(findings, ['atomic']);
  const uses = byPlace(findings.uses.filter(({ kind, requests }) => isAtomic(kind) && requests > 0));
  const [worst] = uses.toSorted((a, b) => b.passes - a.passes);
  if (!worst) return [];
  const others = uses.length === 1 ? '' : ` and ${uses.length - 1} more place${uses.length === 2 ? '' : 's'}`;
  const lanes = (worst.passes / worst.requests).toFixed(1);
  return [
    {
      kind: 'atomics',
      text:
        `${codeAt(findings, worst.shape.span)}${others} send${others ? '' : 's'} atomics to storage memory with ${lanes} ${lanes === '1.0' ? 'lane' : 'lanes'} of a ` +
        'subgroup on one address: those and all that meet in one part of L2 are done one after the other',
      ...placeOf(findings, worst.shape.span),
      weight,
    },
  ];
}

function dramTraffic(findings: Findings): Cause[] {
  const { estimate, timing } = findings;
  const elasticity = elasticityOf(findings, ['dram'], 'gap');
  if (elasticity < 0.1) return [];
  const touched = (timing.preparation?.footprint.touched ?? []).reduce((sum, pool) => {
    const { size, perWorkgroup, capSectors } = pool;
    const drawn = size === Infinity ? perWorkgroup * timing.trace.totalWorkgroups : size;
    return sum + Math.min(capSectors, drawn) * timing.profile.memory.sectorBytes.value;
  }, 0);
  const moved = estimate.memory.dramBytes;
  const seconds = (estimate.timeNs - estimate.launchNs) * 1e-9;
  const rate = moved / seconds / timing.profile.memory.dramReadBytesPerSecond.value;
  const again = touched > 0 ? `, ${(moved / touched).toFixed(2)} times what the kernel touches` : '';
  return [
    {
      kind: 'dram',
      text: `${mebibytes(moved)} go to and from DRAM${again}, at ${percent(rate)} of its bandwidth for reading`,
      weight: elasticity,
    },
  ];
}

function mebibytes(bytes: number): string {
  const mib = bytes / 2 ** 20;
  return mib < 10 ? `${mib.toFixed(2)} MiB` : `${Math.round(mib)} MiB`;
}
