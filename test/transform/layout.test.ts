// Whether a transformed kernel looks as if a person had written it: one statement per line, indented by depth, copies
// named by comments, and nothing touched that did not change.

import { describe, expect, it } from 'vitest';
import { layOutBlock } from '../../src/transform/layout.ts';
import type { Transformation } from '../../src/transform/transformation.ts';
import { difference, launchOf, transformed } from './support.ts';

const style = { unit: '  ', width: 60 };
const laidOut = (...lines: string[]) => layOutBlock(lines.join('\n'), style).split('\n');

describe('layout', () => {
  it('puts one statement on each line', () => {
    expect(
      laidOut('{ let i = f(a, b); if (i > 2) { return; } else if (i == 1) {} else { x = 1; } }'),
    ).toEqual([
      '{',
      '  let i = f(a, b);',
      '  if (i > 2) {',
      '    return;',
      '  } else if (i == 1) {',
      '  } else {',
      '    x = 1;',
      '  }',
      '}',
    ]);
  });

  it('keeps heads of loops, comments and blank lines', () => {
    expect(
      laidOut(
        '{ // begin',
        '      for (var i = 0; i < n; i++) { // each',
        '',
        '      sum += a[i]; // sum',
        '',
        '',
        '      // next',
        '      /* all */ b = a;',
        '  } ;',
        '  switch (b) { case 1, 2 { x = 1; } default: {} }',
        '}',
      ),
    ).toEqual([
      '{ // begin',
      '  for (var i = 0; i < n; i++) { // each',
      '    sum += a[i]; // sum',
      '',
      '    // next',
      '    /* all */',
      '    b = a;',
      '  }',
      '  switch (b) {',
      '    case 1, 2 {',
      '      x = 1;',
      '    }',
      '    default: {',
      '    }',
      '  }',
      '}',
    ]);
  });

  it('keeps the breaks inside of a statement, as far in as they were', () => {
    expect(laidOut('{', '\tlet a = f(', '\t\tb,', '\t);', '\tlet c = d', '+ e;', '}')).toEqual([
      '{',
      '  let a = f(',
      '  \tb,',
      '  );',
      '  let c = d',
      '    + e;',
      '}',
    ]);
  });

  it('breaks long lines where the outermost operator stands', () => {
    expect(
      laidOut('{ let total = first[index + 1u] * 0.25 + second[index + 2u] * 0.5 - third[index]; }'),
    ).toEqual([
      '{',
      '  let total = first[index + 1u] * 0.25',
      '    + second[index + 2u] * 0.5 - third[index];',
      '}',
    ]);
  });

  it('changes nothing of what it has laid out', () => {
    const once = layOutBlock('{ for (;;) { a = b + (c * d); { break; } } // end\n x++; }', style);
    expect(layOutBlock(once, style)).toBe(once);
  });
});

describe('a transformed kernel', () => {
  const crowded = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
fn  twice( x : u32 )->u32 { return x*2u; } // as it was
@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3u) { let i = id.x; if (i >= 100u) { return; }
  var sum = 0u; for (var k = 0u; k < i % 5u; k++) { sum += twice(a[k]); } b[i] = sum; }
`;
  const launch = launchOf({ dispatch: [7, 1, 1], buffers: [128, 112] });
  const cases: Transformation[] = [
    { coarsen: [{ direction: 0, factor: 2, stride: 1 }] },
    { coarsen: [{ direction: 0, factor: 4, stride: 4 }], workgroup: [8, 1, 1] },
    {
      coarsen: [
        { direction: 0, factor: 2 },
        { direction: 0, factor: 2 },
      ],
    },
    { blockCoarsen: [{ direction: 0, factor: 3 }] },
  ];

  it.each(cases)('has one statement per line and computes the same: %j', async (transformation) => {
    const result = transformed(crowded, launch, transformation);
    expect(result.source).toContain('fn  twice( x : u32 )->u32 { return x*2u; } // as it was\n');
    const body = result.source.slice(result.source.indexOf('fn main'));
    for (const line of body.split('\n'))
      expect(line).toMatch(/^ *(for \([^{}]*\) \{|[^;{}]*[;{}]?( else .*\{)?)$/);
    expect(await difference(crowded, launch, result)).toBeUndefined();
  });

  it('says whose each copy is', () => {
    const { source } = transformed(crowded, launch, cases[0]);
    expect(source).toContain('  // Results 1 and 2 along x: _0 and _1 in names.\n  let i_0 = id.x * 2u;\n');
    expect(source).toContain('  // result 1 of 2 along x\n  for (');
    expect(source).toContain('  // result 2 of 2 along x\n  if (live2_1) {\n    for (');
    const twice = transformed(crowded, launch, cases[2]).source;
    expect(twice).toContain('  // result 2 of 2 along x, result 1 of 2 along x\n');
  });

  it('numbers the iterations of unrolled loops', async () => {
    const source = crowded.replace('k < i % 5u', 'k < 4u');
    const { source: partly } = transformed(source, launch, { unroll: [{ loop: 'all', factor: 2 }] });
    expect(partly).toContain(
      '    // iteration 2 of 2\n    let k_1 = k + 1;\n    sum += twice(a[k_1]);\n  }\n',
    );
    const full = transformed(source, launch, { unroll: [{ loop: 'all', factor: 'full' }] });
    expect(full.source).toContain('  // iteration 4 of 4\n  let k_3 = 3u;\n');
    expect(await difference(source, launch, full)).toBeUndefined();
  });
});
