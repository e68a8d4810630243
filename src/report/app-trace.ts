// Predicted apps as a Chrome trace, which Perfetto and chrome://tracing read: a process per app with tracks for its
// submits, its passes and what runs. Times are in microseconds.

import type { AppPrediction } from '../app/prediction.ts';
import { passSpans, type Span, submitSpans } from './app-timeline.ts';
import { traceFile } from './diagnosis-trace.ts';

interface Event extends Span {
  readonly cat: string;
  readonly args?: Readonly<Record<string, string | number>>;
}

export function appTrace(apps: readonly AppPrediction[]): string {
  return traceFile(apps.flatMap((app, index) => eventsOf(app, index + 1)));
}

function eventsOf(app: AppPrediction, pid: number): object[] {
  const dispatches = app.dispatches.map(
    ({ name, pipeline, dispatch, startNs, workNs, gapNs, bottleneck }, at): Event => ({
      name,
      cat: pipeline,
      fromNs: startNs,
      toNs: startNs + workNs,
      args: {
        number: at + 1,
        kernel: pipeline,
        workgroups: dispatch.join(' × '),
        gapBeforeUs: gapNs / 1000,
        limit: `${bottleneck.resource} ${bottleneck.kind}`,
      },
    }),
  );
  const transfers = app.transfers.map(({ kind, buffer, bytes, startNs, workNs, gapNs }): Event => {
    const args = { buffer, bytes, gapBeforeUs: gapNs / 1000 };
    return { name: kind, cat: 'transfer', fromNs: startNs, toNs: startNs + workNs, args };
  });
  const marked = (cat: string, spans: readonly Span[]) => spans.map((span): Event => ({ ...span, cat }));
  return [
    { ph: 'M', name: 'process_name', pid, args: { name: `${app.name} on ${app.profile}` } },
    ...track(pid, 1, 'submits', marked('submit', submitSpans(app))),
    ...track(pid, 2, 'passes', marked('pass', passSpans(app))),
    ...track(
      pid,
      3,
      'work',
      [...dispatches, ...transfers].sort((a, b) => a.fromNs - b.fromNs),
    ),
  ];
}

function track(pid: number, tid: number, name: string, events: readonly Event[]): object[] {
  const slices = events.map(({ name: label, cat, fromNs, toNs, args }) => ({
    ph: 'X',
    name: label,
    cat,
    pid,
    tid,
    ts: fromNs / 1000,
    dur: (toNs - fromNs) / 1000,
    ...(args ? { args } : {}),
  }));
  return [{ ph: 'M', name: 'thread_name', pid, tid, args: { name } }, ...slices];
}
