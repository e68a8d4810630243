// Accesses of one, two and eight bytes in every kind of memory: what they move, what they leave alone, what
// happens at the end of a buffer, and which sectors, banks and words they touch.

import { describe, expect, it } from 'vitest';
import { compileProgram, readBuffer, runInFull, runSampled } from '../../src/execute/index.ts';
import type { Builder } from '../../src/ir/builder.ts';
import type { MemoryRoot, Module, ScalarType, ValueId } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { memoryWith } from './typed-op.ts';
import {
  buffer,
  build,
  GEOMETRY,
  memoryOf,
  privateArray,
  privateMemory,
  storage,
  workgroup,
  workgroupArray,
  wrap,
} from './wrap.ts';

const BYTES: Partial<Record<ScalarType, number>> = { i8: 1, i16: 2, f16: 2, i64: 8, f64: 8, i32: 4, f32: 4 };
const TYPES = ['i8', 'i16', 'f16', 'i64', 'f64'] as const;
const LANES = 64;

/** Bytes that are no NaN in any type. */
function pattern(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => (at * 37 + (at >> 5)) % 120);
}

/** Copies `width` components per lane from one buffer to the other, through a variable or straight. */
function copier(type: ScalarType, width: number, through: MemoryRoot | undefined): Module {
  const bytes = BYTES[type]! * width;
  const shape = {
    workgroupSize: [LANES, 1, 1] as const,
    buffers: [storage('in', 0, 'read'), storage('out', 1)],
    variables:
      through?.space === 'workgroup'
        ? [workgroupArray('tile', LANES * bytes)]
        : through
          ? [privateArray('own', 4 * bytes)]
          : [],
  };
  return build(shape, (b) => {
    const x = b.input('local_index');
    const place = b.pure('imul', 'i32', [x, b.constant('i32', bytes)]);
    let values = b.load(buffer(0), type, width, place);
    if (through) {
      const inside = through.space === 'workgroup' ? place : modulo(b, x, 4, bytes);
      b.store(through, type, inside, values);
      values = b.load(through, type, width, inside);
    }
    b.store(buffer(1), type, place, values);
  });
}

function modulo(b: Builder, x: ValueId, count: number, bytes: number): ValueId {
  const index = b.pure('and', 'i32', [x, b.constant('i32', count - 1)]);
  return b.pure('imul', 'i32', [index, b.constant('i32', bytes)]);
}

const raw = { dialect: 'raw', without: [] } as const;

describe.each(TYPES)('%s', (type) => {
  const places = [undefined, workgroup(0), privateMemory(0)];
  it.each([1, 2, 3, 4])('moves %i components at a time through all memories', (width) => {
    for (const through of places) {
      const module = copier(type, width, through);
      expect(validateModule(module)).toEqual([]);
      const input = pattern(LANES * width * BYTES[type]!);
      for (const program of [wrap(wideIntegers(module)), generateKernel(optimizeKernel(module, raw), raw)]) {
        const memory = memoryWith(program.module, new DataView(input.slice().buffer), input.length);
        runInFull(compileProgram(program, { subgroupSize: 32 }), memory, { dispatch: [1, 1, 1] });
        expect([...readBuffer(memory, 1)]).toEqual([...input]);
      }
    }
  });

  it('reads 0 and writes nothing past the end of a buffer', () => {
    const module = copier(type, 4, undefined);
    const bytes = BYTES[type]! * 4;
    const input = pattern(LANES * bytes);
    // Sizes of buffers are multiples of 4.
    const half = 20 * bytes + Math.max(4, BYTES[type]!);
    const memory = memoryWith(module, new DataView(input.slice(0, half).buffer), input.length);
    const program = wrap(wideIntegers(module));
    runInFull(compileProgram(program, { subgroupSize: 32 }), memory, { dispatch: [1, 1, 1] });
    const copied = [...readBuffer(memory, 1)];
    expect(copied.slice(0, half)).toEqual([...input.slice(0, half)]);
    expect(copied.slice(half).every((each) => each === 0)).toBe(true);
  });
});

it('stores of short integers leave their neighbours alone', () => {
  const module = build(
    { workgroupSize: [32, 1, 1], buffers: [storage('in', 0, 'read'), storage('out', 1)] },
    (b) => {
      const x = b.input('local_index');
      const wide = b.load(buffer(0), 'i32', 1, b.pure('shl', 'i32', [x, b.constant('i32', 2)]))[0];
      const odd = b.pure('iadd', 'i32', [
        b.pure('shl', 'i32', [x, b.constant('i32', 1)]),
        b.constant('i32', 1),
      ]);
      b.store(buffer(1), 'i8', odd, [b.pure('itruncate', 'i8', [wide])]);
    },
  );
  const input = new DataView(new ArrayBuffer(128));
  for (let lane = 0; lane < 32; lane++) input.setInt32(4 * lane, 0x1234500 + lane * 9, true);
  const memory = memoryWith(module, input, 64);
  runInFull(compileProgram(wrap(module), { subgroupSize: 32 }), memory, { dispatch: [1, 1, 1] });
  expect([...readBuffer(memory, 1)]).toEqual(
    Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? 0 : (((at - 1) / 2) * 9) & 255)),
  );
});

interface Facts {
  readonly passes: number;
  readonly sectors: number;
}

/** Facts of the first load: `width` components at `strideBytes` per lane from the root. */
function factsOf(root: MemoryRoot, type: ScalarType, width: number, strideBytes: number): Facts {
  const variables =
    root.space === 'workgroup'
      ? [workgroupArray('tile', 8192)]
      : root.space === 'private'
        ? [privateArray('own', 256)]
        : [];
  const module = build(
    { workgroupSize: [32, 1, 1], buffers: [storage('a', 0), storage('out', 1)], variables },
    (b) => {
      const x = b.input('local_index');
      const place = b.pure('imul', 'i32', [x, b.constant('i32', strideBytes)]);
      const [value] = b.load(root, type, width, place);
      b.store(buffer(1), type, b.pure('shl', 'i32', [x, b.constant('i32', 3)]), [value]);
    },
  );
  const memory = memoryOf(module, [1 << 14], [1 << 14]);
  const { value } = runSampled(
    compileProgram(wrap(module), { subgroupSize: 32 }),
    memory,
    { dispatch: [1, 1, 1] },
    { geometry: GEOMETRY, workgroups: [0], maximumWarpInstructions: 1e6, shortenLoops: false },
  );
  return {
    passes: value!.accessPasses[0],
    sectors: value!.accessFirstSector[1] - value!.accessFirstSector[0],
  };
}

describe('what an access touches', () => {
  it.each([
    // 32 neighbouring bytes are one sector; 32 doubles are two rows of the banks.
    ['buffer', 'i8', 1, 1, 1, 1],
    ['buffer', 'i8', 4, 4, 1, 4],
    ['buffer', 'i16', 1, 2, 1, 2],
    ['buffer', 'f16', 2, 4, 1, 4],
    ['buffer', 'f64', 1, 8, 2, 8],
    ['buffer', 'f64', 2, 16, 4, 16],
    ['buffer', 'f64', 4, 32, 8, 32],
    ['buffer', 'i8', 1, 128, 32, 32],
    // Bytes of one word are in one bank and do not conflict; a stride of 32 words always does.
    ['workgroup', 'i8', 1, 1, 1, 0],
    ['workgroup', 'i16', 1, 2, 1, 0],
    ['workgroup', 'i8', 1, 128, 32, 0],
    ['workgroup', 'f64', 1, 8, 2, 0],
    ['workgroup', 'f64', 1, 16, 4, 0],
    ['workgroup', 'f64', 1, 128, 32, 0],
    // Private words are interleaved by lane: a double is two rows of 4 sectors.
    ['private', 'i8', 1, 0, 1, 4],
    ['private', 'f64', 1, 0, 2, 8],
  ] as const)('%s %s x%i at a stride of %i bytes', (space, type, width, stride, passes, sectors) => {
    expect(factsOf({ space, index: 0 }, type, width, stride)).toEqual({ passes, sectors });
  });
});
