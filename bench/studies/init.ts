// What `init` writes for the suites' compute entry points: how many predict, how many it has to ask for. And beside the
// launch files that were written by hand, told the sizes that those have: how many agree, and why the rest does not.
//   node build.mjs bench/studies/init.ts && node dist/bench/studies/init.js [--times | --alone] [-v] [NAME…]

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../../src/launch/launch.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { DEFAULT_PROFILE } from '../../src/profile/default-profile.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';
import { entryPointsOf } from '../../src/reflect/shader.ts';
import { besideHandWritten } from './init-beside.ts';

/** Not those that nobody may look at. */
const SETS = ['bench/sets/development', 'bench/sets/studied'];
const FOLDERS = ['examples', ...SETS, 'bench/spaces/kernels', 'bench/spaces/studied/kernels'];

const flags = process.argv.slice(2);
const isVerbose = flags.includes('-v');
const names = flags.filter((each) => !each.startsWith('-'));
const isWanted = (file: string) => names.length === 0 || names.some((name) => file.includes(name));
const profile = loadProfile(DEFAULT_PROFILE).value!;
const options = {
  profile,
  seed: 0,
  files: () => new Uint8Array(),
  without: [],
  cache: 'warm',
  now: () => performance.now(),
  timeoutMs: 20_000,
} as const;

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return name.endsWith(ending) && isWanted(file) ? [file] : [];
  });
}

function share(count: number, all: number): string {
  return `${count} of ${all} (${((100 * count) / all).toFixed(1)} %)`;
}

/** By itself: with the numbers that `init` chooses. */
function alone(): void {
  let [all, predicted, asked, assuming, reaching] = [0, 0, 0, 0, 0];
  for (const file of FOLDERS.flatMap((folder) => filesOf(folder, '.wgsl'))) {
    const shader = { file, text: readFileSync(file, 'utf8') };
    for (const { name: entryPoint } of entryPointsOf(shader).value ?? []) {
      all++;
      const title = `${file} ${entryPoint}`;
      const drafts = draftsOf(shader, { path: path.basename(file), entryPoint, given: {} });
      const draft = drafts.value?.[0]?.draft;
      if (!draft) {
        console.log(`${title}: ${drafts.diagnostics[0]?.message}`);
        continue;
      }
      const launch = parseLaunch(draftText(draft), path.join(path.dirname(file), 'init.json'));
      const outcome = launch.value && predictLaunch(launch.value, shader.text, options);
      const problems = [...launch.diagnostics, ...(outcome?.diagnostics ?? [])];
      const open = draft.params.filter((each) => each.assumed !== undefined);
      const told = problems.map(({ message }) => message);
      if (outcome?.value) predicted++;
      if (told.some((each) => each.includes('out-of-bounds'))) reaching++;
      if (open.some(({ isAsked }) => isAsked)) asked++;
      if (open.length > 0) assuming++;
      for (const { name, assumed, isAsked } of open)
        if (isVerbose) console.log(`${title}: ${isAsked ? 'asks for' : 'assumes'} ${name}: ${assumed}`);
      for (const each of isVerbose || !outcome?.value ? told : []) console.log(`${title}: ${each}`);
    }
  }
  console.log(`${share(predicted, all)} compute entry points predict by what init writes`);
  console.log(`${share(reaching, all)} reach beyond a buffer`);
  console.log(
    `${share(all - asked, all)} without a question, ${share(all - assuming, all)} with nothing assumed`,
  );
}

function timeOf(launch: Launch, shader: string): number | undefined {
  return predictLaunch(launch, shader, options).value?.timeNs;
}

/** Told the sizes of the files that were written by hand. */
function beside(): void {
  let [all, refused, same] = [0, 0, 0];
  const errors: number[] = [];
  for (const file of SETS.flatMap((folder) => filesOf(folder, '.json'))) {
    const byHand = loadLaunch(file).value;
    if (!byHand) continue;
    const shader = readFileSync(byHand.shaderPath, 'utf8');
    all++;
    const { launch, text, differences } = besideHandWritten(byHand, shader);
    if (!launch) refused++;
    if (differences.every((each) => each.startsWith('data of'))) same++;
    const lines = [...differences];
    if (launch && flags.includes('--times')) {
      const [own, theirs] = [timeOf(launch, shader), timeOf(byHand, shader)];
      if (own !== undefined && theirs !== undefined) {
        const error = Math.abs(Math.log(own / theirs));
        errors.push(error);
        if (error > Math.log(1.05)) lines.unshift(`${(own / theirs).toPrecision(3)} times the time by hand`);
      }
    }
    if (lines.length > 0) console.log(`${file}\n  ${lines.join('\n  ')}`);
    if (isVerbose && lines.length > 0) console.log(text);
  }
  console.log(`${share(same, all)} launches have the hand-written dispatch and sizes; ${refused} refused`);
  if (errors.length === 0) return;
  const within = (part: number) => errors.filter((error) => error <= Math.log(1 + part)).length;
  console.log(`time within 5 %: ${share(within(0.05), all)}; within 20 %: ${share(within(0.2), all)}`);
}

if (flags.includes('--alone')) alone();
else beside();
