import { describe, expect, it } from 'vitest';
import { listingFor } from '../../src/compilers/for-device.ts';
import type { Program } from '../../src/machine/program.ts';
import type { Prediction } from '../../src/predict/prediction.ts';
import { layersText } from '../../src/report/layers-text.ts';
import { styleFor } from '../../src/report/layout.ts';
import { agreementOf, type DriverCode, isNear, layerRow } from '../../src/validate/layers.ts';

const listing = listingFor({ compiler: 'nvidia', generation: 'hopper' });

const program = (registersPerThread: number, ...opcodes: string[]) =>
  ({
    registersPerThread,
    spillBytes: 0,
    nodes: [],
    segments: [{ id: 0, accessCount: 0, instructions: opcodes.map((opcode) => ({ opcode })) }],
  }) as unknown as Program;

const prediction = {
  instructions: { static: 0, perWarp: 12, byClass: { fma: 8 } },
  memory: { sectorsPerRequest: 4, l1HitRate: 0.5, l2HitRate: 1, l2Bytes: 64, dramBytes: 0, bankConflicts: 0 },
} as unknown as Prediction;

const driver = (registers: number, opcodes: Record<string, number>): DriverCode => ({
  name: 'k',
  registers,
  spills: 0,
  opcodes,
});

const rowOf = (made: Program, recorded: DriverCode) =>
  layerRow({ name: 'k' }, { program: made, prediction }, { code: recorded }, listing);

describe('layers', () => {
  it('count what the driver swaps for each other together', () => {
    const row = rowOf(
      program(8, 'IADD3', 'IMAD.MOV.U32', 'LDG.E', 'LDG.E'),
      driver(8, { 'IMAD.IADD': 1, 'HFMA2.MMA': 1, 'LDG.E.CONSTANT': 4, FOO: 1 }),
    );
    expect(row.groups).toEqual({
      integer: { model: 1, driver: 1 },
      move: { model: 1, driver: 1 },
      storage: { model: 2, driver: 4 },
      other: { model: 0, driver: 1 },
    });
    expect(row.instructions).toEqual({ model: 4, driver: 7 });
    expect(row.unrolling).toEqual({ of: 'LDG', model: 2, driver: 4 });
    expect(row.dynamic).toMatchObject({ perWarp: 12, sectorsPerRequest: 4, l1HitRate: 0.5 });
  });

  it('agree within a share, or within two', () => {
    expect(isNear({ model: 115, driver: 100 })).toBe(true);
    expect(isNear({ model: 116, driver: 100 })).toBe(false);
    expect(isNear({ model: 3, driver: 1 })).toBe(true);
    expect(isNear({ model: 106, driver: 100 }, 0.05)).toBe(false);
  });

  it('are summed up as shares of the launches', () => {
    const adds = Array<string>(20).fill('IADD3');
    const agreement = agreementOf([
      rowOf(program(30, ...adds), driver(30, { IADD3: 20 })),
      rowOf(program(40, ...adds), driver(30, { IADD3: 22, 'LDG.E': 4 })),
    ]);
    expect(agreement).toMatchObject({
      launches: 2,
      registersWithin15: 0.5,
      instructionsWithin5: 0.5,
      instructionsWithin15: 0.5,
      groupsWithin15: { integer: 1, storage: 0.5, float: 1 },
    });
    expect(agreementOf([])).toMatchObject({ launches: 0, registersWithin15: 0 });
  });

  it('name the launches whose loops were unrolled otherwise', () => {
    const recorded = { left: [{ depth: 1, instructions: 9, work: { LDG: 8 } }], ofSource: 2 };
    const row = layerRow(
      { name: 'k' },
      { program: program(8, 'LDG.E'), prediction },
      { code: driver(8, { 'LDG.E': 8 }), loops: recorded },
      listing,
    );
    expect(row.loops).toMatchObject({ total: 2, right: 1 });
    const agreement = agreementOf([row]);
    expect(agreement).toMatchObject({ loops: 2, loopsRight: 1 });
    const text = layersText(
      { driver: '580', agreement, rows: [row], unrecorded: [] },
      styleFor(false),
      false,
    );
    expect(text).toContain('1 of 2 (50 %)');
    expect(text).toContain('loops unrolled otherwise: k');
  });

  it('are told in lines that fit a terminal, the worst first', () => {
    const rows = [
      rowOf(program(30, 'FFMA', 'IADD3'), driver(30, { FFMA: 1, IADD3: 1 })),
      {
        ...rowOf(program(30, 'FFMA', 'IADD3'), driver(50, { FFMA: 64, IADD3: 1 })),
        name: 'unrolled-too-little',
      },
    ];
    const text = layersText(
      { driver: '580', agreement: agreementOf(rows), rows, unrecorded: ['x'] },
      styleFor(false),
      false,
    );
    const lines = text.split('\n');
    expect(lines[0]).toContain('of 2 launches, 50 % within 15 % (registers: 50 %)');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    const worst = lines.findIndex((line) => line.includes('kernel')) + 1;
    expect(lines[worst]).toContain('unrolled-too-little');
    expect(lines[worst]).toContain('float -63');
    expect(text).toContain('1 launch without recorded driver code');
  });
});
