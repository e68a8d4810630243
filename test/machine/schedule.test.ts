import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../src/configure/needs.ts';
import { openTunable } from '../../src/configure/open.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import type { MachineInstruction, Program } from '../../src/machine/program.ts';
import { compileKernel } from '../../src/predict/compile.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { generate } from '../compile.ts';
import { count, instructionsOf, LOADED, moduleOf, opcodesOf, programOf } from './support.ts';

const isLoad = (each: MachineInstruction) => each.opcode.startsWith('LDG');

/** Of one warp that issues in order, when loads take 250 cycles and all else five. */
function cyclesAlone(code: readonly MachineInstruction[]): number {
  const readyAt = new Map<number, number>();
  let cycle = 0;
  for (const each of code) {
    for (const source of each.sources) cycle = Math.max(cycle, readyAt.get(source) ?? 0);
    cycle++;
    for (const register of each.destinations) readyAt.set(register, cycle + (isLoad(each) ? 250 : 5));
  }
  return cycle;
}

/** A sum over `copies` loaded products, as an unrolled inner loop leaves it. */
function unrolled(copies: number): string {
  const lines = ['%id:i32 = input global_id_x', '%at:i32 = shl %id, 2', '%s0:f32 = load f32 buffer 0 [%at]'];
  for (let copy = 0; copy < copies; copy++) {
    lines.push(`%x${copy}:f32 = load f32 buffer 0 [%at + ${4 * copy + 64}]`);
    lines.push(`%s${copy + 1}:f32 = ffma %x${copy}, 1.5f, %s${copy}`);
  }
  return [...lines, `store f32 buffer 1 [%at] %s${copies}`, 'return'].join('\n');
}

/** A kernel, by default a long sum, whose workgroups of 64 take so much workgroup memory. */
function withWorkgroupMemory(sizeBytes: number, body = unrolled(200)): Program {
  const module = moduleOf(body);
  const variables = module.variables.map((each) => ({ ...each, sizeBytes }));
  return generate({ ...module, variables }, { without: new Set() });
}

describe('batches of loads', () => {
  it('start before the first use, as many as the registers allow', () => {
    const code = instructionsOf(withWorkgroupMemory(0));
    const firstUse = code.findIndex((each) => each.opcode.startsWith('FFMA'));
    const ahead = code.slice(0, firstUse).filter(isLoad).length;
    expect(ahead).toBeGreaterThanOrEqual(16);
    expect(ahead).toBeLessThanOrEqual(30);
  });

  it('follow the source when batching is off', () => {
    const code = instructionsOf(programOf(unrolled(40), 'load-batching'));
    const firstUse = code.findIndex((each) => each.opcode.startsWith('FFMA'));
    expect(code.slice(0, firstUse).filter(isLoad)).toHaveLength(2);
  });

  it('keep to the registers that leave most warps', () => {
    const program = withWorkgroupMemory(0);
    expect(program.registersPerThread).toBeLessThanOrEqual(32);
    expect(program.registersPerThread).toBeGreaterThan(24);
  });

  it('fill the registers that workgroup memory leaves over', () => {
    // Twelve and six workgroups of 64 share the 48 KiB that the driver reckons with.
    expect(withWorkgroupMemory(4096).registersPerThread).toBeGreaterThan(72);
    expect(withWorkgroupMemory(4096).registersPerThread).toBeLessThanOrEqual(80);
    expect(withWorkgroupMemory(8192).registersPerThread).toBeGreaterThan(100);
  });

  it('wait for the pipe of workgroup memory: about a dozen loads go in front of the first use', () => {
    const lines = ['%id:i32 = input local_id_x', '%at:i32 = shl %id, 2', '%s0:f32 = u2f %id'];
    for (let copy = 0; copy < 40; copy++) {
      lines.push(`%x${copy}:f32 = load f32 workgroup 0 [%at + ${4 * copy}]`);
      lines.push(`%s${copy + 1}:f32 = ffma %x${copy}, 1.5f, %s${copy}`);
    }
    const code = instructionsOf(programOf([...lines, 'store f32 buffer 1 [%at] %s40', 'return'].join('\n')));
    const firstUse = code.findIndex((each) => each.opcode.startsWith('FFMA'));
    const ahead = code.slice(0, firstUse).filter((each) => each.opcode.startsWith('LDS')).length;
    expect(ahead).toBeGreaterThanOrEqual(10);
    expect(ahead).toBeLessThanOrEqual(14);
  });
});

describe('roots of many sums', () => {
  it('are waited for with the next sum begun, though registers are nearly full', () => {
    const lines = ['%id:i32 = input local_id_x', '%at:i32 = shl %id, 4'];
    lines.push('%px:f32, %py:f32, %pz:f32 = load f32 buffer 0 [%at]');
    lines.push('%sx0:f32, %sy0:f32, %sz0:f32 = load f32 buffer 1 [%at]');
    const copies = 40;
    for (let k = 0; k < copies; k++) {
      const loaded = ['x', 'y', 'z', 'm'].map((name) => `%${name}${k}:f32`).join(', ');
      lines.push(`${loaded} = load f32 workgroup 0 [${16 * k}]`);
      for (const axis of ['x', 'y', 'z']) lines.push(`%d${axis}${k}:f32 = fsub %${axis}${k}, %p${axis}`);
      lines.push(`%a${k}:f32 = fmul %dx${k}, %dx${k}`, `%b${k}:f32 = ffma %dy${k}, %dy${k}, %a${k}`);
      lines.push(`%c${k}:f32 = ffma %dz${k}, %dz${k}, %b${k}`, `%r${k}:f32 = inversesqrt %c${k}`);
      lines.push(`%v${k}:f32 = fmul %r${k}, %m${k}`, `%w${k}:f32 = fmul %v${k}, %r${k}`);
      for (const axis of ['x', 'y', 'z'])
        lines.push(`%s${axis}${k + 1}:f32 = ffma %d${axis}${k}, %w${k}, %s${axis}${k}`);
    }
    lines.push(`store f32 buffer 1 [%at] %sx${copies}, %sy${copies}, %sz${copies}`);
    const code = instructionsOf(withWorkgroupMemory(16 * copies, [...lines, 'return'].join('\n')));
    const roots = code.flatMap(({ opcode }, at) => (opcode.startsWith('MUFU') ? [at] : []));
    expect(roots).toHaveLength(copies);
    const between = roots.map((at) => {
      const [root] = code[at].destinations;
      return code.slice(at + 1).findIndex(({ sources }) => sources.includes(root));
    });
    const atOnce = between.filter((count) => count < 4).length;
    expect(atOnce).toBeLessThan(copies / 4);
  });
});

describe('results in step', () => {
  function coarsened(name: string, point: readonly number[]): Program {
    const file = path.join(import.meta.dirname, `../../bench/spaces/studied/kernels/${name}.json`);
    const tunable = openTunable(file, {}, undefined, limitsOf('adapter', loadProfile('nvidia-h200').value!))
      .value!;
    const { launch, source } = tunable.instantiate(point).value!;
    return compileKernel(launch, source, { without: [] }).value!.program;
  }

  it('are computed one after the other where registers are too few for a part of each', () => {
    // Sixteen cells in one invocation, in 128 registers.
    const code = instructionsOf(coarsened('acoustic-order8', [0, 0, 4, 1, 3, 4]));
    expect(cyclesAlone(code)).toBeLessThan(30_000);
  });

  it('are computed one after the other where that saves a workgroup and more', () => {
    // Four by four cells, for which the driver takes 80 registers; it was 105, each load right before its use.
    const program = coarsened('ising-sweep', [2, 1, 2, 1, 2]);
    expect(program.registersPerThread).toBeLessThanOrEqual(80 * 1.15);
    expect(cyclesAlone(instructionsOf(program))).toBeLessThan(10_000);
  });
});

it('checks that a store far behind needs, too, do not keep other loads waiting', () => {
  const lines = ['%id:i32 = input global_id_x', '%at:i32 = shl %id, 2'];
  const copies = 12;
  for (let k = 0; k < copies; k++) lines.push(`%x${k}:f32 = load f32 buffer 1 [%at + ${128 * k}]`);
  for (let k = 0; k < copies; k++) lines.push(`%y${k}:f32 = ffma %x${k}, %x${k}, %x${k}`);
  for (let k = 0; k < copies; k++) lines.push(`store f32 buffer 1 [%at + ${128 * k}] %y${k}`);
  const code = instructionsOf(programOf([...lines, 'return'].join('\n')));
  const firstUse = code.findIndex((each) => each.opcode.startsWith('FFMA'));
  expect(code.slice(0, firstUse).filter(isLoad).length).toBeGreaterThan(7);
});

describe('loads that wait for loads', () => {
  function compiled(name: string): readonly MachineInstruction[] {
    const file = path.join(import.meta.dirname, '../../bench', name);
    const launch = parseLaunch(readFileSync(file, 'utf8'), file).value!;
    const source = readFileSync(launch.shaderPath, 'utf8');
    return instructionsOf(compileKernel(launch, source, { without: [] }).value!.program);
  }

  it('are sent in batches too, even where neither registers nor predicates are left', () => {
    const code = compiled('spaces/kernels/dedispersion.json');
    expect(code.filter(isLoad)).toHaveLength(256);
    // The driver's code takes 4,040; one load after the other would take 64,000.
    expect(cyclesAlone(code)).toBeLessThan(8_000);
  });

  it('go six at a time where each has a test of its own that stays until it is used', () => {
    const code = compiled('sets/studied/bounded-filter-inside.json');
    expect(code.filter(isLoad)).toHaveLength(33);
    // The driver's code waits six times, 1,751 cycles in all.
    expect(cyclesAlone(code)).toBeLessThan(2_000);
  });
});

describe('order of memory', () => {
  const order = (body: string) =>
    instructionsOf(programOf(`${LOADED}${body}\n return`))
      .filter((each) => /STS|LDS|STG|BAR/.test(each.opcode))
      .map((each) => each.access ?? each.opcode);

  it('nothing passes a barrier', () => {
    expect(
      order(
        'store i32 workgroup 0 [%at] %a\n barrier workgroup\n %x:i32 = load i32 workgroup 0 [%b]\n barrier workgroup\n store i32 workgroup 0 [%at] %x',
      ),
    ).toEqual([3, 'BAR.SYNC', 4, 'BAR.SYNC', 5]);
  });

  it('nothing passes a fence, which waits for nobody', () => {
    const body = 'store i32 workgroup 0 [%at] %a\n barrier memory\n %x:i32 = load i32 workgroup 0 [%b]';
    expect(order(`${body}\n store i32 buffer 1 [%at] %x`).slice(0, 3)).toEqual([3, 'MEMBAR', 4]);
  });

  it('loads from a read-only buffer pass barriers: nobody writes there', () => {
    const body = (buffer: number) =>
      `%q:f32 = sqrt %f\n store f32 workgroup 0 [%at] %q\n barrier workgroup\n %x:f32 = load f32 buffer ${buffer} [%at + 64]\n store f32 buffer 1 [%at] %x`;
    const isFirst = (buffer: number) => {
      const opcodes = opcodesOf(programOf(`${LOADED}${body(buffer)}\n return`));
      return opcodes.findLastIndex((each) => each.startsWith('LDG')) < opcodes.indexOf('BAR.SYNC');
    };
    expect([isFirst(0), isFirst(1)]).toEqual([true, false]);
  });

  it('a load does not pass a store that may write its bytes, but one at another distance', () => {
    const slow = '%q:f32 = sqrt %f\n %r:f32 = log2 %q\n store f32 workgroup 0 [%at] %r\n';
    expect(
      order(
        `${slow} %x:f32 = load f32 workgroup 0 [%a]\n %y:f32 = sin %x\n store f32 workgroup 0 [%b + 64] %y`,
      ),
    ).toEqual([3, 4, 5]);
    expect(
      order(
        `${slow} %x:f32 = load f32 workgroup 0 [%at + 4]\n %y:f32 = sin %x\n store f32 workgroup 0 [%at + 8] %y`,
      )[0],
    ).toBe(4);
  });
});

describe('any straight-line program', () => {
  const operation = fc.record({
    op: fc.constantFrom('iadd', 'imul', 'xor', 'umin', 'shl'),
    left: fc.nat(),
    right: fc.nat(),
    load: fc.integer({ min: 0, max: 9 }),
  });

  const source = (operations: { op: string; left: number; right: number; load: number }[]): string => {
    const lines = [
      '%id:i32 = input global_id_x',
      '%v0:i32 = shl %id, 2',
      '%v1:i32 = load i32 buffer 0 [%v0]',
    ];
    operations.forEach(({ op, left, right, load }, index) => {
      const known = index + 2;
      const result = `%v${known}:i32`;
      const operand = `%v${left % known}`;
      if (load === 0) lines.push(`${result} = load i32 buffer 1 [${operand} + 8]`);
      else if (load === 1)
        lines.push(`store i32 workgroup 0 [%v0] ${operand}`, `${result} = load i32 workgroup 0 [%v0]`);
      else lines.push(`${result} = ${op} ${operand}, %v${right % known}`);
    });
    return [...lines, `store i32 buffer 1 [%v0] %v${operations.length + 1}`, 'return'].join('\n');
  };

  it('is only reordered, and nothing reads what is not there yet', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const text = source(operations);
        const program = programOf(text);
        const inOrder = programOf(text, 'load-batching');
        const names = (code: MachineInstruction[]) =>
          code.map((each) => `${each.opcode} ${each.access ?? ''}`).sort();
        expect(names(instructionsOf(program))).toEqual(names(instructionsOf(inOrder)));
        const written = new Set<number>();
        for (const each of instructionsOf(program)) {
          for (const register of each.sources) expect(written.has(register)).toBe(true);
          for (const register of each.destinations) {
            expect(register).toBeLessThan(program.registerSlots);
            written.add(register);
          }
        }
        expect(programOf(text)).toEqual(program);
      }),
      { numRuns: 60 },
    );
  });
});

it('predicates stay within their few registers when many checks are needed', () => {
  const program = programOf(unrolled(60));
  let alive = 0;
  let most = 0;
  const code = instructionsOf(program);
  code.forEach((each, index) => {
    if (each.costClass !== 'alu_predicate') return;
    const register = each.destinations[0];
    const next = code.findIndex((later, at) => at > index && later.sources.includes(register));
    alive = code
      .slice(0, index)
      .filter(
        (before, at) =>
          before.costClass === 'alu_predicate' &&
          code.findIndex((later, place) => place > at && later.sources.includes(before.destinations[0])) >
            index,
      ).length;
    if (next > index) most = Math.max(most, alive + 1);
  });
  expect(count(program, 'ISETP')).toBe(62);
  expect(most).toBeLessThanOrEqual(7);
});
