// Prints how well speed-ups are predicted on the controlled pairs, set by set, beside each set's first score:
// `node build.mjs bench/pairs/run.ts && node dist/bench/pairs/run.js [SET]`. `--no-names` leaves the reasons out.

import {
  explanationOf,
  isNamed,
  type Outcome,
  outcomeOf,
  type PairScore,
  type PairSet,
  readPairs,
  readTimes,
} from './pairs.ts';

const wanted = process.argv.slice(2).find((each) => !each.startsWith('-'));
const withNames = !process.argv.includes('--no-names');
const times = readTimes();

interface Named {
  readonly named: boolean;
  /** By a resource settled beforehand. */
  readonly strictly: boolean;
}

const factor = (value: number) => value.toFixed(2).padStart(6);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function show(outcome: Outcome): Named {
  const { name, measured, predicted, error, isRightWay, keptApart } = outcome;
  const explained = withNames ? explanationOf(outcome) : [];
  const named = !withNames || isNamed(outcome, explained);
  const strictly = !withNames || isNamed({ ...outcome, admitted: [] }, explained);
  const reasons = explained
    .slice(0, 3)
    .map((part) => `${part.resource} ${part.parameter} ${part.factor.toFixed(2)}`);
  process.stdout.write(
    `${name.padEnd(42)} ${factor(measured)} ${factor(predicted)} ${`${(error * 100).toFixed(0)} %`.padStart(6)} ` +
      `${isRightWay ? ' ' : '✗'} ${named ? ' ' : '✗'} ${reasons.join(', ')}${keptApart ? ' (family kept apart)' : ''}\n`,
  );
  return { named, strictly };
}

function words({ meanError, rightWay, named }: Omit<PairScore, 'date' | 'pairs'>): string {
  return `mean error ${percent(meanError)}, direction right in ${rightWay}, named in ${named}`;
}

function showSet({ name, status, since, scores: [first], pairs }: PairSet): void {
  process.stdout.write(`${name}: ${pairs.length} pairs, ${status} since ${since}\n`);
  process.stdout.write(`${''.padEnd(42)} measured, predicted, error; direction, name; explained by\n`);
  const outcomes = pairs.map((pair) => outcomeOf(pair, times));
  const names = outcomes.map(show);
  const now = {
    meanError: outcomes.reduce((sum, { error }) => sum + Math.abs(error), 0) / outcomes.length,
    rightWay: outcomes.filter(({ isRightWay }) => isRightWay).length,
    named: names.filter(({ named }) => named).length,
  };
  const strictly = names.filter((each) => each.strictly).length;
  process.stdout.write(
    `\nfirst, ${first.date}: ${words(first)}\n` +
      `now: ${words(now)}, of them ${strictly} by a resource settled beforehand\n\n`,
  );
}

const sets = readPairs().filter(({ name }) => wanted === undefined || name === wanted);
if (sets.length === 0) throw new Error(`there is no set of pairs "${wanted}"`);
sets.forEach(showSet);
