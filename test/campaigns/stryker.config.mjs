// Mutation testing of what computes the forecast, with Stryker, which is no dependency of the project:
//   npm install --no-save @stryker-mutator/core@9.6.1 @stryker-mutator/vitest-runner@9.6.1
//   EVERY=64 npx stryker run test/campaigns/stryker.config.mjs
// Mutants of every EVERYth line (all with EVERY=1) of launch, emulate and execute, against the small tests of those.

import { readdirSync, readFileSync } from 'node:fs';

const every = Number(process.env['EVERY'] ?? 64);
const folders = ['src/launch', 'src/emulate', 'src/execute'];
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);
// Lines are counted through all files, so that short ones have their share.
let line = 0;
const mutate = files.flatMap((file) => {
  const first = line;
  line += readFileSync(file, 'utf8').split('\n').length;
  const chosen = [];
  for (let at = Math.ceil((first + 1) / every) * every; at <= line; at += every) chosen.push(at - first);
  return chosen.map((each) => `${file}:${each}-${each}`);
});

export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  vitest: { configFile: 'test/campaigns/stryker.vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate,
  ignorePatterns: [
    '.cache',
    'bench',
    'dist',
    'docs',
    'microbench',
    'reports',
    'test/fuzz/found',
    'test/golden',
  ],
  ignoreStatic: true,
  concurrency: 1,
  reporters: ['json', 'clear-text'],
  jsonReporter: { fileName: '/tmp/kernelcast-mutants.json' },
  clearTextReporter: { allowColor: false, reportTests: false },
};
