// Where the time of a case goes, as text: in detail on one device, a line for each of the others. Four digits, so
// that a change of the model shows as few lines as it touches.

import type { Estimate } from '../../src/emulate/estimate.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { type Traced, timed } from './timing.ts';

/** `traced`: by device, in the order of the lines; the first is shown in detail. A text says why one refuses. */
export function timingText(traced: readonly (readonly [Profile, Traced | string])[]): string {
  const [[profile, first]] = traced;
  const detail = typeof first === 'string' ? first : detailOf(profile, first);
  return `${detail}\n${table([DEVICE_HEAD, ...traced.map(([each, run]) => deviceRow(each, run))])}`;
}

function detailOf(profile: Profile, traced: Traced): string {
  const { program, trace, diagnostics } = traced;
  const estimate = timed(traced, profile);
  const { occupancy, memory, instructions } = estimate;
  const length = program.segments.reduce((sum, segment) => sum + segment.instructions.length, 0);
  const rows = [
    ['time', `${digits(estimate.timeNs)} ns, of it launch ${digits(estimate.launchNs)} ns`],
    ['cycles', `${digits(estimate.cycles)}, of it imbalance ${share(estimate.imbalanceFraction)}`],
    ['waves', digits(estimate.waves)],
    ['occupancy', `${occupancyOf(estimate)}, limited by ${occupancy.limit}`],
    ['registers', `${program.registersPerThread}, spilled ${program.spillBytes} bytes`],
    ['memory', `workgroup ${program.workgroupBytes}, private ${program.privateBytes} bytes`],
    ['bytes', `DRAM ${digits(memory.dramBytes)}, L2 ${digits(memory.l2Bytes)}`],
    ['hits', `L1 ${share(memory.l1HitRate)}, L2 ${share(memory.l2HitRate)}`],
    ['requests', `${digits(memory.sectorsPerRequest)} sectors each`],
    ['conflicts', `${digits(memory.bankConflicts)} further passes per access to workgroup memory`],
    ['instructions', `${length} in the code, ${digits(instructions.perWarp)} per warp`],
    ...[...diagnostics.map((each) => each.message), ...trace.warnings].map((text) => ['warning', text]),
  ];
  return [`on ${profile.name}`, table(rows), table(resourceRows(estimate)), table(classRows(estimate))].join(
    '\n',
  );
}

/** Shares of the time in which a resource is busy, and of warp time spent on its latency and in its queue. */
function resourceRows({ resources, stalls }: Estimate): string[][] {
  const waits = (name: string, kind: string) => stalls[`${name} ${kind}`] ?? 0;
  const rows = resources
    .map(({ name, utilization }) => [name, utilization, waits(name, 'latency'), waits(name, 'busy')] as const)
    .filter(([, ...shares]) => shares.some((each) => each > 0))
    .map(([name, ...shares]) => [name, ...shares.map(share)]);
  const own = ['issuing', 'not selected'].map((reason) => [reason, '', '', share(stalls[reason] ?? 0)]);
  return [['resource', 'busy', 'latency', 'queue'], ...rows, ...own];
}

function classRows({ instructions }: Estimate): string[][] {
  const rows = Object.entries(instructions.byClass)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => [name, digits(count)]);
  return [['class', 'per warp'], ...rows];
}

const DEVICE_HEAD = ['device', 'ns', 'cycles', 'occupancy', 'registers', 'DRAM', 'L2', 'hits L1', 'L2'];

function deviceRow(profile: Profile, traced: Traced | string): string[] {
  if (typeof traced === 'string') return [profile.name, `refused: ${traced}`];
  const estimate = timed(traced, profile);
  const { timeNs, cycles, memory } = estimate;
  const { registersPerThread, spillBytes } = traced.program;
  return [
    profile.name,
    digits(timeNs),
    digits(cycles),
    occupancyOf(estimate),
    spillBytes > 0 ? `${registersPerThread} + ${spillBytes} B` : String(registersPerThread),
    digits(memory.dramBytes),
    digits(memory.l2Bytes),
    share(memory.l1HitRate),
    share(memory.l2HitRate),
  ];
}

function occupancyOf({ occupancy }: Estimate): string {
  return `${share(occupancy.fraction)} (${occupancy.workgroupsPerSm} × ${occupancy.warpsPerSm / occupancy.workgroupsPerSm})`;
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));
const share = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** Columns as wide as their widest cell; what has no further cell in its line widens nothing. */
function table(rows: readonly (readonly string[])[]): string {
  const width = (column: number) =>
    Math.max(0, ...rows.filter((row) => row.length > column + 1).map((row) => row[column].length));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(width(column))).join('  ');
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`;
}
