// What the model makes of kernels that together cover it, stage by stage, on record. `npm run goldens` writes the
// records anew, so that a change of the model comes with the change of what it says.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import cardsFile from '../../hwprofiles/cards/cards.json' with { type: 'json' };
import { deviceOf } from '../../src/predict/compile-stages.ts';
import { inspectionOf } from '../../src/predict/inspect.ts';
import { inspectLaunch, type Stage } from '../../src/predict/predict.ts';
import { textOf as shaderText } from '../../src/predict/shader.ts';
import { nothingShared, type SharedCompilation } from '../../src/predict/traced-launch.ts';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { type Case, cases, folderOf } from './cases.ts';
import { compiledCase, tracedCase } from './timing.ts';
import { timingText } from './timing-text.ts';

const { cards } = cardsFile;
const DETAILED = 'nvidia-h200';

/** Cards that differ from the first of their generation by a few numbers, of which all others are the same. */
const furtherCards = new Set(
  cards
    .filter(({ generation }, index) => index !== cards.findIndex((each) => each.generation === generation))
    .map(({ name }) => name),
);
const others = profileNames().filter((name) => name !== DETAILED && !furtherCards.has(name));
const devices: readonly Profile[] = [DETAILED, ...others].map((name) => loadProfile(name).value!);
/** The first device of each generation of its compiler: what code may differ by. */
const generations = devices.filter(
  ({ compiler, generation }, index) =>
    index === devices.findIndex((each) => each.compiler === compiler && each.generation === generation),
);

describe.each(cases)('$name', (kernel) => {
  const { name } = kernel;
  const record = (file: string, text: string) =>
    expect(text).toMatchFileSnapshot(path.join(folderOf(name), file));
  const [detailed, ...others] = generations;
  // Compiled for its code, and for the time once more, where that is the same.
  const shared = nothingShared();
  const machine = machineText(kernel, detailed, shared);
  const different = others
    .map((device): [string, string] => [
      `machine-${device.generation}.txt`,
      machineText(kernel, device, shared),
    ])
    .filter(
      ([, text], index, all) => text !== machine && all.findIndex((each) => each[1] === text) === index,
    );

  it('as IR', () => record('ir.txt', textOf(kernel, 'ir', detailed)));
  it('after the compilers', () => record('optimized.txt', textOf(kernel, 'optimized', detailed)));
  it('as machine code', () => record('machine.txt', machine));
  it.each(different)('as machine code where it differs: %s', (file, text) => record(file, text));
  it('in time', () =>
    record('timing.txt', timingText(devices.map((device) => [device, tracedCase(kernel, device, shared)]))));

  it('has no record of a generation whose code is like that of another: delete it', () => {
    const known = different.map(([file]) => file);
    const files = readdirSync(folderOf(name)).filter((file) => /^machine-/.test(file));
    expect(files.filter((file) => !known.includes(file))).toEqual([]);
  });
});

/** Of what is compiled for the device anyway; where that refuses the kernel, of the code all the same. */
function machineText(kernel: Case, device: Profile, shared: SharedCompilation): string {
  const program = compiledCase(kernel, device, shared);
  return program ? inspectionOf(program, shaderText(kernel.source)).text : textOf(kernel, 'machine', device);
}

function textOf({ launch, source }: Case, stage: Stage, device: Profile): string {
  const options = { without: [], device: deviceOf(device) };
  const { value, diagnostics } = inspectLaunch(launch, source, stage, options);
  return value?.text ?? `${diagnostics.map((each) => each.message).join('\n')}\n`;
}
