// Small kernels, one for each construct, against what the real driver made of them on an H200.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { costClassOf } from '../../src/compilers/nvidia/generation.ts';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { countClasses } from '../../src/machine/print.ts';
import { generate, optimize } from '../compile.ts';
import { family } from './support.ts';

interface Recorded {
  readonly name: string;
  readonly wgsl: string;
  readonly registers: number;
  readonly opcodes: Readonly<Record<string, number>>;
}

const read = (file: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
const kernels: readonly Recorded[] = read('driver-sm90.json').kernels;

const compared = kernels.map(({ name, wgsl, registers, opcodes }) => {
  const { value, diagnostics } = decodeWgsl(
    { file: name, text: wgsl },
    { constants: {}, rules: tintRules() },
  );
  if (!value) throw new Error(`${name}: ${diagnostics[0]?.message}`);
  const program = generate(optimize(value, { dialect: 'dawn', without: new Set() }), { without: new Set() });
  const total = [...countClasses(program).values()].reduce((sum, each) => sum + each, 0);
  const real = Object.values(opcodes).reduce((sum, each) => sum + each, 0);
  return {
    name,
    total,
    real,
    countError: Math.abs(total - real) / real,
    registerError: Math.abs(program.registersPerThread - registers),
    registers,
  };
});

const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length;

describe('small kernels next to the real driver', () => {
  it('most have the same number of instructions within 15 %', () => {
    expect(share(compared.map((each) => each.countError <= 0.15))).toBeGreaterThanOrEqual(0.75);
    const sorted = compared.map((each) => each.countError).sort((a, b) => a - b);
    expect(sorted[sorted.length >> 1]).toBeLessThanOrEqual(0.05);
  });

  it('most have the same number of registers within 15 % or 2', () => {
    expect(
      share(compared.map((each) => each.registerError <= Math.max(2, 0.15 * each.registers))),
    ).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    'f_sin',
    'f_exp',
    'f_log',
    'f_pow',
    'f_tan',
    'f_mod',
    'f_sign',
    'f_cosh',
    'f_div',
    'f_fract',
    'pcg',
    'urem',
  ])('%s has exactly as many', (name) => {
    const found = compared.find((each) => each.name === name)!;
    expect(found.total).toBe(found.real);
  });
});

it('every opcode that the driver uses has a cost class, but for odd ones', () => {
  const unknown = new Set(
    kernels
      .flatMap((each) => Object.keys(each.opcodes))
      .filter((opcode) => costClassOf(family.opcodes, opcode) === undefined),
  );
  expect([...unknown].sort()).toEqual([]);
});
