import { describe, expect, it } from 'vitest';
import { generate } from '../compile.ts';
import { parseModule } from '../ir/text-form/parse.ts';
import { instructionsOf } from './support.ts';

/** Machine code of a kernel that adds up `count` words at constant places, in workgroups of 1024. */
function sumOf(count: number, work: number) {
  const loads = Array.from({ length: count }, (_, k) => {
    const chain = Array.from(
      { length: work },
      (_, j) => `%c${k}_${j}:f32 = ffma ${j > 0 ? `%c${k}_${j - 1}` : `%v${k}`}, %x, %x`,
    );
    return `%v${k}:f32 = load f32 buffer 0 [${4 * k + 4}]\n${chain.join('\n')}
      %s${k}:f32 = fadd ${k > 0 ? `%s${k - 1}` : '%x'}, %c${k}_${work - 1}`;
  });
  const text = `kernel "test" entry "main"
workgroup_size 1024 1 1
buffer 0 "x" storage read group 0 binding 0 min 4 runtime 0 stride 4
buffer 1 "y" storage read_write group 0 binding 1 min 4 runtime 0 stride 4
body {
  %id:i32 = input global_id_x
  %at:i32 = shl %id, 2
  %x:f32 = load f32 buffer 1 [%at]
  ${loads.join('\n')}
  store f32 buffer 1 [%at] %s${count - 1}
  return
}
`;
  const { value, diagnostics } = parseModule(text);
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return generate(value, { without: new Set() });
}

const moves = (program: ReturnType<typeof sumOf>): number =>
  instructionsOf(program).filter(({ opcode }) => /^(MOV|IMAD\.MOV)/.test(opcode)).length;

describe('the size of a buffer that many loads are compared with', () => {
  it('stays in its register where there is room', () => {
    expect(moves(sumOf(8, 8))).toBeLessThanOrEqual(2);
  });

  it('is moved again for compares far apart where registers are scarce', () => {
    expect(moves(sumOf(100, 8))).toBeGreaterThan(30);
  });

  it('is read by all compares as before', () => {
    const program = sumOf(100, 8);
    const sizes = instructionsOf(program).filter(({ opcode }) => opcode.startsWith('ISETP.GT'));
    expect(sizes).toHaveLength(100);
    expect(sizes.every(({ sources }) => sources.length === 1)).toBe(true);
  });
});
