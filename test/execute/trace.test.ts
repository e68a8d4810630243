import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceSize } from '../../bench/speed/trace-size.ts';
import { compileProgram, isSteeredByAtomics, runSampled, type Trace } from '../../src/execute/index.ts';
import { recordGlobal } from '../../src/execute/record-buffer.ts';
import { recordShared, recordUniformShared } from '../../src/execute/record-variable.ts';
import { WarpRecorder } from '../../src/execute/recorder.ts';
import type { Builder } from '../../src/ir/builder.ts';
import type { Module } from '../../src/ir/ir.ts';
import { countedLoop, scaled, when } from './loops.ts';
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

function traceOf(module: Module, options: { workgroups?: number[]; budget?: number } = {}): Trace {
  const memory = memoryOf(module, ...module.buffers.map(() => [1 << 16] as const));
  const { value, diagnostics } = runSampled(
    compileProgram(wrap(module), { subgroupSize: 32 }),
    memory,
    { dispatch: [100, 1, 1] },
    {
      geometry: GEOMETRY,
      workgroups: options.workgroups ?? [0],
      maximumWarpInstructions: options.budget ?? 1e6,
      shortenLoops: false,
    },
  );
  expect(diagnostics.filter((each) => each.severity !== 'warning')).toEqual([]);
  return value!;
}

function kernel(fill: (b: Builder, x: number) => void, shape: KernelShape = {}): Module {
  return build({ buffers: [storage('a', 0, 'read'), storage('out', 1)], ...shape }, (b) =>
    fill(b, b.input('global_id_x')),
  );
}

interface AccessFacts {
  readonly lanes: number;
  readonly passes: number;
  readonly sectors: readonly number[];
}

function accessesOf(trace: Trace): AccessFacts[] {
  return [...trace.accessLanes].map((lanes, access) => ({
    lanes,
    passes: trace.accessPasses[access],
    sectors: [...trace.sectors.slice(trace.accessFirstSector[access], trace.accessFirstSector[access + 1])],
  }));
}

/** The first access of a kernel that loads `width` words at `address(x)`. */
function loadFacts(width: number, address: (b: Builder, x: number) => number, offset = 0): AccessFacts {
  const module = kernel((b, x) => {
    b.store(buffer(1), 'f32', scaled(b, x), [b.load(buffer(0), 'f32', width, address(b, x), offset)[0]]);
  });
  return accessesOf(traceOf(module))[0];
}

function strided(bytes: number): (b: Builder, x: number) => number {
  return (b, x) => b.pure('imul', 'i32', [x, b.constant('i32', bytes)]);
}

const range = (count: number, first = 0): number[] => Array.from({ length: count }, (_, i) => first + i);

describe('sectors of buffer accesses', () => {
  it('unit stride touches 4, misaligned 5', () => {
    expect(loadFacts(1, strided(4))).toEqual({ lanes: 32, passes: 1, sectors: range(4) });
    expect(loadFacts(1, strided(4), 4)).toEqual({ lanes: 32, passes: 1, sectors: range(5) });
  });

  it('a stride of 32 words touches 32, in 32 passes of the banks', () => {
    const facts = loadFacts(1, strided(128));
    expect(facts).toEqual({ lanes: 32, passes: 32, sectors: range(32).map((i) => 4 * i) });
  });

  it('four words per lane touch 16', () => {
    expect(loadFacts(4, strided(16))).toEqual({ lanes: 32, passes: 4, sectors: range(16) });
  });

  it('a broadcast touches 1, whether uniform or found out', () => {
    expect(loadFacts(1, (b) => b.constant('i32', 40))).toEqual({ lanes: 32, passes: 1, sectors: [1] });
    const hidden = loadFacts(1, (b, x) => b.pure('and', 'i32', [x, b.constant('i32', 0)]));
    expect(hidden).toEqual({ lanes: 32, passes: 1, sectors: [0] });
  });

  it('are the same whether an access is recorded alone or after one at a constant distance', () => {
    const offsets = [0, 4, 32, 36, 128, 4096];
    const group = (stride: number, places: readonly number[]) =>
      accessesOf(
        traceOf(
          kernel((b, x) => {
            const address = strided(stride)(b, x);
            const sum = places
              .map((offset) => b.load(buffer(0), 'i32', 1, address, offset)[0])
              .reduce((left, right) => b.pure('iadd', 'i32', [left, right]));
            b.store(buffer(1), 'i32', scaled(b, x), [sum]);
          }),
        ),
      ).slice(0, places.length);
    for (const stride of [4, 8, 20, 64, 1024, -4]) {
      const alone = offsets.map((offset) => group(stride, [offset])[0]);
      expect(group(stride, offsets)).toEqual(alone);
      // From 64 KB on the lanes at the end are out of bounds, in some accesses and not in others.
      const atEnd = [65536 - 8 * stride, 65536 - 4 * stride];
      if (stride > 0) expect(group(stride, atEnd)).toEqual(atEnd.map((offset) => group(stride, [offset])[0]));
    }
  });

  it('a large buffer starts at a page, as memory of its own does', () => {
    const module = kernel((b, x) => b.store(buffer(1), 'i32', scaled(b, x), [x]));
    const large = 4 << 20;
    const { value } = runSampled(
      compileProgram(wrap(module), { subgroupSize: 32 }),
      memoryOf(module, [256], [large]),
      { dispatch: [1, 1, 1] },
      { geometry: GEOMETRY, workgroups: [0], maximumWarpInstructions: 1e6, shortenLoops: false },
    );
    expect([...value!.bufferBaseSector]).toEqual([0, 1 << 16, 3 << 16]);
  });

  it('descending addresses come out ascending', () => {
    const facts = loadFacts(1, (b, x) =>
      b.pure('isub', 'i32', [b.constant('i32', 31 * 64), strided(64)(b, x)]),
    );
    expect(facts.sectors).toEqual(range(32).map((i) => 2 * i));
  });

  it('later buffers start where earlier ones end, private memory last', () => {
    const module = kernel(
      (b, x) => {
        b.store(buffer(1), 'i32', scaled(b, x), [x]);
        b.store(privateMemory(0), 'i32', b.constant('i32', 4), [x]);
      },
      { variables: [privateArray('own', 16)] },
    );
    const trace = traceOf(module, { workgroups: [0, 1] });
    expect([...trace.bufferBaseSector]).toEqual([0, 2048, 4096]);
    expect([...trace.bufferBytes]).toEqual([65536, 65536]);
    const facts = accessesOf(trace);
    expect(facts[0].sectors).toEqual(range(4, 2048));
    // Four words per lane in 16 sectors per row of the warp; the second warp has its own.
    expect(facts[1]).toEqual({ lanes: 32, passes: 1, sectors: range(4, 4096 + 4) });
    expect(facts[3].sectors).toEqual(range(4, 4096 + 16 + 4));
  });

  it('agree with the definition for any addresses', () => {
    const addresses = fc.array(fc.integer({ min: 0, max: 4095 }), { minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(addresses, fc.integer(), fc.constantFrom(4, 8, 12, 16), (words, mask, bytes) => {
        const recorder = new WarpRecorder(GEOMETRY);
        recorder.enter(0, 1, 1, mask);
        recordGlobal(
          recorder,
          mask,
          Int32Array.from(words, (word) => word * 4),
          0,
          0,
          bytes,
          1000,
        );
        const expected = new Set<number>();
        words.forEach((word, lane) => {
          if (!((mask >>> lane) & 1)) return;
          for (let byte = word * 4; byte < word * 4 + bytes; byte += 4)
            expected.add(1000 + Math.floor(byte / 32));
        });
        const sorted = [...expected].sort((a, c) => a - c);
        expect([...recorder.sectors.slice(0, recorder.sectorCount)]).toEqual(sorted);
      }),
      { numRuns: 300 },
    );
  });
});

describe('bank passes of workgroup memory', () => {
  function passes(address: (b: Builder, x: number) => number, width = 1): number {
    const module = kernel(
      (b, x) => {
        b.store(buffer(1), 'i32', scaled(b, x), [b.load(workgroup(0), 'i32', width, address(b, x))[0]]);
      },
      { variables: [workgroupArray('tile', 16384)] },
    );
    const facts = accessesOf(traceOf(module))[0];
    expect(facts.lanes).toBe(32);
    expect(facts.sectors).toEqual([]);
    return facts.passes;
  }

  it('count the words of the busiest bank', () => {
    expect(passes(strided(4))).toBe(1);
    expect(passes(strided(8))).toBe(2);
    expect(passes(strided(128))).toBe(32);
    expect(passes(strided(33 * 4))).toBe(1);
    expect(passes((b) => b.constant('i32', 8))).toBe(1);
    expect(
      passes((b, x) =>
        b.pure('imul', 'i32', [b.pure('ushr', 'i32', [x, b.constant('i32', 3)]), b.constant('i32', 128)]),
      ),
    ).toBe(4);
  });

  /** Cycles that an H200 takes for such an access, all lanes or those of the mask. */
  it.each<['load' | 'store', number, string, (lane: number) => number, number, number]>([
    ['load', 8, 'a stride of 1', (lane) => 8 * lane, -1, 2],
    ['load', 8, 'the first eight lanes', (lane) => 8 * lane, 255, 2],
    ['store', 8, 'the first eight lanes', (lane) => 8 * lane, 255, 1],
    ['load', 8, 'pairs of lanes on an address', (lane) => 8 * (lane >> 1), -1, 1],
    ['load', 8, 'two addresses in turn', (lane) => 8 * (lane & 1), -1, 1],
    ['load', 8, 'four addresses in turn', (lane) => 8 * (lane & 3), -1, 2],
    ['load', 8, 'even places, then odd ones', (lane) => 16 * (lane & 15) + 8 * (lane >> 4), -1, 4],
    ['store', 8, 'one address', () => 0, -1, 2],
    ['load', 16, 'a stride of 1', (lane) => 16 * lane, -1, 4],
    ['load', 16, 'a stride of 8', (lane) => 128 * lane, -1, 32],
    ['load', 16, 'the first eight lanes', (lane) => 16 * lane, 255, 4],
    ['store', 16, 'the first eight lanes', (lane) => 16 * lane, 255, 1],
    ['load', 16, 'one address', () => 0, -1, 2],
    ['store', 16, 'one address', () => 0, -1, 4],
    ['load', 16, 'four rows', (lane) => 512 * (lane & 3), -1, 16],
  ])('are for a %s of %i bytes by %s as measured', (kind, bytes, _, address, mask, cycles) => {
    const recorder = new WarpRecorder(GEOMETRY);
    recorder.enter(0, 1, 1, mask);
    recordShared(
      recorder,
      mask,
      Int32Array.from(range(32), (lane) => address(lane)),
      0,
      bytes,
      kind === 'store',
    );
    expect(recorder.accessPasses[0]).toBe(cycles);
  });

  it('are the same whether lanes are known to share an address or not', () => {
    for (const [bytes, isStore, mask] of [
      [4, false, -1],
      [8, false, 255],
      [8, true, -1],
      [16, true, 0xff00ff],
      [16, false, 1],
    ] as const) {
      const recorder = new WarpRecorder(GEOMETRY);
      recorder.enter(0, 1, 2, mask);
      recordShared(recorder, mask, new Int32Array(32), 0, bytes, isStore);
      recordUniformShared(recorder, mask, bytes, isStore);
      expect(recorder.accessPasses[1]).toBe(recorder.accessPasses[0]);
    }
  });

  it('agree with the definition for any addresses', () => {
    const addresses = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(addresses, fc.integer(), (words, mask) => {
        const recorder = new WarpRecorder(GEOMETRY);
        recorder.enter(0, 1, 1, mask);
        recordShared(
          recorder,
          mask,
          Int32Array.from(words, (word) => word * 4),
          0,
          4,
          false,
        );
        const banks = Array.from({ length: 32 }, () => new Set<number>());
        words.forEach((word, lane) => {
          if ((mask >>> lane) & 1) banks[word % 32].add(word);
        });
        expect(recorder.accessPasses[0]).toBe(Math.max(...banks.map((each) => each.size)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('atomics in the trace', () => {
  it('count the most lanes on one address, or on one bank beside its words', () => {
    const module = kernel(
      (b, x) => {
        const bin = scaled(b, b.pure('umin', 'i32', [x, b.constant('i32', 20)]));
        b.atomic('add', buffer(1), bin, [x], false);
        b.atomic('add', workgroup(0), bin, [x], false);
      },
      { variables: [workgroupArray('bins', 128)] },
    );
    expect(accessesOf(traceOf(module))).toEqual([
      { lanes: 32, passes: 12, sectors: range(3, 2048) },
      { lanes: 32, passes: 12 + 256, sectors: [] },
    ]);
  });
});

describe('atomic loads and stores in the trace', () => {
  it('are loads and stores: lanes on one address do not wait for each other', () => {
    const module = kernel(
      (b) => {
        const zero = b.constant('i32', 0);
        b.atomic('load', workgroup(0), zero, [], true);
        b.atomic('store', workgroup(0), zero, [zero], false);
        b.atomic('load', buffer(1), zero, [], true);
      },
      { variables: [workgroupArray('flag', 4)] },
    );
    expect(accessesOf(traceOf(module)).map((access) => access.passes)).toEqual([1, 1, 1]);
  });
});

describe('entries', () => {
  it('say which lanes came to each segment, in the order of execution', () => {
    const module = kernel((b, x) => {
      when(b, b.pure('slt', 'bool', [x, b.constant('i32', 5)]), () => {
        b.store(buffer(1), 'i32', scaled(b, x), [x]);
      });
      when(b, b.pure('slt', 'bool', [x, b.constant('i32', 0)]), () => {
        b.store(buffer(1), 'i32', scaled(b, x), [x]);
      });
    });
    const trace = traceOf(module);
    const lanes = [...trace.entrySegment].map((segment, entry) => [
      trace.program.segments[segment].instructions[0].opcode,
      trace.entryLanes[entry],
    ]);
    expect(lanes).toEqual([
      ['INPUT', 32],
      ['PURE', 5],
      ['BREAK', 27],
      ['PURE', 32],
      ['BREAK', 32],
      ['RETURN', 32],
    ]);
  });

  it('record predicated accesses with the lanes that took part, even none', () => {
    const module = kernel((b, x) => {
      const inner = (bound: number) =>
        when(
          b,
          b.pure('slt', 'bool', [x, b.constant('i32', bound)]),
          () => {
            b.store(buffer(1), 'i32', scaled(b, x), b.load(buffer(0), 'i32', 1, scaled(b, x)));
          },
          true,
        );
      inner(9);
      inner(0);
    });
    const trace = traceOf(module);
    expect(trace.entrySegment).toHaveLength(1);
    expect(accessesOf(trace)).toEqual([
      { lanes: 9, passes: 1, sectors: range(2) },
      { lanes: 9, passes: 1, sectors: range(2, 2048) },
      { lanes: 0, passes: 0, sectors: [] },
      { lanes: 0, passes: 0, sectors: [] },
    ]);
  });

  it('belong to warps and workgroups as sampled, until the budget is used up', () => {
    const module = kernel(
      (b, x) => {
        countedLoop(b, 10, [], (i) => {
          b.store(buffer(1), 'i32', scaled(b, x), [i]);
          return undefined;
        });
      },
      { workgroupSize: [80, 1, 1] },
    );
    const all = traceOf(module, { workgroups: [7, 3, 90] });
    expect([...all.workgroupIndex]).toEqual([7, 3, 90]);
    expect([...all.workgroupFirstWarp]).toEqual([0, 3, 6, 9]);
    expect([...all.warpFirstEntry].at(-1)).toBe(all.entrySegment.length);
    expect(all.entryLanes[all.warpFirstEntry[2]]).toBe(16);
    expect(all.totalWorkgroups).toBe(100);
    const one = traceOf(module, { workgroups: [7, 3, 90], budget: 1 });
    expect([...one.workgroupIndex]).toEqual([7]);
    expect(traceSize(one).executed * 3).toBe(traceSize(all).executed);
  });
});

describe('a kernel that goes by what earlier workgroups left', () => {
  /** Every invocation takes a ticket; only the first 1600 of them store. */
  const module = kernel((b, x) => {
    const one = b.constant('i32', 1);
    const ticket = b.atomic('add', buffer(1), b.constant('i32', 0), [one], true);
    when(b, b.pure('slt', 'bool', [ticket!, b.constant('i32', 1600)]), () => {
      b.store(buffer(1), 'i32', scaled(b, x), [x], 4096);
    });
  });
  const storesOf = (workgroups: number[], earlierWarpInstructions?: number) => {
    const { value } = runSampled(
      compileProgram(wrap(module), { subgroupSize: 32 }),
      memoryOf(module, [4], [1 << 16]),
      { dispatch: [100, 1, 1] },
      {
        geometry: GEOMETRY,
        workgroups,
        coResidents: [60],
        maximumWarpInstructions: 1e6,
        shortenLoops: false,
        ...(earlierWarpInstructions ? { earlierWarpInstructions } : {}),
      },
    );
    const trace = value!;
    const firstAccess = (warp: number) =>
      trace.entryFirstAccess[trace.warpFirstEntry[warp]] ?? trace.accessLanes.length;
    return [...trace.workgroupIndex].map((workgroup, index) => [
      workgroup,
      firstAccess(index + 1) - firstAccess(index) === 2,
    ]);
  };

  it('is known by what its conditions hang on', () => {
    expect(isSteeredByAtomics(wrap(module))).toBe(true);
    const blind = kernel((b, x) => {
      const found = b.atomic('add', buffer(1), b.constant('i32', 0), [x], true)!;
      b.store(buffer(1), 'i32', scaled(b, found), [x]);
    });
    expect(isSteeredByAtomics(wrap(blind))).toBe(false);
  });

  it('is sampled in the order of the launch, its own SM first in the trace', () => {
    expect(storesOf([80, 20])).toEqual([
      [60, true],
      [80, true],
      [20, true],
    ]);
    expect(storesOf([80, 20], 1e6)).toEqual([
      [60, false],
      [80, false],
      [20, true],
    ]);
  });

  it('sees a part of them where all would take too long', () => {
    expect(storesOf([80, 20], 10)).toEqual([
      [60, true],
      [80, true],
      [20, true],
    ]);
  });
});

it('a recording has room for the accesses of an entry beside those before it', () => {
  const recorder = new WarpRecorder(GEOMETRY);
  for (let entry = 0; entry < 3; entry++) {
    recorder.enter(0, 1, 100, -1);
    expect(recorder.accessLanes.length).toBeGreaterThanOrEqual(recorder.accessCount + 100);
    recorder.accessCount += 100;
  }
});
