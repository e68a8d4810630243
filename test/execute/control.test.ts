import { describe, expect, it } from 'vitest';
import { compileProgram, runInFull, runSampled } from '../../src/execute/index.ts';
import type { Builder } from '../../src/ir/builder.ts';
import type { Module } from '../../src/ir/ir.ts';
import { parseModule } from '../ir/text-form/parse.ts';
import { countedLoop, loop, scaled, when } from './loops.ts';
import {
  buffer,
  build,
  GEOMETRY,
  integersOf,
  type KernelShape,
  memoryOf,
  workgroup,
  workgroupArray,
  wrap,
} from './wrap.ts';

function run(
  module: Module,
  words: number,
  dispatch: readonly [number, number, number] = [1, 1, 1],
  subgroupSize = 32,
): number[] {
  const memory = memoryOf(module, [words * 4]);
  const result = runInFull(compileProgram(wrap(module), { subgroupSize }), memory, { dispatch });
  expect(result).toEqual({ diagnostics: [], isComplete: true });
  return integersOf(memory, 0);
}

function kernel(fill: (b: Builder) => void, shape: KernelShape = {}): Module {
  return build(shape, fill);
}

/** A kernel of 32 invocations from the text of its body, with the buffer that the others have. */
function written(body: string): Module {
  const head = 'kernel "test" entry "main"\nworkgroup_size 32 1 1';
  const out = 'buffer 0 "out" storage read_write group 0 binding 0 min 4 runtime 0 stride 4';
  return parseModule(`${head}\n${out}\nbody {\n${body}\n}\n`).value!;
}

const range = (count: number, value: (i: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => value(i));

describe('divergence', () => {
  it('gives each lane its own arm of an if', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const isOdd = b.pure('ieq', 'bool', [
        b.pure('and', 'i32', [x, b.constant('i32', 1)]),
        b.constant('i32', 1),
      ]);
      const id = b.construct();
      const result = b.value('i32');
      const arm = (value: number) => b.region(() => b.emit({ kind: 'break', target: id, values: [value] }));
      const then = arm(b.constant('i32', 7));
      b.emit({ kind: 'if', id, condition: isOdd, results: [result], then, otherwise: arm(x) });
      b.store(buffer(0), 'i32', scaled(b, x), [result]);
    });
    expect(run(module, 64, [2, 1, 1])).toEqual(range(64, (i) => (i % 2 ? 7 : i)));
  });

  it('runs nested loops with per-lane trip counts, break, continue and return', () => {
    // for (i = 0; i < x; i++) { if (i == 3) continue; for (j = 0; ; j++) { if (j > i) break; n++; } if (n > 40) return; }
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const one = b.constant('i32', 1);
      const [total] = countedLoop(
        b,
        x,
        [b.constant('i32', 0)],
        (i, [n]) => {
          const id = b.construct();
          const after = b.value('i32');
          const body = b.region(() => {
            when(b, b.pure('ieq', 'bool', [i, b.constant('i32', 3)]), () => {
              b.emit({ kind: 'break', target: id, values: [n] });
            });
            const [inner] = loop(
              b,
              {
                first: b.constant('i32', 0),
                step: one,
                condition: (j) => b.pure('sle', 'bool', [j, i]),
                carried: [n],
              },
              (_, [m]) => [b.pure('iadd', 'i32', [m, one])],
            );
            when(b, b.pure('slt', 'bool', [b.constant('i32', 40), inner]), () => {
              b.store(buffer(0), 'i32', scaled(b, x), [b.constant('i32', -1)]);
              b.emit({ kind: 'return' });
            });
            b.emit({ kind: 'break', target: id, values: [inner] });
          });
          b.emit({ kind: 'block', id, results: [after], body });
          return [after];
        },
        false,
      );
      b.store(buffer(0), 'i32', scaled(b, x), [total]);
    });
    const expected = range(32, (x) => {
      let n = 0;
      for (let i = 0; i < x; i++) {
        if (i === 3) continue;
        n += i + 1;
        if (n > 40) return -1;
      }
      return n;
    });
    expect(run(module, 32)).toEqual(expected);
  });

  it.each(['', 'predicated'])('keeps what a loop passes on to itself when lanes go on apart: %s', (way) => {
    const module = written(`%x:i32 = input global_id_x
      %at:i32 = shl %x, 2
      %isLow:bool = ult %x, 9
      %r:i32 = loop #0 (%i:i32 = 0, %kept:i32 = 7, %isKept:bool = true) {
        %goesOn:bool = ult %i, 3
        if #1 %goesOn {
          break #1
        } else {
          %end:i32 = select %isKept, %kept, -1
          break #0 (%end)
        }
        %n:i32 = iadd %i, 1
        if #2 %isLow ${way} {
          next #0 (%n, %kept, %isKept)
        } else {
          break #2
        }
        next #0 (%n, %kept, %isKept)
      }
      store i32 buffer 0 [%at] %r
      return`);
    expect(run(module, 32)).toEqual(range(32, () => 7));
  });

  it('starts an outer iteration with what each lane brings from its own inner one', () => {
    const module = written(`%x:i32 = input global_id_x
      %at:i32 = shl %x, 2
      %own:i32 = and %x, 3
      %r:i32 = loop #0 (%isOver:bool = false, %brought:i32 = -1) {
        if #1 %isOver {
          break #0 (%brought)
        } else {
          break #1
        }
        loop #2 (%k:i32 = 0) {
          %isOwn:bool = ieq %k, %own
          if #3 %isOwn {
            next #0 (true, %k)
          } else {
            break #3
          }
          %n:i32 = iadd %k, 1
          next #2 (%n)
        }
        unreachable
      }
      store i32 buffer 0 [%at] %r
      return`);
    expect(run(module, 32)).toEqual(range(32, (x) => x & 3));
  });

  it('gives each lane what a loop had in the iteration it ended with, by one way out at its end', () => {
    const module = written(`%x:i32 = input global_id_x
      %at:i32 = shl %x, 2
      %r:i32 = loop #0 (%i:i32 = 0) {
        %goesOn:bool = ult %i, %x
        if #1 %goesOn {
          %n:i32 = iadd %i, 1
          next #0 (%n)
        } else {
          break #1
        }
        break #0 (%i)
      }
      store i32 buffer 0 [%at] %r
      return`);
    expect(run(module, 32)).toEqual(range(32, (x) => x));
  });

  it('selects switch cases by lane, with a default and uniform selectors', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const choose = (selector: number): number => {
        const id = b.construct();
        const result = b.value('i32');
        const arm = (value: number) =>
          b.region(() => b.emit({ kind: 'break', target: id, values: [b.constant('i32', value)] }));
        b.emit({
          kind: 'switch',
          id,
          selector,
          results: [result],
          cases: [
            { values: [1, -2], isDefault: false, body: arm(10) },
            { values: [], isDefault: true, body: arm(20) },
            { values: [5], isDefault: false, body: arm(30) },
          ],
        });
        return result;
      };
      const byLane = choose(b.pure('isub', 'i32', [x, b.constant('i32', 3)]));
      const byWarp = choose(b.pure('iadd', 'i32', [b.input('workgroup_id_x'), b.constant('i32', 4)]));
      b.store(buffer(0), 'i32', scaled(b, x), [b.pure('iadd', 'i32', [byLane, byWarp])]);
    });
    const pick = (s: number) => (s === 1 || s === -2 ? 10 : s === 5 ? 30 : 20);
    expect(run(module, 64, [2, 1, 1])).toEqual(range(64, (i) => pick(i - 3) + pick(Math.floor(i / 32) + 4)));
  });

  it('runs partial warps and several subgroup sizes', () => {
    const module = kernel(
      (b) => {
        const lane = b.input('subgroup_lane');
        const subgroup = b.input('subgroup_id');
        const size = b.input('subgroup_size');
        const first = b.pure('imul', 'i32', [subgroup, size]);
        const count = b.input('num_subgroups');
        const index = b.pure('iadd', 'i32', [first, lane]);
        b.store(buffer(0), 'i32', scaled(b, index), [
          b.pure('iadd', 'i32', [index, b.pure('imul', 'i32', [count, b.constant('i32', 100)])]),
        ]);
      },
      { workgroupSize: [21, 1, 1] },
    );
    for (const size of [4, 8, 16, 32]) {
      const warps = Math.ceil(21 / size);
      expect(run(module, 21, [1, 1, 1], size)).toEqual(range(21, (i) => i + 100 * warps));
    }
  });
});

describe('barriers', () => {
  const variables = [workgroupArray('tile', 512)];

  it('let each warp see what others wrote before', () => {
    const module = kernel(
      (b) => {
        const local = b.input('local_index');
        b.store(workgroup(0), 'i32', scaled(b, local), [local]);
        b.emit({ kind: 'barrier', scope: 'workgroup' });
        const mirror = b.pure('isub', 'i32', [b.constant('i32', 99), local]);
        b.store(buffer(0), 'i32', scaled(b, local), b.load(workgroup(0), 'i32', 1, scaled(b, mirror)));
      },
      { workgroupSize: [100, 1, 1], variables },
    );
    expect(run(module, 100)).toEqual(range(100, (i) => 99 - i));
  });

  it('need not be reached by all when they only order memory', () => {
    const module = kernel(
      (b) => {
        const local = b.input('local_index');
        const address = scaled(b, local);
        const id = b.construct();
        const condition = b.pure('ult', 'bool', [local, b.constant('i32', 7)]);
        const end = () => b.emit({ kind: 'break', target: id, values: [] });
        const then = b.region(() => {
          b.store(workgroup(0), 'i32', address, [local]);
          b.emit({ kind: 'barrier', scope: 'memory' });
          b.store(buffer(0), 'i32', address, b.load(workgroup(0), 'i32', 1, address));
          end();
        });
        b.emit({ kind: 'if', id, condition, results: [], then, otherwise: b.region(end) });
      },
      { workgroupSize: [40, 1, 1], variables },
    );
    expect(run(module, 40)).toEqual(range(40, (i) => (i < 7 ? i : 0)));
  });

  it('work inside loops: a tree reduction over 128 invocations', () => {
    const module = kernel(
      (b) => {
        const local = b.input('local_index');
        b.store(workgroup(0), 'i32', scaled(b, local), [local]);
        b.emit({ kind: 'barrier', scope: 'workgroup' });
        const id = b.construct();
        const stride = b.value('i32');
        const body = b.region(() => {
          when(b, b.pure('ieq', 'bool', [stride, b.constant('i32', 0)]), () => {
            b.emit({ kind: 'break', target: id, values: [] });
          });
          when(b, b.pure('slt', 'bool', [local, stride]), () => {
            const [own] = b.load(workgroup(0), 'i32', 1, scaled(b, local));
            const [other] = b.load(workgroup(0), 'i32', 1, scaled(b, b.pure('iadd', 'i32', [local, stride])));
            b.store(workgroup(0), 'i32', scaled(b, local), [b.pure('iadd', 'i32', [own, other])]);
          });
          b.emit({ kind: 'barrier', scope: 'workgroup' });
          b.emit({
            kind: 'next',
            target: id,
            values: [b.pure('ushr', 'i32', [stride, b.constant('i32', 1)])],
          });
        });
        b.emit({
          kind: 'loop',
          id,
          initial: [b.constant('i32', 64)],
          parameters: [stride],
          results: [],
          body,
        });
        b.store(
          buffer(0),
          'i32',
          scaled(b, b.input('workgroup_id_x')),
          b.load(workgroup(0), 'i32', 1, b.constant('i32', 0)),
        );
      },
      { workgroupSize: [128, 1, 1], variables },
    );
    expect(run(module, 3, [3, 1, 1])).toEqual([8128, 8128, 8128]);
  });

  const span = { file: 'k.wgsl', start: 10, end: 28 };

  it.each([
    ['lanes of one warp', 5, /invocation 5 \(local index\) does not reach it together/],
    ['whole warps', 64, /invocations 64 to 95 \(local index\) have ended/],
  ])('in divergent flow are refused: %s', (_, bound, message) => {
    const module = kernel(
      (b) => {
        const local = b.input('local_index');
        when(b, b.pure('slt', 'bool', [local, b.constant('i32', bound)]), () => {
          b.emit({ kind: 'barrier', scope: 'workgroup', span });
        });
      },
      { workgroupSize: [96, 1, 1] },
    );
    const memory = memoryOf(module, [4]);
    const kernelOf = compileProgram(wrap(module), { subgroupSize: 32 });
    const result = runInFull(kernelOf, memory, { dispatch: [1, 1, 1] });
    expect(result.isComplete).toBe(false);
    expect(result.diagnostics).toEqual([
      {
        severity: 'invalid',
        code: 'execute/divergent-barrier',
        message: expect.stringMatching(message),
        span,
      },
    ]);
    const sampled = runSampled(
      kernelOf,
      memory,
      { dispatch: [1, 1, 1] },
      {
        geometry: GEOMETRY,
        workgroups: [0],
        maximumWarpInstructions: 1000,
        shortenLoops: true,
      },
    );
    expect(sampled.value).toBeUndefined();
    expect(sampled.diagnostics).toEqual(result.diagnostics);
  });
});

describe('endless loops', () => {
  const span = { file: 'k.wgsl', start: 3, end: 40 };
  const endless = kernel((b) => {
    const id = b.construct();
    const body = b.region(() => {
      b.store(buffer(0), 'i32', b.constant('i32', 0), [b.constant('i32', 1)]);
      b.emit({ kind: 'next', target: id, values: [] });
    });
    b.emit({ kind: 'loop', id, initial: [], parameters: [], results: [], body, span });
  });

  it('end with a diagnostic at the loop, in full and sampled runs', () => {
    const kernelOf = compileProgram(wrap(endless), { subgroupSize: 32 });
    const expected = [expect.objectContaining({ severity: 'invalid', code: 'execute/endless-loop', span })];
    const full = runInFull(
      kernelOf,
      memoryOf(endless, [4]),
      { dispatch: [1, 1, 1] },
      { maximumLoopIterations: 1000 },
    );
    expect(full).toEqual({ diagnostics: expected, isComplete: false });
    const sampled = runSampled(
      kernelOf,
      memoryOf(endless, [4]),
      { dispatch: [1, 1, 1] },
      {
        geometry: GEOMETRY,
        workgroups: [0],
        maximumWarpInstructions: 100,
        shortenLoops: true,
      },
    );
    expect(sampled).toEqual({ diagnostics: expected });
  });

  it('are not those whose end is known', () => {
    const counted = kernel((b) => {
      countedLoop(b, 100, [], () => {
        countedLoop(b, 5000, [], (i) => {
          b.store(buffer(0), 'i32', b.constant('i32', 0), [i]);
          return undefined;
        });
        return undefined;
      });
    });
    const { diagnostics } = runInFull(
      compileProgram(wrap(counted), { subgroupSize: 32 }),
      memoryOf(counted, [4]),
      { dispatch: [1, 1, 1] },
      { maximumLoopIterations: 1000 },
    );
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 'unsupported', code: 'execute/too-long' }),
    ]);
    expect(diagnostics[0].message).toContain('1001 iterations');
  });
});
