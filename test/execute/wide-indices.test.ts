// Indices so large that their byte offset passes 2^32: such an element lies outside of every buffer, whatever the
// low bits of its offset are.

import { describe, expect, it } from 'vitest';
import { compileProgram, runInFull } from '../../src/execute/index.ts';
import { generate, optimize } from '../compile.ts';
import { decode } from '../decode/wgsl-support.ts';
import { integersOf, memoryOf } from './wrap.ts';

const KERNEL = (index: string, type: string) => `
@group(0) @binding(0) var<storage> indices: array<u32>;
@group(0) @binding(1) var<storage> a: array<${type}>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
  let given = indices[id.x];
  out[id.x] = a[${index}]${type === 'u32' ? '' : '.x'};
}`;

interface Outcome {
  readonly read: readonly number[];
  /** Reads outside of `a`, as the warning counts them. */
  readonly outside: number;
}

/** What four invocations read of 64 words that count from 100 on, with index expression `index`. */
function run(index: string, given: readonly number[], type = 'vec2<u32>'): Outcome {
  const options = { dialect: 'raw', without: new Set<string>() } as const;
  const module = optimize(decode(KERNEL(index, type)), options);
  const program = generate(module, options);
  const words = { kind: 'words', words: Uint32Array.from({ length: 64 }, (_, k) => 100 + k) } as const;
  const memory = memoryOf(
    module,
    [16, { kind: 'words', words: Uint32Array.from(given) }],
    [256, words],
    [16],
  );
  const { diagnostics } = runInFull(compileProgram(program, { subgroupSize: 32 }), memory, {
    dispatch: [1, 1, 1],
  });
  const warning = diagnostics.map(({ message }) => /reads of buffer `a`: (\d+)/.exec(message)?.[1]);
  return { read: integersOf(memory, 2), outside: Number(warning.find((each) => each !== undefined) ?? 0) };
}

const outside = { read: [0, 0, 0, 0], outside: 4 };

describe('an index whose byte offset passes 2^32 is out of bounds', () => {
  it('as a constant', () => {
    // What is the same for all is read once.
    expect(run('0x60000000u', [])).toEqual({ read: [0, 0, 0, 0], outside: 1 });
    expect(run('select(0x60000000u, 0x20000000u, id.x > 1u)', [])).toEqual(outside);
  });

  it('as data', () => {
    const given = [0, 0x20000000, 0x60000001, 3];
    expect(run('given', given)).toEqual({ read: [100, 0, 0, 106], outside: 2 });
    expect(run('given', [0x40000000, 0x40000001, 0xc0000000, 5], 'u32')).toEqual({
      read: [0, 0, 0, 105],
      outside: 3,
    });
    // Elements of 16 bytes, of which three components are read, lie 2^28 apart.
    expect(run('given', [0x10000000, 0x30000001, 2, 0xf0000000], 'vec3<u32>')).toEqual({
      read: [0, 0, 108, 0],
      outside: 3,
    });
  });

  it('as a sum with a constant', () => {
    expect(run('given + 0x60000000u', [0, 1, 2, 3])).toEqual(outside);
    expect(run('given + 0x20000000u', [0, 1, 2, 0xe0000001])).toEqual({ read: [0, 0, 0, 102], outside: 3 });
  });

  it('as a product', () => {
    expect(run('given * 8u', [0x4000000, 0xc000000, 1, 2])).toEqual({ read: [0, 0, 116, 132], outside: 2 });
    expect(run('given << 3u', [0x4000000, 0xc000000, 1, 2])).toEqual({ read: [0, 0, 116, 132], outside: 2 });
  });

  it('but not when the index itself passes through 2^32', () => {
    expect(run('given + 5u', [0xfffffffb, 0xfffffffc, 0, 1])).toEqual({
      read: [100, 102, 110, 112],
      outside: 0,
    });
    expect(run('given - id.x', [0, 1, 2, 3])).toEqual({ read: [100, 100, 100, 100], outside: 0 });
    expect(run('given * 0xffffffffu + 7u', [0, 1, 2, 3])).toEqual({ read: [114, 112, 110, 108], outside: 0 });
    expect(run('10u - given', [0, 1, 2, 10])).toEqual({ read: [120, 118, 116, 100], outside: 0 });
  });
});
