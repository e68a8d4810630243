// The charts of the HTML report, hand-written SVG: utilisation over time, bars; colours and axes of all.

import type { Diagnosis, Observation, UtilizationSlice } from '../analyze/diagnosis.ts';
import { otherFactors, parameterName } from './diagnosis-words.ts';
import { line, rect, svg, text } from './svg.ts';
import { formatCount, formatShare } from './units.ts';

const WIDTH = 640;
const LEFT = 80;
const INNER = WIDTH - LEFT - 18;
/** What charts in rows have in common. */
export const CHART = { width: WIDTH, left: LEFT, inner: INNER } as const;
/** Room for a share behind a band. */
const SHARE = 44;

/** Colour classes by resource; the others share the last. */
const COLOURS = ['issue', 'fma', 'alu', 'sfu', 'shared', 'l1', 'l2', 'dram', 'atomic', 'barrier', 'launch'];

export function colourOf(reason: string): string {
  const resource = reason.split(' ')[0];
  if (reason === 'not selected') return 'c-idle';
  if (reason === 'issuing') return 'c-issue';
  const colour = COLOURS.includes(resource) ? `c-${resource}` : 'c-other';
  // Waiting for a result is paler than queueing for the same unit.
  return reason.endsWith(' latency') ? `${colour} pale` : colour;
}

/** Utilisation of the busiest resources, one band each, over the time that was emulated. */
export function utilizationChart({ utilization, resourceNames }: Observation): string {
  const length = ({ fromCycle, toCycle }: UtilizationSlice) => toCycle - fromCycle;
  const cycles = utilization.reduce((sum, slice) => sum + length(slice), 0);
  const worked = (id: number) => utilization.reduce((sum, each) => sum + each.busy[id] * length(each), 0);
  const chosen = resourceNames
    .map((name, id) => ({ name, id, busy: worked(id) / Math.max(1, cycles) }))
    .filter(({ busy }) => busy > 0.02)
    .sort((a, b) => b.busy - a.busy)
    .slice(0, 6);
  if (chosen.length === 0) return '<p>No unit is busy for more than 2 % of the time.</p>';
  const start = utilization[0]?.fromCycle ?? 0;
  const end = Math.max(start + 1, utilization.at(-1)?.toCycle ?? 1);
  const inner = INNER - SHARE;
  const x = (cycle: number) => LEFT + ((cycle - start) / (end - start)) * inner;
  const height = 34;
  const parts = chosen.flatMap(({ name, id, busy }, row) => {
    const floor = 6 + (row + 1) * height - 6;
    const bars = utilization.map((slice) => {
      const tall = slice.busy[id] * (height - 10);
      const box = [x(slice.fromCycle), floor - tall, x(slice.toCycle) - x(slice.fromCycle), tall] as const;
      return rect(box, colourOf(name), `${name} ${formatShare(slice.busy[id])}`);
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

export function cycleAxis(start: number, end: number, y: number, inner = INNER): string[] {
  const at = (share: number) => formatCount(Math.round(start + share * (end - start)));
  return [
    text(LEFT, y, `cycle ${at(0)}`),
    text(LEFT + inner / 2, y, at(0.5), 'middle'),
    text(LEFT + inner, y, at(1), 'end'),
  ];
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
  const values = rows.map(({ label, shown }) => `${label} ${shown}`).join(', ');
  return svg(WIDTH, 8 + rows.length * 22, `${title}: ${values}`, parts);
}

export function sensitivityBars(diagnosis: Diagnosis): string {
  const parameters = diagnosis.sensitivities
    .filter(({ elasticity }) => isSeen(elasticity))
    .map((each) => ({ ...each, label: parameterName(each, diagnosis), colour: colourOf(each.resource) }));
  const factors = otherFactors(diagnosis, parameters)
    .filter(({ elasticity }) => isSeen(elasticity))
    .map(({ name, elasticity }) => ({ label: name, elasticity, colour: 'c-other' }));
  const rows = [...parameters, ...factors].map(({ label, elasticity, colour }) => ({
    label,
    value: elasticity,
    shown: signed(elasticity),
    colour: elasticity < 0 ? 'c-idle' : colour,
  }));
  return bars('Sensitivity', rows.slice(0, 14));
}

function isSeen(elasticity: number): boolean {
  return Math.abs(elasticity) >= 0.01;
}

function signed(value: number): string {
  return value.toFixed(2).replace('-', '−');
}
