// Prints how well speed-ups are predicted on the controlled pairs:
// `node build.mjs bench/pairs/run.ts && node dist/bench/pairs/run.js [FOLDER]`. `--no-names` leaves the reasons out.

import path from 'node:path';
import { explanationOf, isNamed, type Outcome, outcomeOf, readMeasurements, readPairs } from './pairs.ts';

const folder = path.resolve(process.argv.slice(2).find((each) => !each.startsWith('-')) ?? 'bench/pairs');
const measurements = readMeasurements(folder);
const withNames = !process.argv.includes('--no-names');

function factor(value: number): string {
  return value.toFixed(2).padStart(6);
}

interface Named {
  readonly named: boolean;
  /** By a resource settled beforehand. */
  readonly strictly: boolean;
}

function show(outcome: Outcome): Named {
  const { name, measured, predicted, error, isRightWay, heldOut } = outcome;
  const explained = withNames ? explanationOf(folder, outcome) : [];
  const named = !withNames || isNamed(outcome, explained);
  const strictly = !withNames || isNamed({ ...outcome, admitted: [] }, explained);
  const reasons = explained
    .slice(0, 3)
    .map((part) => `${part.resource} ${part.parameter} ${part.factor.toFixed(2)}`);
  process.stdout.write(
    `${name.padEnd(42)} ${factor(measured)} ${factor(predicted)} ${`${(error * 100).toFixed(0)} %`.padStart(6)} ` +
      `${isRightWay ? ' ' : '✗'} ${named ? ' ' : '✗'} ${reasons.join(', ')}${heldOut ? ' (held out)' : ''}\n`,
  );
  return { named, strictly };
}

process.stdout.write(`${''.padEnd(42)} measured, predicted, error; direction, name; explained by\n`);
const outcomes = readPairs(folder).map((pair) => outcomeOf(folder, pair, measurements));
const names = outcomes.map(show);
const mean = outcomes.reduce((sum, { error }) => sum + Math.abs(error), 0) / outcomes.length;
const right = outcomes.filter(({ isRightWay }) => isRightWay).length;
process.stdout.write(
  `\n${outcomes.length} pairs: mean error ${(mean * 100).toFixed(1)} %, direction right in ${right}, ` +
    `named in ${names.filter(({ named }) => named).length}, ` +
    `of them ${names.filter(({ strictly }) => strictly).length} by a resource settled beforehand\n`,
);
