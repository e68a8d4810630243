// What the decoder says about sources that it cannot decode, and where it points.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { findComparisons } from '../../src/decode/wgsl/template-lists.ts';
import { kernel, problem } from './wgsl-support.ts';

describe('entry points', () => {
  const two = '@compute @workgroup_size(1) fn a() {} @compute @workgroup_size(1) fn b() {} fn c() {}';

  it('must be chosen among several', () => {
    const found = problem(two);
    expect([found.severity, found.code]).toEqual(['invalid', 'wgsl/ambiguous-entry-point']);
    expect(found.message).toContain('a, b');
  });

  it('must exist', () => {
    expect(problem(two, {}, 'c').message).toMatch(/'c'.*a, b/);
    expect(problem('fn c() {}').code).toBe('wgsl/no-entry-point');
  });

  it('of other stages are refused as such', () => {
    const pixel = '@fragment fn pixel() -> @location(0) vec4f { return vec4f(0); }';
    for (const found of [problem(pixel), problem(`${two} ${pixel}`, {}, 'pixel')])
      expect(found).toMatchObject({
        severity: 'unsupported',
        code: 'wgsl/stage',
        message: "the entry point 'pixel' is for the fragment stage; only compute is supported",
      });
  });
});

describe('overrides', () => {
  const source = kernel('out[0] = N;', 'override N: u32; @id(3) override M = 2.0;');

  it('must be known by name or id', () => {
    const found = problem(source, { N: 1, K: 2 });
    expect([found.severity, found.code]).toEqual(['invalid', 'wgsl/unknown-constant']);
    expect(found.message).toMatch(/'K'.*N, M, 3/);
  });

  it('must have a value that fits', () => {
    expect(problem(source)).toMatchObject({
      severity: 'invalid',
      code: 'wgsl/override-without-value',
      text: 'override N: u32;',
    });
    expect(problem(source, { N: -1 })).toMatchObject({ severity: 'invalid', code: 'wgsl/override-range' });
  });
});

describe('what is not covered', () => {
  it('names what textures it does not know, with their place', () => {
    const video = '@group(0) @binding(2) var image: texture_external;';
    const texture = problem(kernel('out[0] = u32(textureLoad(image, vec2u(0)).x);', video));
    expect(texture).toMatchObject({
      severity: 'unsupported',
      code: 'wgsl/texture',
      text: 'texture_external',
    });
    expect(texture.message).toContain("'texture_external'");
  });

  it('sends lookups by derivatives, which compute kernels have not, to others', () => {
    const image = '@group(0) @binding(2) var image: texture_2d<f32>;\n@group(0) @binding(3) var s: sampler;';
    const found = problem(kernel('out[0] = u32(textureSample(image, s, vec2f(0)).x);', image));
    expect(found).toMatchObject({ severity: 'unsupported', code: 'wgsl/texture' });
    expect(found.message).toContain('textureSampleLevel');
  });

  it.each([
    [
      '@group(0) @binding(2) var<storage, read_write> raw: buffer;',
      'bufferView<array<u32, 4>>(&raw, 0)[0]',
      'wgsl/buffer-view',
    ],
    [
      '@group(0) @binding(2) var<storage, read_write> pair: array<atomic<vec2u>>;',
      'atomicStoreMax(&pair[0], vec2u(1))',
      'wgsl/atomic',
    ],
    [
      '@group(0) @binding(2) var texels: texel_buffer<rgba8unorm, read_write>;',
      'textureLoad(texels, 0).x',
      'wgsl/texture',
    ],
  ])('names what Tint takes and it does not: %s', (declaration, use, code) => {
    const statement = use.startsWith('atomic') ? `${use};` : `out[0] = u32(${use});`;
    expect(problem(kernel(statement, declaration))).toMatchObject({ severity: 'unsupported', code });
  });

  it('names functions that it does not know', () => {
    const found = problem(kernel('out[0] = inventedFunction(1u);'));
    expect(found).toMatchObject({
      severity: 'unsupported',
      code: 'wgsl/builtin',
      text: 'inventedFunction(1u)',
    });
  });

  it('refuses values too large to hold', () => {
    const found = problem(
      kernel('let copy = big; out[0] = copy[1];', 'var<private> big: array<u32, 100000>;'),
    );
    expect(found).toMatchObject({ severity: 'unsupported', code: 'wgsl/large-value', text: 'big' });
  });

  it('refuses large values made of nothing', () => {
    expect(problem(kernel('out[0] = array<u32, 9000000>()[1];'))).toMatchObject({ code: 'wgsl/large-value' });
    const copies = Array.from({ length: 80 }, (_, i) => `let c${i} = block; out[${i}] = c${i}[id.x];`).join(
      '',
    );
    const found = problem(kernel(copies, 'var<private> block: array<u32, 15000>;'));
    expect(found).toMatchObject({ severity: 'unsupported', code: 'wgsl/too-large' });
  });

  it('refuses calls that multiply without bound', () => {
    let source = 'fn f0(x: u32) -> u32 { return data[x]; }';
    for (let i = 1; i < 40; i++)
      source += `fn f${i}(x: u32) -> u32 { return f${i - 1}(x) + f${i - 1}(x + 1u); }`;
    expect(problem(kernel('out[0] = f39(1u);', source))).toMatchObject({
      severity: 'unsupported',
      code: 'wgsl/too-large',
    });
  });
});

describe('wrong sources', () => {
  it('gives syntax errors their place', () => {
    expect(problem(kernel('out[0] = out[1] + ;'))).toMatchObject({
      severity: 'invalid',
      code: 'wgsl/syntax',
      text: ';',
    });
  });

  it.each([
    ['out[0] = missing;', 'wgsl/unknown-name', 'missing'],
    ['out[0] = out[1].q;', 'wgsl/member', 'out[1].q'],
    ['out[0] = vec2u(1).z;', 'wgsl/swizzle', 'vec2u(1).z'],
    ['out[0] = vec3u(1, 2).x;', 'wgsl/constructor', 'vec3u(1, 2)'],
    ['let x = 1u; x = 2u;', 'wgsl/assignment', 'x'],
    ['const_assert 1 > 2;', 'wgsl/const-assert', 'const_assert 1 > 2;'],
    ['main();', 'wgsl/recursion', 'main()'],
    ['let x = data[0][1];', 'wgsl/index', 'data[0][1]'],
  ])('reports %s', (body, code, text) => {
    const source = body === 'main();' ? kernel('again();', 'fn again() { again(); }') : kernel(body);
    const expected = body === 'main();' ? 'again()' : text;
    expect(problem(source)).toMatchObject({ severity: 'invalid', code, text: expected });
  });

  it('reports cycles of declarations', () => {
    expect(problem(kernel('out[0] = A;', 'const A = B; const B = A;'))).toMatchObject({
      severity: 'invalid',
      code: 'wgsl/cycle',
    });
  });

  it('never throws, whatever is cut out of a source', () => {
    const source = kernel(
      `var s = S(vec3f(1), array(1u, 2u)); for (var i = 0u; i < 4u; i++) { if (i == 2u) { continue; } s.b[i] += data[i]; }
       switch (s.b[0]) { case 1u: { return; } default: { out[0] = f(&s) + u32(s.a.x * 2.0); } }
       atomicAdd(&w, 1u); let m = mat2x2f(1, 2, 3, 4) * vec2f(s.a.xy); out[1] = u32(select(m.x, 1, m.y < 2 && w2[1] > 3));`,
      `struct S { a: vec3f, b: array<u32, 2> } var<workgroup> w: atomic<u32>; var<workgroup> w2: array<i32, 1 + 2>;
       fn f(p: ptr<function, S>) -> u32 { if (p.b[0] > 1u) { return 1u; } loop { continuing { break if p.b[1] > 2u; } } return 2u; }`,
    );
    const tokens = source.match(/\w+|\s+|./g)!;
    const spot = fc.nat(tokens.length - 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(spot, fc.nat(3), spot), { minLength: 1, maxLength: 4 }), (edits) => {
        const edited = [...tokens];
        for (const [at, removed, from] of edits) edited.splice(at, removed, tokens[from]);
        const text = edited.join('');
        const { value, diagnostics } = decodeWgsl({ file: 'edited.wgsl', text }, { constants: {} });
        expect(value === undefined).toBe(diagnostics.length > 0);
        for (const { span } of diagnostics) expect(span === undefined || span.end <= text.length).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe('template lists', () => {
  it.each([
    ['a < b', ['a']],
    ['array<f32, 4>', []],
    ['vec2<vec3<f32>> (a < b)', ['a']],
    ['f(a < b, c > d)', []],
    ['f((a < b), c > d)', ['a']],
    ['s(x, y < z), w > (0)', ['y']],
    ['a[b<c] > d', ['b']],
    ['a < b && c > d', ['a']],
    ['x.y < z', []],
    ['a <= b; c << d; e /* < */ < f // g <', ['e']],
  ])('finds the comparisons in %s', (source, names) => {
    expect(findComparisons(source).map(({ start, end }) => source.slice(start, end))).toEqual(names);
  });
});
