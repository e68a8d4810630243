import { describe, expect, it } from 'vitest';
import { generate } from '../compile.ts';

import { count, instructionsOf, LOADED, moduleOf, opcodesOf, programOf } from './support.ts';

const START = '%id:i32 = input global_id_x\n %at:i32 = shl %id, 2\n';

describe('storage buffers', () => {
  it('a load at a constant distance from a read-only buffer takes its own add and compare', () => {
    const near = programOf(
      `${START} %x:f32 = load f32 buffer 0 [%at]\n store f32 workgroup 0 [%at] %x\n return`,
    );
    const both = programOf(`${START} %x:f32 = load f32 buffer 0 [%at]\n %y:f32 = load f32 buffer 0 [%at + 64]
      %z:f32 = fadd %x, %y\n store f32 workgroup 0 [%at] %z\n return`);
    const extra = (prefix: string) => count(both, prefix) - count(near, prefix);
    expect(extra('VIADD')).toBe(1);
    expect(extra('ISETP.GE.U32')).toBe(1);
    expect(extra('LDG.E.CONSTANT')).toBe(1);
    expect(instructionsOf(both).length - instructionsOf(near).length).toBe(4); // and the FADD
  });

  it('a vector is one wide access, checked at its last word', () => {
    const program = programOf(`%id:i32 = input global_id_x\n %at:i32 = shl %id, 4
      %x:f32, %y:f32, %z:f32, %w:f32 = load f32 buffer 0 [%at]
      store f32 buffer 1 [%at] %x, %y, %z, %w\n return`);
    expect(opcodesOf(program)).toContain('LDG.E.128.CONSTANT');
    expect(opcodesOf(program)).toContain('STG.E.128.STRONG.SM');
    expect(count(program, 'VIADD')).toBe(1);
    const load = instructionsOf(program).find((each) => each.opcode.startsWith('LDG'))!;
    expect(load.destinations).toHaveLength(4);
  });

  it('a load from a writable buffer clears the registers of failing lanes, and one alone is branched around', () => {
    const program = programOf(
      `${START} %x:f32 = load f32 buffer 1 [%at]\n %y:f32 = fadd %x, 1f\n store f32 buffer 1 [%at] %y\n return`,
    );
    expect(opcodesOf(program)).toContain('LDG.E.STRONG.SM');
    expect(count(program, 'BSSY')).toBe(1);
    // Load and store share the address, so they share the check.
    expect(count(program, 'ISETP.LE.U32')).toBe(1);
  });

  it('a load from a writable buffer that starts with others is predicated', () => {
    const program = programOf(
      `${START} %w:f32 = load f32 buffer 0 [%at]\n %x:f32 = load f32 buffer 1 [%at]\n %y:f32 = fadd %x, %w\n store f32 buffer 1 [%at] %y\n return`,
    );
    expect(count(program, 'BSSY')).toBe(0);
    expect(count(program, 'LDG.E.STRONG')).toBe(1);
  });

  it('loads from a writable buffer that wait for one another are each branched around, in blocks of their own', () => {
    const round = (k: number) => `%x${k}:i32 = load i32 buffer 1 [%at + ${k * 1024}]
      %m${k}:i32 = and %x${k}, 12\n %t${k}:i32 = load i32 workgroup 0 [%m${k}]
      store i32 buffer 1 [%at + ${k * 1024}] %t${k}\n`;
    const program = programOf(`${START} ${[0, 1, 2, 3].map(round).join('')} return`);
    const opcodes = opcodesOf(program);
    expect(count(program, 'BRA')).toBe(4);
    const accesses = opcodes
      .filter((each) => /^(LDG|LDS|STG|BRA)/.test(each))
      .map((each) => each.slice(0, 3));
    expect(accesses.slice(0, 8)).toEqual(['BRA', 'LDG', 'LDS', 'STG', 'BRA', 'LDG', 'LDS', 'STG']);
    // The driver's code for a table of 2048 words keeps eleven registers over 32 such rounds.
    expect(program.registersPerThread).toBeLessThanOrEqual(11);
  });

  it('a load from a writable buffer that starts with one from workgroup memory is predicated', () => {
    const program = programOf(
      `${START} %w:f32 = load f32 workgroup 0 [%at]\n %x:f32 = load f32 buffer 1 [%at]\n %y:f32 = fadd %x, %w\n store f32 buffer 1 [%at] %y\n return`,
    );
    expect(count(program, 'BSSY')).toBe(0);
  });

  it('the last store of the program sits behind an exit', () => {
    const program = programOf(`${START} store i32 buffer 1 [%at] %id\n return`);
    expect(opcodesOf(program).slice(-4)).toEqual(['EXIT', 'ULDC.64', 'STG.E.STRONG.SM', 'EXIT']);
  });

  it('without bounds checks only the access itself is left', () => {
    const program = programOf(
      `${START} %x:f32 = load f32 buffer 1 [%at]\n store f32 buffer 1 [%at] %x\n return`,
      'bounds-check',
    );
    expect(instructionsOf(program).filter((each) => each.origin === 'bounds-check')).toEqual([]);
    expect(count(program, 'ISETP')).toBe(0);
  });

  it('an access at a constant place needs no address', () => {
    const program = programOf('%x:f32 = load f32 buffer 0 [0 + 16]\n store f32 buffer 1 [0] %x\n return');
    expect(count(program, 'VIADD')).toBe(0);
    expect(count(program, 'ISETP.GT.U32')).toBe(2);
  });
});

it('workgroup memory takes its offset as an immediate', () => {
  const program = programOf(`${START} store i32 workgroup 0 [%at + 16] %id\n barrier workgroup
    %x:i32 = load i32 workgroup 0 [%at + 512]\n store i32 buffer 1 [%at] %x\n return`);
  expect(count(program, 'VIADD')).toBe(0);
  expect(opcodesOf(program).filter((each) => /STS|BAR|LDS/.test(each))).toEqual(['STS', 'BAR.SYNC', 'LDS']);
});

it('accesses are numbered in the order of the IR, both arms of predicated ifs counted', () => {
  const program = programOf(`${LOADED}
    %c:bool = slt %a, %b
    if #0 %c predicated {
      store i32 workgroup 0 [%at] %a
      break #0
    } else {
      store i32 workgroup 0 [%at + 4] %b
      store i32 workgroup 0 [%at + 8] %b
      break #0
    }
    %u:f32 = load f32 buffer 2 [0]
    %g:f32 = fmul %f, %u
    store f32 buffer 1 [%at] %g
    return`);
  const [segment] = program.segments;
  expect(program.segments).toHaveLength(1);
  // Three loads, three stores in the arms, the uniform load, the last store.
  expect(segment.accessCount).toBe(8);
  const named = segment.instructions
    .filter((each) => each.access !== undefined)
    .map((each) => [each.opcode, each.access]);
  expect(
    named
      .filter(([opcode]) => opcode === 'STS')
      .map(([, access]) => access)
      .sort(),
  ).toEqual([3, 4, 5]);
  expect(named.find(([opcode]) => String(opcode).startsWith('STG'))![1]).toBe(7);
  // A field of a uniform buffer is an operand: its access has no instruction.
  expect(named.some(([, access]) => access === 6)).toBe(false);
});

describe('atomics', () => {
  const atomic = (line: string, ...without: string[]) => programOf(`${LOADED}${line}\n return`, ...without);

  it('counting in workgroup memory is one instruction', () => {
    expect(opcodesOf(atomic('atomic add i32 workgroup 0 [%at] 1'))).toContain('ATOMS.POPC.INC.32');
  });

  it('an address that a warp shares is added up first', () => {
    const program = atomic('atomic add i32 buffer 1 [0] %a');
    expect(opcodesOf(program)).toEqual(
      expect.arrayContaining(['REDUX.SUM', 'VOTEU.ANY', 'REDG.E.ADD.STRONG.GPU']),
    );
    expect(count(program, 'MATCH')).toBe(0);
    const plain = atomic('atomic add i32 buffer 1 [0] %a', 'atomic-aggregation');
    expect(count(plain, 'REDUX')).toBe(0);
    expect(count(plain, 'REDG')).toBe(1);
  });

  it('one lane needs no adding up', () => {
    const inside = (condition: string) =>
      atomic(`%lane:i32 = input local_index\n %group:i32 = input workgroup_id_x\n %c:bool = ${condition}
        if #0 %c {\n atomic add i32 buffer 1 [0] %a\n break #0\n } else {\n break #0\n }`);
    expect(count(inside('ieq %lane, 0'), 'REDUX')).toBe(0);
    expect(count(inside('ieq %lane, %group'), 'REDUX')).toBe(0);
    expect(count(inside('ult %lane, 1'), 'REDUX')).toBe(1);
    expect(count(inside('ine %lane, 0'), 'REDUX')).toBe(1);
    expect(count(inside('ieq %a, 0'), 'REDUX')).toBe(1);
  });

  it('another address asks at run time', () => {
    expect(count(atomic('atomic add i32 buffer 1 [%at] %a'), 'MATCH.ALL')).toBe(1);
  });

  it('a result makes it ATOMG', () => {
    const program = programOf(
      `${LOADED} %r:i32 = atomic compare_exchange i32 buffer 1 [%at] 0, %a\n store i32 buffer 1 [%at] %r\n return`,
    );
    expect(opcodesOf(program)).toContain('ATOMG.E.CAS.STRONG.GPU');
  });
});

describe('subgroups', () => {
  const subgroup = (line: string) => programOf(`${LOADED}${line}\n return`);

  it('a float sum is five exchanges and adds', () => {
    const program = subgroup('%r:f32 = subgroup add %f\n store f32 buffer 1 [%at] %r');
    expect(count(program, 'SHFL.BFLY')).toBe(5);
    expect(count(program, 'FADD')).toBe(5);
  });

  it('an integer sum uses the reduction unit', () => {
    const program = subgroup('%r:i32 = subgroup add %a\n store i32 buffer 1 [%at] %r');
    expect(count(program, 'REDUX.SUM')).toBe(1);
    expect(count(program, 'SHFL')).toBe(0);
  });

  it('an exchange by a constant distance asks once which lanes are there', () => {
    const body = `${LOADED} %x:i32 = subgroup shuffle_xor %a lane 1\n %y:i32 = subgroup shuffle_xor %x lane 1\n store i32 buffer 1 [%at] %y\n return`;
    const program = programOf(body);
    expect([count(program, 'SHFL'), count(program, 'SEL'), count(program, 'ISETP.GT.U32')]).toEqual([
      2, 2, 1,
    ]);
    expect(count(programOf(body, 'lane-check'), 'SEL')).toBe(0);
  });

  it('a scan is a function that follows pointers: an exchange of pointers and one of values per step', () => {
    const inclusive = subgroup('%r:f32 = subgroup inclusive_add %f\n store f32 buffer 1 [%at] %r');
    expect([count(inclusive, 'SHFL.IDX'), count(inclusive, 'FLO'), count(inclusive, 'FADD')]).toEqual([
      10, 1, 5,
    ]);
    const tests = instructionsOf(inclusive).filter((each) => each.costClass === 'shuffle_test');
    expect(tests).toHaveLength(5);
    expect(count(inclusive, 'CALL')).toBe(1);
    expect(count(inclusive, 'VOTE.ANY')).toBe(0);
    const exclusive = subgroup('%r:f32 = subgroup exclusive_add %f\n store f32 buffer 1 [%at] %r');
    expect([count(exclusive, 'SHFL.IDX'), count(exclusive, 'FLO')]).toEqual([11, 2]);
  });
});

describe('barriers', () => {
  const BODY = `%at:i32 = input local_index
    %x:f32 = load f32 workgroup 0 [%at]
    %z:f32 = load f32 workgroup 0 [0]
    %y:f32 = fadd %x, 1f
    barrier workgroup
    store f32 workgroup 0 [%at] %y
    store f32 buffer 1 [0] %z
    return`;

  it('wait for loads that nothing has waited for', () => {
    const barrier = instructionsOf(programOf(BODY)).find((each) => each.opcode === 'BAR.SYNC')!;
    expect(barrier.sources).toHaveLength(1);
  });

  it('are nothing where the workgroup is one warp', () => {
    const module = { ...moduleOf(BODY), workgroupSize: [32, 1, 1] as const };
    expect(opcodesOf(generate(module, { without: new Set() }))).not.toContain('BAR.SYNC');
  });
});
