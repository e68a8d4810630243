// What decoded kernels compute, construct by construct, by running their IR.

import { describe, expect, it } from 'vitest';
import { runKernel } from './wgsl-support.ts';

const bits = (value: number) => new Uint32Array(new Float32Array([value]).buffer)[0];

/** The first words that the kernel writes. */
function words(body: string, count: number, declarations = '', constants = {}): number[] {
  return runKernel(body, declarations, constants).slice(0, count);
}

/** `out[i] = expression` for each; expressions of type u32. */
function values(expressions: readonly string[], declarations = '', before = ''): number[] {
  const body = before + expressions.map((each, i) => `out[${i}] = ${each};`).join('\n');
  return words(body, expressions.length, declarations);
}

/** Expressions of type i32. */
function signed(expressions: readonly string[], declarations = '', before = ''): number[] {
  return values(
    expressions.map((each) => `bitcast<u32>(${each})`),
    declarations,
    before,
  ).map((each) => each | 0);
}

/** Expressions of type f32. */
function floats(expressions: readonly string[], declarations = '', before = ''): number[] {
  const raw = values(
    expressions.map((each) => `bitcast<u32>(${each})`),
    declarations,
    before,
  );
  return Array.from(new Float32Array(Uint32Array.from(raw).buffer));
}

describe('literals and abstract numbers', () => {
  it('reads every spelling', () => {
    expect(values(['0x1Fu', '4294967295', '0XffFFffFF', '17u', 'u32(3.99)', 'u32(true)'])).toEqual([
      31, 4294967295, 4294967295, 17, 3, 1,
    ]);
    const spellings = [
      '1e2',
      '0x1.8p3',
      '0x.8p1f',
      '1f',
      '.5',
      '2.',
      '0x10p-4',
      'f32(1.5h)',
      'f32(3)',
      '0X1P+2',
    ];
    expect(floats(spellings, 'enable f16;')).toEqual([100, 12, 1, 1, 0.5, 2, 1, 1.5, 3, 4]);
  });

  it('computes exactly on abstract integers', () => {
    expect(values(['(1 << 40) >> 38', '0xFFFFFFFF - 0xFFFFFFFE', '1000000 * 1000000 / 1000000000'])).toEqual([
      4, 1, 1000,
    ]);
    expect(signed(['-7 / 2', '-7 % 2', '~5', '-(-3)', '7 & 12'])).toEqual([-3, -1, -6, 3, 4]);
  });

  it('gives abstract values the type of their context', () => {
    expect(
      floats(['x * 2', '1 / x', 'max(x, 1)', 'vec2(1, x).x', 'mix(0, x, 1)', 'pow(2, x)'], '', 'var x = 3f;'),
    ).toEqual([6, 1 / 3, 3, 1, 3, 8].map(Math.fround));
    expect(
      values(['clamp(y, 1, 4)', 'y << 2', 'y + 1', 'select(7, y, y > 3)', 'min(9, y)'], '', 'let y = 5u;'),
    ).toEqual([4, 20, 6, 5, 5]);
  });

  it('evaluates builtins of abstract values in double precision', () => {
    expect(
      floats([
        'sqrt(2.0) * sqrt(2.0)',
        'max(1, 2.5)',
        'f32(abs(-3))',
        'length(vec2(3.0, 4.0))',
        '0.5f + select(1, 2, 3 > 2)',
      ]),
    ).toEqual([2, 2.5, 3, 5, 2.5]);
  });
});

describe('operators', () => {
  it('divides, shifts and compares by signedness', () => {
    const before = 'var a = -7; var b = 2; var c = 0xFFFFFFF9u; var d = 2u; var s = 1u;';
    expect(signed(['a / b', 'a % b', 'a >> s', 'a * b', 'a - b', '-a', '~a'], '', before)).toEqual([
      -3, -1, -4, -14, -9, 7, 6,
    ]);
    expect(
      values(
        ['c / d', 'c % d', 'c >> s', 'c << s', 'u32(c > d)', 'u32(a > b)', 'u32(a <= b)', 'u32(c >= c)'],
        '',
        before,
      ),
    ).toEqual([0x7ffffffc, 1, 0x7ffffffc, 0xfffffff2, 1, 0, 1, 1]);
  });

  it('applies operators in the order that WGSL gives them', () => {
    const before = 'let a = 1u; let b = 2u; let c = 3u; let d = 4u; let t = true;';
    const results = values(
      [
        'u32(a < b * c + d)',
        'u32(20u - b * c == d * c + b)',
        'a + b * c - d * b + a',
        'u32(t && a < b * c + d * b - a && d > a)',
        'u32(a > b * c + d || b * c - d == b)',
        'u32(a << 3u > b * c + a)',
        'd - b - a',
        'd / b * c',
        'd % c + b * (c - a)',
      ],
      '',
      before,
    );
    expect(results).toEqual([1, 1, 0, 1, 1, 1, 1, 6, 5]);
  });

  it('takes two minus signs before an operand for two signs', () => {
    expect(signed(['--a', 'a--3', 'a - -b'], '', 'var a = 5; let b = 2; a--; a++;')).toEqual([5, 8, 7]);
  });

  it('keeps shifted constants abstract', () => {
    expect(floats(['f32(1 << 31u)', '2.5f * (3 << 2u)'])).toEqual([2147483648, 30]);
  });

  it('spreads scalars over vectors', () => {
    const before = 'let v = vec3f(1, 2, 3); var k = 2f;';
    expect(
      floats(['(v * k).z', '(k - v).y', '(v / v).x', '(v % 2).z', '(-v).y', 'dot(v, vec3(1))'], '', before),
    ).toEqual([6, 0, 1, 1, -2, 6]);
    expect(
      values(
        ['u32(all(v == v))', 'u32(any(v > vec3(2.5)))', 'select(vec3u(1), vec3u(9), v < vec3f(2)).x'],
        '',
        before,
      ),
    ).toEqual([1, 1, 9]);
  });

  it('multiplies matrices by columns', () => {
    const before = `
      let m = mat2x3f(1, 2, 3, 4, 5, 6);
      let n = mat3x2f(vec2f(1, 0), vec2f(0, 1), vec2f(2, 2));
      let v = vec2f(10, 100); let w = vec3f(1, 2, 3);`;
    expect(
      floats(
        [
          '(m * v).x',
          '(m * v).z',
          '(w * m).x',
          '(w * m).y',
          '(m * n)[2].y',
          '(n * m)[0].x',
          '(m * 2)[1][2]',
          '(m + m)[0].y',
          'transpose(m)[2].y',
          '(2 * m)[0][0]',
        ],
        '',
        before,
      ),
    ).toEqual([410, 630, 14, 32, 14, 7, 12, 4, 6, 2]);
  });

  it('evaluates the right side of && and || only where it must', () => {
    const declarations = `
      fn bump() -> bool { data[0] += 1u; return true; }`;
    const body = `
      let no = data[0] == 1u; let yes = !no;
      let a = no && bump(); let b = yes || bump(); let c = yes && bump(); let d = no || bump();
      out[0] = data[0]; out[1] = u32(a); out[2] = u32(b); out[3] = u32(c); out[4] = u32(d);`;
    expect(words(body, 5, declarations)).toEqual([2, 0, 1, 1, 1]);
  });
});

describe('constructors and conversions', () => {
  it('converts scalars', () => {
    const before = 'var f = -2.75; var i = -3; var u = 4000000000u; var b = true;';
    expect(signed(['i32(f)', 'i32(b)', 'i32(u)'], '', before)).toEqual([-2, 1, -294967296]);
    expect(
      values(['u32(f)', 'u32(i)', 'u32(bool(i))', 'u32(bool(0f))', 'u32(f32(u) / 2)'], '', before),
    ).toEqual([0, 4294967293, 1, 0, 2000000000]);
    expect(floats(['f32(i)', 'f32(u)', 'f32(b)', 'f32(f16(1.0009765625))'], 'enable f16;', before)).toEqual([
      -3, 4e9, 1, 1.0009765625,
    ]);
  });

  it('builds vectors, matrices, arrays and structs', () => {
    const declarations = 'struct S { a: u32, b: vec2u, c: array<u32, 2> } alias V = vec3<u32>;';
    expect(
      values(
        [
          'vec4u(vec2u(1, 2), 3, 4).w',
          'vec3u(7).z',
          'V(1, 2, 3).y',
          'vec3<u32>().x',
          'u32(vec2<i32>(vec2f(1.5, -1.5)).x)',
          'S(1, vec2(2, 3), array(4, 5)).c[1]',
          'S().b.y',
          'array<u32, 3>(1, 2, 3)[2]',
          'array(1u, 2u)[1]',
          'u32(mat2x2f(1, 2, 3, 4)[1].x)',
          'u32(mat2x2f()[1].x)',
          'u32(mat2x2<f32>(mat2x2(1, 2, 3, 4))[0].y)',
        ],
        declarations,
      ),
    ).toEqual([4, 7, 2, 0, 1, 5, 0, 3, 2, 3, 0, 2]);
  });

  it('reinterprets bits', () => {
    const before = 'var f = 1.5; var u = 0xBFC03E00u; var h = vec2h(1.5h, -2h);';
    expect(
      values(
        [
          'bitcast<u32>(f)',
          'bitcast<u32>(bitcast<i32>(u))',
          'bitcast<u32>(h)',
          'bitcast<u32>(vec2h(bitcast<vec2h>(u).y, 0h))',
          'bitcast<vec2u>(vec4h(h, h)).y',
          'bitcast<vec2u>(vec2f(f, 2f)).x',
        ],
        'enable f16;',
        before,
      ),
    ).toEqual([bits(1.5), 0xbfc03e00, 0xc0003e00, 0xbfc0, 0xc0003e00, bits(1.5)]);
  });

  it('reinterprets odd numbers of halves', () => {
    const before = 'var h = -2h; var v = vec3h(1.5h, 0.5h, -2h);';
    const expressions = [
      'u32(bitcast<f16>(h) < -1h)',
      'bitcast<u32>(vec2h(bitcast<vec3h>(v).z, bitcast<f16>(v.y)))',
      'bitcast<u32>(bitcast<vec3<f16>>(v).xy)',
    ];
    expect(values(expressions, 'enable f16;', before)).toEqual([1, 0x3800c000, 0x38003e00]);
  });
});

describe('memory', () => {
  it('clears variables without initializer and starts them anew in each iteration', () => {
    const body = `
      var total = 0u;
      for (var i = 0u; i < 3u; i++) { var x: u32; x += 1u; total += x; }
      var v: vec3u; var m: array<array<u32, 2>, 2>; var b: bool; var s: S; var big: array<u32, 3000>;
      out[0] = total; out[1] = v.y; out[2] = m[1][1]; out[3] = u32(b); out[4] = s.v.z;
      var sum = 0u; for (var i = 0u; i < 3000u; i++) { sum += big[i]; } out[5] = sum;`;
    expect(words(body, 6, 'struct S { a: u32, v: vec3u }')).toEqual([3, 0, 0, 0, 0, 0]);
  });

  it('assigns to swizzles, also to those of swizzles', () => {
    const body = `
      var v = vec4u(1, 2, 3, 4); v.zx = vec2u(30, 10); v.yw += vec2u(100, 200);
      let p = &v; (*p).xy = v.yx; p.zw *= vec2u(2u);
      var m: array<vec3u, 2>; m[1].yz = v.xw; m[1].zy.x += 1u; m[1].zyx.zx = vec2u(7u, m[1].zy.x);
      out[0] = v.x; out[1] = v.y; out[2] = v.z; out[3] = v.w; out[4] = m[1].x; out[5] = m[1].y; out[6] = m[1].z;`;
    expect(words(body, 7)).toEqual([102, 10, 60, 408, 7, 102, 409]);
  });

  it('reads and writes through swizzles, members and indices', () => {
    const body = `
      var v = vec4u(1, 2, 3, 4); v.y = 20u; v[2] += 5u; let w = v.wzyx; v.x++;
      out[0] = w.x; out[1] = w.y; out[2] = w.z; out[3] = v.x; out[4] = v.zw.y; out[5] = v.rgba.g;
      var i = 3u; v[i] = 9u; out[6] = v.w; out[7] = w[i]; out[8] = v[i - 1u];`;
    expect(words(body, 9)).toEqual([4, 8, 20, 2, 4, 20, 9, 1, 8]);
  });

  it('lays structs out as the specification says', () => {
    const declarations = `
      struct Inner { a: vec3f, b: f32, @size(32) c: u32, @align(16) d: u32, m: mat3x2f, }
      struct Outer { head: u32, inner: array<Inner, 2>, tail: array<vec3u> }
      @group(0) @binding(2) var<storage, read_write> o: Outer;`;
    const body = `
      o.head = 1u; let i = data[1]; o.inner[i].d = 2u; o.inner[i].m[2].y = 1.0; o.tail[i] = vec3u(7, 8, 9);
      o.inner[1].c = 5u;
      for (var k = 0u; k < 64u; k++) { if (data[k] != k) { out[k] = data[k] + 1u; } }`;
    const result = runKernel(body, declarations);
    // Inner: a 0, b 12, c 16 (32 bytes), d 48, m 56, size 80; Outer: inner at 16, tail at 176.
    expect(result[0]).toBe(2);
    expect(result[(16 + 80 + 16) / 4]).toBe(6);
    expect(result[(16 + 80 + 48) / 4]).toBe(3);
    expect(result[(16 + 80 + 56 + 20) / 4]).toBe(bits(1) + 1);
    expect(result.slice((176 + 16) / 4, (176 + 28) / 4)).toEqual([8, 9, 10]);
  });

  it('follows pointers and references', () => {
    const declarations = `
      var<private> g: array<u32, 4> = array(1, 2, 3, 4);
      struct P { a: u32, v: vec2u }
      fn add(p: ptr<function, u32>, n: u32) { *p = *p + n; }
      fn second(p: ptr<private, array<u32, 4>>) -> u32 { (*p)[1] += 10u; return p[1]; }
      fn member(p: ptr<function, P>) { p.a += 1u; p.v.y = 5u; let q = &p.v; (*q).x = 6u; }
      fn write(p: ptr<storage, array<u32>, read_write>, i: u32) { (*p)[i] = 77u; }`;
    const body = `
      var x = 1u; add(&x, 4u); let p = &x; *p *= 2u; out[0] = x;
      out[1] = second(&g); out[2] = g[1];
      var s: P; member(&s); out[3] = s.a; out[4] = s.v.x; out[5] = s.v.y;
      write(&out, 6u); out[7] = *&x;
      var a = array<u32, 3>(1, 2, 3); let e = &a[data[2]]; *e += 4u; out[8] = a[2];`;
    expect(words(body, 9, declarations)).toEqual([10, 12, 12, 1, 6, 5, 77, 10, 7]);
  });

  it('indexes values by numbers known only at run time', () => {
    const declarations =
      'const table = array(10, 20, 30, 40); const grid = array(array(1u, 2u), array(3u, 4u));';
    const body = `
      let i = data[2]; let j = data[1];
      out[0] = u32(table[i]); out[1] = grid[j][j]; out[2] = vec4u(5, 6, 7, 8)[i]; out[3] = array(9u, 8u, 7u)[i];
      out[4] = u32(mat2x2f(1, 2, 3, 4)[j][j]); let local = array(vec2u(1, 2), vec2u(3, 4)); out[5] = local[j].y;
      out[6] = local[data[60]].x; out[7] = grid[0][1];`;
    expect(words(body, 8, declarations)).toEqual([30, 4, 7, 7, 4, 4, 3, 2]);
  });

  it('keeps atomics apart by signedness', () => {
    const declarations = `
      @group(0) @binding(2) var<storage, read_write> a: array<atomic<u32>, 4>;
      var<workgroup> w: atomic<i32>;`;
    const body = `
      out[0] = atomicAdd(&a[3], 5); out[1] = atomicLoad(&a[3]); out[2] = atomicMax(&a[1], 0xFFFFFFFFu);
      out[3] = atomicExchange(&a[1], 4u);
      let r = atomicCompareExchangeWeak(&a[2], 2u, 9u); out[4] = r.old_value; out[5] = u32(r.exchanged);
      let q = atomicCompareExchangeWeak(&a[2], 2u, 9u); out[6] = q.old_value; out[7] = u32(q.exchanged);
      atomicStore(&w, -3); out[8] = u32(atomicMin(&w, 2)); atomicSub(&w, 1); out[9] = u32(atomicLoad(&w));`;
    expect(words(body, 10, declarations)).toEqual([3, 8, 1, 0xffffffff, 2, 1, 9, 0, 0xfffffffd, 0xfffffffc]);
  });

  it('stores bool in four bytes and f16 in two', () => {
    const body = `
      var b = vec3<bool>(true, false, true); b.y = data[1] == 1u; b[data[2]] = false;
      out[0] = u32(b.x); out[1] = u32(b.y); out[2] = u32(b.z);
      var h = array<vec3h, 2>(); h[data[1]].z = 2.5h; out[3] = u32(h[1].z * 2h);`;
    expect(words(body, 4, 'enable f16;')).toEqual([1, 1, 0, 5]);
  });

  it('measures runtime-sized arrays', () => {
    const declarations = `
      struct T { n: u32, items: array<vec2u> }
      @group(0) @binding(2) var<storage, read_write> t: T;`;
    expect(
      values(
        ['arrayLength(&out)', 'arrayLength(&t.items)', 'n(&data)'],
        declarations + 'fn n(p: ptr<storage, array<u32>, read_write>) -> u32 { return arrayLength(p); }',
      ),
    ).toEqual([64, 31, 64]);
  });
});
