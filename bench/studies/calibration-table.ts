// The table of docs/calibration.md: each number that the recorded plan answers beside the literature's, written
// into the document. Run it after a change of the plan or the model.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import literature from '../../microbench/literature-nvidia-h200.json' with { type: 'json' };
import { type Answer, calibrate } from '../../src/calibrate/calibrate.ts';
import { sourceKey } from '../../src/calibrate/device-profile.ts';
import { timesOf } from '../../src/calibrate/measure-plan.ts';
import { openBenchmark } from '../../src/calibrate/microbench.ts';
import { plan } from '../../src/calibrate/plan.ts';
import { readMeasurements } from '../../src/measure/record.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { packageRoot } from '../../src/profile/package-root.ts';

const DOCUMENT = path.join(packageRoot(), 'docs/calibration.md');
const HEAD = '| number | measured | literature | source | |\n|---|---|---|---|---|\n';
/** A difference that wants an explanation. */
const NOTABLE = 0.2;

const { measurements } = readMeasurements(
  path.join(packageRoot(), 'microbench/results/nvidia-h200-2026-11-21-plan.json'),
);
const [{ device, date }] = measurements as [(typeof measurements)[number]];
const { answers } = calibrate({
  profile: loadProfile('nvidia-h200').value!,
  plan,
  open: (step, variant) => openBenchmark(step, variant, false),
  timed: timesOf(measurements),
  source: (step) => `measured:${sourceKey(device, date)} (${step.id})`,
});

const digits = (value: number) =>
  value >= 1e6 ? value.toExponential(2) : String(Number(value.toPrecision(3)));

function measured({ fit, problem }: Answer): string {
  switch (fit?.kind) {
    case 'value':
      return `${digits(fit.value)} ± ${digits(fit.error)}`;
    case 'bound':
      return [
        fit.least === undefined ? '' : `at least ${digits(fit.least)}`,
        fit.most === undefined ? '' : `at most ${digits(fit.most)}`,
      ]
        .filter((part) => part !== '')
        .join(', ');
    case 'inseparable':
      return 'hardly depends on it';
    case 'out-of-reach':
      return `nothing fits as far as ${digits(fit.nearest)}`;
    default:
      return problem ?? '';
  }
}

/** How far off the measurement says the literature is; undefined where it does not say. */
function difference({ fit }: Answer, value: number): number | undefined {
  if (fit?.kind === 'value') return fit.value / value - 1;
  if (fit?.kind !== 'bound') return undefined;
  return Math.min(Math.max(value, fit.least ?? value), fit.most ?? value) / value - 1;
}

function row(answer: Answer): string {
  const known = literature.numbers.find((each) => each.step === answer.step.id);
  const off = known && difference(answer, known.value);
  const isNotable = answer.fit?.kind === 'out-of-reach' || (off !== undefined && Math.abs(off) > NOTABLE);
  const share = off === undefined ? '' : `**${off > 0 ? '+' : ''}${Math.round(100 * off)} %**: `;
  const why = known && isNotable ? `${share}${known.why ?? 'not explained'}` : '';
  return `| \`${answer.step.field}\` | ${measured(answer)} | ${known ? digits(known.value) : ''} | ${known?.source ?? ''} | ${why} |\n`;
}

const asked = answers.filter((each) => each.step.field !== undefined);
const text = readFileSync(DOCUMENT, 'utf8');
const before = text.includes(HEAD) ? text.slice(0, text.indexOf(HEAD)) : text;
writeFileSync(DOCUMENT, before + HEAD + asked.map(row).join(''));
