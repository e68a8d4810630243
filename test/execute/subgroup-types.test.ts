// Reductions, scans and moves across lanes on every type that they take, lane by lane against the reference.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProgram, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { PureOp, ScalarType, SubgroupOp, SubgroupReduction } from '../../src/ir/ir.ts';
import { scalarTypes } from '../../src/ir/names.ts';
import { subgroupOps } from '../../src/ir/subgroup-ops.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { generateKernel, optimizeKernel } from '../../src/predict/kernel.ts';
import { when } from './loops.ts';
import { reference } from './reference.ts';
import { memoryWith, read, type Scalar, write } from './typed-op.ts';
import { buffer, build, storage, wrap } from './wrap.ts';

const LANES = 32;
const SLOT_BYTES = 8;

const INTEGER_OPS: Partial<Record<SubgroupReduction, PureOp>> = { add: 'iadd', mul: 'imul' };
const FLOAT_OPS: Partial<Record<SubgroupReduction, PureOp>> = { add: 'fadd', mul: 'fmul' };

function combine(reduction: SubgroupReduction, type: ScalarType, a: Scalar, b: Scalar): Scalar {
  const op = (type.startsWith('f') ? FLOAT_OPS : INTEGER_OPS)[reduction] ?? (reduction as PureOp);
  return reference({ op, operands: [type, type], result: type }, [a, b]);
}

const FLOAT_IDENTITY: Partial<Record<SubgroupReduction, number>> = {
  add: 0,
  mul: 1,
  fmin: Infinity,
  fmax: -Infinity,
};

function identity(reduction: SubgroupReduction, type: ScalarType): Scalar {
  if (type.startsWith('f')) return FLOAT_IDENTITY[reduction]!;
  if (type === 'bool') return reduction === 'and' ? 1 : 0;
  const highest = (1n << BigInt(Number(type.slice(1)) - 1)) - 1n;
  const known: Partial<Record<SubgroupReduction, bigint>> = {
    mul: 1n,
    smin: highest,
    smax: -1n - highest,
    umin: -1n,
    and: -1n,
  };
  return known[reduction] ?? 0n;
}

/** The operation on lanes below `active`, as the engine runs it. */
function run(
  op: SubgroupOp,
  type: ScalarType,
  values: readonly Scalar[],
  active: number,
  isCompiled: boolean,
): Scalar[] {
  const shape = {
    workgroupSize: [LANES, 1, 1] as const,
    buffers: [storage('in', 0, 'read'), storage('out', 1)],
  };
  const module = build(shape, (b) => {
    const x = b.input('local_index');
    const place = b.pure('imul', 'i32', [x, b.constant('i32', SLOT_BYTES)]);
    const isBool = type === 'bool';
    const word = b.load(buffer(0), isBool ? 'i32' : type, 1, place)[0];
    const value = isBool ? b.pure('ine', 'bool', [word, b.constant('i32', 0)]) : word;
    const lane = subgroupOps[op].takesLane ? b.constant('i32', 3) : undefined;
    when(b, b.pure('slt', 'bool', [x, b.constant('i32', active)]), () => {
      const found = b.subgroup(op, [type], value, lane)[0];
      const stored = isBool
        ? b.pure('select', 'i32', [found, b.constant('i32', 1), b.constant('i32', 0)])
        : found;
      b.store(buffer(1), isBool ? 'i32' : type, place, [stored]);
    });
  });
  expect(validateModule(module)).toEqual([]);
  const raw = { dialect: 'raw', without: [] } as const;
  const program = isCompiled ? generateKernel(optimizeKernel(module, raw), raw) : wrap(wideIntegers(module));
  const input = new DataView(new ArrayBuffer(LANES * SLOT_BYTES));
  values.forEach((each, lane) => {
    write(input, lane * SLOT_BYTES, type, each);
  });
  const memory = memoryWith(program.module, input, LANES * SLOT_BYTES);
  runInFull(compileProgram(program, { subgroupSize: LANES }), memory, { dispatch: [1, 1, 1] });
  const bytes = readBuffer(memory, 1);
  const output = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return values.slice(0, active).map((_, lane) => read(output, lane * SLOT_BYTES, type));
}

function expectedOf(op: SubgroupOp, type: ScalarType, values: readonly Scalar[], active: number): Scalar[] {
  const { kind, reduction, isInclusive } = subgroupOps[op];
  const lanes = values.slice(0, active);
  if (kind === 'broadcast') return lanes.map(() => lanes[op === 'broadcast' ? 3 : 0]);
  if (kind === 'exchange') return lanes.map((own, lane) => lanes[sourceOf(op, lane)] ?? own);
  const sums: Scalar[] = [];
  for (const each of lanes)
    sums.push(sums.length === 0 ? each : combine(reduction!, type, sums.at(-1)!, each));
  if (kind === 'reduce') return lanes.map(() => sums.at(-1)!);
  return isInclusive ? sums : [identity(reduction!, type), ...sums.slice(0, -1)];
}

/** With an operand of 3 where the operation takes one. */
function sourceOf(op: SubgroupOp, lane: number): number {
  const sources: Partial<Record<SubgroupOp, number>> = {
    shuffle: 3,
    shuffle_xor: lane ^ 3,
    shuffle_up: lane - 3,
    shuffle_down: lane + 3,
    quad_broadcast: (lane & ~3) + 3,
    quad_swap_x: lane ^ 1,
    quad_swap_y: lane ^ 2,
    quad_swap_diagonal: lane ^ 3,
  };
  return sources[op]!;
}

function anyOf(type: ScalarType): fc.Arbitrary<Scalar> {
  if (type === 'bool') return fc.constantFrom(0, 1);
  if (type.startsWith('f'))
    return fc.integer({ min: -64, max: 64 }).map((each) => (each === 0 ? 1 : each) / 8);
  const width = BigInt(type.slice(1));
  return fc.bigInt({ min: -(1n << (width - 1n)), max: (1n << (width - 1n)) - 1n });
}

const OPS = Object.entries(subgroupOps).filter(([, { kind }]) => kind !== 'vote') as [SubgroupOp, never][];

describe('operations across lanes on all types', () => {
  it.each(OPS.map(([op]) => op))('%s', (op) => {
    const types = scalarTypes.filter((each) => subgroupOps[op].operand!.has(each));
    expect(types.length).toBeGreaterThan(0);
    for (const type of types) {
      const lanes = fc.array(anyOf(type), { minLength: LANES, maxLength: LANES });
      fc.assert(
        fc.property(lanes, fc.integer({ min: 4, max: LANES }), fc.boolean(), (values, active, isCompiled) => {
          const expected = expectedOf(op, type, values, active);
          expect(run(op, type, values, active, isCompiled)).toEqual(expected);
        }),
        { numRuns: 5 },
      );
    }
  });

  it('gives the first active lane the identity', () => {
    for (const reduction of ['add', 'mul', 'smin', 'smax', 'umin', 'umax', 'and', 'or', 'xor'] as const) {
      const zeros = Array<Scalar>(LANES).fill(0n);
      const [first] = run(`exclusive_${reduction}`, 'i8', zeros, LANES, false);
      expect([reduction, first]).toEqual([reduction, identity(reduction, 'i8')]);
    }
  });
});
