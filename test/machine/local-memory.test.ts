// Private arrays, tables and halves next to the driver's code for the same shaders (driver 580.159.04 on an H200).

import { describe, expect, it } from 'vitest';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Program } from '../../src/machine/program.ts';
import { generate, optimize } from '../compile.ts';
import { count, instructionsOf } from './support.ts';

function compile(text: string, ...without: string[]): Program {
  const { value, diagnostics } = decodeWgsl(
    { file: 'test.wgsl', text },
    { constants: {}, rules: tintRules() },
  );
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  const options = { dialect: 'dawn', without: new Set(without) } as const;
  return generate(optimize(value, options), { without: new Set(without) });
}

/** A loop of unknown length over `body`, which changes `x` and `at`. */
function looping(declarations: string, body: string): string {
  return `@group(0) @binding(0) var<storage, read> start: array<u32>;
    @group(0) @binding(1) var<storage, read_write> sink: array<f32>;
    @group(0) @binding(2) var<uniform> trips: vec4<u32>;
    @compute @workgroup_size(128) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
      ${declarations}
      var at = start[id.x];
      var x = f32(at);
      for (var i = 0u; i < trips.x; i++) { ${body} }
      sink[id.x] = x;
    }`;
}

/** So many stores and loads of one array of so many words. */
function updates(words: number, pairs: number): string {
  const pair = (step: number) =>
    `a[at % ${words}u] = x; at += ${step}u; x = a[at % ${words}u] * 0.5 + 1.0; at += trips.y;`;
  const body = Array.from({ length: pairs }, (_, index) => pair(2 * index + 3)).join('\n');
  return looping(`var a: array<f32, ${words}>;`, body);
}

describe('arrays with dynamic indices', () => {
  it.each([
    [12, 1, 24],
    [8, 4, 64],
    [8, 6, 96],
    [4, 24, 192],
  ])('%i words with %i stores and loads are in registers', (words, pairs, compares) => {
    const program = compile(updates(words, pairs));
    expect(count(program, 'LDL') + count(program, 'STL')).toBe(0);
    expect(count(program, 'ISETP.EQ.AND')).toBeGreaterThanOrEqual(compares);
    expect(count(program, 'ISETP.EQ.AND')).toBeLessThanOrEqual(compares + 2);
  });

  it.each([
    [16, 1, 5, 1],
    [8, 7, 9, 7],
    [32, 2, 10, 2],
  ])('%i words with %i stores and loads are in local memory', (words, pairs, stores, loads) => {
    const program = compile(updates(words, pairs));
    expect(count(program, 'STL')).toBe(stores);
    expect(count(program, 'STL.128')).toBe(words / 4);
    expect(count(program, 'LDL')).toBe(loads);
  });

  /** So many increments of one array of so many words, outside of any loop, and the sum of its words. */
  const increments = (words: number, times: number): string => `
    @group(0) @binding(0) var<storage, read> at: array<u32>;
    @group(0) @binding(1) var<storage, read_write> sink: array<f32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
      var a: array<f32, ${words}>;
      var s = 0.0;
      for (var i = 0u; i < ${times}u; i++) { a[at[id.x * 9u + i] % ${words}u] += 1.0; }
      for (var i = 0u; i < ${words}u; i++) { s = s * 2.0 + a[i]; }
      sink[id.x] += s;
    }`;

  it.each([
    [8, 8, 12],
    [10, 5, 6],
    [12, 4, 5],
    [16, 2, 4],
  ])('%i words incremented %i times are in registers, %i times in local memory', (words, few, many) => {
    const local = (times: number) => count(compile(increments(words, times)), 'LDL');
    expect(local(few)).toBe(0);
    expect(local(many)).toBeGreaterThan(0);
  });

  it('sixteen words beside another array are in registers', () => {
    const body = 'a[at % 4u] = x; b[at % 16u] = x; at += 3u; x = a[at % 4u] + b[at % 16u];';
    const program = compile(looping('var a: array<f32, 4>; var b: array<f32, 16>;', body));
    expect(count(program, 'LDL') + count(program, 'STL')).toBe(0);
    expect(instructionsOf(program).filter((each) => /^(IMAD\.)?MOV/.test(each.opcode)).length).toBeLessThan(
      80,
    );
  });
});

/** The nearest of many points, sorted, with their numbers, beside a query of so many words. */
function nearest(queryWords: number, sorted: number): Program {
  return compile(`@group(0) @binding(0) var<uniform> points: vec4<u32>;
    @group(0) @binding(1) var<storage, read> input: array<f32>;
    @group(0) @binding(2) var<storage, read_write> distances: array<f32>;
    @group(0) @binding(3) var<storage, read_write> numbers: array<u32>;
    @compute @workgroup_size(128) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
      var query: array<f32, ${queryWords}>;
      for (var d = 0u; d < ${queryWords}u; d++) { query[d] = input[id.x * ${queryWords}u + d]; }
      var best: array<f32, ${sorted}>;
      var number: array<u32, ${sorted}>;
      for (var k = 0u; k < ${sorted}u; k++) { best[k] = 3.0e38; number[k] = 0xffffffffu; }
      for (var p = 0u; p < points.x; p++) {
        var sum = 0.0;
        for (var d = 0u; d < ${queryWords}u; d++) {
          let away = query[d] - input[p * ${queryWords}u + d];
          sum += away * away;
        }
        if (sum < best[${sorted - 1}u]) {
          var slot = ${sorted - 1}u;
          while (slot > 0u && best[slot - 1u] > sum) {
            best[slot] = best[slot - 1u];
            number[slot] = number[slot - 1u];
            slot--;
          }
          best[slot] = sum;
          number[slot] = p;
        }
      }
      for (var k = 0u; k < ${sorted}u; k++) {
        distances[id.x * ${sorted}u + k] = best[k];
        numbers[id.x * ${sorted}u + k] = number[k];
      }
    }`);
}

describe('sorted arrays beside a row that a loop reads again and again', () => {
  it.each([
    [8, 8, false],
    [16, 8, false],
    [8, 12, false],
    [32, 8, true],
    [24, 12, true],
    [16, 16, true],
    [64, 16, true],
  ])('a row of %i words and two of %i: in local memory %s', (row, sorted, isLocal) => {
    const program = nearest(row, sorted);
    expect(count(program, 'LDL') + count(program, 'STL') > 0).toBe(isLocal);
  });
});

describe('many arrays', () => {
  /** Each incremented once at a place known at run time, and summed up, as the copies of a coarsened kernel are. */
  const counted = (arrays: number, words: number, invocations: number): string => {
    const names = Array.from({ length: arrays }, (_, k) => `a${k}`);
    return `
      @group(0) @binding(0) var<storage, read> at: array<u32>;
      @group(0) @binding(1) var<storage, read_write> sink: array<f32>;
      @compute @workgroup_size(${invocations}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        var s = 0.0;
        ${names.map((each) => `var ${each}: array<f32, ${words}>;`).join('\n')}
        ${names.map((each, k) => `${each}[at[id.x * 40u + ${k}u] % ${words}u] += 1.0;`).join('\n')}
        for (var i = 0u; i < ${words}u; i++) { ${names.map((each) => `s = s * 2.0 + ${each}[i];`).join(' ')} }
        sink[id.x] += s;
      }`;
  };

  it.each([
    [64, 255],
    [512, 128],
    [1024, 64],
  ])('of %i invocations are in registers as far as these go: %i', (invocations, registers) => {
    const words = 10;
    const held = compile(counted(30, words, invocations)).registerArrays.size * words;
    expect(held).toBeLessThan(registers);
    expect(held).toBeGreaterThan(registers - 2 * words);
  });
});

describe('arrays that a loop reads', () => {
  /** Arrays with values of their own, of which the loop reads one word each at the same place. */
  const summed = (arrays: number, words: number, index: string, before: string, behind = '') => {
    const names = Array.from({ length: arrays }, (_, k) => `a${k}`);
    const filled = (name: string, k: number) =>
      Array.from(
        { length: words },
        (_, word) => `${name}[${word}] = f32(start[id.x + ${64 * (k * words + word)}u]);`,
      );
    const each = (use: (name: string) => string) => names.map(use).join(' ');
    const declarations = names.map(
      (name, k) => `var ${name}: array<f32, ${words}>; ${filled(name, k).join(' ')}`,
    );
    const sums = Array.from({ length: words }, (_, word) =>
      each((name) => `x = x * 1.5 + ${name}[${word}];`),
    );
    return compile(
      looping(
        declarations.join('\n'),
        `${before} ${each((name) => `x += ${name}[${index}] * 0.5;`)} ${behind}`,
      ).replace('sink[id.x] = x;', `${sums.join('\n')} sink[id.x] = x;`),
    );
  };

  it.each([
    [8, 4, 8],
    [6, 8, 5],
    [3, 16, 2],
  ])('of %i with %i words the last %i are in registers', (arrays, words, held) => {
    const { registerArrays } = summed(arrays, words, `at % ${words}u`, 'at += 3u;');
    expect(registerArrays.size).toBe(held);
    expect(Math.min(...registerArrays)).toBe(arrays - held);
  });

  it('are in registers up to twice as many words where nothing else reads their elements', () => {
    const names = Array.from({ length: 6 }, (_, k) => `a${k}`);
    const stacks = names.map((name) => `var ${name}: array<f32, 16>;`).join(' ');
    const swaps = names.map(
      (name) => `let ${name}x = ${name}[at % 16u]; ${name}[at % 16u] = x; x += sqrt(${name}x);`,
    );
    const work = Array.from({ length: 120 }, (_, k) => `x = x * x + ${k}.5;`);
    const { registerArrays } = compile(looping(stacks, `${swaps.join(' ')} ${work.join(' ')} at += 3u;`));
    expect([...registerArrays].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('share compares in uniform registers where a warp shares the index', () => {
    const program = summed(3, 8, 'k', 'for (var k = 0u; k < 8u; k++) { workgroupBarrier();', '}');
    expect(count(program, 'UISETP.EQ.AND')).toBe(8);
    expect(count(program, 'PLOP3.LUT')).toBeGreaterThanOrEqual(3 * 8);
    // The guard of the loop around.
    expect(count(program, 'ISETP.EQ.AND')).toBe(1);
  });

  it('take no registers beside the values that are written once', () => {
    const { registersPerThread } = summed(4, 8, `at % 8u`, 'at += 3u;');
    expect(registersPerThread).toBeLessThan(4 * 8 + 20);
  });

  it('are compared with the elements that an address may mean', () => {
    const body = 'x += a[at % 4u].y; a[at % 4u].y = x; at += 3u;';
    const program = compile(looping('var a: array<vec2<f32>, 4>;', body));
    expect(count(program, 'LDL') + count(program, 'STL')).toBe(0);
    expect(count(program, 'ISETP.EQ.AND')).toBe(4 + 1);
  });
});

describe('two arrays in registers', () => {
  const arrays = 'var a: array<f32, 8>; var b: array<u32, 8>;';
  const compares = (body: string) => count(compile(looping(arrays, body)), 'ISETP.EQ.AND');

  it('are told apart where the index is known', () => {
    const body = 'a[at % 8u] = x; b[at % 8u] = at; at += 3u; x = a[at % 8u] + f32(b[at % 8u]);';
    expect(compares(body)).toBeLessThan(40);
  });

  it('share what is asked of an index of both', () => {
    const body = 'for (var k = 0u; k < at; k++) { a[at % 8u] += x; b[at % 8u] += k; x += a[3]; }';
    // Eight for reads and writes of both, and the guards of both loops.
    expect(compares(body)).toBe(8 + 2);
  });

  it('are told apart in a loop inside of that which steps through them', () => {
    const body = `for (var at = 0u; at < 8u; at++) {
      for (var k = 0u; k < i; k++) { x += a[at] * f32(b[at]); }
    }`;
    expect(compares(body)).toBeLessThan(16);
  });

  it('are one where a loop steps through them', () => {
    const insertion = `at = 7u;
      while (at > 0u && a[at - 1u] > x) { a[at] = a[at - 1u]; b[at] = b[at - 1u]; at--; }
      a[at] = x; b[at] = i; x = x * 0.5 + f32(b[7]);`;
    // Seven accesses of sixteen words, and the guards of both loops.
    expect(compares(insertion)).toBe(7 * 16 + 2);
  });
});

describe('tables of constants', () => {
  const table = (values: string) => `let t = array<f32, 8>(${values}); x += t[at % 8u]; at += 1u;`;

  it('lie in a constant bank', () => {
    const program = compile(looping('', table('1, 2, 4, 8, 16, 32, 64, 128')));
    expect(count(program, 'LDC')).toBe(1);
    expect(count(program, 'STL') + count(program, 'LDL') + count(program, 'ISETP.EQ.AND')).toBeLessThan(3);
    expect(program.privateBytes).toBe(0);
  });

  it('that hold something else, too, do not', () => {
    const program = compile(looping('', table('1, 2, 4, 8, 16, 32, 64, x')));
    expect(count(program, 'LDC')).toBe(0);
  });
});

describe('halves', () => {
  const half = (type: string, body: string, out: string) => `enable f16;
    @group(0) @binding(0) var<storage, read> a: array<${type}>;
    @group(0) @binding(1) var<storage, read> b: array<${type}>;
    @group(0) @binding(2) var<storage, read_write> y: array<${type}>;
    @group(0) @binding(3) var<uniform> trips: vec4<u32>;
    @compute @workgroup_size(128) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
      let p = a[id.x]; let q = b[id.x]; var s = p;
      ${body}
      ${out}
    }`;
  const steps = (type: string) => half(type, 's = s * p + q; s = max(s, q) - p;', 'y[id.x] = s;');
  const work = (program: Program) =>
    instructionsOf(program).filter((each) => each.costClass === 'fp16').length;

  it.each([
    ['f16', 3],
    ['vec2<f16>', 3],
    ['vec4<f16>', 6],
  ])('of %s take %i instructions for three operations', (type, instructions) => {
    expect(work(compile(steps(type)))).toBe(instructions);
  });

  it('take one each when packing is off', () => {
    expect(work(compile(steps('vec4<f16>'), 'half-packing'))).toBe(12);
  });

  it('are paired in loops', () => {
    const body = 'for (var i = 0u; i < trips.x; i++) { s = s * p + q; }';
    expect(work(compile(half('vec4<f16>', body, 'y[id.x] = s;')))).toBe(2);
  });

  it('have special functions of their own, put together again', () => {
    const program = compile(half('vec2<f16>', 's = sqrt(s) + q;', 'y[id.x] = s;'));
    expect(count(program, 'MUFU.SQRT.F16')).toBe(2);
    expect(count(program, 'PRMT')).toBe(1);
    expect(count(program, 'HADD2')).toBe(1);
  });

  it('of a vector that is written out by component stay in local memory', () => {
    const body = 'for (var i = 0u; i < trips.x; i++) { s = s * p + q; }';
    const out = 'for (var o = 0u; o < 4u; o++) { y[id.x][o] = s[o]; }';
    const program = compile(half('vec4<f16>', body, out));
    expect(count(program, 'STL.64')).toBe(2);
    expect(count(program, 'LDL.U16')).toBe(4);
    const single = compile(half('vec4<f16>', body, out).replaceAll('f16>', 'f32>'));
    expect(count(single, 'STL') + count(single, 'LDL')).toBe(0);
  });
});

describe('cases of a switch', () => {
  const cases = (steps: number) => {
    const arm = (seed: number) =>
      Array.from({ length: steps }, (_, step) => `x = x * ${seed + step}.5 + y;`).join(' ');
    const list = [0, 1, 2].map((each) => `case ${each}u: { ${arm(each)} }`).join('\n');
    return looping('let y = f32(id.y);', `switch (start[i] % 4u) { ${list} default: { ${arm(7)} } }`);
  };
  const branches = (program: Program) => count(program, 'BRA');

  it('that are small share a compare without a branch', () => {
    expect(branches(compile(cases(4)))).toBe(branches(compile(cases(8))) - 1);
  });
});

describe('bytes of a word', () => {
  const bytes = (body: string) => looping('', `at = ${body}; x += f32(at);`);
  const shifts = (program: Program) =>
    instructionsOf(program).filter((each) => /^(SHF|SGXT|PRMT|LOP3)/.test(each.opcode)).length;

  it('take one instruction each as fields', () => {
    const without = shifts(compile(bytes('at + 1u')));
    const one = shifts(compile(bytes('extractBits(at, 8u, 8u) + 1u')));
    expect(one - without).toBe(1);
    expect(shifts(compile(bytes('extractBits(at, 24u, 8u) + 1u'))) - without).toBe(1);
    expect(shifts(compile(bytes('extractBits(at, 4u, 9u) + 1u'))) - without).toBe(2);
  });
});
