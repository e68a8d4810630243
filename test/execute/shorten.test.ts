import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceSize } from '../../bench/speed/trace-size.ts';
import { tintGuards } from '../../src/compilers/tint/guards.ts';
import { firstIteration } from '../../src/execute/first-hold.ts';
import { compileProgram, runSampled, type Trace } from '../../src/execute/index.ts';
import type { Builder } from '../../src/ir/builder.ts';
import type { Module, ValueId } from '../../src/ir/ir.ts';
import { countedLoop, loop, scaled, when } from './loops.ts';
import {
  buffer,
  build,
  GEOMETRY,
  type KernelShape,
  memoryOf,
  privateArray,
  privateMemory,
  storage,
  workgroup,
  workgroupArray,
  wrap,
} from './wrap.ts';

const BUFFERS = [storage('a', 0, 'read'), storage('b', 1, 'read'), storage('out', 2)];

function traceOf(module: Module, shortenLoops: boolean): Trace {
  const kernel = compileProgram(wrap(module), { subgroupSize: 32 });
  const memory = memoryOf(
    module,
    [1 << 20, { kind: 'random-u32', seed: 1, modulo: 100 }],
    [1 << 20, { kind: 'random-f32', seed: 2, min: 0, max: 1 }],
    [1 << 20],
  );
  const { value, diagnostics } = runSampled(
    kernel,
    memory,
    { dispatch: [4, 1, 1] },
    {
      geometry: GEOMETRY,
      workgroups: [1, 2],
      maximumWarpInstructions: 1e9,
      shortenLoops,
    },
  );
  expect(diagnostics).toEqual([]);
  return value!;
}

/** Executions per segment that a trace stands for. */
function represented(trace: Trace): number[] {
  const counts = trace.program.segments.map(() => 0);
  trace.entrySegment.forEach((segment, entry) => {
    counts[segment] += trace.entryWeight[entry];
  });
  return counts;
}

function kernel(fill: (b: Builder) => void, shape: KernelShape = {}): Module {
  return build({ workgroupSize: [64, 1, 1], buffers: BUFFERS, ...shape }, fill);
}

/** Checks that the shortened run stands for exactly the full one; returns the share of work that it did. */
function shareOf(module: Module): number {
  const full = traceOf(module, false);
  const short = traceOf(module, true);
  expect(represented(short)).toEqual(represented(full));
  expect(traceSize(short).represented).toBe(traceSize(full).executed);
  expect(short.isExtrapolated).toBe(traceSize(short).executed < traceSize(full).executed);
  return traceSize(short).executed / traceSize(full).executed;
}

function dotLoop(b: Builder, count: number): void {
  const x = b.input('global_id_x');
  const [sum] = countedLoop(b, count, [b.constant('f32', 0)], (i, [total]) => {
    const [left] = b.load(
      buffer(1),
      'f32',
      1,
      scaled(b, b.pure('iadd', 'i32', [b.pure('imul', 'i32', [x, b.constant('i32', 16)]), i])),
    );
    return [b.pure('fadd', 'f32', [total, left])];
  });
  b.store(buffer(2), 'f32', scaled(b, x), [sum]);
}

describe('loop shortening', () => {
  it.each([10, 48, 49, 100, 127, 128, 1000, 4096])('stands for a counted loop of %i iterations', (count) => {
    const share = shareOf(kernel((b) => dotLoop(b, count)));
    if (count <= 48) expect(share).toBe(1);
    else expect(share).toBeLessThan(1);
    if (count === 4096) expect(share).toBeLessThan(0.012);
  });

  it.each([
    ['a word that nobody writes', (_: Builder, word: number) => word],
    [
      'what follows from it',
      (b: Builder, word: number) => b.pure('udiv', 'i32', [word, b.constant('i32', 7)]),
    ],
    [
      'what follows from it and the lane',
      (b: Builder, word: number) => b.pure('umax', 'i32', [word, b.input('local_id_x')]),
    ],
  ])('knows the end where each iteration computes it anew from %s', (_, bound) => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const place = b.constant('i32', 4 * 12345);
      loop(
        b,
        {
          first: b.constant('i32', 0),
          step: b.constant('i32', 1),
          condition: (i) => {
            const [word] = b.load(buffer(0), 'i32', 1, place);
            const large = b.pure('iadd', 'i32', [word, b.constant('i32', 5000)]);
            return b.pure('ult', 'bool', [i, bound(b, large)]);
          },
        },
        (i) => {
          b.store(
            buffer(2),
            'i32',
            scaled(b, x),
            b.load(buffer(0), 'i32', 1, scaled(b, b.pure('iadd', 'i32', [i, x]))),
          );
          return undefined;
        },
      );
    });
    expect(shareOf(module)).toBeLessThan(0.1);
  });

  it('runs the last iterations at their true places', () => {
    const module = kernel((b) => dotLoop(b, 1000));
    const full = traceOf(module, false);
    const short = traceOf(module, true);
    // The access before the final store's.
    const lastLoad = (trace: Trace): number[] => {
      const end = trace.entryFirstAccess[trace.warpFirstEntry[1]] - 1;
      return [...trace.sectors.slice(trace.accessFirstSector[end - 1], trace.accessFirstSector[end])];
    };
    expect(lastLoad(short)).toEqual(lastLoad(full));
  });

  it('looks through the guard that counts 2^64 iterations down', () => {
    expect(shareOf(tintGuards(kernel((b) => dotLoop(b, 500))))).toBeLessThan(0.12);
  });

  it('handles steps, downward counts, unsigned bounds and predicated exits', () => {
    const variants: ((b: Builder, i: number) => number)[] = [
      (b, i) => b.pure('ult', 'bool', [i, b.constant('i32', 3000)]),
      (b, i) => b.pure('not', 'bool', [b.pure('sle', 'bool', [b.constant('i32', 2998), i])]),
      (b, i) => b.pure('ine', 'bool', [i, b.constant('i32', 3000)]),
    ];
    for (const condition of variants) {
      for (const isPredicated of [false, true]) {
        const module = kernel((b) => {
          const x = scaled(b, b.input('global_id_x'));
          loop(
            b,
            {
              first: b.constant('i32', 0),
              step: b.constant('i32', 4),
              condition: (i) => condition(b, i),
              isPredicated,
            },
            (i) => {
              b.store(
                buffer(2),
                'i32',
                x,
                b.load(buffer(0), 'i32', 1, b.pure('iadd', 'i32', [scaled(b, i), x])),
              );
              return undefined;
            },
          );
        });
        expect(shareOf(module)).toBeLessThan(0.1);
      }
    }
    const down = kernel((b) => {
      const x = scaled(b, b.input('global_id_x'));
      loop(
        b,
        {
          first: b.constant('i32', 700),
          step: b.constant('i32', -1),
          condition: (i) => b.pure('sle', 'bool', [b.constant('i32', 0), i]),
        },
        (i) => {
          b.store(buffer(2), 'i32', x, [i]);
          return undefined;
        },
      );
    });
    expect(shareOf(down)).toBeLessThan(0.1);
  });

  it('multiplies the weights of nested loops', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      countedLoop(b, 200, [], (i) => {
        countedLoop(b, 300, [], (j) => {
          const index = b.pure('iadd', 'i32', [b.pure('iadd', 'i32', [i, j]), x]);
          b.store(buffer(2), 'i32', scaled(b, index), [j]);
          return undefined;
        });
        return undefined;
      });
    });
    expect(shareOf(module)).toBeLessThan(0.04);
  });

  describe('where iterations do more or less the later they come', () => {
    /** `for i < size { for j < bound(i) { for k < bound(i), if there is a third { … } } }`. */
    const nest = (boundOf: (b: Builder, i: ValueId, size: number) => ValueId, depth: 2 | 3): Module =>
      kernel((b) => {
        const x = scaled(b, b.input('global_id_x'));
        const store = (value: ValueId) => b.store(buffer(2), 'i32', x, [value]);
        const size = depth === 2 ? 200 : 80;
        countedLoop(b, size, [], (i) => {
          const bound = boundOf(b, i, size);
          const inner = (body: (j: ValueId) => void) => countedLoop(b, bound, [], (j) => void body(j), false);
          inner((j) => (depth === 2 ? store(j) : void inner(store)));
          return undefined;
        });
      });
    const growing = (_: Builder, i: ValueId) => i;
    const shrinking = (b: Builder, i: ValueId, size: number) =>
      b.pure('isub', 'i32', [b.constant('i32', size), i]);

    it.each([
      ['a triangle', nest(growing, 2), 0.01],
      ['a triangle that shrinks', nest(shrinking, 2), 0.01],
      ['a pyramid', nest(growing, 3), 0.03],
      ['a pyramid that shrinks', nest(shrinking, 3), 0.03],
    ])('stands for the whole work of %s', (_, module, within) => {
      const full = traceSize(traceOf(module, false)).executed;
      const short = traceSize(traceOf(module, true));
      expect(short.executed).toBeLessThan(full * 0.5);
      expect(Math.abs(short.represented / full - 1)).toBeLessThan(within);
    });
  });

  it('keeps warps together where a loop has barriers', () => {
    const variables = [workgroupArray('tile', 256)];
    const module = kernel(
      (b) => {
        const local = scaled(b, b.input('local_index'));
        countedLoop(b, 400, [], (i) => {
          b.store(workgroup(0), 'i32', local, [i]);
          b.emit({ kind: 'barrier', scope: 'workgroup' });
          b.store(buffer(2), 'i32', scaled(b, i), b.load(workgroup(0), 'i32', 1, b.constant('i32', 0)));
          b.emit({ kind: 'barrier', scope: 'workgroup' });
          return undefined;
        });
      },
      { variables },
    );
    expect(shareOf(module)).toBeLessThan(0.12);
  });

  it('shortens lanes with different trip counts by what all of them run', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const bound = b.pure('iadd', 'i32', [x, b.constant('i32', 300)]);
      countedLoop(
        b,
        bound,
        [],
        (i) => {
          b.store(buffer(2), 'i32', scaled(b, b.pure('iadd', 'i32', [i, x])), [i]);
          return undefined;
        },
        false,
      );
    });
    expect(shareOf(module)).toBeLessThan(0.35);
  });

  describe('where skipped values steer', () => {
    const pointerChase = (count: number): Module =>
      kernel((b) => {
        countedLoop(b, count, [b.constant('i32', 0)], (_, [at]) => {
          const [next] = b.load(buffer(0), 'i32', 1, scaled(b, at));
          b.store(buffer(2), 'i32', b.constant('i32', 0), [next]);
          return [next];
        });
      });
    /** Stores under a condition on a value that each iteration replaces. */
    const chain = (count: number): Module =>
      kernel((b) => {
        const x = scaled(b, b.input('global_id_x'));
        const [start] = b.load(buffer(0), 'i32', 1, x);
        countedLoop(b, count, [start], (_, [state]) => {
          const product = b.pure('imul', 'i32', [state, b.constant('i32', 1664525)]);
          const next = b.pure('iadd', 'i32', [product, b.constant('i32', 1013904223)]);
          when(b, b.pure('slt', 'bool', [next, b.constant('i32', 0)]), () => {
            b.store(buffer(2), 'i32', x, [next]);
          });
          return [next];
        });
      });

    it('leaves loops alone that are not long', () => {
      expect(shareOf(pointerChase(1000))).toBe(1);
      expect(shareOf(chain(1024))).toBe(1);
    });

    it('takes some iterations of long ones for typical', () => {
      expect(shareOf(pointerChase(20000))).toBeLessThan(0.01);
      expect(shareOf(tintGuards(pointerChase(20000)))).toBeLessThan(0.01);
      const full = traceSize(traceOf(chain(5000), false)).executed;
      const short = traceSize(traceOf(chain(5000), true));
      expect(short.executed).toBeLessThan(full * 0.05);
      expect(Math.abs(short.represented / full - 1)).toBeLessThan(0.05);
    });

    it('follows loops that settle, in registers and in variables', () => {
      // A running minimum: the later the iteration, the less often is something smaller found. Represented work
      // stays near what a full run does, though a twentieth of it is recorded.
      const minimum = (isVariable: boolean): Module =>
        kernel(
          (b) => {
            const x = b.input('global_id_x');
            const zero = b.constant('i32', 0);
            const most = b.constant('i32', 2147483647);
            if (isVariable) b.store(privateMemory(0), 'i32', zero, [most]);
            const count = 4000;
            const [last] = countedLoop(b, count, [most], (i, [state]) => {
              const hash = b.pure('imul', 'i32', [
                b.pure('iadd', 'i32', [i, x]),
                b.constant('i32', -1640531535),
              ]);
              const value = b.pure('ushr', 'i32', [hash, b.constant('i32', 1)]);
              const best = isVariable ? b.load(privateMemory(0), 'i32', 1, zero)[0] : state;
              const isBetter = b.pure('slt', 'bool', [value, best]);
              when(b, isBetter, () => {
                b.store(buffer(2), 'i32', scaled(b, x), [value]);
                if (isVariable) b.store(privateMemory(0), 'i32', zero, [value]);
              });
              return [b.pure('select', 'i32', [isBetter, value, best])];
            });
            b.store(buffer(2), 'i32', scaled(b, x), [last]);
          },
          isVariable ? { variables: [privateArray('best', 4)] } : {},
        );
      for (const isVariable of [false, true]) {
        const full = represented(traceOf(minimum(isVariable), false));
        const short = represented(traceOf(minimum(isVariable), true));
        for (const [segment, count] of full.entries()) expect(short[segment] / count).toBeCloseTo(1, 0);
      }
    });

    it.each([
      ['registers', false],
      ['variables', true],
    ])('follows loops that find how often a later one runs, in %s', (_, isVariable) => {
      const module = kernel(
        (b) => {
          const x = b.input('global_id_x');
          const zero = b.constant('i32', 0);
          if (isVariable) b.store(privateMemory(0), 'i32', zero, [zero]);
          const [sum] = countedLoop(b, 200, [zero], (i, [found]) => {
            const [value] = b.load(buffer(0), 'i32', 1, scaled(b, b.pure('iadd', 'i32', [x, i])));
            const isLow = b.pure('ult', 'bool', [value, b.constant('i32', 50)]);
            const before = isVariable ? b.load(privateMemory(0), 'i32', 1, zero)[0] : found;
            const after = b.pure('iadd', 'i32', [
              before,
              b.pure('select', 'i32', [isLow, b.constant('i32', 1), zero]),
            ]);
            if (isVariable) b.store(privateMemory(0), 'i32', zero, [after]);
            return [after];
          });
          const rounds = isVariable ? b.load(privateMemory(0), 'i32', 1, zero)[0] : sum;
          const hash = (_: ValueId, [value]: readonly ValueId[]) => [
            b.pure('imul', 'i32', [value, b.constant('i32', 1664525)]),
          ];
          const [last] = countedLoop(b, rounds, [x], hash, false);
          b.store(buffer(2), 'i32', scaled(b, x), [last]);
        },
        isVariable ? { variables: [privateArray('found', 4)] } : {},
      );
      expect(represented(traceOf(module, true))).toEqual(represented(traceOf(module, false)));
    });

    it('leaves long loops alone that differ between lanes', () => {
      const module = kernel((b) => {
        const x = b.input('global_id_x');
        const bound = b.pure('iadd', 'i32', [x, b.constant('i32', 3000)]);
        const chase = (_: number, [at]: readonly number[]) => b.load(buffer(0), 'i32', 1, scaled(b, at));
        const [last] = countedLoop(b, bound, [x], chase, false);
        b.store(buffer(2), 'i32', scaled(b, x), [last]);
      });
      expect(shareOf(module)).toBe(1);
    });

    it('leaves long loops alone that data may end', () => {
      const module = kernel((b) => {
        const x = scaled(b, b.input('global_id_x'));
        const limit = b.constant('i32', 99);
        const condition = (i: number) => {
          const [value] = b.load(buffer(0), 'i32', 1, b.pure('iadd', 'i32', [scaled(b, i), x]));
          const isLow = b.pure('slt', 'bool', [value, limit]);
          return b.pure('and', 'bool', [isLow, b.pure('ult', 'bool', [i, b.constant('i32', 3000)])]);
        };
        loop(b, { first: b.constant('i32', 0), step: b.constant('i32', 1), condition }, (i) => {
          b.store(buffer(2), 'i32', x, [i]);
          return undefined;
        });
      });
      expect(shareOf(module)).toBe(1);
    });
  });
});

describe('firstIteration', () => {
  const compare = {
    ieq: (x: number, y: number) => x === y,
    ine: (x: number, y: number) => x !== y,
    slt: (x: number, y: number) => x < y,
    sle: (x: number, y: number) => x <= y,
    ult: (x: number, y: number) => x >>> 0 < y >>> 0,
    ule: (x: number, y: number) => x >>> 0 <= y >>> 0,
  };
  const near = fc.oneof(
    fc.integer({ min: -300, max: 300 }),
    fc.integer({ min: 2147483400, max: 2147483647 }),
    fc.integer({ min: -2147483648, max: -2147483400 }),
  );

  it('is never later than the first iteration at which the comparison holds', () => {
    const operations = Object.keys(compare) as (keyof typeof compare)[];
    fc.assert(
      fc.property(
        fc.constantFrom(...operations),
        near,
        fc.integer({ min: -9, max: 9 }),
        near,
        fc.integer({ min: -2, max: 2 }),
        (op, x, stepX, y, stepY) => {
          const found = firstIteration(op, x, stepX, y, stepY);
          const limit = Math.min(found, 2000);
          for (let k = 0; k < limit; k++) {
            if (compare[op]((x + k * stepX) | 0, (y + k * stepY) | 0)) return false;
          }
          return found >= 0;
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('is exact for ordinary loops', () => {
    expect(firstIteration('sle', 1000, 0, 0, 1)).toBe(1000);
    expect(firstIteration('ule', 1000, 0, 3, 4)).toBe(250);
    expect(firstIteration('ieq', 0, 8, 800, 0)).toBe(100);
    expect(firstIteration('slt', 99, -1, 0, 0)).toBe(100);
    expect(firstIteration('ieq', -1, -1, 0, 0)).toBe(4294967295);
    expect(firstIteration('ine', 5, 0, 5, 0)).toBe(Infinity);
  });
});
