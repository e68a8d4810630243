// Speed of execution: machine instructions per second of warps of 32 lanes, with tracing, on a compute-heavy
// loop, the inner loop of a matrix product and a streaming kernel. One machine instruction per IR instruction.

import { compileProgram, runSampled, traceSize } from '../../src/execute/index.ts';
import type { Builder } from '../../src/ir/builder.ts';
import type { Module, ValueId } from '../../src/ir/ir.ts';
import { buffer, build, memoryOf, storage, wrap } from '../../test/execute/wrap.ts';

export interface SpeedResult {
  readonly name: string;
  readonly warpInstructions: number;
  readonly seconds: number;
  readonly perSecond: number;
}

interface BenchKernel {
  readonly name: string;
  readonly module: Module;
  readonly bufferBytes: number;
  readonly workgroups: number;
}

const WORKGROUP = [256, 1, 1] as const;

/** `for (i = 0; i < count; i++)` with carried values. */
function countedLoop(
  b: Builder,
  count: number,
  initial: readonly ValueId[],
  step: (i: ValueId, carried: readonly ValueId[]) => ValueId[],
): ValueId[] {
  const id = b.construct();
  const i = b.value('i32', 'i');
  const carried = initial.map((value) => b.value(b.typeOf(value)));
  const results = initial.map((value) => b.value(b.typeOf(value)));
  const body = b.region(() => {
    const inRange = b.pure('slt', 'bool', [i, b.constant('i32', count)]);
    const guard = b.construct();
    const then = b.region(() => b.emit({ kind: 'break', target: guard, values: [] }));
    const otherwise = b.region(() => b.emit({ kind: 'break', target: id, values: carried }));
    b.emit({ kind: 'if', id: guard, condition: inRange, results: [], then, otherwise });
    const next = step(i, carried);
    b.emit({ kind: 'next', target: id, values: [b.pure('iadd', 'i32', [i, b.constant('i32', 1)]), ...next] });
  });
  const first = [b.constant('i32', 0), ...initial];
  b.emit({ kind: 'loop', id, initial: first, parameters: [i, ...carried], results, body, isFinite: true });
  return results;
}

function scaled(b: Builder, value: ValueId): ValueId {
  return b.pure('shl', 'i32', [value, b.constant('i32', 2)]);
}

function compute(): BenchKernel {
  const module = build({ workgroupSize: WORKGROUP }, (b) => {
    const x = b.input('global_id_x');
    const start = b.pure('s2f', 'f32', [x]);
    const [result] = countedLoop(b, 500, [start, start], (_, [p, q]) => {
      let u = p!;
      let v = q!;
      for (let step = 0; step < 10; step++) {
        u = b.pure('ffma', 'f32', [u, b.constant('f32', 0.999), v]);
        v = b.pure('fmul', 'f32', [v, b.constant('f32', 0.5)]);
      }
      return [u, v];
    });
    b.store(buffer(0), 'f32', scaled(b, x), [result!]);
  });
  return { name: 'compute', module, bufferBytes: 1 << 20, workgroups: 40 };
}

function matmul(): BenchKernel {
  const n = 1024;
  const buffers = [storage('a', 0, 'read'), storage('b', 1, 'read'), storage('c', 2)];
  const module = build({ workgroupSize: [16, 16, 1], buffers }, (b) => {
    const column = b.input('global_id_x');
    const row = b.input('global_id_y');
    const rowStart = b.pure('imul', 'i32', [row, b.constant('i32', n)]);
    const [sum] = countedLoop(b, n, [b.constant('f32', 0)], (k, [total]) => {
      const [left] = b.load(buffer(0), 'f32', 1, scaled(b, b.pure('iadd', 'i32', [rowStart, k])));
      const kRow = b.pure('imul', 'i32', [k, b.constant('i32', n)]);
      const [right] = b.load(buffer(1), 'f32', 1, scaled(b, b.pure('iadd', 'i32', [kRow, column])));
      return [b.pure('ffma', 'f32', [left!, right!, total!])];
    });
    b.store(buffer(2), 'f32', scaled(b, b.pure('iadd', 'i32', [rowStart, column])), [sum!]);
  });
  return { name: 'matmul', module, bufferBytes: 4 * n * n, workgroups: 20 };
}

function stream(): BenchKernel {
  const buffers = [storage('a', 0, 'read'), storage('b', 1, 'read'), storage('c', 2)];
  const module = build({ workgroupSize: WORKGROUP, buffers }, (b) => {
    const address = scaled(b, b.input('global_id_x'));
    const [x] = b.load(buffer(0), 'f32', 1, address);
    const [y] = b.load(buffer(1), 'f32', 1, address);
    b.store(buffer(2), 'f32', address, [b.pure('ffma', 'f32', [x!, b.constant('f32', 3), y!])]);
  });
  return { name: 'stream', module, bufferBytes: 1 << 24, workgroups: 4000 };
}

/** Runs each kernel once to warm up and once for the result. */
export function measureExecution(now: () => number): SpeedResult[] {
  return [compute(), matmul(), stream()].map((bench) => {
    const kernel = compileProgram(wrap(bench.module), { subgroupSize: 32 });
    const bytes = bench.module.buffers.map(
      () => [bench.bufferBytes, { kind: 'random-f32', seed: 1, min: 0, max: 1 }] as const,
    );
    const run = (): SpeedResult => {
      const memory = memoryOf(bench.module, ...bytes);
      const start = now();
      const { value } = runSampled(
        kernel,
        memory,
        { dispatch: [64, 64, 1] },
        {
          workgroups: Array.from({ length: bench.workgroups }, (_, index) => index),
          maximumWarpInstructions: Infinity,
          shortenLoops: false,
        },
      );
      const seconds = (now() - start) / 1000;
      const warpInstructions = traceSize(value!).executed;
      return { name: bench.name, warpInstructions, seconds, perSecond: warpInstructions / seconds };
    };
    run();
    return run();
  });
}
