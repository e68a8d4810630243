// For how many of the suites' compute entry points `init` writes a launch file that predicts, and for how many it has to
// ask. Beside it, what a workgroup costs by the launch files that were written by hand, where there is one.
//   node build.mjs bench/studies/init.ts && node dist/bench/studies/init.js [-v]

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadLaunch } from '../../src/launch/load.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { DEFAULT_PROFILE } from '../../src/profile/default-profile.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';
import { entryPointsOf } from '../../src/reflect/shader.ts';

/** Not those that nobody may look at. */
const FOLDERS = [
  'examples',
  'bench/sets/development',
  'bench/sets/studied',
  'bench/spaces/kernels',
  'bench/spaces/studied/kernels',
];
/** Below, a grid's ends and its launch count for too much to compare what a workgroup costs. */
const FEWEST_WORKGROUPS = 500;

const isVerbose = process.argv.includes('-v');
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

interface Cost {
  readonly entryPoint?: string;
  readonly nsPerWorkgroup: number;
}

/** What launch files of a folder say, by their shader. */
function byHand(folder: string): Map<string, Cost[]> {
  const found = new Map<string, Cost[]>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const launch = loadLaunch(path.join(folder, name)).value;
    const cost = launch && costOf(launch);
    if (!launch || cost === undefined) continue;
    const key = path.resolve(launch.shaderPath);
    const { entryPoint } = launch;
    found.set(key, [
      ...(found.get(key) ?? []),
      { nsPerWorkgroup: cost, ...(entryPoint === undefined ? {} : { entryPoint }) },
    ]);
  }
  return found;
}

type Launch = NonNullable<ReturnType<typeof parseLaunch>['value']>;

function costOf(launch: Launch): number | undefined {
  const workgroups = launch.dispatch.reduce((product, each) => product * each);
  if (workgroups < FEWEST_WORKGROUPS) return undefined;
  const predicted = predictLaunch(launch, readFileSync(launch.shaderPath, 'utf8'), options).value;
  return predicted && (predicted.timeNs - predicted.launchNs) / workgroups;
}

let [all, predicted, asked, assuming] = [0, 0, 0, 0];
const ratios: number[] = [];
for (const folder of FOLDERS) {
  const costs = process.argv.includes('--compare') ? byHand(folder) : new Map<string, Cost[]>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.wgsl'))) {
    const file = path.join(folder, name);
    const shader = { file, text: readFileSync(file, 'utf8') };
    for (const { name: entryPoint } of entryPointsOf(shader).value ?? []) {
      all++;
      const drafts = draftsOf(shader, { path: name, entryPoint, given: {} });
      const draft = drafts.value?.[0]?.draft;
      const title = `${file} ${entryPoint}`;
      if (!draft) {
        console.log(`${title}: ${drafts.diagnostics[0]?.message}`);
        continue;
      }
      const text = draftText(draft);
      const launch = parseLaunch(text, path.join(folder, 'init.json'));
      const outcome = launch.value && predictLaunch(launch.value, shader.text, options);
      const problems = [...launch.diagnostics, ...(outcome?.diagnostics ?? [])];
      const open = draft.params.flatMap((each) => (each.assumed === undefined ? [] : [each]));
      if (outcome?.value) predicted++;
      else
        console.log(`${title}: ${problems.find(({ severity }) => severity !== 'warning')?.message}\n${text}`);
      if (open.some(({ isAsked }) => isAsked)) asked++;
      if (open.length > 0) assuming++;
      for (const { name: param, assumed, isAsked } of open)
        if (isVerbose || isAsked)
          console.log(`${title}: ${isAsked ? 'asks for' : 'assumes'} ${param}: ${assumed}`);
      for (const { severity, message } of problems)
        if (severity === 'warning' && isVerbose) console.log(`${title}: ${message}`);
      const cost = outcome?.value && costOf(launch.value!);
      const others = (costs.get(path.resolve(file)) ?? []).filter(
        (each) => each.entryPoint === undefined || each.entryPoint === entryPoint,
      );
      if (cost === undefined || others.length === 0) continue;
      const nearest = others
        .map(({ nsPerWorkgroup }) => cost / nsPerWorkgroup)
        .sort((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)))[0];
      ratios.push(nearest);
      if (isVerbose) console.log(`${title}: ${nearest.toFixed(2)} times the cost by hand`);
    }
  }
}
const share = (count: number) => `${count} of ${all} (${((100 * count) / all).toFixed(1)} %)`;
console.log(`${share(predicted)} compute entry points predict by what init writes`);
console.log(
  `${share(all - asked)} without a question, ${share(all - assuming)} with nothing marked as assumed`,
);
if (ratios.length > 0) {
  ratios.sort((a, b) => a - b);
  const at = (part: number) => ratios[Math.floor(part * (ratios.length - 1))].toFixed(2);
  console.log(
    `a workgroup costs ${at(0.5)} times what it does by hand (median; quartiles ${at(0.25)}, ${at(0.75)})`,
  );
}
