// Where constants of addresses go: out of sums, but not out of sums with a loop's counter or that others read.
import { describe, expect, it } from 'vitest';
import { forecast } from '../predict/forecast.ts';

/** Loads of storage and shifts of the machine code for one sum over `body`. */
function countsOf(body: string, params = ''): { loads: number; shifts: number } {
  const source = `
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
${params}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  ${body}
  result[id.x] = sum;
}`;
  const bindings = [
    { group: 0, binding: 0, size: 2 ** 22, data: { kind: 'random-f32' } },
    { group: 0, binding: 1, size: 2 ** 14 },
    ...(params
      ? [
          {
            group: 0,
            binding: 2,
            usage: 'uniform',
            size: 16,
            data: { kind: 'words', values: [99, 99, 99, 99] },
          },
        ]
      : []),
  ];
  const { program } = forecast(source, { dispatch: [64], bindings });
  const opcodes = program.segments.flatMap(({ instructions }) => instructions.map(({ opcode }) => opcode));
  const count = (pattern: RegExp) => opcodes.filter((each) => pattern.test(each)).length;
  return { loads: count(/^LDG/), shifts: count(/^(IMAD\.SHL|SHF\.L|LEA)/) };
}

describe('addresses of copies', () => {
  it('of a loop unrolled in part are each added up and shifted', () => {
    const { loads, shifts } = countsOf('for (var k = 0u; k < 1024u; k++) { sum += a[k * 1000u + id.x]; }');
    expect(loads).toBeGreaterThanOrEqual(8);
    expect(shifts).toBeGreaterThan(0.9 * loads);
  });

  it('of a loop that goes entirely share one base', () => {
    const { loads, shifts } = countsOf('for (var k = 0u; k < 8u; k++) { sum += a[k * 1000u + id.x]; }');
    expect(loads).toBe(8);
    expect(shifts).toBeLessThanOrEqual(3);
  });

  it('of a coarsened kernel are each added up and shifted where a guard reads the index', () => {
    const copies = (guard: (k: number) => string) =>
      countsOf(
        Array.from(
          { length: 6 },
          (_, k) =>
            `let x${k} = id.x + ${32 * (k + 1)}u; if (${guard(k)}) { sum += a[x${k} + id.y * a_width.w]; }`,
        ).join('\n  '),
        '@group(0) @binding(2) var<uniform> a_width: vec4<u32>;',
      ).shifts;
    expect(copies((k) => `x${k} < a_width.x`)).toBeGreaterThan(6);
    expect(copies(() => 'true')).toBeLessThanOrEqual(4);
  });

  it('that have no counter share one base', () => {
    const taps = [-4, -3, -2, -1, 0, 1, 2, 3].map((at) => `a[(id.x + ${at + 4}u) * 16u + id.y]`).join(' + ');
    const { loads, shifts } = countsOf(`sum = ${taps};`);
    expect(loads).toBe(8);
    expect(shifts).toBeLessThanOrEqual(4);
  });
});
