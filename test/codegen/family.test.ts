import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { costClassOf } from '../../src/compilers/nvidia/family.ts';
import { loadFamily } from '../../src/compilers/nvidia/generate.ts';
import { Builder } from '../../src/ir/builder.ts';
import { family, familyJson } from './support.ts';

const classNames: string[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../isa/cost-classes.json'), 'utf8'),
).classes.map((each: { name: string }) => each.name);

describe('family table', () => {
  it('uses cost classes that exist, and assumes a latency for each of them', () => {
    for (const name of family.opcodes.values()) expect(classNames).toContain(name);
    for (const name of classNames) expect(family.scheduling.latencyCycles.get(name), name).toBeGreaterThan(0);
  });

  it('finds the class of an opcode by its longest known prefix', () => {
    expect(costClassOf(family.opcodes, 'IMAD.HI.U32')).toBe('imad_hi');
    expect(costClassOf(family.opcodes, 'IMAD.MOV.U32')).toBe('imad');
    expect(costClassOf(family.opcodes, 'LDG.E.128.CONSTANT')).toBe('load_global');
    expect(costClassOf(family.opcodes, 'IMADX')).toBeUndefined();
  });

  it('says where every expansion comes from', () => {
    for (const [name, expansion] of family.expansions) {
      expect(expansion.source, name).toMatch(/^(driver-sm90|sass-public|h200-measured|nak|guess:)/);
    }
  });

  it('reports each problem of a broken table with its place', () => {
    const broken = structuredClone(familyJson);
    broken.schema = 'other';
    broken.expansions.exp.steps[1].from = ['@7'];
    broken.expansions.fdiv.steps[0].opcode = 'FOO.BAR';
    broken.scheduling.latencyCycles.classes.fma = -1;
    const { value, diagnostics } = loadFamily(broken);
    expect(value).toBeUndefined();
    const text = diagnostics.map((each) => each.message).join('\n');
    for (const part of ['schema', 'expansions.exp', 'FOO.BAR', 'latencyCycles.classes.fma'])
      expect(text).toContain(part);
    expect(diagnostics).toHaveLength(4);
  });

  it('rejects what is no object without crashing', () => {
    for (const value of [null, 3, [], 'x']) expect(loadFamily(value).diagnostics.length).toBeGreaterThan(0);
  });
});

it('a builder and the parser agree with the table about the operations that exist', () => {
  const builder = new Builder();
  expect(builder.constant('i32', 1)).toBe(builder.constant('i32', 1));
  for (const op of ['fadd', 'ffma', 'udiv', 'select', 'pow', 'tanh', 'popcount', 'f2s'])
    expect(family.expansions.has(op), op).toBe(true);
});
