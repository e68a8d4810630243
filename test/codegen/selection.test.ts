import { describe, expect, it } from 'vitest';
import { generate } from '../../src/codegen/index.ts';
import { Builder } from '../../src/ir/builder.ts';
import type { Module, PureOp, ScalarType, ValueId } from '../../src/ir/ir.ts';
import { isInClass, pureOps, signatureProblem } from '../../src/ir/ops.ts';
import { wideIntegers } from '../../src/optimize/index.ts';
import { added, count, family, LOADED, opcodesOf, programOf } from './support.ts';

it('quotients of one divisor share its reciprocal', () => {
  const body = `${LOADED} %g:f32 = load f32 buffer 0 [%at + 12]
    %x:f32 = fdiv %g, %f\n %y:f32 = fdiv %x, %f\n store f32 buffer 1 [%at] %y\n return`;
  expect(count(programOf(body), 'MUFU.RCP')).toBe(1);
  expect(count(programOf(body, 'shared-reciprocals'), 'MUFU.RCP')).toBe(2);
});

describe('integer shapes', () => {
  it.each([
    ['a product and a sum are one IMAD', '%p:i32 = imul %a, %b\n %r:i32 = iadd %p, %id', ['IMAD']],
    [
      'a shift by a constant and a sum are one shift-add',
      '%p:i32 = shl %a, 5\n %r:i32 = iadd %p, %b',
      ['IMAD'],
    ],
    ['a shift right and a sum are one LEA.HI', '%p:i32 = ushr %a, 5\n %r:i32 = iadd %p, %b', ['LEA.HI']],
    ['two sums are one IADD3', '%p:i32 = iadd %a, %b\n %r:i32 = iadd %p, %id', ['IADD3']],
    [
      'three inputs of logic are one LOP3',
      '%p:i32 = and %a, %b\n %q:i32 = xor %p, %id\n %r:i32 = not %q',
      ['LOP3.LUT'],
    ],
    [
      'a fourth input needs another',
      '%p:i32 = and %a, %b\n %q:i32 = xor %p, %id\n %r:i32 = or %q, %at',
      ['LOP3.LUT', 'LOP3.LUT'],
    ],
    [
      'a rotation is one funnel shift',
      '%p:i32 = shl %a, 13\n %q:i32 = ushr %a, 19\n %r:i32 = or %p, %q',
      ['SHF.L.W.U32.HI'],
    ],
    ['a masked shift amount is free', '%p:i32 = and %b, 31\n %r:i32 = shl %a, %p', ['SHF.L.W.U32']],
    [
      'a sum and a limit are one VIADDMNMX',
      '%p:i32 = iadd %a, %b\n %r:i32 = umin %p, 255',
      ['VIADDMNMX.U32'],
    ],
    ['division by a constant multiplies', '%r:i32 = udiv %a, 10', ['IMAD.HI.U32', 'SHF.R.U32.HI']],
    [
      'two constants: one needs a move',
      '%p:i32 = imul %a, 747796405\n %r:i32 = iadd %p, 12345',
      ['IMAD', 'IMAD.MOV.U32'],
    ],
  ])('%s', (_, body, expected) => {
    const real = added(body, '%r').filter((each) => each !== 'IMAD.SHL.U32');
    // The kernel's own global id is one shift-add as well.
    real.splice(real.indexOf('IMAD'), 1);
    expect(real).toEqual([...expected].sort());
  });

  it('keeps a value with two uses', () => {
    const program = programOf(`${LOADED} %p:i32 = imul %a, %b\n %r:i32 = iadd %p, %id\n %s:i32 = xor %r, %p
      store i32 buffer 1 [%at] %s\n return`);
    expect(count(program, 'IADD3') + count(program, 'IMAD.IADD')).toBeGreaterThan(0);
  });

  it('does not carry a value from outside into a loop', () => {
    const program = programOf(`${LOADED} %p:i32 = imul %a, %b
      %s:i32 = loop #0 (%i:i32 = 0, %t:i32 = 0) {
        %c:bool = ult %i, %b
        if #1 %c {
          break #1
        } else {
          break #0 (%t)
        }
        %u:i32 = iadd %p, %t
        %n:i32 = iadd %i, 1
        next #0 (%n, %u)
      }
      store i32 buffer 1 [%at] %s
      return`);
    const inLoop = program.segments.filter((each) =>
      each.instructions.some((one) => one.opcode === 'BRA'),
    ).length;
    expect(inLoop).toBe(1);
    expect(opcodesOf(program).filter((each) => each === 'IMAD')).toHaveLength(2);
  });
});

describe('predicates and floats', () => {
  const stored = (body: string, result: string, type = 'f32') =>
    programOf(`${LOADED}${body}\n store ${type} buffer 1 [%at] ${result}\n return`);

  it('folds the conjunction of compares into the second compare', () => {
    const program = stored(
      '%c:bool = slt %a, 5\n %d:bool = flt %f, 1.5f\n %e:bool = and %c, %d\n %r:f32 = select %e, %f, 2f',
      '%r',
    );
    expect(count(program, 'PLOP3')).toBe(0);
    expect(count(program, 'FSEL')).toBe(1);
    expect(count(program, 'ISETP.LT.AND') + count(program, 'FSETP.LT')).toBe(2);
  });

  it('tests logic against zero without a compare', () => {
    const program = stored(
      '%p:i32 = or %a, %b\n %c:bool = ieq %p, 0\n %r:i32 = select %c, %a, 7',
      '%r',
      'i32',
    );
    expect(count(program, 'ISETP.EQ')).toBe(0);
    expect(count(program, 'LOP3.LUT')).toBe(1);
  });

  it('negates and takes absolute values for free in arithmetic, not when stored', () => {
    expect(count(stored('%n:f32 = fneg %f\n %r:f32 = fadd %n, 1f', '%r'), 'FADD')).toBe(1);
    expect(count(stored('%r:f32 = fneg %f', '%r'), 'FADD')).toBe(1);
    expect(count(stored('%n:f32 = fabs %f\n %m:f32 = fneg %n\n %r:f32 = fmul %m, %n', '%r'), 'FADD')).toBe(0);
  });

  it('clamps to 0..1 with the modifier of the arithmetic in front', () => {
    const program = stored('%s:f32 = ffma %f, %f, 1f\n %m:f32 = fmax %s, 0f\n %r:f32 = fmin %m, 1f', '%r');
    expect(opcodesOf(program)).toContain('FFMA.FTZ.SAT');
    expect(count(program, 'FMNMX')).toBe(0);
  });

  it('divides with a reciprocal', () => {
    expect(opcodesOf(stored('%r:f32 = fdiv %f, %f', '%r')).filter((each) => /MUFU|FMUL/.test(each))).toEqual([
      'MUFU.RCP',
      'FMUL.FTZ',
    ]);
    expect(count(stored('%r:f32 = fdiv 1f, %f', '%r'), 'FMUL')).toBe(0);
    expect(count(stored('%r:f32 = fdiv %f, 3f', '%r'), 'MUFU')).toBe(0);
  });

  it('keeps fields of a uniform buffer as operands', () => {
    const program = stored(
      '%u:f32 = load f32 uniform 2 [0 + 4]'.replace('uniform 2', 'buffer 2') + '\n %r:f32 = fmul %f, %u',
      '%r',
    );
    expect(opcodesOf(program).filter((each) => each === 'ULDC' || each === 'LDC')).toEqual([]);
  });

  it('switching fusion off makes one instruction of each operation', () => {
    const body = `${LOADED} %p:i32 = imul %a, %b\n %r:i32 = iadd %p, %id\n store i32 buffer 1 [%at] %r\n return`;
    expect(opcodesOf(programOf(body, 'instruction-fusion')).length).toBe(
      opcodesOf(programOf(body)).length + 1,
    );
  });
});

/** A kernel that applies `op` to loaded operands of these types and stores the result, if memory can hold it. */
function kernelOf(op: PureOp, operandTypes: readonly ScalarType[], resultType: ScalarType): Module {
  const builder = new Builder();
  const body = builder.region(() => {
    const at = builder.pure('shl', 'i32', [builder.input('global_id_x'), builder.constant('i32', 3)]);
    const operands = operandTypes.map((type, index): ValueId => {
      if (type !== 'bool') return builder.load({ space: 'buffer', index: 0 }, type, 1, at, index * 8)[0]!;
      const word = builder.load({ space: 'buffer', index: 0 }, 'i32', 1, at, index * 8)[0]!;
      return builder.pure('ine', 'bool', [word, builder.constant('i32', 0)]);
    });
    const result = builder.pure(
      op,
      resultType,
      operands,
      pureOps[op].components === undefined ? undefined : 1,
    );
    const word =
      resultType === 'bool'
        ? builder.pure('select', 'i32', [result, builder.constant('i32', 1), builder.constant('i32', 0)])
        : result;
    builder.store({ space: 'buffer', index: 1 }, resultType === 'bool' ? 'i32' : resultType, at, [word]);
    builder.emit({ kind: 'return' });
  });
  const buffer = (binding: number, access: 'read' | 'read_write') =>
    ({ group: 0, binding, name: `b${binding}`, kind: 'storage', access, minBytes: 4 }) as const;
  return {
    name: op,
    entryPoint: 'main',
    workgroupSize: [64, 1, 1],
    buffers: [buffer(0, 'read'), buffer(1, 'read_write')],
    variables: [],
    values: builder.values,
    body,
    nextConstruct: builder.nextConstruct,
  };
}

const TYPES: readonly ScalarType[] = ['bool', 'i8', 'i16', 'i32', 'i64', 'f16', 'f32', 'f64'];

it.each(Object.keys(pureOps) as PureOp[])('%s has code for every type that it takes', (op) => {
  const signature = pureOps[op];
  const generic = TYPES.filter((type) => isInClass(type, signature.variable));
  let kernels = 0;
  for (const variable of signature.operands.includes('T') || signature.result === 'T'
    ? generic
    : (['i32'] as const)) {
    for (const result of TYPES) {
      for (const other of TYPES) {
        const operands = signature.operands.map((rule) =>
          rule === 'T' ? variable : rule === 'bool' ? 'bool' : other,
        );
        if (
          signatureProblem(op, result, operands, signature.components === undefined ? undefined : 1) !==
          undefined
        )
          continue;
        // Code generation sees no i64.
        const program = generate(wideIntegers(kernelOf(op, operands, result)), {
          family,
          without: new Set(),
        });
        const accesses = program.segments.map((each) => each.accessCount);
        expect(accesses.reduce((a, b) => a + b)).toBe(operands.length + 1);
        kernels++;
      }
    }
  }
  expect(kernels).toBeGreaterThan(0);
});
