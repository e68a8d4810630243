// Where the source is divided.

import { describe, expect, it } from 'vitest';
import { regionsOfSource } from '../../src/analyze/source-regions.ts';
import { SourceText } from '../../src/analyze/source-text.ts';

function regions(text: string): string[] {
  const source = new SourceText('a.wgsl', text);
  return regionsOfSource(text, (offset) => source.lineAt(offset)).map(({ label }) => label);
}

describe('regions of a source', () => {
  it('begin and end with loops and barriers', () => {
    const text = `struct S { a: u32 }
fn main() {
  let a = 1;
  for (var i = 0; i < 4; i++) {
    tile[i] = a;
    workgroupBarrier();
    while (x < 3) { x += 1; }
    if (x > 2) { y = 3; }
  }
  out[0] = a;
}`;
    expect(regions(text)).toEqual([
      'lines 2–3',
      'lines 4–6, in a loop',
      'line 7, in 2 nested loops',
      'line 8, in a loop',
      'line 10',
    ]);
  });

  it('are those that comments name', () => {
    expect(regions('fn f() {\n// @region load\na();\n  // @region store me\nb(); }')).toEqual([
      'load',
      'store me',
    ]);
  });

  it('do not see what comments say', () => {
    expect(
      regions('fn f() {\n // for (;;) { workgroupBarrier();\n /* loop { /* fn g() { */ */ a(); }'),
    ).toEqual(['lines 1–3']);
  });

  it('take a barrier within a declaration as one', () => {
    expect(regions('fn f() {\n let a = workgroupUniformLoad(&b);\n c();\n}')).toEqual([
      'lines 1–2',
      'line 3',
    ]);
  });
});

describe('lines', () => {
  const source = new SourceText('a', 'ab\ncd\n\nef');

  it('count from 1', () => {
    expect([0, 2, 3, 6, 7, 8].map((offset) => source.lineAt(offset))).toEqual([1, 1, 2, 3, 4, 4]);
    expect([1, 2, 3, 4].map((line) => source.line(line))).toEqual(['ab', 'cd', '', 'ef']);
  });
});
