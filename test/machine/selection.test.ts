import { describe, expect, it } from 'vitest';
import { blends } from '../../src/compilers/nvidia/optimize/blends.ts';
import { Builder } from '../../src/ir/builder.ts';
import type { Module, PureOp, ScalarType, ValueId } from '../../src/ir/ir.ts';
import { isInClass, pureOps, signatureProblem } from '../../src/ir/ops.ts';
import type { Program } from '../../src/machine/program.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { generate } from '../compile.ts';
import { added, count, instructionsOf, LOADED, opcodesOf, programOf } from './support.ts';

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
    [
      'a shift that two sums share is part of both',
      '%p:i32 = shl %a, 5\n %q:i32 = iadd %p, %b\n %s:i32 = iadd %p, %id\n %r:i32 = xor %q, %s',
      ['IMAD', 'IMAD', 'LOP3.LUT'],
    ],
    [
      'the least of a limit and a product with a sum keeps the product with the sum',
      '%p:i32 = shl %a, 5\n %q:i32 = iadd %p, %b\n %r:i32 = umin %q, 99',
      ['IMAD', 'VIMNMX.U32'],
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
    [
      'a rotation and a sum are one LEA.HI',
      '%p:i32 = shl %a, 13\n %q:i32 = ushr %a, 19\n %o:i32 = or %p, %q\n %r:i32 = iadd %b, %o',
      ['LEA.HI'],
    ],
    [
      'a funnel shift of two values and a sum are two',
      '%p:i32 = shl %a, 13\n %q:i32 = ushr %id, 19\n %o:i32 = or %p, %q\n %r:i32 = iadd %b, %o',
      ['SHF.L.W.U32.HI', 'IMAD.IADD'],
    ],
    [
      'a funnel shift is no part of the logic that reads it',
      '%h:i32 = shl %a, 13\n %l:i32 = ushr %b, 19\n %o:i32 = or %h, %l\n %r:i32 = xor %o, %a',
      ['SHF.L.W.U32.HI', 'LOP3.LUT'],
    ],
    [
      'a bit behind those that were shifted is added with the shift',
      '%t:bool = slt %a, %b\n %d:i32 = select %t, 1, 0\n %h:i32 = shl %id, 1\n %r:i32 = or %h, %d',
      ['IMAD', 'ISETP.LT.AND', 'SEL'],
    ],
    [
      'bits that may meet those that were shifted are logic',
      '%d:i32 = and %b, 7\n %h:i32 = shl %a, 2\n %r:i32 = or %h, %d',
      ['LOP3.LUT'],
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
    // The kernel's own global id is one shift-add as well, on either pipe.
    const own = real.includes('LEA') ? 'LEA' : 'IMAD';
    real.splice(real.indexOf(own), 1);
    expect(real).toEqual([...expected].sort());
  });

  it('counts a condition by a sum that the value replaces, and takes it away as a number', () => {
    const choice = '%c:bool = ult %a, %b\n %s:i32 = select %c, 1, 0\n';
    const selects = (op: string, from = '%b') =>
      added(`${choice} %r:i32 = ${op} ${from}, %s`, '%r').filter((each) => each === 'SEL').length;
    expect(selects('iadd')).toBe(0);
    expect(selects('isub')).toBe(1);
    expect(selects('iadd', '12'), 'a constant').toBe(1);
  });

  it('keeps a value with two uses', () => {
    const program = programOf(`${LOADED} %p:i32 = imul %a, %b\n %r:i32 = iadd %p, %id\n %s:i32 = xor %r, %p
      store i32 buffer 1 [%at] %s\n return`);
    expect(count(program, 'IADD3') + count(program, 'IMAD.IADD')).toBeGreaterThan(0);
  });

  it('multiplies in a loop what only its sums need', () => {
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
    // That of the sum, and the kernel's own global id.
    expect(opcodesOf(program).filter((each) => each === 'IMAD' || each === 'LEA')).toHaveLength(2);
  });
});

describe('predicates and floats', () => {
  it('what a product takes from a constant bank is moved to a register once, its factors stay immediate', () => {
    const lines = ['%id:i32 = input global_id_x', '%g:i32 = input num_workgroups_x', '%at:i32 = shl %id, 2'];
    for (const [k, factor] of [3, 5, 7, 11].entries())
      lines.push(`%p${k}:i32 = imul %g, ${factor}`, `%s${k}:i32 = iadd %p${k}, %id`);
    lines.push('%x:i32 = xor %s0, %s1', '%y:i32 = xor %s2, %s3', '%z:i32 = xor %x, %y');
    const program = programOf([...lines, 'store i32 buffer 1 [%at] %z', 'return'].join('\n'));
    expect(opcodesOf(program).filter((each) => each.includes('MOV'))).toHaveLength(1);
  });

  it('arms under predicates share the register of a constant', () => {
    const step = (k: number, from: string) => `%b${k}:i32 = and ${from}, 1\n %c${k}:bool = ine %b${k}, 0
      %r${k}:i32 = if #${k} %c${k} predicated {
        %p${k}:i32 = imul ${from}, 3\n %q${k}:i32 = iadd %p${k}, 1\n break #${k} (%q${k})
      } else {
        %h${k}:i32 = ushr ${from}, 1\n break #${k} (%h${k})
      }\n`;
    const body = `%id:i32 = input global_id_x\n %at:i32 = shl %id, 2\n %a:i32 = load i32 buffer 0 [%at]
      ${step(0, '%a')} ${step(1, '%r0')} ${step(2, '%r1')} store i32 buffer 1 [%at] %r2\n return`;
    const code = instructionsOf(programOf(body));
    const constants = code.filter(({ opcode, sources }) => opcode.includes('MOV') && sources.length === 0);
    expect(constants).toHaveLength(1);
  });
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
      if (type !== 'bool') return builder.load({ space: 'buffer', index: 0 }, type, 1, at, index * 8)[0];
      const word = builder.load({ space: 'buffer', index: 0 }, 'i32', 1, at, index * 8)[0];
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
    notes: builder.notes,
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
        // Code generation sees no i64, and no blends.
        const program = generate(blends(wideIntegers(kernelOf(op, operands, result))), {
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

describe('forms that save an instruction', () => {
  it('sine and cosine of one angle share the angle in turns', () => {
    const body = `${LOADED} %x:f32 = sin %f\n %y:f32 = cos %f\n %z:f32 = fadd %x, %y\n store f32 buffer 1 [%at] %z\n return`;
    expect(count(programOf(body), 'FMUL.FTZ.RZ')).toBe(1);
    expect(count(programOf(body, 'shared-reciprocals'), 'FMUL.FTZ.RZ')).toBe(2);
  });

  it('a product that only sums use is multiplied in each of them', () => {
    const sums = '%p:i32 = imul %a, %b\n %q:i32 = iadd %p, %id\n %s:i32 = iadd %p, %at\n %r:i32 = xor %q, %s';
    expect(added(sums, '%r').filter((each) => each === 'IMAD')).toHaveLength(3);
    expect(added(sums, '%r')).not.toContain('IADD3');
    // Something else needs it anyhow.
    const also = '%p:i32 = imul %a, %b\n %q:i32 = iadd %p, %id\n %s:i32 = xor %p, %at\n %r:i32 = xor %q, %s';
    expect(added(also, '%r').filter((each) => each === 'IMAD')).toHaveLength(2);
  });

  it('a scaled index and a distance are one LEA, unless the place itself is read', () => {
    const load = (first: string) =>
      `%id:i32 = input local_id_x\n %at:i32 = shl %id, 2\n ${first} %y:i32 = load i32 buffer 0 [%at + 8]\n store i32 workgroup 0 [0] %y\n return`;
    const shifts = (program: Program) => opcodesOf(program).filter((each) => /SHL|SHF/.test(each));
    expect(shifts(programOf(load('')))).toEqual([]);
    expect(
      shifts(programOf(load('%x:i32 = load i32 buffer 0 [%at]\n store i32 workgroup 0 [4] %x\n'))),
    ).toHaveLength(1);
  });

  it('a choice between a value and its change is the change under a predicate', () => {
    const body = '%c:bool = flt %f, 0f\n %g:f32 = fsub 1f, %f\n %r:f32 = select %c, %g, %f';
    expect(added(body, '%r', 'f32')).not.toContain('FSEL');
    // Both are there already.
    const both =
      '%c:bool = flt %f, 0f\n %g:f32 = fsub 1f, %f\n %h:f32 = fmul %g, %f\n %s:f32 = select %c, %g, %f\n %r:f32 = fadd %s, %h';
    expect(added(both, '%r', 'f32')).toContain('FSEL');
  });

  it('the choice waits for its condition', () => {
    const body = `${LOADED} %g:f32 = fsub 1f, %f\n %q:f32 = sqrt %f\n %c:bool = flt %q, 2f\n %r:f32 = select %c, %g, %f\n store f32 buffer 1 [%at] %r\n return`;
    const code = instructionsOf(programOf(body));
    const compared = code.findIndex((each) => each.opcode.startsWith('FSETP'));
    const changed = code.findIndex((each) => each.opcode.startsWith('FADD'));
    expect(changed).toBeGreaterThan(compared);
    expect(code[changed].sources).toContain(code[compared].destinations[0]);
  });

  it('the absolute value of a sum adds on both sides', () => {
    expect(
      added('%p:i32 = iadd %a, %b\n %r:i32 = sabs %p', '%r').filter((each) =>
        /^(VIADDMNMX|VIMNMX|IMAD.MOV)/.test(each),
      ),
    ).toEqual(['VIADDMNMX']);
  });
});

describe('the uniform datapath', () => {
  const uniforms = (body: string) =>
    opcodesOf(programOf(body)).filter((each) => /^U(IADD3|MOV|IMAD)/.test(each));
  const field =
    '%id:i32 = input local_id_x\n %at:i32 = shl %id, 2\n %n:i32 = load i32 buffer 2 [0]\n %m:i32 = iadd %n, -1\n';

  it('does not take what one instruction wants of a field', () => {
    const once = `${field} %r:i32 = umin %id, %m\n store i32 buffer 1 [%at] %r\n return`;
    expect(uniforms(once)).toEqual([]);
    const twice = `${field} %q:i32 = umin %id, %m\n %r:i32 = umax %at, %m\n %s:i32 = xor %q, %r\n store i32 buffer 1 [%at] %s\n return`;
    expect(uniforms(twice)).toEqual(['UIADD3']);
  });

  const guarded = (
    within: string,
  ) => `%id:i32 = input local_id_x\n %at:i32 = shl %id, 2\n %n:i32 = load i32 buffer 2 [0]
    %r:i32 = loop #0 (%k:i32 = 0, %low:i32 = -1) {
      %c:bool = ult %k, %n
      if #1 %c {\n break #1\n } else {\n break #0 (%k)\n }
      ${within}
      %m:i32 = iadd %k, 1
      %z:bool = ieq %low, 0 !loop-guard
      %next:i32 = iadd %low, -1 !loop-guard
      if #2 %z { !loop-guard\n break #0 (%k) !loop-guard\n } else {\n break #2 !loop-guard\n }
      next #0 (%m, %next)
    }
    store i32 buffer 1 [%at] %r\n return`;

  it('counts for guards of loops that all lanes leave together', () => {
    expect(uniforms(guarded('')).sort()).toEqual(['UIADD3', 'UMOV']);
  });

  it('does not around barriers, nor where lanes leave one by one', () => {
    expect(uniforms(guarded('barrier workgroup'))).toEqual([]);
    expect(
      uniforms(guarded('').replace('%n:i32 = load i32 buffer 2 [0]', '%n:i32 = load i32 buffer 0 [%at]')),
    ).toEqual([]);
  });
});
