// The code of every kernel on record for every generation: made of instructions that the generation has, and of what
// stood in for the others.

import { describe, expect, it } from 'vitest';
import { costClassOf, generationNamed, generationNames } from '../../src/compilers/nvidia/generation.ts';
import type { Program } from '../../src/machine/program.ts';
import {
  decodeKernel,
  deviceOf,
  generateKernel,
  optimizeKernel,
  settle,
} from '../../src/predict/compile-stages.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { cases } from '../golden/cases.ts';

const device = deviceOf(loadProfile('nvidia-h200').value!);

const modules = cases.map(({ name, launch, source }) => ({
  name,
  source,
  module: decodeKernel(launch, source).value!,
}));

/** By kernel, the code for a generation. */
function codeFor(generation: string): Map<string, Program> {
  return new Map(
    modules.map(({ name, source, module }) => {
      const options = settle(source, { without: [], device: { ...device, generation } });
      return [name, generateKernel(optimizeKernel(module, options), options)];
    }),
  );
}

const code = new Map(generationNames.map((name) => [name, codeFor(name)]));

function opcodesOf(generation: string): string[] {
  const all = [...code.get(generation)!.values()].flatMap(({ segments }) =>
    segments.flatMap(({ instructions }) => instructions.map((each) => each.opcode)),
  );
  return [...new Set(all)].sort();
}

const isBefore = (name: string, first: string): boolean =>
  generationNames.indexOf(name) < generationNames.indexOf(first);

describe.each(generationNames)('code for %s', (name) => {
  const opcodes = opcodesOf(name);

  it('uses opcodes that its table knows', () => {
    const { opcodes: known } = generationNamed(name)!;
    expect(opcodes.filter((each) => costClassOf(known, each) === undefined)).toEqual([]);
  });

  // What came with a generation: newer ones use it in some kernel, older ones in none.
  it.each([
    ['hopper', /^VI/],
    ['hopper', /^REDG/],
    ['ampere', /^(REDUX|I2FP|F2FP|HMNMX2)/],
    ['turing', /^(U[A-Z]|VOTEU|R2UR|S2UR)/],
    ['turing', /^(IMAD\.MOV|IMAD\.IADD|CS2R|BSSY|MATCH|FSEL|FRND)/],
    ['pascal', /^(IADD3|LOP3|LEA)(\.|$)/],
  ] as const)('has what came with %s: %s', (first, pattern) => {
    const found = opcodes.filter((each) => pattern.test(each));
    if (isBefore(name, first)) expect(found).toEqual([]);
    else expect(found).not.toEqual([]);
  });

  it('multiplies by halves on Pascal alone', () => {
    expect(opcodes.some((each) => each.startsWith('XMAD'))).toBe(name === 'pascal');
    expect(opcodes.some((each) => each.startsWith('IMAD'))).toBe(name !== 'pascal');
  });

  it('addresses buffers by a sum of 64 bits where no uniform register holds the base', () => {
    const { segments } = code.get(name)!.get('stream')!;
    const loads = segments.flatMap(({ instructions }) =>
      instructions.filter((each) => each.kind === 'loadGlobal'),
    );
    const adds = segments.flatMap(({ instructions }) =>
      instructions.filter((each) => each.opcode === 'IADD.X'),
    );
    expect(loads.length).toBeGreaterThan(0);
    expect(adds.length > 0).toBe(isBefore(name, 'turing'));
  });
});

describe('stand-ins', () => {
  it('make a minimum of a sum two instructions before Hopper', () => {
    const added = (name: string) => opcodesOf(name).filter((each) => each.startsWith('VIADDMNMX')).length;
    expect(generationNames.filter((name) => added(name) > 0)).toEqual(['hopper', 'blackwell']);
    expect(
      generationNamed('ampere')!
        .replacements.get('VIADDMNMX')!
        .steps.map((each) => each.opcode),
    ).toEqual(['IADD3', 'IMNMX']);
  });

  it('lets the last of three products read the first two', () => {
    const { segments } = code.get('pascal')!.get('integer-division')!;
    const [products] = segments.map(({ instructions }) =>
      instructions.filter((each) => each.opcode.startsWith('XMAD')),
    );
    const last = products.find((each) => each.opcode === 'XMAD.PSL.CBCC')!;
    const at = products.indexOf(last);
    const made = products.slice(0, at).flatMap((each) => each.destinations);
    expect(last.sources.filter((each) => made.includes(each)).length).toBeGreaterThanOrEqual(2);
  });
});
