// A predicted app as a timeline: a strip of submits, one of passes, and one of what runs, coloured by kernel. A long
// app goes over several rows, as text does, so that its dispatches stay wide enough to be seen.

import type { AppPrediction, DispatchPrediction, TransferPrediction } from '../app/prediction.ts';
import { printable } from '../diagnostics/printable.ts';
import { line, rect, svg, text } from './svg.ts';
import { formatBytes, formatTime } from './units.ts';

const WIDTH = 1200;
const LEFT = 62;
const INNER = WIDTH - LEFT - 30;
const ROW = 78;
const STRIP = 9;
const BAR = 24;
/** Operations that a row has room for on average, and rows that a page has. */
const PER_ROW = 40;
const MOST_ROWS = 24;

const COLOURS = ['fma', 'dram', 'shared', 'issue', 'alu', 'l1', 'sfu', 'l2', 'atomic', 'barrier'];

/** Something that happens for a while. */
export interface Span {
  readonly name: string;
  readonly fromNs: number;
  readonly toNs: number;
}

type Placed = DispatchPrediction | TransferPrediction;

/** The colour class of a kernel: the largest have one of their own. */
export function kernelColour({ kernels }: AppPrediction, pipeline: string): string {
  const rank = kernels.findIndex((each) => each.pipeline === pipeline);
  return `c-${COLOURS[rank] ?? 'other'}`;
}

/** Kernels with a colour of their own. */
export const COLOURED = COLOURS.length;

/** Submits, each from the start of its first operation to the end of its last. */
export function submitSpans({ dispatches, transfers }: AppPrediction): Span[] {
  return spansOf([...dispatches, ...transfers], ({ submit }) => `submit ${submit + 1}`);
}

export function passSpans({ dispatches }: AppPrediction): Span[] {
  return spansOf(dispatches, ({ pass }) => `pass ${pass + 1}`);
}

function spansOf<T extends Placed>(operations: readonly T[], nameOf: (operation: T) => string): Span[] {
  const spans = new Map<string, Span>();
  for (const operation of operations) {
    const { startNs, workNs } = operation;
    const name = nameOf(operation);
    const known = spans.get(name);
    const fromNs = Math.min(startNs, known?.fromNs ?? startNs);
    const toNs = Math.max(startNs + workNs, known?.toNs ?? 0);
    spans.set(name, { name, fromNs, toNs });
  }
  return [...spans.values()].sort((a, b) => a.fromNs - b.fromNs);
}

export function appTimeline(app: AppPrediction): string {
  const { dispatches, transfers, timeNs } = app;
  const count = Math.max(1, Math.min(MOST_ROWS, Math.ceil((dispatches.length + transfers.length) / PER_ROW)));
  const rowNs = Math.max(1, timeNs) / count;
  const draw = (
    { fromNs, toNs }: Omit<Span, 'name'>,
    y: number,
    height: number,
    colour: string,
    hint: string,
  ) =>
    piecesOf(fromNs, toNs, rowNs, count).map(({ row, from, to }) =>
      rect([LEFT + from * INNER, row * ROW + y, Math.max(0.6, (to - from) * INNER), height], colour, hint),
    );
  const strip = (spans: readonly Span[], y: number) =>
    spans.flatMap((span, at) =>
      draw(
        span,
        y,
        STRIP - 2,
        at % 2 === 0 ? 'c-idle' : 'c-launch',
        `${span.name}, ${formatTime(span.toNs - span.fromNs)}`,
      ),
    );
  const operations = [...dispatches, ...transfers].flatMap((each) => {
    const span = { fromNs: each.startNs, toNs: each.startNs + each.workNs };
    const colour = 'pipeline' in each ? kernelColour(app, each.pipeline) : 'c-idle';
    return draw(span, 8 + 2 * STRIP, BAR, colour, hintOf(each));
  });
  const frames = Array.from({ length: count }, (_, row) => {
    const top = row * ROW;
    const floor = top + 8 + 2 * STRIP + BAR;
    return [
      text(LEFT - 6, top + 15, 'submits', 'end'),
      text(LEFT - 6, floor - 8, 'work', 'end'),
      line(LEFT, floor, LEFT + INNER, floor, 'axis'),
      text(LEFT, floor + 14, formatTime(row * rowNs)),
      text(LEFT + INNER, floor + 14, formatTime((row + 1) * rowNs), 'end'),
    ];
  }).flat();
  const strips = [...strip(submitSpans(app), 8), ...strip(passSpans(app), 8 + STRIP)];
  return svg(WIDTH, count * ROW, 'Timeline of the app', [...frames, ...strips, ...operations]);
}

/** Where a stretch of time lies in the rows; places in a row from 0 to 1. */
function piecesOf(fromNs: number, toNs: number, rowNs: number, count: number) {
  const first = Math.min(count - 1, Math.floor(fromNs / rowNs));
  const last = Math.max(first, Math.min(count - 1, Math.ceil(toNs / rowNs) - 1));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const row = first + index;
    const from = Math.max(0, fromNs / rowNs - row);
    return { row, from, to: Math.min(1, toNs / rowNs - row) };
  });
}

function hintOf(each: Placed): string {
  const times = `${formatTime(each.workNs)}, ${formatTime(each.gapNs)} before it`;
  if (!('pipeline' in each))
    return `${each.kind} to ${printable(each.buffer)}, ${formatBytes(each.bytes)}: ${times}`;
  const { name, pipeline, dispatch } = each;
  const kernel = name === pipeline ? '' : ` (${printable(pipeline)})`;
  return `${printable(name)}${kernel}, ${dispatch.join(' × ')} workgroups: ${times}`;
}
