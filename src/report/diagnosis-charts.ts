// Charts of the HTML report: utilisation over time, what the time hangs on; colours and axes of all.

import type { Diagnosis, Observation, UtilizationSlice } from '../analyze/diagnosis.ts';
import { bars, chartRows, stretched } from './chart-rows.ts';
import { otherFactors, parameterName } from './diagnosis-words.ts';
import { rect } from './svg.ts';
import { formatCount, formatShare } from './units.ts';

/** Of a band over time, in its own units. */
const BAND = { width: 1000, height: 24 } as const;

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
  const x = (cycle: number) => ((cycle - start) / (end - start)) * BAND.width;
  const rows = chosen.map(({ name, id, busy }) => {
    const shapes = utilization.map((slice) => {
      const tall = slice.busy[id] * BAND.height;
      const box = [
        x(slice.fromCycle),
        BAND.height - tall,
        x(slice.toCycle) - x(slice.fromCycle),
        tall,
      ] as const;
      return rect(box, colourOf(name), `${name} ${formatShare(slice.busy[id])}`);
    });
    return { label: name, shown: formatShare(busy), drawing: stretched(BAND.width, BAND.height, shapes) };
  });
  const words = chosen.map(({ name, busy }) => `${name} ${formatShare(busy)}`).join(', ');
  return chartRows(`Utilisation over time: ${words}`, rows, cycleAxis(start, end));
}

export function cycleAxis(start: number, end: number): string[] {
  const at = (share: number) => formatCount(Math.round(start + share * (end - start)));
  return [`cycle ${at(0)}`, at(0.5), at(1)];
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
