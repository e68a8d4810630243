// The charts of the HTML report, hand-written SVG: warp timeline, utilisation over time, roofline, bars.

import type { Diagnosis, Observation } from '../analyze/diagnosis.ts';
import { line, rect, svg, text } from './svg.ts';
import { formatCount, formatShare } from './units.ts';

const WIDTH = 640;
const LEFT = 80;
const INNER = WIDTH - LEFT - 18;
/** Room for a share behind a band. */
const SHARE = 44;

/** Colour classes by resource; the others share the last. */
const COLOURS = ['issue', 'fma', 'alu', 'sfu', 'shared', 'l1', 'l2', 'dram', 'atomic', 'barrier', 'launch'];

export function colourOf(reason: string): string {
  const resource = reason.split(' ')[0]!;
  if (reason === 'not selected') return 'c-idle';
  const colour = COLOURS.includes(resource) ? `c-${resource}` : 'c-other';
  // Waiting for a result is paler than queueing for the same unit.
  return reason.endsWith(' latency') ? `${colour} pale` : colour;
}

/** One row per warp from its first step on: what it waits for, and where it issues. */
export function timelineChart({ warps }: Observation): string {
  const shown = warps.slice(0, 16);
  const end = Math.max(1, ...shown.map(({ steps }) => steps.at(-1)?.endCycle ?? 0));
  const start = Math.min(end, ...shown.map(({ steps }) => steps[0]?.issueCycle ?? 0));
  const x = (cycle: number) => LEFT + (Math.max(0, cycle - start) / Math.max(1, end - start)) * INNER;
  const rowHeight = 18;
  const parts = shown.flatMap(({ slot, steps }, row) => {
    const y = 4 + row * rowHeight;
    const label = text(LEFT - 6, y + 12, `warp ${slot}`, 'end');
    const waits = steps.flatMap(({ fromCycle, issueCycle, endCycle, reason, line: at, opcode }) => {
      const from = Math.max(start, fromCycle);
      const hint = `${reason}, ${Math.round(issueCycle - fromCycle)} cycles until ${opcode}${at > 0 ? ` in line ${at}` : ''}`;
      const wait =
        issueCycle - from >= 1
          ? [rect([x(from), y, x(issueCycle) - x(from), rowHeight - 3], colourOf(reason), hint)]
          : [];
      const width = Math.max(0.6, x(endCycle) - x(issueCycle));
      return [...wait, rect([x(issueCycle), y, width, rowHeight - 3], 'c-issue')];
    });
    return [label, ...waits];
  });
  const bottom = 4 + shown.length * rowHeight;
  const axis = cycleAxis(start, end, bottom + 16);
  return svg(WIDTH, bottom + 24, 'Timeline of the first warps', [...parts, ...axis]);
}

/** Utilisation of the busiest resources, one band each, over the time that was emulated. */
export function utilizationChart({ utilization, resourceNames }: Observation): string {
  const mean = resourceNames.map((_, id) => utilization.reduce((sum, { busy }) => sum + busy[id]!, 0));
  const chosen = resourceNames
    .map((name, id) => ({ name, id, busy: mean[id]! / Math.max(1, utilization.length) }))
    .filter(({ busy }) => busy > 0.02)
    .sort((a, b) => b.busy - a.busy)
    .slice(0, 6);
  const start = utilization[0]?.fromCycle ?? 0;
  const end = Math.max(start + 1, utilization.at(-1)?.toCycle ?? 1);
  const inner = INNER - SHARE;
  const x = (cycle: number) => LEFT + ((cycle - start) / (end - start)) * inner;
  const height = 34;
  const parts = chosen.flatMap(({ name, id, busy }, row) => {
    const floor = 6 + (row + 1) * height - 6;
    const bars = utilization.map((slice) => {
      const tall = slice.busy[id]! * (height - 10);
      const box = [x(slice.fromCycle), floor - tall, x(slice.toCycle) - x(slice.fromCycle), tall] as const;
      return rect(box, colourOf(name), `${name} ${formatShare(slice.busy[id]!)}`);
    });
    return [
      text(LEFT - 6, floor - 4, name, 'end'),
      text(WIDTH, floor - 4, formatShare(busy), 'end'),
      ...bars,
      line(LEFT, floor, LEFT + inner, floor, 'axis'),
    ];
  });
  const bottom = 6 + chosen.length * height;
  const axis = cycleAxis(start, end, bottom + 12, inner);
  return svg(WIDTH, bottom + 20, 'Utilisation over time', [...parts, ...axis]);
}

function cycleAxis(start: number, end: number, y: number, inner = INNER): string[] {
  const at = (share: number) => formatCount(Math.round(start + share * (end - start)));
  return [
    text(LEFT, y, `cycle ${at(0)}`),
    text(LEFT + inner / 2, y, at(0.5), 'middle'),
    text(LEFT + inner, y, at(1), 'end'),
  ];
}

/** Both axes logarithmic; a roof per memory level, and the kernel's point under each. */
export function rooflineChart({ roofline }: Observation): string {
  const height = 300;
  const bottom = height - 30;
  const { peakOperationsPerSecond: peak, operationsPerSecond } = roofline;
  const intensities = roofline.levels.map(({ intensity }) => intensity).filter((each) => each > 0);
  const ridges = roofline.levels.map(({ bytesPerSecond }) => peak / bytesPerSecond);
  const low = Math.floor(Math.log10(Math.min(0.1, ...intensities)));
  const high = Math.ceil(Math.log10(Math.max(100, ...intensities, ...ridges)));
  const top = Math.ceil(Math.log10(peak));
  const floor = Math.floor(Math.min(top - 4, Math.log10(Math.max(1, operationsPerSecond)) - 0.3));
  const x = (intensity: number) => LEFT + ((Math.log10(intensity) - low) / (high - low)) * INNER;
  const y = (rate: number) =>
    bottom - ((Math.log10(Math.max(rate, 10 ** floor)) - floor) / (top - floor)) * (bottom - 10);
  const parts: string[] = [];
  for (let decade = low; decade <= high; decade++) {
    parts.push(line(x(10 ** decade), 10, x(10 ** decade), bottom, 'grid'));
    parts.push(text(x(10 ** decade), bottom + 14, String(Number((10 ** decade).toPrecision(1))), 'middle'));
  }
  for (let decade = floor; decade <= top; decade++) {
    parts.push(line(LEFT, y(10 ** decade), LEFT + INNER, y(10 ** decade), 'grid'));
    const label = formatCount(10 ** decade).replace(/\.0+(?=\D|$)/, '');
    if (decade > floor) parts.push(text(LEFT - 6, y(10 ** decade) + 4, label, 'end'));
  }
  roofline.levels.forEach(({ name, bytesPerSecond, intensity }, index) => {
    const colour = `l-${name.toLowerCase()}`;
    const from = 10 ** Math.max(low, Math.log10(10 ** floor / bytesPerSecond));
    const ridge = Math.min(10 ** high, peak / bytesPerSecond);
    parts.push(line(x(from), y(from * bytesPerSecond), x(ridge), y(ridge * bytesPerSecond), colour));
    parts.push(line(x(ridge), y(peak), LEFT + INNER, y(peak), 'l-peak'));
    // Names stand outside of the pair of roofs: the faster one's above, the slower one's below.
    const labelAt = from * (ridge / from) ** 0.4;
    const isFastest = roofline.levels.every((each) => each.bytesPerSecond <= bytesPerSecond);
    const [dx, dy] = isFastest ? [-8, -8] : [10, 16];
    const roof = `${name} bandwidth`;
    parts.push(text(x(labelAt) + dx, y(labelAt * bytesPerSecond) + dy, roof, isFastest ? 'end' : 'start'));
    if (intensity > 0 && operationsPerSecond > 0) {
      const hint = `${name}: ${formatCount(operationsPerSecond)} operations/s at ${intensity.toPrecision(3)} per byte`;
      const [cx, cy] = [x(intensity), y(operationsPerSecond)];
      parts.push(rect([cx - 5, cy - 5, 10, 10], `point c-${name.toLowerCase()}`, hint));
      parts.push(text(cx + 9, cy + 4 + 13 * index, name));
    }
  });
  parts.push(text(LEFT + INNER, height - 2, 'operations per byte', 'end'));
  return svg(WIDTH, height, 'Roofline', parts);
}

/** A bar per row, the largest value filling the width. */
export function bars(
  title: string,
  rows: readonly { label: string; value: number; shown: string; colour: string }[],
): string {
  const most = Math.max(1e-9, ...rows.map(({ value }) => Math.abs(value)));
  const labelWidth = 190;
  const room = WIDTH - labelWidth - 70;
  const parts = rows.flatMap(({ label, value, shown, colour }, row) => {
    const y = 4 + row * 22;
    const width = Math.max(1, (Math.abs(value) / most) * room);
    return [
      text(labelWidth - 8, y + 13, label, 'end'),
      rect([labelWidth, y + 2, width, 15], colour, `${label}: ${shown}`),
      text(labelWidth + width + 6, y + 13, shown),
    ];
  });
  return svg(WIDTH, 8 + rows.length * 22, title, parts);
}

export function sensitivityBars({ sensitivities, factors }: Diagnosis): string {
  const rows = [
    ...sensitivities.map(({ resource, parameter, elasticity }) => ({
      label: `${resource} ${parameter === 'gap' ? 'throughput' : 'latency'}`,
      value: elasticity,
      shown: signed(elasticity),
      colour: elasticity < 0 ? 'c-idle' : colourOf(resource),
    })),
    ...factors
      .filter(({ name }) => name !== 'launch overhead')
      .map(({ name, elasticity }) => ({
        label: name,
        value: elasticity,
        shown: signed(elasticity),
        colour: elasticity < 0 ? 'c-idle' : 'c-other',
      })),
  ].filter(({ value }) => Math.abs(value) >= 0.01);
  return bars('Sensitivity', rows.slice(0, 14));
}

function signed(value: number): string {
  return value.toFixed(2).replace('-', '−');
}
