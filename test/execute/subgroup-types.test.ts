// Reductions, scans and moves across lanes on every type that they take, lane by lane against the reference.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProgram, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { ScalarType, SubgroupOp } from '../../src/ir/ir.ts';
import { subgroupOps } from '../../src/ir/subgroup-ops.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { scalarTypes } from '../ir/text-form/names.ts';
import { acrossLanes, identity } from './across-lanes.ts';
import { when } from './loops.ts';
import { memoryWith, read, type Scalar, write } from './typed-op.ts';
import { buffer, build, storage, wrap } from './wrap.ts';

const SIZES = [8, 16, 32, 64, 128] as const;
const SLOT_BYTES = 8;

/** The operation on lanes below `active`, as the engine runs it. */
function run(
  op: SubgroupOp,
  type: ScalarType,
  values: readonly Scalar[],
  active: number,
  isCompiled: boolean,
): Scalar[] {
  const subgroupSize = values.length;
  const shape = {
    workgroupSize: [subgroupSize, 1, 1] as const,
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
  const raw = { dialect: 'raw', without: [], subgroupSize } as const;
  const program = isCompiled ? generateKernel(optimizeKernel(module, raw), raw) : wrap(wideIntegers(module));
  const input = new DataView(new ArrayBuffer(subgroupSize * SLOT_BYTES));
  values.forEach((each, lane) => {
    write(input, lane * SLOT_BYTES, type, each);
  });
  const memory = memoryWith(program.module, input, subgroupSize * SLOT_BYTES);
  runInFull(compileProgram(program, { subgroupSize }), memory, { dispatch: [1, 1, 1] });
  const bytes = readBuffer(memory, 1);
  const output = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return values.slice(0, active).map((_, lane) => read(output, lane * SLOT_BYTES, type));
}

function expectedOf(op: SubgroupOp, type: ScalarType, values: readonly Scalar[], active: number): Scalar[] {
  const lanes = values.slice(0, active).map((value, lane) => ({ lane, value, operand: 3 }));
  return acrossLanes(op, type, lanes).map(([result]) => result);
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
      const lanes = fc
        .constantFrom(...SIZES)
        .chain((size) => fc.array(anyOf(type), { minLength: size, maxLength: size }));
      fc.assert(
        fc.property(lanes, fc.integer({ min: 4, max: 128 }), fc.boolean(), (values, most, isCompiled) => {
          const active = Math.min(most, values.length);
          const expected = expectedOf(op, type, values, active);
          expect(run(op, type, values, active, isCompiled)).toEqual(expected);
        }),
        { numRuns: 6 },
      );
    }
  });

  it('gives the first active lane the identity', () => {
    for (const reduction of ['add', 'mul', 'smin', 'smax', 'umin', 'umax', 'and', 'or', 'xor'] as const) {
      const zeros = Array<Scalar>(128).fill(0n);
      const [first] = run(`exclusive_${reduction}`, 'i8', zeros, 128, false);
      expect([reduction, first]).toEqual([reduction, identity(reduction, 'i8')]);
    }
  });
});
