// The first warps of emulations as a Chrome trace, which Perfetto and chrome://tracing read: a process per
// diagnosis, a track per warp; a warp holds its regions, a region its waits and issues, strictly nested. Times are in
// microseconds.

import type { DiagnosisResult } from '../analyze/diagnose.ts';
import type { Diagnosis, WarpStep } from '../analyze/diagnosis.ts';
import { MARK } from './mark.ts';

interface Slice {
  readonly name: string;
  readonly cat: string;
  readonly from: number;
  readonly to: number;
  readonly args?: Readonly<Record<string, string | number>>;
}

export function chromeTrace(results: readonly DiagnosisResult[]): string {
  const traceEvents = results.flatMap((result, index) => eventsOf(result, index + 1));
  return traceFile(traceEvents);
}

/** A file of such events. */
export function traceFile(traceEvents: readonly object[]): string {
  return `${JSON.stringify({ displayTimeUnit: 'ns', otherData: { generator: MARK }, traceEvents })}\n`;
}

function eventsOf({ diagnosis, observation }: DiagnosisResult, pid: number): object[] {
  const micros = observation.cycleNs / 1000;
  const events = observation.warps.flatMap(({ slot, steps }) => {
    const track = { pid, tid: slot + 1 };
    const name = { ph: 'M', name: 'thread_name', ...track, args: { name: `warp ${slot}` } };
    const slices = slicesOf(steps, diagnosis.regions);
    return [
      name,
      ...slices.map(({ name: label, cat, from, to, args }) => ({
        ph: 'X',
        name: label,
        cat,
        ...track,
        ts: from * micros,
        dur: (to - from) * micros,
        ...(args ? { args } : {}),
      })),
    ];
  });
  const title = {
    ph: 'M',
    name: 'process_name',
    pid,
    args: { name: `${diagnosis.name} on ${diagnosis.profile}` },
  };
  return [title, ...events];
}

/** Runs of steps of one region, each around its steps; the whole warp around them. */
function slicesOf(steps: readonly WarpStep[], regions: Diagnosis['regions']): Slice[] {
  const first = steps[0];
  if (!first) return [];
  const slices: Slice[] = [{ name: 'warp', cat: 'warp', from: first.fromCycle, to: steps.at(-1)!.endCycle }];
  let begin = 0;
  for (let index = 1; index <= steps.length; index++) {
    const current = steps[begin];
    if (index < steps.length && steps[index].region === current.region) continue;
    const name = regions[current.region]?.name ?? 'kernel';
    slices.push({ name, cat: 'region', from: current.fromCycle, to: steps[index - 1].endCycle });
    for (const step of steps.slice(begin, index)) slices.push(...stepSlices(step));
    begin = index;
  }
  return slices;
}

function stepSlices({ fromCycle, issueCycle, endCycle, reason, opcode, line }: WarpStep): Slice[] {
  const args = line > 0 ? { line } : undefined;
  const issue = { name: opcode, cat: 'issue', from: issueCycle, to: endCycle, ...(args ? { args } : {}) };
  if (issueCycle <= fromCycle) return [issue];
  return [{ name: reason, cat: 'wait', from: fromCycle, to: issueCycle, ...(args ? { args } : {}) }, issue];
}
