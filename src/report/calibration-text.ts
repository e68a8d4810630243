// A calibration as text: how much changed, then each number with its old value, its error bar and the
// measurement that gave it, then what is only compared.

import type { Answer, Calibration } from '../calibrate/calibrate.ts';
import { type Column, fitted, type Style, table, wrap } from './layout.ts';
import { formatShare, formatTime } from './units.ts';

/** Changes by less than this are the scatter of measurements. */
const CHANGED = 0.02;

const digits = (value: number) => {
  const size = Math.abs(value);
  return size >= 1e6 ? value.toExponential(2) : String(Number(value.toPrecision(3)));
};

const signed = (share: number) => `${share > 0 ? '+' : ''}${formatShare(share)}`;

const NUMBERS: readonly Column[] = [
  { title: 'number' },
  { title: 'was', align: 'right' },
  { title: 'is', align: 'right' },
  { title: '±', align: 'right' },
  { title: 'change', align: 'right' },
  { title: 'measured by' },
];

function numberRow({ step, old, fit, problem }: Answer): string[] {
  const was = old === undefined ? '' : digits(old);
  if (fit?.kind === 'value') {
    const change = old === undefined || old === 0 ? '' : signed(fit.value / old - 1);
    return [step.field!, was, digits(fit.value), digits(fit.error), change, step.id];
  }
  const why =
    fit?.kind === 'inseparable'
      ? 'cannot be told from other costs'
      : fit?.kind === 'out-of-reach'
        ? `beyond ${digits(fit.nearest)}`
        : (problem ?? '');
  return [step.field!, was, was, '', 'kept', `${step.id}: ${why}`];
}

const COMPARISONS: readonly Column[] = [
  { title: 'compared only' },
  { title: 'measured', align: 'right' },
  { title: 'model', align: 'right' },
  { title: 'error', align: 'right' },
];

function comparisonRow({ step, observed, modelNs, problem }: Answer): string[] {
  if (!observed || modelNs === undefined) return [step.id, '', '', problem ?? ''];
  return [step.id, formatTime(observed.ns), formatTime(modelNs), signed(modelNs / observed.ns - 1)];
}

export function calibrationText({ answers, profile }: Calibration, device: string, style: Style): string {
  const asked = answers.filter((each) => each.step.field !== undefined);
  const values = asked.flatMap((each) => (each.fit?.kind === 'value' ? [{ ...each, fit: each.fit }] : []));
  const changed = values.filter(({ old, fit }) => !old || Math.abs(fit.value / old - 1) > CHANGED);
  const verdict = `${profile.name} on ${device}: ${values.length} of ${asked.length} numbers answered, ${changed.length} changed by more than ${formatShare(CHANGED)}`;
  const compared = answers.filter((each) => each.step.field === undefined).map(comparisonRow);
  return `${style.bold(wrap(verdict))}

${table(NUMBERS, fitted(NUMBERS, asked.map(numberRow), 120), style)}

${table(COMPARISONS, fitted(COMPARISONS, compared), style)}
`;
}
