// What the model makes of kernels that together cover it, stage by stage, on record. `npm run goldens` writes the
// records anew, so that a change of the model comes with the change of what it says.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectLaunch, type Stage } from '../../src/predict/predict.ts';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import type { Family, Profile } from '../../src/profile/profile.ts';
import { type Case, cases, folderOf } from './cases.ts';
import { tracedCase } from './timing.ts';
import { timingText } from './timing-text.ts';

const DETAILED = 'nvidia-h200';

const devices: readonly Profile[] = [DETAILED, ...profileNames().filter((name) => name !== DETAILED)].map(
  (name) => loadProfile(name).value!,
);
const [{ family: usual }] = devices;
const otherFamilies = [...new Set(devices.map(({ family }) => family))].filter((family) => family !== usual);

describe.each(cases)('$name', (kernel) => {
  const { name } = kernel;
  const record = (file: string, text: string) =>
    expect(text).toMatchFileSnapshot(path.join(folderOf(name), file));
  const machine = textOf(kernel, 'machine', usual);
  const different = otherFamilies
    .map((family): [string, string] => [`machine-${family}.txt`, textOf(kernel, 'machine', family)])
    .filter(([, text]) => text !== machine);

  it('as IR', () => record('ir.txt', textOf(kernel, 'ir', usual)));
  it('after the compilers', () => record('optimized.txt', textOf(kernel, 'optimized', usual)));
  it('as machine code', () => record('machine.txt', machine));
  it.each(different)('as machine code where it differs: %s', (file, text) => record(file, text));
  it('in time', () =>
    record('timing.txt', timingText(devices.map((device) => [device, tracedCase(kernel, device)]))));

  it('has no record of a family whose code is like the usual: delete it', () => {
    const known = different.map(([file]) => file);
    const files = readdirSync(folderOf(name)).filter((file) => /^machine-/.test(file));
    expect(files.filter((file) => !known.includes(file))).toEqual([]);
  });
});

function textOf({ launch, source }: Case, stage: Stage, family: Family): string {
  const { value, diagnostics } = inspectLaunch(launch, source, stage, { without: [], family });
  return value?.text ?? `${diagnostics.map((each) => each.message).join('\n')}\n`;
}
