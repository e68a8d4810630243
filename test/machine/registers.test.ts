import { describe, expect, it } from 'vitest';
import { mostRegisters, occupancySteps, spareSharedWords } from '../../src/machine/registers.ts';
import { generate } from '../compile.ts';
import { count, family, instructionsOf, moduleOf, programOf } from './support.ts';

/** `side` x `side` accumulators, updated from `2 * side` loaded values per iteration. */
function tile(side: number): string {
  const names = Array.from({ length: side * side }, (_, index) => index);
  const edge = Array.from({ length: side }, (_, index) => index);
  return [
    '%lane:i32 = input local_id_x',
    '%at:i32 = shl %lane, 2',
    '%n:i32 = load i32 buffer 2 [0]',
    `${names.map((each) => `%r${each}:f32`).join(', ')} = loop #0 (%k:i32 = 0, ${names.map((each) => `%p${each}:f32 = 0f`).join(', ')}) {`,
    '%c:bool = ult %k, %n',
    `if #1 %c {\n break #1\n } else {\n break #0 (${names.map((each) => `%p${each}`).join(', ')})\n }`,
    '%row:i32 = iadd %at, %k',
    ...edge.map((each) => `%a${each}:f32 = load f32 workgroup 0 [%row + ${4 * each}]`),
    ...edge.map((each) => `%b${each}:f32 = load f32 workgroup 0 [%row + ${512 + 4 * each}]`),
    ...names.map((each) => `%q${each}:f32 = ffma %a${Math.floor(each / side)}, %b${each % side}, %p${each}`),
    '%m:i32 = iadd %k, 1024',
    `next #0 (%m, ${names.map((each) => `%q${each}`).join(', ')})`,
    '}',
    ...names.map((each) => `store f32 buffer 1 [%at + ${256 * each}] %r${each}`),
    'return',
  ].join('\n');
}

describe('registers per thread', () => {
  it('tiny kernels take a handful', () => {
    const program = programOf(
      '%id:i32 = input global_id_x\n %at:i32 = shl %id, 2\n %x:f32 = load f32 buffer 0 [%at]\n %y:f32 = fmul %x, 2f\n store f32 buffer 1 [%at] %y\n return',
    );
    expect(program.registersPerThread).toBeGreaterThanOrEqual(4);
    expect(program.registersPerThread).toBeLessThanOrEqual(8);
    expect(program.spillBytes).toBe(0);
  });

  it('accumulators stay in place: an 8x8 tile takes what the driver takes', () => {
    const program = programOf(tile(8));
    expect(program.registersPerThread).toBeGreaterThanOrEqual(76);
    expect(program.registersPerThread).toBeLessThanOrEqual(128);
    const products = instructionsOf(program).filter((each) => each.opcode.startsWith('FFMA'));
    expect(products).toHaveLength(64);
    for (const each of products) expect(each.sources).toContain(each.destinations[0]);
    const inLoop = program.segments.find((each) =>
      each.instructions.some((one) => one.opcode.startsWith('FFMA')),
    )!;
    expect(inLoop.instructions.filter((each) => /MOV/.test(each.opcode))).toEqual([]);
  });

  it('grows with the tile', () => {
    const counts = [2, 4, 8].map((side) => programOf(tile(side)).registersPerThread);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBeLessThan(32);
  });

  it('what does not fit goes to workgroup memory as long as that costs no occupancy', () => {
    const program = programOf(tile(16));
    expect(program.registersPerThread).toBe(family.registers.maximum);
    expect(program.spillBytes).toBeGreaterThan(0);
    expect(program.sharedSpillBytes).toBeGreaterThan(program.spillBytes / 2);
    const spills = instructionsOf(program).filter(({ origin }) => origin === 'spill');
    expect(spills.map(({ opcode }) => opcode)).toEqual(expect.arrayContaining(['LDS', 'STS']));
  });

  it('and the rest to local memory, in accesses that are recorded in front of all others', () => {
    const program = programOf(tile(20));
    expect(program.sharedSpillBytes).toBeGreaterThan(0);
    expect(program.spillBytes).toBeGreaterThan(program.sharedSpillBytes!);
    expect(count(program, 'LDL')).toBeGreaterThan(0);
    expect(count(program, 'STL')).toBeGreaterThan(0);
    for (const { instructions, spills = [], accessCount } of program.segments) {
      const local = instructions.filter(({ opcode }) => /^(LDL|STL)$/.test(opcode));
      expect(new Set(local.map(({ access }) => access))).toEqual(new Set(spills.keys()));
      const all = instructions.flatMap(({ access, joined = [] }) =>
        access === undefined ? [] : [access, ...joined],
      );
      expect(new Set(all).size).toBe(all.length);
      expect(Math.max(-1, ...all)).toBeLessThan(accessCount);
      for (const { offset, bytes } of spills)
        expect(offset + bytes).toBeLessThanOrEqual(program.spillBytes - program.sharedSpillBytes!);
    }
  });

  it('has the words of workgroup memory for it that the driver takes', () => {
    // driver-sm90: workgroup memory of kernels that spill, over their invocations.
    const words = (registers: number, invocations: number) =>
      spareSharedWords(family.registers, registers, invocations, 0);
    expect([words(32, 1024), words(64, 1024), words(32, 512), words(64, 512), words(128, 512)]).toEqual([
      5, 11, 5, 11, 23,
    ]);
    expect([words(40, 256), words(256, 256), words(48, 128), words(96, 128), words(168, 128)]).toEqual([
      7, 47, 9, 19, 31,
    ]);
    expect(words(72, 32)).toBe(13);
    expect(words(255, 16)).toBe(0);
  });

  it('slots are few, however long the program', () => {
    expect(programOf(tile(8)).registerSlots).toBeLessThan(400);
  });
});

it('memory of the variables is reported', () => {
  const program = programOf('return');
  expect(program.workgroupBytes).toBe(4096);
  expect(program.privateBytes).toBe(0);
});

describe('private arrays', () => {
  const array = (
    words: number,
    index: string,
    reads: number,
  ) => `%id:i32 = input global_id_x\n %at:i32 = shl %id, 2
    ${Array.from({ length: words }, (_, each) => `%x${each}:f32 = load f32 buffer 0 [%at + ${256 * each}]\n store f32 private 1 [0 + ${4 * each}] %x${each}`).join('\n')}
    ${Array.from({ length: reads }, (_, each) => `%y${each}:f32 = load f32 private 1 [${index}]\n store f32 buffer 1 [%at + ${4 * each}] %y${each}`).join('\n')}
    return`;
  const generateWith = (words: number, index: string, reads = 1) =>
    generate(moduleOf(array(words, index, reads), `variable 1 "p" private size ${4 * words} align 4\n`), {
      without: new Set(),
    });

  it('small ones stay in registers: a dynamic read asks every element', () => {
    const program = generateWith(8, '%at');
    expect(count(program, 'LDL') + count(program, 'STL')).toBe(0);
    expect(count(program, 'ISETP.EQ.AND')).toBe(8);
    // The stores themselves disappear: the loads write the elements.
    expect(instructionsOf(program).filter((each) => /MOV|CS2R/.test(each.opcode))).toHaveLength(8);
    expect(program.privateBytes).toBe(0);
  });

  it('large ones that are read once do as well, where much else is to be done', () => {
    // As the driver has 64 words that are loaded one by one.
    expect(count(generateWith(64, '%at'), 'ISETP.EQ.AND')).toBe(64);
  });

  it('large ones that are read often stay in memory', () => {
    const program = generateWith(64, '%at', 16);
    expect(count(program, 'STL')).toBe(64);
    expect(count(program, 'LDL')).toBe(16);
    expect(program.privateBytes).toBe(256);
  });
});

describe('a workgroup shares the registers of one SM', () => {
  const wide = (invocations: number): ReturnType<typeof programOf> =>
    generate({ ...moduleOf(tile(8)), workgroupSize: [invocations, 1, 1] }, { without: new Set() });

  it('1024 invocations leave 64 each, and the rest is spilled', () => {
    const free = wide(256);
    expect(free.registersPerThread).toBeGreaterThan(64);
    expect(free.spillBytes).toBe(0);
    const capped = wide(1024);
    expect(capped.registersPerThread).toBe(64);
    expect(capped.spillBytes).toBeGreaterThan(0);
    expect(count(capped, 'LDL')).toBeGreaterThan(0);
  });

  it.each([
    [1, 255],
    [256, 255],
    [257, 168],
    [512, 128],
    [768, 80],
    [900, 64],
    [1024, 64],
  ])('%i invocations: at most %i', (invocations, most) => {
    expect(mostRegisters(family.registers, invocations)).toBe(most);
  });

  it('the workgroup always fits, in whole warps on each quarter', () => {
    for (let invocations = 1; invocations <= 1024; invocations++) {
      const threads = Math.ceil(invocations / 128) * 128;
      expect(mostRegisters(family.registers, invocations) * threads).toBeLessThanOrEqual(65_536);
    }
  });
});

describe('which registers values get', () => {
  const registersOf = (body: string) => programOf(`${body}\n return`).registersPerThread;

  it('words of one access lie side by side', () => {
    const scalars = [0, 1, 2].map((k) => `%x${k}:f32 = load f32 buffer 0 [%at + ${4 * k}]`);
    const wide = '%v0:f32, %v1:f32, %v2:f32, %v3:f32 = load f32 buffer 0 [%at + 64]';
    const sum = [
      '%s0:f32 = fadd %x0, %x1',
      '%s1:f32 = fadd %s0, %x2',
      '%s2:f32 = fadd %s1, %v0',
      '%s3:f32 = fadd %s2, %v1',
      '%s4:f32 = fadd %s3, %v2',
      '%s5:f32 = fadd %s4, %v3',
      'store f32 buffer 1 [%at] %s5',
    ];
    const head = ['%id:i32 = input global_id_x', '%at:i32 = shl %id, 2'];
    const together = registersOf([...head, ...scalars, wide, ...sum].join('\n'));
    expect(together).toBeGreaterThanOrEqual(10);
    expect(together).toBeLessThanOrEqual(14);
  });

  it('never fewer than are alive at once', () => {
    for (const side of [2, 4, 6]) {
      const program = programOf(tile(side));
      expect(program.registersPerThread).toBeGreaterThanOrEqual(side * side + 2 * side);
    }
  });
});

describe('counts at which one workgroup more fits', () => {
  const steps = (invocations: number, bytes = 0) => occupancySteps(family.registers, invocations, bytes);

  it('begin where threads are the limit', () => {
    expect(steps(256)).toEqual([32, 40, 48, 64, 80, 128, 255]);
    expect(steps(1024)).toEqual([32, 64]);
    expect(steps(64)[0]).toBe(32);
  });

  it('begin higher where workgroup memory is', () => {
    expect(steps(128, 4096)[0]).toBe(40);
    expect(steps(256, 9472)[0]).toBe(48);
    expect(steps(256, 34048)).toEqual([255]);
  });

  it('count part of a warp as a warp', () => {
    expect(steps(16)).toEqual(steps(32));
  });
});
