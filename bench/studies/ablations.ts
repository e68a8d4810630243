// What each mechanism of the model is worth: the suite scored with one of them left out at a time,
// beside the two baselines. Writes ablations.json and the table of docs/accuracy.md, whose last
// column, what a row says, is kept. Options: `--only PART` takes launches whose name contains it and writes
// nothing.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TimingInput } from '../../src/emulate/device.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { type Preparation, prepare } from '../../src/emulate/prepare.ts';
import type { Trace } from '../../src/execute/trace.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import type { Program } from '../../src/machine/program.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import { decodeKernel, generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { sampleTrace } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { baselinesOf } from '../../src/validate/baselines.ts';
import { measuredOn, readLaunchSet, type SetEntry } from '../../src/validate/launch-set.ts';
import { type Pair, type Score, scoreOf } from '../../src/validate/statistics.ts';
import { ablations, WHOLE } from './ablation-list.ts';

const root = process.cwd();
const FOLDER = path.join(root, 'bench/sets/development');
const RECORD = path.join(root, 'bench/studies/ablations.json');
const DOCUMENT = path.join(root, 'docs/accuracy.md');
const START = '<!-- ablations: made by bench/studies/ablations.ts -->';
const END = '<!-- end of ablations -->';
const DEVICE = 'nvidia-h200';
const profile = loadProfile(DEVICE).value!;
const profiles = ablations.map((each) => each.profile?.(profile) ?? profile);
const at = process.argv.indexOf('--only');
const only = at < 0 ? undefined : process.argv[at + 1];

interface Row extends Pick<Score, 'predicted' | 'mape' | 'median' | 'kendallTau' | 'within30'> {
  readonly title: string;
}

interface Run {
  readonly program: Program;
  readonly trace: Trace;
  readonly preparation: Preparation;
}

/** Time by title; a program that several ablations share is executed once. */
function timesOf(entry: SetEntry): { name: string; times: Map<string, number> } {
  const launch = loadLaunch(entry.path, { params: {} }).value!;
  const source = readFileSync(launch.shaderPath, 'utf8');
  const module = decodeKernel(launch, source).value!;
  const bindings = matchBindings(module, launch, source).value!;
  const runs = new Map<string, Run>();
  const runOf = (without: readonly string[]): Run | undefined => {
    const driver = { dialect: 'dawn', without } as const;
    const program = generateKernel(optimizeKernel(module, driver), driver);
    const key = JSON.stringify([program.nodes, program.segments, program.module.values]);
    const known = runs.get(key);
    if (known) return known;
    const files = () => new Uint8Array();
    const { value: trace, diagnostics } = sampleTrace(program, bindings, launch, { profile, seed: 0, files });
    if (!trace) {
      process.stderr.write(` ${launch.name} without ${without.join(', ')}: ${diagnostics[0]?.message}\n`);
      return undefined;
    }
    const run = { program, trace, preparation: prepare(trace, profile) };
    runs.set(key, run);
    return run;
  };
  const times = new Map<string, number>();
  const whole = runOf([]);
  const workgroupSize = invocationsOf(module);
  const wholeTime = new Map<Run, ReturnType<typeof predictTime>>();
  ablations.forEach(({ title, without, policy, timeNs }, index) => {
    const run = without ? runOf(without) : whole;
    if (!run) return;
    const timing: TimingInput = {
      trace: run.trace,
      preparation: run.preparation,
      profile: profiles[index],
      workgroupSize,
      cache: 'warm',
      ...(policy ? { policy } : {}),
    };
    const isUsual = profiles[index] === profile && policy === undefined;
    const estimate = (isUsual ? wholeTime.get(run) : undefined) ?? predictTime(timing);
    if (isUsual) wholeTime.set(run, estimate);
    times.set(title, timeNs?.(estimate, profile) ?? estimate.timeNs);
    if (title !== WHOLE) return;
    const forecast = { program: run.program, timing, prediction: { instructions: estimate.instructions } };
    const { rooflineNs, saakeNs } = baselinesOf(forecast, launch, profile);
    times.set('roofline', rooflineNs);
    times.set('SAAKE as printed', saakeNs);
  });
  return { name: launch.name, times };
}

function scoredRows(): Row[] {
  const { entries, measurements } = readLaunchSet(FOLDER);
  const pairs = new Map<string, Pair[]>();
  const chosen = entries.filter((each) => only === undefined || each.path.includes(only));
  for (const [i, entry] of chosen.entries()) {
    process.stderr.write(`\r${i + 1} of ${chosen.length}`);
    const { name, times } = timesOf(entry);
    const measured = measuredOn(measurements, name, DEVICE);
    if (!measured) continue;
    for (const [title, predictedNs] of times) {
      const found = pairs.get(title) ?? [];
      found.push({ measuredNs: measured.timeNs, predictedNs });
      pairs.set(title, found);
    }
  }
  process.stderr.write('\n');
  const titles = [...ablations.map((each) => each.title), 'roofline', 'SAAKE as printed'];
  return titles.map((title) => {
    const { predicted, mape, median, kendallTau, within30 } = scoreOf(pairs.get(title)!)!;
    return { title, predicted, mape, median, kendallTau, within30 };
  });
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** What the rows say, by title, as the document has it. */
function sentences(document: string): Map<string, string> {
  const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(rows.filter((cells) => cells.length === 9).map((cells) => [cells[1], cells[7]]));
}

function tableOf(rows: readonly Row[], says: ReadonlyMap<string, string>): string {
  const whole = rows[0];
  const lines = rows.map((row) => {
    const change = 100 * (row.mape - whole.mape);
    const cells = [
      row.title,
      percent(row.mape),
      row === whole ? '' : `${change >= 0 ? '+' : ''}${change.toFixed(1)}`,
      percent(row.median),
      row.kendallTau.toFixed(3),
      percent(row.within30),
      says.get(row.title) ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head =
    '| left out | MAPE | change in points | median error | Kendall tau | within 30 % | what it says |';
  return [head, '|---|---:|---:|---:|---:|---:|---|', ...lines].join('\n');
}

const rows = scoredRows();
if (only === undefined) {
  writeFileSync(
    RECORD,
    `${JSON.stringify({ schema: 'kernelcast/ablations@1', profile: DEVICE, rows }, null, 2)}\n`,
  );
  const document = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : `# Accuracy\n\n${START}\n${END}\n`;
  const [before, rest] = document.split(START) as [string, string];
  const after = rest.slice(rest.indexOf(END));
  writeFileSync(DOCUMENT, `${before}${START}\n\n${tableOf(rows, sentences(rest))}\n\n${after}`);
}
console.log(tableOf(rows, new Map()));
