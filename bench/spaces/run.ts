// How good is the tuner's search on spaces that were measured whole? Prints the score P (replay/score.ts)
// of the ensemble, or of each technique, over recorded spaces: Kernel Tuner caches, T4 results, space records.
//   npm run bench:tuning -- --spaces PATH… [--repeats 25] [--seed 1000] [--technique NAME|NAME+NAME|all]…
//     [--score trials|time] [--format text|json] [--plot FILE.svg]

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { TECHNIQUE_NAMES, techniqueNamed } from '../../src/tune/techniques/index.ts';
import { openRecordedSpaces } from './replay/open.ts';
import { curvesSvg } from './score-plot.ts';
import { type Contestant, type Measure, type Standing, standingOf } from './score-spaces.ts';
import { standingsTable } from './score-table.ts';

const DEFAULT_NAME = 'ensemble';
const ALL = 'all';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    spaces: { type: 'string', multiple: true, default: [] },
    repeats: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1000' },
    technique: { type: 'string', multiple: true, default: [] },
    score: { type: 'string', default: 'trials' },
    format: { type: 'string', default: 'text' },
    plot: { type: 'string' },
  },
});

function fail(message: string): never {
  process.stderr.write(`error: ${message}\n`);
  process.exit(2);
}

function show({ severity, message }: Diagnostic): void {
  process.stderr.write(`${severity === 'warning' ? 'warning' : 'error'}: ${message}\n`);
}

function wholeNumber(name: 'repeats' | 'seed', least: number): number {
  const value = Number(flags[name]);
  if (!Number.isSafeInteger(value) || value < least) {
    fail(`--${name} "${flags[name]}" is no whole number from ${least} on`);
  }
  return value;
}

/** The ensemble, and what `--technique` asks for beside or instead of it. */
function contestants(): Contestant[] {
  if (flags.technique.length === 0) return [{ name: DEFAULT_NAME }];
  const names = flags.technique.flatMap((each) =>
    each === ALL ? [DEFAULT_NAME, ...TECHNIQUE_NAMES] : [each],
  );
  return names.map((name) => {
    if (name === DEFAULT_NAME) return { name };
    try {
      return { name, techniques: name.split('+').map(techniqueNamed) };
    } catch (error) {
      return fail((error as Error).message);
    }
  });
}

function choice<T extends string>(name: 'score' | 'format', values: readonly T[]): T {
  const value = values.find((each) => each === flags[name]);
  return value ?? fail(`--${name} "${flags[name]}" is unknown; expected ${values.join(' or ')}`);
}

const format = choice('format', ['text', 'json']);
const measure: Measure = choice('score', ['trials', 'time']);
const [repeats, seed] = [wholeNumber('repeats', 1), wholeNumber('seed', 0)];
// Shells expand `--spaces DIR/*.json` into a flag with one value and further words.
const paths = [...flags.spaces, ...positionals];
if (paths.length === 0) fail('which spaces? Give files or folders with --spaces');
const entrants = contestants();
const opened = openRecordedSpaces(paths);
opened.diagnostics.forEach(show);
if (opened.diagnostics.some(({ severity }) => severity !== 'warning')) process.exit(2);

const standings: Standing[] = entrants.map((contestant) =>
  standingOf(contestant, opened.value!, { repeats, seed, measure }),
);
if (flags.plot !== undefined) writeFileSync(flags.plot, curvesSvg(standings));
if (format === 'json') {
  const reports = standings.map(({ name, meanP, spaces }) => ({
    name,
    meanP,
    spaces: spaces.map(({ curve: _, expected: __, ...space }) => space),
  }));
  const [{ meanP, spaces }] = reports as [(typeof reports)[number]];
  const report = {
    meanP,
    repeats,
    seed,
    score: measure,
    spaces,
    ...(reports.length > 1 ? { techniques: reports } : {}),
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} else {
  process.stdout.write(standingsTable(standings));
}
