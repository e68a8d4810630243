import { describe, expect, it } from 'vitest';
import { validateModule } from '../../src/ir/validate.ts';
import { parseModule } from './text-form/parse.ts';

const HEAD = `kernel "k" entry "main" workgroup_size 1 1 1
buffer 0 "a" storage read group 0 binding 0 min 4
buffer 1 "b" storage read_write group 0 binding 1 min 4 runtime 0 stride 4
variable 0 "v" private size 4 align 4
`;

function problems(code: string): string[] {
  const { value, diagnostics } = parseModule(`${HEAD}body { ${code} }`);
  expect(diagnostics).toEqual([]);
  return validateModule(value!).map((each) => `${each.code}: ${each.message}`);
}

describe('validateModule', () => {
  it('accepts a valid module', () => {
    expect(problems('%a:i32 = iadd 1, 2 store i32 buffer 1 [0] %a return')).toEqual([]);
  });

  it.each([
    ['%a:f32 = iadd 1, 2 return', 'ir/type'],
    ['%a:i32 = iadd 1, 2f return', 'ir/type'],
    ['%a:f32 = unpack2x16float.2 1 return', 'ir/type'],
    ['if #0 1 { break #0 } else { break #0 } return', 'ir/type'],
    ['%a:bool = load bool buffer 0 [0] return', 'ir/type'],
    ['%a:f32 = load i32 buffer 0 [0] return', 'ir/type'],
    ['%a:i32 = if #0 true { break #0 (1f) } else { break #0 (1) } return', 'ir/type'],
    ['%a:i32 = input local_index', 'ir/terminator'],
    ['', 'ir/terminator'],
    ['return %a:i32 = input local_index return', 'ir/terminator'],
    ['if #0 true { break #0 } else { } return', 'ir/terminator'],
    ['block #0 { break #1 } return', 'ir/target'],
    ['block #0 { next #0 } return', 'ir/target'],
    ['block #0 { break #0 } break #0', 'ir/target'],
    ['block #0 { break #0 } block #0 { break #0 } return', 'ir/construct'],
    ['block #0 { %a:i32 = input local_index break #0 } %b:i32 = iadd %a, 1 return', 'ir/dominance'],
    ['%r:i32 = block #0 { break #0 (%r) } return', 'ir/dominance'],
    ['%r:i32 = block #0 { break #0 } return', 'ir/operands'],
    ['loop #0 (%i:i32 = 0) { next #0 } return', 'ir/operands'],
    ['loop #0 (%i:i32 = 0f) { break #0 } return', 'ir/type'],
    ['%a:i32 = load i32 buffer 7 [0] return', 'ir/root'],
    ['%a:i32 = load i32 workgroup 0 [0] return', 'ir/root'],
    ['store i32 buffer 0 [0] 1 return', 'ir/root'],
    ['atomic add i32 private 0 [0] 1 return', 'ir/root'],
    ['%a:i32 = arrayLength buffer 0 return', 'ir/root'],
    ['%a:i32 = bound 1 < buffer 0 return', 'ir/root'],
    ['atomic compare_exchange i32 buffer 1 [0] 1 return', 'ir/operands'],
    ['%a:i32 = subgroup shuffle 1 return', 'ir/operands'],
    ['%a:i32 = subgroup all true return', 'ir/type'],
    ['%a:f32 = subgroup add 1 return', 'ir/type'],
    ['%a:i32 = subgroup inclusive_fmin 1 return', 'ir/type'],
    ['%a:f32 = subgroup exclusive_and 1f return', 'ir/type'],
    ['%a:i64 = subgroup add 1i64 return', 'ir/type'],
    ['%a:bool = subgroup inclusive_smin true return', 'ir/type'],
    ['%a:i32 = subgroup ballot true return', 'ir/operands'],
    ['%a:bool = subgroup elect true return', 'ir/operands'],
    ['%a:f32 = atomic add f32 buffer 1 [0] 1f return', 'ir/type'],
    ['%a:i32 = atomic add i64 buffer 1 [0] 1i64 return', 'ir/type'],
    ['%a:i32, %b:i32 = atomic add i64 buffer 1 [0] 1 return', 'ir/operands'],
    ['%a:i32, %b:i32 = atomic add i32 buffer 1 [0] 1 return', 'ir/type'],
    ['atomic add i16 buffer 1 [0] 1i16 return', 'ir/type'],
    ['%a:f64 = sin 1d return', 'ir/type'],
    ['switch #0 1 { case 1 { break #0 } } return', 'ir/switch'],
    ['switch #0 1 { case 1, 1, default { break #0 } } return', 'ir/switch'],
  ])('finds the problem in %j', (code, expected) => {
    const found = problems(code);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toContain(expected);
  });

  it('finds a value that two instructions define, and one that is a constant', () => {
    const { value } = parseModule(`${HEAD}body { %0:i32 = input local_index %1:i32 = iadd %0, 5 return }`);
    const [input, add, end] = value!.body.instructions as [never, never, never];
    const twice = { ...value!, body: { instructions: [input, input, add, end] } };
    expect(validateModule(twice).map((each) => each.message)).toEqual([
      '%0 is defined twice: %0:i32 = input local_index',
    ]);
    const values = value!.values.with(0, { type: 'i32', constant: 4 });
    expect(validateModule({ ...value!, values })[0].code).toBe('ir/definition');
  });
});
