import { describe, expect, it } from 'vitest';
import { listingFor } from '../../src/compilers/for-device.ts';
import type { Program } from '../../src/machine/program.ts';
import { type DriverLoop, loopAgreement, loopsOf } from '../../src/validate/loops.ts';
import { workOf } from '../../src/validate/opcodes.ts';

const listing = listingFor({ compiler: 'nvidia', generation: 'hopper' });

const loop = (depth: number, work: Record<string, number>, instructions = 20): DriverLoop => ({
  depth,
  instructions,
  work,
});

describe('loops left in machine code', () => {
  it('count their own work, in the order of their headers', () => {
    const segment = (...opcodes: string[]) => ({ instructions: opcodes.map((opcode) => ({ opcode })) });
    const program = {
      segments: [segment('S2R'), segment('LDG.E', 'NOP'), segment('FFMA', 'FADD'), segment('STS', 'BRA')],
      nodes: [
        { kind: 'segment', segment: 0 },
        {
          kind: 'loop',
          body: [
            { kind: 'segment', segment: 1 },
            { kind: 'if', then: [{ kind: 'loop', body: [{ kind: 'segment', segment: 2 }] }], otherwise: [] },
            { kind: 'segment', segment: 3 },
          ],
        },
      ],
    } as unknown as Program;
    expect(loopsOf(program, listing)).toEqual([
      { depth: 1, instructions: 3, work: { LDG: 1, STS: 1 } },
      { depth: 2, instructions: 2, work: { float: 2 } },
    ]);
  });

  it('show how often a body was copied', () => {
    expect(workOf(['LDG.E.CONSTANT', 'LDG.E', 'IADD3', 'FMUL.FTZ'], listing)).toEqual({ LDG: 2, float: 1 });
  });
});

describe('decisions about loops', () => {
  const right = (model: DriverLoop[], driver: DriverLoop[], total: number) =>
    loopAgreement(model, driver, total).right;

  it('are right where both sides unrolled everything', () => {
    expect(right([], [], 2)).toBe(2);
  });

  it('are wrong where one side keeps a loop, or copies it more often', () => {
    expect(right([loop(1, { LDG: 4 })], [], 2)).toBe(1);
    expect(right([], [loop(1, { LDG: 4 })], 1)).toBe(0);
    expect(right([loop(1, { LDG: 8 })], [loop(1, { LDG: 4 })], 1)).toBe(0);
    expect(right([loop(1, { LDG: 17 })], [loop(1, { LDG: 16 })], 1)).toBe(1);
  });

  it('find their partners past a loop that only one side has', () => {
    const first = loop(1, { STS: 2 });
    const second = loop(1, { LDS: 64 });
    expect(right([first, second], [second], 3)).toBe(2);
    expect(right([first], [second, first], 3)).toBe(2);
  });

  it('compare depths, and lengths where there is no work', () => {
    expect(right([loop(1, { LDG: 4 })], [loop(2, { LDG: 4 })], 1)).toBe(0);
    expect(right([loop(1, {}, 9)], [loop(1, {}, 10)], 1)).toBe(1);
    expect(right([loop(1, {}, 30)], [loop(1, {}, 10)], 1)).toBe(0);
  });

  it('are never fewer than none', () => {
    expect(right([loop(1, { LDG: 1 })], [loop(1, { LDG: 9 }), loop(1, { STS: 9 })], 1)).toBe(0);
  });
});
