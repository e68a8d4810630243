import { describe, expect, it } from 'vitest';
import { traceSize } from '../../bench/speed/trace-size.ts';
import { compileProgram, runInFull, runSampled } from '../../src/execute/index.ts';
import { buffer, build, floatsOf, GEOMETRY, integersOf, memoryOf, storage, wrap } from './wrap.ts';

const sample = { geometry: GEOMETRY, workgroups: [0], maximumWarpInstructions: 1e6, shortenLoops: false };

describe('straight-line kernels', () => {
  it('writes the global index of each invocation', () => {
    const module = build({ workgroupSize: [8, 4, 1] }, (b) => {
      const x = b.input('global_id_x');
      const y = b.input('global_id_y');
      const row = b.pure('imul', 'i32', [y, b.constant('i32', 16)]);
      const index = b.pure('iadd', 'i32', [row, x]);
      const address = b.pure('shl', 'i32', [index, b.constant('i32', 2)]);
      b.store(buffer(0), 'i32', address, [index]);
    });
    const memory = memoryOf(module, [16 * 8 * 4]);
    const kernel = compileProgram(wrap(module), { subgroupSize: 32 });
    const result = runInFull(kernel, memory, { dispatch: [2, 2, 1] });
    expect(result).toEqual({ diagnostics: [], isComplete: true });
    expect(integersOf(memory, 0)).toEqual(Array.from({ length: 128 }, (_, i) => i));
  });

  it('computes in f32', () => {
    const module = build({ buffers: [storage('a', 0, 'read'), storage('out', 1)] }, (b) => {
      const i = b.input('global_id_x');
      const address = b.pure('shl', 'i32', [i, b.constant('i32', 2)]);
      const [a] = b.load(buffer(0), 'f32', 1, address);
      const third = b.pure('fdiv', 'f32', [a, b.constant('f32', 3)]);
      const fma = b.pure('ffma', 'f32', [third, third, b.constant('f32', 0.1)]);
      b.store(buffer(1), 'f32', address, [fma]);
    });
    const memory = memoryOf(module, [256, { kind: 'random-f32', seed: 1, min: 0, max: 1 }], [256]);
    runInFull(compileProgram(wrap(module), { subgroupSize: 32 }), memory, { dispatch: [2, 1, 1] });
    const expected = floatsOf(memory, 0).map((a) => {
      const third = Math.fround(a / 3);
      return Math.fround(third * third + Math.fround(0.1));
    });
    expect(floatsOf(memory, 1)).toEqual(expected);
  });

  it('records a coalesced load and store', () => {
    const module = build({ buffers: [storage('a', 0, 'read'), storage('out', 1)] }, (b) => {
      const i = b.input('global_id_x');
      const address = b.pure('shl', 'i32', [i, b.constant('i32', 2)]);
      const [a] = b.load(buffer(0), 'f32', 1, address);
      b.store(buffer(1), 'f32', address, [a]);
    });
    const memory = memoryOf(module, [4096], [4096]);
    const { value: trace } = runSampled(
      compileProgram(wrap(module), { subgroupSize: 32 }),
      memory,
      { dispatch: [8, 1, 1] },
      { ...sample, workgroups: [1, 3] },
    );
    expect([...trace!.sectors]).toEqual([4, 5, 6, 7, 132, 133, 134, 135, 12, 13, 14, 15, 140, 141, 142, 143]);
    expect([...trace!.accessFirstSector]).toEqual([0, 4, 8, 12, 16]);
    expect([...trace!.accessLanes]).toEqual([32, 32, 32, 32]);
    expect([...trace!.accessPasses]).toEqual([1, 1, 1, 1]);
    expect([...trace!.warpFirstEntry]).toEqual([0, 1, 2]);
    expect(traceSize(trace!)).toEqual({ executed: 10, represented: 10 });
  });
});
