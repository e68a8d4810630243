// The table of Kepler: NVIDIA's with what that architecture does otherwise.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { costClassOf } from '../../src/codegen/family.ts';
import { codegenBehaviours, loadFamily } from '../../src/codegen/index.ts';
import { costClasses, family, familyJson } from './support.ts';

const read = (file: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../isa', file), 'utf8'));
const keplerJson = read('nvidia-kepler.json');
const kepler = loadFamily({ family: familyJson, costClasses, variant: keplerJson }).value!;

describe('a variant of a family', () => {
  it('has the rest from its basis', () => {
    expect(kepler.family).toBe('nvidia-kepler');
    expect(kepler.expansions.get('exp')).toEqual(family.expansions.get('exp'));
    expect(kepler.expansions.get('sdiv')).not.toEqual(family.expansions.get('sdiv'));
    expect(costClassOf(kepler.opcodes, 'I2FP.F32.U32')).toBe('convert');
    expect(costClassOf(family.opcodes, 'I2FP.F32.U32')).toBe('alu');
    expect(kepler.registers).toEqual(family.registers);
  });

  it('lacks behaviours that exist, its basis none', () => {
    const known = codegenBehaviours.map((each) => each.name);
    expect([...kepler.lacks].filter((each) => !known.includes(each))).toEqual([]);
    expect(family.lacks.size).toBe(0);
  });

  it('is refused with another basis, another schema or an unknown opcode', () => {
    const broken = structuredClone(keplerJson);
    broken.schema = 'kernelcast/family@1';
    broken.basis = 'other';
    broken.expansions.udiv.steps[0].opcode = 'FOO';
    const { value, diagnostics } = loadFamily({ family: familyJson, costClasses, variant: broken });
    expect(value).toBeUndefined();
    const text = diagnostics.map((each) => each.message).join('\n');
    for (const part of ['variant.schema', 'variant.basis', 'FOO']) expect(text).toContain(part);
    const { diagnostics: others } = loadFamily({ family: familyJson, costClasses, variant: 3 });
    expect(others.length).toBeGreaterThan(0);
  });
});
