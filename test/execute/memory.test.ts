import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProgram, createMemory, readBuffer, runInFull, runSampled } from '../../src/execute/index.ts';
import type { Builder } from '../../src/ir/builder.ts';
import type { AtomicOp, Module, Variable } from '../../src/ir/ir.ts';
import { fillWords } from '../../src/launch/data.ts';
import { scaled, when } from './loops.ts';
import {
  buffer,
  build,
  floatsOf,
  GEOMETRY,
  integersOf,
  memoryOf,
  privateArray,
  privateMemory,
  storage,
  workgroup,
  workgroupArray,
  wrap,
} from './wrap.ts';

function kernel(fill: (b: Builder) => void, variables: Variable[] = []): Module {
  return build({ buffers: [storage('a', 0), storage('out', 1)], variables }, fill);
}

function runIn(module: Module, memory: ReturnType<typeof memoryOf>) {
  return runInFull(compileProgram(wrap(module), { subgroupSize: 32 }), memory, { dispatch: [1, 1, 1] });
}

const range = (count: number, value: (i: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => value(i));

describe('sparse memory', () => {
  it('touches only the pages that a kernel reads in a 16 GB buffer', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const far = b.pure('imul', 'i32', [x, b.constant('i32', 1 << 27)]);
      b.store(buffer(1), 'i32', scaled(b, x), b.load(buffer(0), 'i32', 1, far));
    });
    const memory = memoryOf(module, [16 * 2 ** 30, { kind: 'iota-u32' }], [128]);
    expect(runIn(module, memory).diagnostics).toEqual([]);
    // Byte offsets are 32 bits wide: 32 lanes times 128 MB reach the whole first 4 GB.
    expect(integersOf(memory, 1)).toEqual(range(32, (i) => i * (1 << 25)));
    expect(memory.buffers[0].integerPages.filter((page) => page !== undefined)).toHaveLength(32);
  });

  it('reads back any data, touched or not, as the generator gives it', () => {
    const sizes = fc.integer({ min: 1, max: 20000 }).map((words) => words * 4);
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 50000 }), (size, touched) => {
        const module = kernel(() => {});
        const data = { kind: 'random-u32', seed: size, modulo: 1000 } as const;
        const memory = memoryOf(module, [size, data], [4]);
        if (touched < size) memory.buffers[0].word(touched & ~3);
        const expected = new Uint32Array(size / 4);
        fillWords(data, size, 0, expected);
        expect(Buffer.compare(readBuffer(memory, 0), new Uint8Array(expected.buffer))).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it('says which buffer the launch does not bind', () => {
    const module = kernel(() => {});
    expect(() => createMemory(module.buffers, [], () => new Uint8Array(0))).toThrow(
      /buffer `a` \(group 0, binding 0\)/,
    );
  });

  it('takes no buffer for a texture, though it stands in its place', () => {
    const module = kernel((b) => b.store(buffer(0), 'i32', b.input('global_id_x'), [b.constant('i32', 1)]));
    const [first] = module.buffers;
    const bindings = [
      { group: 0, binding: first.binding, usage: 'storage', sizeBytes: 64, data: { kind: 'zeros' } },
    ];
    const create = () =>
      createMemory([{ ...first, kind: 'texture' }], bindings as never, () => new Uint8Array(0));
    expect(create).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`binding ${first.binding}`) }),
    );
  });
});

describe('out-of-bounds accesses', () => {
  const span = { file: 'k.wgsl', start: 5, end: 9 };

  it('of buffers read 0, drop writes, and are reported with their place', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      b.span = span;
      const loaded = b.load(buffer(0), 'i32', 1, scaled(b, x));
      b.store(buffer(1), 'i32', scaled(b, x), loaded, 16);
    });
    const memory = memoryOf(module, [80, { kind: 'iota-u32' }], [64]);
    const { diagnostics } = runIn(module, memory);
    expect(integersOf(memory, 1)).toEqual([0, 0, 0, 0, ...range(12, (i) => i)]);
    expect(diagnostics).toEqual([
      {
        severity: 'warning',
        code: 'execute/out-of-bounds',
        message: expect.stringContaining('reads of buffer `a`: 12 '),
        span,
      },
      {
        severity: 'warning',
        code: 'execute/out-of-bounds',
        message: expect.stringContaining('writes of buffer `out`: 20 '),
        span,
      },
    ]);
    const { value: trace } = runSampled(
      compileProgram(wrap(module), { subgroupSize: 32 }),
      memory,
      { dispatch: [1, 1, 1] },
      {
        geometry: GEOMETRY,
        workgroups: [0],
        maximumWarpInstructions: 1000,
        shortenLoops: false,
      },
    );
    expect([...trace!.accessLanes]).toEqual([20, 12]);
    expect(trace!.warnings).toHaveLength(2);
  });

  it('of vectors keep the components that are inside', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const address = b.pure('imul', 'i32', [x, b.constant('i32', 12)]);
      const loaded = b.load(buffer(0), 'i32', 3, address);
      b.store(buffer(1), 'i32', address, loaded);
    });
    const memory = memoryOf(module, [44, { kind: 'iota-u32' }], [48]);
    runIn(module, memory);
    expect(integersOf(memory, 1)).toEqual([...range(11, (i) => i), 0]);
    // What is written ends within the last vector, one component before its end.
    const shorter = memoryOf(module, [48, { kind: 'iota-u32' }], [44]);
    const { diagnostics } = runIn(module, shorter);
    expect(integersOf(shorter, 1)).toEqual(range(11, (i) => i));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining(`reads of buffer \`a\`: ${32 * 3 - 12} `),
      expect.stringContaining(`writes of buffer \`out\`: ${32 * 3 - 11} `),
    ]);
  });

  it('of variables stay inside', () => {
    const module = kernel(
      (b) => {
        const x = b.input('global_id_x');
        b.store(workgroup(0), 'i32', b.constant('i32', 0), [b.constant('i32', 9)]);
        b.store(
          buffer(1),
          'i32',
          scaled(b, x),
          b.load(workgroup(0), 'i32', 1, b.pure('imul', 'i32', [x, b.constant('i32', -4)])),
        );
      },
      [workgroupArray('tile', 16)],
    );
    const memory = memoryOf(module, [4], [128]);
    const { diagnostics } = runIn(module, memory);
    expect(integersOf(memory, 1)).toEqual(range(32, () => 9));
    expect(diagnostics.map((each) => each.message)).toEqual([
      expect.stringContaining('reads of variable `tile`: 31 '),
    ]);
  });
});

describe('kinds of memory', () => {
  it('private memory belongs to the invocation', () => {
    const module = kernel(
      (b) => {
        const x = b.input('global_id_x');
        const slot = b.pure('and', 'i32', [x, b.constant('i32', 3)]);
        b.store(privateMemory(0), 'i32', scaled(b, slot), [x]);
        const sum = [0, 4, 8, 12]
          .map((offset) => b.load(privateMemory(0), 'i32', 1, b.constant('i32', offset))[0])
          .reduce((a, c) => b.pure('iadd', 'i32', [a, c]));
        b.store(buffer(1), 'i32', scaled(b, x), [sum]);
      },
      [privateArray('own', 16)],
    );
    const memory = memoryOf(module, [4], [128]);
    runIn(module, memory);
    expect(integersOf(memory, 1)).toEqual(range(32, (i) => i));
  });

  it('f16 and narrow integers move as their bytes', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const two = b.pure('shl', 'i32', [x, b.constant('i32', 1)]);
      const [h] = b.load(buffer(0), 'f16', 1, two);
      const doubled = b.pure('fadd', 'f16', [h, h]);
      b.store(buffer(1), 'f16', two, [doubled]);
      const [byte] = b.load(buffer(0), 'i8', 1, x, 64);
      b.store(buffer(1), 'i32', scaled(b, x), [b.pure('sextend', 'i32', [byte])], 64);
    });
    const halves = [0x3c00, 0xc000, 0x3555, 0x7bff]; // 1, -2, 0.333, 65504
    const words = new Uint32Array(32);
    for (let i = 0; i < 16; i++) words[i] = halves[(2 * i) % 4] | (halves[(2 * i + 1) % 4] << 16);
    words[16] = 0x80ff7f01;
    const memory = memoryOf(module, [128, { kind: 'words', words }], [192]);
    runIn(module, memory);
    const out = integersOf(memory, 1);
    expect(out.slice(0, 2)).toEqual([0x4000 | (0xc400 << 16), 0x3955 | (0x7c00 << 16)]);
    expect(out.slice(16, 20)).toEqual([1, 127, -1, -128]);
  });

  it('vectors of f32 cross pages', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const address = b.pure('imul', 'i32', [x, b.constant('i32', 2000 * 4)]);
      b.store(
        buffer(1),
        'f32',
        b.pure('imul', 'i32', [x, b.constant('i32', 16)]),
        b.load(buffer(0), 'f32', 4, address, 4),
      );
    });
    const memory = memoryOf(module, [4 * 70000, { kind: 'random-f32', seed: 4, min: 0, max: 1 }], [512]);
    runIn(module, memory);
    const source = floatsOf(memory, 0);
    expect(floatsOf(memory, 1)).toEqual(range(128, (i) => source[Math.floor(i / 4) * 2000 + 1 + (i % 4)]));
  });
});

describe('atomics', () => {
  const cases: [AtomicOp, number, (values: number[]) => number][] = [
    ['add', 5, (v) => v.reduce((a, c) => a + c, 5)],
    ['sub', 5, (v) => v.reduce((a, c) => a - c, 5)],
    ['smin', 5, (v) => Math.min(5, ...v)],
    ['smax', 5, (v) => Math.max(5, ...v)],
    ['umin', -1, (v) => Math.min(...v.map((x) => x >>> 0))],
    ['umax', 1, () => -1],
    ['and', -1, (v) => v.reduce((a, c) => a & c, -1)],
    ['or', 0, (v) => v.reduce((a, c) => a | c, 0)],
    ['xor', 3, (v) => v.reduce((a, c) => a ^ c, 3)],
    ['exchange', 3, (v) => v.at(-1)!],
    ['store', 3, (v) => v.at(-1)!],
  ];

  it.each(cases)('%s, lane after lane, in buffers and workgroup memory', (op, start, expected) => {
    const module = kernel(
      (b) => {
        const x = b.input('global_id_x');
        const zero = b.constant('i32', 0);
        const value = b.pure('isub', 'i32', [b.pure('imul', 'i32', [x, x]), b.constant('i32', 1)]);
        const old = b.atomic(op, buffer(0), zero, [value], op !== 'store');
        when(b, b.pure('ieq', 'bool', [x, zero]), () => {
          b.store(workgroup(0), 'i32', zero, [b.constant('i32', start)]);
        });
        b.atomic(op, workgroup(0), zero, [value], false);
        b.store(buffer(1), 'i32', zero, b.load(workgroup(0), 'i32', 1, zero));
        if (old !== undefined) b.store(buffer(1), 'i32', scaled(b, x), [old], 4);
      },
      [workgroupArray('counter', 4)],
    );
    const memory = memoryOf(module, [4, { kind: 'words', words: Uint32Array.of(start) }], [132]);
    expect(runIn(module, memory).diagnostics).toEqual([]);
    const values = range(32, (i) => i * i - 1);
    expect(integersOf(memory, 0)[0] | 0).toBe(expected(values) | 0);
    expect(integersOf(memory, 1)[0]).toBe(expected(values) | 0);
    if (op === 'add') expect(integersOf(memory, 1).slice(1, 4)).toEqual([5, 4, 4]);
  });

  it('compare_exchange lets one lane win', () => {
    const module = kernel((b) => {
      const x = b.input('global_id_x');
      const zero = b.constant('i32', 0);
      const value = b.pure('iadd', 'i32', [x, b.constant('i32', 1)]);
      const old = b.atomic('compare_exchange', buffer(0), zero, [zero, value], true);
      b.store(buffer(1), 'i32', scaled(b, x), [old!]);
    });
    const memory = memoryOf(module, [4], [128]);
    runIn(module, memory);
    expect(integersOf(memory, 0)).toEqual([1]);
    expect(integersOf(memory, 1)).toEqual([0, ...range(31, () => 1)]);
  });
});
