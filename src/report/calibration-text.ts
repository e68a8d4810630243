// A calibration as text: how much changed, then each number with its old value, its error bar and the
// measurement that gave it, then what is only compared, then what the measurements leave open.

import type { Answer, Calibration } from '../calibrate/calibrate.ts';
import type { Fit } from '../calibrate/fit.ts';
import { columnsOf, fitted, pairs, type Style, table, wrap } from './layout.ts';
import { formatChange, formatShare, formatTime } from './units.ts';

/** Changes by less than this are the scatter of measurements. */
const CHANGED = 0.02;

const digits = (value: number) => {
  const size = Math.abs(value);
  return size >= 1e6 ? value.toExponential(2) : String(Number(value.toPrecision(3)));
};

const NUMBERS = columnsOf('number', '>was', '>is', '>±', '>change', 'measured by');

/** What the measurement leaves open. */
function limitation(fit: Exclude<Fit, { kind: 'value' }>): string {
  if (fit.kind === 'inseparable') return 'hardly depends on it';
  if (fit.kind === 'out-of-reach') return `nothing fits as far as ${digits(fit.nearest)}`;
  const { least, most } = fit;
  if (least === undefined) return most === undefined ? 'any number fits' : `at most ${digits(most)}`;
  return most === undefined ? `at least ${digits(least)}` : `${digits(least)} to ${digits(most)}`;
}

function openQuestion({ fit, problem }: Answer): string | undefined {
  if (fit === undefined) return problem;
  return fit.kind === 'value' ? undefined : limitation(fit);
}

function numberRow({ step, old, value, fit }: Answer): string[] {
  const was = old === undefined ? '' : digits(old);
  const error = fit?.kind === 'value' ? digits(fit.error) : '';
  const change = value === undefined ? 'kept' : old ? formatChange(value / old - 1) : '';
  return [step.field!, was, value === undefined ? was : digits(value), error, change, step.id];
}

const COMPARISONS = columnsOf('compared only', '>measured', '>model', '>error');

function comparisonRow({ step, observed, modelNs }: Answer): string[] {
  if (!observed || modelNs === undefined) return [step.id, '-', '-', '-'];
  return [step.id, formatTime(observed.ns), formatTime(modelNs), formatChange(modelNs / observed.ns - 1)];
}

export function calibrationText({ answers, profile }: Calibration, device: string, style: Style): string {
  const asked = answers.filter((each) => each.step.field !== undefined);
  const values = asked.filter((each) => each.fit?.kind === 'value');
  const changed = asked.filter(
    ({ old, value }) => value !== undefined && (!old || Math.abs(value / old - 1) > CHANGED),
  );
  const verdict = `${profile.name} on ${device}: ${values.length} of ${asked.length} numbers answered, ${changed.length} changed by more than ${formatShare(CHANGED)}`;
  const compared = answers.filter((each) => each.step.field === undefined).map(comparisonRow);
  const open = answers.flatMap((each): [string, string][] => {
    const question = openQuestion(each);
    return question === undefined ? [] : [[each.step.id, question]];
  });
  const parts = [
    style.bold(wrap(verdict)),
    table(NUMBERS, fitted(NUMBERS, asked.map(numberRow)), style),
    table(COMPARISONS, fitted(COMPARISONS, compared), style),
    ...(open.length > 0 ? [`${style.bold('left open')}\n${pairs(open)}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
