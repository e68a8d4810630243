// What NVIDIA's driver makes of small kernels (bench/codes/driver-nvidia-h200.json) beside the model's code: how
// many have about as many instructions. Loops over private arrays, which take long: test/compilers/nvidia/float-forms.test.ts.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workgroupLayoutOf } from '../../src/compilers/nvidia/generation.ts';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Program } from '../../src/machine/program.ts';
import { opcodeCounts } from '../../src/validate/opcodes.ts';
import { generate, hopper, optimize } from '../compile.ts';

interface Recorded {
  readonly name: string;
  readonly source: string;
  readonly opcodes: Readonly<Record<string, number>>;
}

// Not imported: the compiler would work out a type of each of its kernels.
const { rows: recorded } = JSON.parse(readFileSync('bench/codes/driver-nvidia-h200.json', 'utf8')) as {
  readonly rows: readonly Recorded[];
};

function programOf(source: string): Program {
  const options = { constants: {}, rules: tintRules(), ...workgroupLayoutOf(hopper) };
  const { value } = decodeWgsl({ file: 'kernel.wgsl', text: source }, options);
  const without: ReadonlySet<string> = new Set();
  return generate(optimize(value!, { dialect: 'dawn', without }), { without });
}

const instructionsOf = (source: string): number =>
  programOf(source).segments.reduce((sum, { instructions }) => sum + instructions.length, 0);

/** Kernels whose code has more or fewer instructions than the driver's by more than a share of them. */
function farOff(named: (name: string) => boolean, share: number): { all: number; far: string[] } {
  const rows = recorded.filter(({ name }) => named(name));
  const far = rows.filter(({ opcodes, source }) => {
    const driver = Object.values(opcodes).reduce((sum, each) => sum + each, 0);
    return Math.abs(instructionsOf(source) - driver) > Math.max(2, share * driver);
  });
  return { all: rows.length, far: far.map(({ name }) => name) };
}

it('as many instructions, within 5 % or two, for seven of eight', () => {
  const { all, far } = farOff((name) => !/^(u[nokp]|pm|cf|wl|ka|fm)_/.test(name), 0.05);
  expect(all).toBe(411);
  expect(far.length).toBeLessThanOrEqual(45);
});

it('with one to six arrays that a loop indexes, within 15 % but for a loop around barriers that goes entirely', () => {
  const { all, far } = farOff((name) => name.startsWith('pm_'), 0.15);
  expect(all).toBe(48);
  expect(far).toEqual(['pm_1_8_1_c_0']);
});

/** Of branches, and of places where lanes meet. */
const controlOf = (opcodes: Record<string, number>): string =>
  ['BRA', 'BREAK', 'BSSY', 'WARPSYNC.ALL'].map((each) => opcodes[each] ?? 0).join();

it('as many branches and places where lanes meet, for three of four whose lanes go apart', () => {
  const rows = recorded.filter(({ name }) => name.startsWith('cf_'));
  expect(rows.length).toBe(70);
  const alike = rows.filter(
    ({ opcodes, source }) => controlOf(opcodes) === controlOf(opcodeCounts(programOf(source))),
  );
  expect(alike.length).toBeGreaterThanOrEqual(52);
});

it('loads of workgroup memory as wide, whatever a struct has', () => {
  const loadsOf = (opcodes: Readonly<Record<string, number>>) =>
    ['LDS', 'LDS.64', 'LDS.128'].map((each) => opcodes[each] ?? 0).join();
  const rows = recorded.filter(({ name }) => name.startsWith('wl_'));
  expect(rows.length).toBe(38);
  for (const { name, source, opcodes } of rows)
    expect(loadsOf(opcodeCounts(programOf(source))), name).toBe(loadsOf(opcodes));
});

it('choices between what they compare are minima and maxima, three at once where they are whole numbers', () => {
  const choicesOf = (opcodes: Readonly<Record<string, number>>) => {
    const named = Object.entries(opcodes).map(([name, count]) => [name.split('.')[0], count] as const);
    return ['FMNMX', 'VIMNMX', 'VIMNMX3', 'VIADDMNMX', 'FSETP', 'FSEL']
      .map((each) => named.reduce((sum, [name, count]) => sum + (name === each ? count : 0), 0))
      .join();
  };
  const rows = recorded.filter(({ name }) => name.startsWith('fm_'));
  expect(rows.length).toBe(94);
  const others = rows.filter(
    ({ source, opcodes }) => choicesOf(opcodeCounts(programOf(source))) !== choicesOf(opcodes),
  );
  // A load that only one arm wants goes there with its test; where an arm stores, the choice is a move of that arm; the
  // driver has no absolute value in a choice of signs.
  expect(others.map(({ name }) => name)).toEqual(['fm_f32_absif', 'fm_f32_arg', 'fm_f32_side']);
});
