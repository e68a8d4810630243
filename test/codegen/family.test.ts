import { describe, expect, it } from 'vitest';
import { costClassOf } from '../../src/codegen/family.ts';
import { loadFamily } from '../../src/codegen/index.ts';
import { Builder } from '../../src/ir/builder.ts';
import { costClasses, family, familyJson } from './support.ts';

describe('family table', () => {
  it('knows what each cost class is treated as, and assumes a latency for it', () => {
    expect(family.kinds.size).toBe(costClasses.classes.length);
    expect(family.kinds.get('compare_shared')).toBe('atomicShared');
    for (const name of family.kinds.keys())
      expect(family.scheduling.latencyCycles.get(name), name).toBeGreaterThan(0);
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
    broken.opcodes.MOV = 'move';
    const brokenClasses = structuredClone(costClasses);
    brokenClasses.classes.find((each: { name: string }) => each.name === 'fence').kind = 'wall';
    const { value, diagnostics } = loadFamily({ family: broken, costClasses: brokenClasses });
    expect(value).toBeUndefined();
    const text = diagnostics.map((each) => each.message).join('\n');
    for (const part of ['schema', 'expansions.exp', 'FOO.BAR', 'latencyCycles.classes.fma', 'opcodes.MOV'])
      expect(text).toContain(part);
    // A class without its kind is missed by its opcode, too.
    for (const part of ['class fence', 'opcodes.MEMBAR']) expect(text).toContain(part);
    expect(diagnostics).toHaveLength(7);
  });

  it('rejects what is no object without crashing', () => {
    for (const value of [null, 3, [], 'x']) {
      expect(loadFamily({ family: value, costClasses }).diagnostics.length).toBeGreaterThan(0);
      const { diagnostics } = loadFamily({ family: familyJson, costClasses: value });
      expect(diagnostics.length).toBeGreaterThan(0);
    }
  });
});

it('a builder and the parser agree with the table about the operations that exist', () => {
  const builder = new Builder();
  expect(builder.constant('i32', 1)).toBe(builder.constant('i32', 1));
  for (const op of ['fadd', 'ffma', 'udiv', 'select', 'pow', 'tanh', 'popcount', 'f2s'])
    expect(family.expansions.has(op), op).toBe(true);
});
