// What integers of 8, 16 and 64 bits, doubles and scans across a subgroup become.

import { describe, expect, it } from 'vitest';
import { validateModule } from '../../src/ir/validate.ts';
import type { Program } from '../../src/machine/program.ts';
import { optimizeKernel } from '../../src/predict/compile-stages.ts';
import { generate } from '../compile.ts';
import { count, instructionsOf, LOADED, moduleOf, opcodesOf } from './support.ts';

/** Opcodes of the kernel without addresses, checks and the end. */
function opcodes(body: string): string[] {
  const module = moduleOf(`${body}\n return`);
  expect(validateModule(module)).toEqual([]);
  const program = generate(module, { without: new Set(['bounds-check']) });
  return opcodesOf(program).filter(
    (each) => !/^(S2R|ULDC|EXIT|CS2R)/.test(each) && !/^(SHF.L|LEA|IMAD.SHL)/.test(each),
  );
}

function optimized(body: string): Program {
  const module = optimizeKernel(moduleOf(`${body}\n return`), { dialect: 'raw', without: [] });
  return generate(module, { without: new Set(['bounds-check']) });
}

const AT = '%id:i32 = input local_index\n %at:i32 = shl %id, 3\n';

describe('short integers', () => {
  it.each([
    ['i8', 'U8', 'uextend'],
    ['i8', 'S8', 'sextend'],
    ['i16', 'U16', 'uextend'],
    ['i16', 'S16', 'sextend'],
  ])('a load of %s as %s extends for free', (type, suffix, op) => {
    const code = opcodes(
      `${AT} %v:${type} = load ${type} buffer 0 [%at]\n %r:i32 = ${op} %v\n store i32 buffer 1 [%at] %r`,
    );
    expect(code).toEqual([`LDG.E.${suffix}.CONSTANT`, 'STG.E.STRONG.SM']);
  });

  it('a load that is read both ways is extended once more', () => {
    const code = opcodes(`${AT} %v:i8 = load i8 buffer 0 [%at]\n %s:i32 = sextend %v\n %u:i32 = uextend %v
      store i32 buffer 1 [%at] %s, %u`);
    expect(code).toEqual(['LDG.E.U8.CONSTANT', 'PRMT', 'STG.E.64.STRONG.SM']);
  });

  it('sums are 32-bit sums, extended only where the upper bits count', () => {
    const sum = `${AT} %v:i8 = load i8 buffer 0 [%at]\n %w:i8 = iadd %v, %v\n`;
    expect(opcodes(`${sum} store i8 workgroup 0 [%at] %w`)).toEqual(['LDG.E.U8.CONSTANT', 'IADD3', 'STS.U8']);
    const compared = opcodes(
      `${sum} %c:bool = slt %w, %v\n %r:i8 = select %c, %v, %w\n store i8 workgroup 0 [%at] %r`,
    );
    expect(compared.filter((each) => each === 'PRMT')).toHaveLength(2);
  });

  it('vectors share words: four bytes are one load, taken apart and put together by PRMT', () => {
    const code = opcodes(`${AT} %a:i8, %b:i8, %c:i8, %d:i8 = load i8 buffer 0 [%at]
      %e:i8 = iadd %a, %b\n store i8 buffer 1 [%at] %e, %b, %c, %d`);
    expect(code.filter((each) => each.startsWith('LDG'))).toEqual(['LDG.E.CONSTANT']);
    expect(code.filter((each) => each.startsWith('STG'))).toEqual(['STG.E.STRONG.SM']);
    expect(code.filter((each) => each === 'PRMT')).toHaveLength(4 + 3);
  });

  it('shifts by a variable amount mask it, since the machine shifts modulo 32', () => {
    const code = opcodes(
      `${AT} %v:i16, %n:i16 = load i16 buffer 0 [%at]\n %w:i16 = shl %v, %n\n store i16 buffer 1 [%at] %w`,
    );
    expect(code.filter((each) => each === 'LOP3.LUT')).toHaveLength(1);
  });
});

describe('doubles', () => {
  it('take pairs of registers and the double-precision unit', () => {
    const code = opcodes(`${AT} %x:f64, %y:f64 = load f64 buffer 0 [%at]\n %p:f64 = ffma %x, %y, %y
      %s:f64 = fadd %p, %x\n store f64 buffer 1 [%at] %s`);
    expect(code).toEqual(['LDG.E.128.CONSTANT', 'DFMA', 'DADD', 'STG.E.64.STRONG.SM']);
  });

  it('wide accesses are split at 128 bits', () => {
    const program = optimized(`${AT} %x:f64, %y:f64, %z:f64 = load f64 buffer 0 [%at]
      store f64 buffer 1 [%at] %z, %y, %x`);
    expect(
      opcodesOf(program)
        .filter((each) => each.startsWith('LDG'))
        .sort(),
    ).toEqual(['LDG.E.128.CONSTANT', 'LDG.E.64.CONSTANT']);
  });

  it('compare with DSETP and convert by the conversion unit', () => {
    const code = opcodes(`${AT} %x:f64 = load f64 buffer 0 [%at]\n %c:bool = flt %x, 1d\n %f:f32 = f2f %x
      %g:f32 = select %c, %f, 0f\n store f32 buffer 1 [%at] %g`);
    expect(code.filter((each) => /^(DSETP|F2F)/.test(each)).sort()).toEqual(['DSETP', 'F2F.F32.F64']);
  });

  it('a negation is a modifier', () => {
    const code =
      opcodes(`${AT} %x:f64, %y:f64 = load f64 buffer 0 [%at]\n %n:f64 = fneg %x\n %s:f64 = fmul %n, %y
      store f64 buffer 1 [%at] %s`);
    expect(code).toEqual(['LDG.E.128.CONSTANT', 'DMUL', 'STG.E.64.STRONG.SM']);
  });

  it('use twice the registers of floats', () => {
    const kernel = (type: string, suffix: string): number =>
      optimized(`${AT}${Array.from({ length: 12 }, (_, k) => `%v${k}:${type} = load ${type} buffer 0 [%at + ${k * 8}]\n`).join('')}
      %s0:${type} = fadd %v0, 1${suffix}\n${Array.from({ length: 11 }, (_, k) => `%s${k + 1}:${type} = fmul %s${k}, %v${11 - k}\n`).join('')}
      store ${type} buffer 1 [%at] %s11`).registersPerThread;
    expect(kernel('f64', 'd') - kernel('f32', 'f')).toBeGreaterThanOrEqual(10);
  });
});

describe('64-bit integers', () => {
  const pair = `${AT} %x:i64, %y:i64 = load i64 buffer 0 [%at]\n`;

  it('are loaded and stored as words of one access', () => {
    const program = optimized(`${pair} store i64 buffer 1 [%at] %y, %x`);
    expect(opcodesOf(program)).toContain('LDG.E.128.CONSTANT');
    expect(opcodesOf(program)).toContain('STG.E.128.STRONG.SM');
  });

  it.each(['iadd', 'isub'])('%s is two additions, the second with the carry of the first', (op) => {
    const program = optimized(`${pair} %s:i64 = ${op} %x, %y\n store i64 buffer 1 [%at] %s`);
    const sums = instructionsOf(program).filter((each) => each.opcode.startsWith('IADD3'));
    expect(sums.map((each) => each.opcode)).toEqual(['IADD3', 'IADD3.X']);
    expect(sums[0].destinations).toHaveLength(2);
    expect(sums[1].sources).toContain(sums[0].destinations[1]);
    expect(count(program, 'ISETP')).toBe(0);
  });

  it.each(['shl', 'ushr', 'sshr'])('%s is one funnel shift per word', (op) => {
    for (const amount of ['%id', '5']) {
      const program = optimized(
        `%id:i32 = input local_index\n %at:i32 = imul %id, 24\n %x:i64 = load i64 buffer 0 [%at]
         %s:i64 = ${op} %x, ${amount}\n store i64 buffer 1 [%at] %s`,
      );
      const shifts = opcodesOf(program).filter((each) => /^(SHF|IMAD.SHL|LOP3)/.test(each));
      expect(shifts).toHaveLength(2);
    }
  });

  it('a carry of a sum that nothing else needs has an addition of its own', () => {
    const program = optimized(`${pair} %s:i64 = umulhi %x, %y\n store i64 buffer 1 [%at] %s`);
    expect(count(program, 'PLOP3')).toBe(0);
    expect(count(program, 'IMAD.HI.U32')).toBe(4);
  });

  it('a product takes four multiplications', () => {
    const program = optimized(`${pair} %s:i64 = imul %x, %y\n store i64 buffer 1 [%at] %s`);
    expect(
      opcodesOf(program)
        .filter((each) => /^IMAD(\.HI.*)?$/.test(each))
        .sort(),
    ).toEqual(['IMAD', 'IMAD', 'IMAD', 'IMAD.HI.U32']);
  });

  it("a division is a short way for 32 bits and a long one of about the length of the driver's routine", () => {
    const program = optimized(`${pair} %s:i64 = udiv %x, %y\n store i64 buffer 1 [%at] %s`);
    expect(count(program, 'MUFU.RCP')).toBe(2);
    const long = Math.max(...program.segments.map((each) => each.instructions.length));
    expect(long).toBeGreaterThan(50);
    expect(long).toBeLessThan(130);
  });

  it('conversions to floats are one instruction', () => {
    const program = optimized(`${pair} %s:f32 = s2f %x\n store f32 buffer 1 [%at] %s`);
    expect(count(program, 'I2F.S64')).toBe(1);
  });
});

describe('scans and reductions', () => {
  it.each([
    ['inclusive_smin', 'i32', '%a', 'VIMNMX', 5],
    ['inclusive_umax', 'i32', '%a', 'VIMNMX.U32', 5],
    ['exclusive_or', 'i32', '%a', 'LOP3.LUT', 5],
    ['inclusive_fmax', 'f32', '%f', 'FMNMX.FTZ', 5],
    ['exclusive_mul', 'f32', '%f', 'FMUL.FTZ', 5],
  ])(
    '%s of %s is an exchange of pointers, one of values and %s per step',
    (op, type, operand, opcode, steps) => {
      const code = opcodes(
        `${LOADED} %r:${type} = subgroup ${op} ${operand}\n store ${type} buffer 1 [%at] %r`,
      );
      // Scans of lane masks use LOP3, too.
      const masks = opcode === 'LOP3.LUT' ? 2 : 0;
      expect(code.filter((each) => each === opcode)).toHaveLength(steps + masks);
      const exchanges = op.startsWith('exclusive') ? 11 : 10;
      expect(code.filter((each) => each === 'SHFL.IDX')).toHaveLength(exchanges);
    },
  );

  it('doubles exchange both words', () => {
    const code = opcodes(
      `${AT} %x:f64 = load f64 buffer 0 [%at]\n %r:f64 = subgroup inclusive_add %x\n store f64 buffer 1 [%at] %r`,
    );
    expect(code.filter((each) => each === 'SHFL.IDX')).toHaveLength(15);
    expect(code.filter((each) => each === 'DADD')).toHaveLength(5);
  });

  it('short integers use the reduction unit', () => {
    const code = opcodes(
      `${AT} %x:i8 = load i8 buffer 0 [%at]\n %r:i8 = subgroup smin %x\n store i8 buffer 1 [%at] %r`,
    );
    expect(code).toContain('REDUX.MIN.S32');
  });

  it('bools are votes', () => {
    const bool = `${LOADED} %c:bool = slt %a, %b\n`;
    const use = (op: string): string[] =>
      opcodes(
        `${bool} %r:bool = subgroup ${op} %c\n %s:i32 = select %r, %a, %b\n store i32 buffer 1 [%at] %s`,
      );
    expect(use('and')).toContain('VOTE.ALL');
    expect(use('or')).toContain('VOTE.ANY');
    expect(use('xor')).toContain('POPC');
    expect(use('inclusive_or')).toContain('VOTE.ANY');
  });
});
