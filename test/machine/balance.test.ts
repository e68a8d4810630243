// Which pipe gets what can go to either, against the counts in the driver's code.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import type { MachineInstruction } from '../../src/machine/program.ts';
import { compileKernel } from '../../src/predict/compile.ts';
import { instructionsOf } from './support.ts';

function compiled(name: string): readonly MachineInstruction[] {
  const file = path.join(import.meta.dirname, '../../bench', name);
  const launch = parseLaunch(readFileSync(file, 'utf8'), file).value!;
  const source = readFileSync(launch.shaderPath, 'utf8');
  return instructionsOf(compileKernel(launch, source, { without: [] }).value!.program);
}

const countOf = (code: readonly MachineInstruction[], classes: readonly string[]) =>
  code.filter(({ costClass }) => classes.includes(costClass)).length;
const aluCount = (code: readonly MachineInstruction[]) => countOf(code, ['alu', 'alu_predicate', 'mov']);
const fmaCount = (code: readonly MachineInstruction[]) => countOf(code, ['fma', 'imad', 'imad_hi']);

describe('pipes', () => {
  it('get as many instructions each, where enough can go to either', () => {
    // The driver's code: 85 and 83.
    const code = compiled('sets/studied/bounded-filter-inside.json');
    expect(Math.abs(aluCount(code) - fmaCount(code))).toBeLessThanOrEqual(1);
    expect(aluCount(code)).toBeGreaterThan(80);
  });

  it('share evenly all along the program', () => {
    const code = compiled('sets/studied/bounded-filter-inside.json');
    for (let first = 0; first + 60 <= code.length; first += 30) {
      const part = code.slice(first, first + 60);
      expect(aluCount(part)).toBeGreaterThan(12);
      expect(fmaCount(part)).toBeGreaterThan(12);
    }
  });

  it('with more multiply-adds than all else leave sums and shifts to the other', () => {
    // The driver's code has neither VIADD nor a shift by IMAD.
    const code = compiled('sets/development/lavamd.json');
    expect(code.filter(({ opcode }) => /^VIADD$|IMAD\.(SHL|MOV|IADD)/.test(opcode))).toEqual([]);
    expect(fmaCount(code)).toBeGreaterThan(10 * aluCount(code));
  });
});
