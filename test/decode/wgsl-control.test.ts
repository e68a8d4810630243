// What decoded kernels compute where control flow, calls and declarations are concerned, by running their IR.

import { describe, expect, it } from 'vitest';
import { runKernel } from './wgsl-support.ts';

/** The first words that the kernel writes. */
function words(body: string, count: number, declarations = '', constants = {}): number[] {
  return runKernel(body, declarations, constants).slice(0, count);
}

describe('control flow', () => {
  it('runs loops with break, continue, continuing and break if', () => {
    const body = `
      var n = 0u;
      for (var i = 0u; i < 10u; i++) { if (i == 3u) { continue; } if (i == 6u) { break; } n += i; }
      out[0] = n; n = 0u;
      loop { let limit = n + 1u; if (n == 2u) { n = 5u; continue; } if (n > 20u) { break; } n += 2u;
        continuing { n += limit; break if n > 100u; } }
      out[1] = n; n = 0u;
      while (n < 5u) { n++; if (n == 3u) { break; } }
      out[2] = n;
      var k = 0u; loop { k++; continuing { break if k == 4u; } } out[3] = k;
      for (;;) { k--; if (k == 0u) { break; } } out[4] = k;
      var s = 0u; for (var i = 0; i < 3; i++) { for (var j = 0; j < 3; j++) { if (j > i) { break; } if (i == 1) { continue; } s += 1u; } } out[5] = s;`;
    // loop: n 0 -> 2+1=3 -> 5+4=9 -> 11+10=21 -> break
    expect(words(body, 6)).toEqual([12, 21, 3, 4, 0, 4]);
  });

  it('chooses among cases', () => {
    const declarations = `
      const TWO = 2;
      fn pick(x: i32) -> u32 {
        switch x { case 1, TWO: { return 10u; } case -1 { return 30u; } case 3, default { if (x > 50) { break; } return 20u; } }
        return 40u;
      }`;
    const body = `
      out[0] = pick(1); out[1] = pick(2); out[2] = pick(-1); out[3] = pick(3); out[4] = pick(99);
      var n = 0u;
      for (var i = 0u; i < 5u; i++) { switch i { case 1u: { continue; } case 3u: { break; } default: { n += i; } } n += 100u; }
      out[5] = n;
      switch (data[5]) { default: { out[6] = 1u; } }
      switch (data[4]) { case 4: { out[7] = 1u; } default: {} }`;
    expect(words(body, 8, declarations)).toEqual([10, 10, 30, 20, 40, 406, 1, 1]);
  });

  it('inlines functions that return early', () => {
    const declarations = `
      fn find(x: u32) -> u32 { for (var i = 0u; i < 10u; i++) { if (data[i] == x) { return i; } } return 99u; }
      fn clampTo(x: u32) -> vec2u { if (x > 5u) { return vec2u(5, 1); } else { return vec2u(x, 0); } }
      fn twice(x: u32) -> u32 { let y = x * 2u; return y; }
      fn nothing(x: u32) { if (x == 0u) { return; } out[6] = x; }
      fn endless(x: u32) -> u32 { var i = x; loop { i += 3u; if (i > 10u) { return i; } } }
      fn abstracted() -> f32 { return 1; }`;
    const body = `
      out[0] = find(7u); out[1] = find(77u); let c = clampTo(9u); out[2] = c.x + c.y; out[3] = clampTo(3u).x;
      out[4] = twice(twice(3u)); out[5] = endless(2u); nothing(0u); nothing(8u); out[7] = u32(abstracted());`;
    expect(words(body, 8, declarations)).toEqual([7, 99, 6, 3, 12, 11, 8, 1]);
  });

  it('scopes names as blocks do', () => {
    const declarations =
      'const x = 1u; fn f() -> u32 { return x; } fn min(a: u32) -> u32 { return a + 100u; }';
    const body = `
      out[0] = x; let x = x + 1u; out[1] = x; { let x = x + 1u; out[2] = x; { var x = x * 10u; x++; out[3] = x; } }
      out[4] = x; out[5] = f(); out[6] = min(1u);
      if (x == 2u) { let x = 50u; out[7] = x; } else { out[7] = x; }`;
    expect(words(body, 8, declarations)).toEqual([1, 2, 3, 31, 2, 1, 101, 50]);
  });
});

describe('module scope', () => {
  it('takes overrides from the constants, by name or id, and defaults', () => {
    const declarations = `
      override A: u32 = 4; override B = A * 2u + C; @id(7) override D: f32; const C = 3u; override E: bool = false;
      override F: i32 = -1; var<workgroup> w: array<u32, B>;`;
    const body =
      'out[0] = A; out[1] = B; out[2] = u32(D); out[3] = u32(E); out[4] = u32(F); w[1] = 2u; out[5] = w[1];';
    expect(words(body, 5, declarations, { A: 5, '7': 2.5, E: 1 })).toEqual([5, 13, 2, 1, 0xffffffff]);
  });

  it('resolves declarations in any order', () => {
    const declarations = `
      const A = B + 1; const B = 2; alias U = V; alias V = T; struct T { a: array<u32, A> }
      var<private> p: u32 = q; const q = 9u;`;
    expect(words('var u: U; u.a[2] = A; out[0] = u.a[2]; out[1] = p;', 2, declarations)).toEqual([3, 9]);
  });
});
