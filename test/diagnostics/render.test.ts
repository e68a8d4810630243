import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { positionOf, renderDiagnostic, renderDiagnostics } from '../../src/diagnostics/render.ts';
import { didYouMean, nearestName } from '../../src/diagnostics/suggest.ts';

const text = 'first\n\tlet x = foo;\r\nlast';
const source = (file: string) => (file === 'k.wgsl' ? text : undefined);
const at = (word: string) => ({
  file: 'k.wgsl',
  start: text.indexOf(word),
  end: text.indexOf(word) + word.length,
});

function problem(extra: Partial<Diagnostic>): Diagnostic {
  return { severity: 'invalid', code: 'x', message: 'wrong', ...extra };
}

describe('positions', () => {
  it('agree with counting line breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b\n', '\n', '\r\n')), fc.nat(40), (parts, offset) => {
        const whole = parts.join('');
        const before = whole.slice(0, offset).split('\n');
        expect(positionOf(whole, offset)).toEqual({ line: before.length, column: before.at(-1)!.length + 1 });
      }),
    );
  });
});

describe('rendering', () => {
  it('lets nothing that it quotes begin a line, steer the terminal or command who reads along', () => {
    const parts = [
      '\n',
      '\r',
      '\x1b[31m',
      '\u0085',
      '\u2028',
      '\u202e',
      '::error::',
      '##[error]',
      '##vso[x]',
      ' ',
      'a',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (list) => {
        const hostile = list.join('');
        const span = { file: hostile, start: 0, end: 3 };
        const given = problem({ message: `x ${hostile}`, notes: [`y ${hostile}`], span });
        const rendered = renderDiagnostic(given, { source: () => hostile });
        for (const line of rendered.split('\n')) expect(line).toMatch(/^(error: | --> | {2}\||1 \| | {2}= )/);
        expect(rendered).not.toMatch(/::\w+::|##\[|##vso/);
        const steering = [...rendered].filter((each) => each !== '\n' && /[\p{Cc}\p{Zl}\u202e]/u.test(each));
        expect(steering).toEqual([]);
      }),
    );
  });

  it('shows the place with carets under it, tabs widened', () => {
    expect(renderDiagnostic(problem({ span: at('foo'), notes: ['a note'] }), { source })).toBe(
      [
        'error: wrong',
        ' --> k.wgsl:2:10',
        '  |',
        '2 |   let x = foo;',
        '  |           ^^^',
        '  = a note',
      ].join('\n'),
    );
  });

  it('marks one column where a span is empty or at the end of the file', () => {
    const end = { file: 'k.wgsl', start: text.length, end: text.length };
    expect(renderDiagnostic(problem({ span: end }), { source })).toContain('3 | last\n  |     ^');
  });

  it('marks only the first line of a span over several', () => {
    const span = { file: 'k.wgsl', start: 0, end: text.length };
    expect(renderDiagnostic(problem({ span }), { source })).toContain('1 | first\n  | ^^^^^');
  });

  it('names the file alone when its text is not to be had', () => {
    const span = { file: 'other', start: 3, end: 4 };
    expect(renderDiagnostic(problem({ span }), { source })).toBe('error: wrong\n --> other');
  });

  it('cuts long lines around the place and keeps the carets under it', () => {
    const long = `${'a'.repeat(300)}HERE${'b'.repeat(300)}`;
    const span = { file: 'long', start: 300, end: 304 };
    const lines = renderDiagnostic(problem({ span }), { source: () => long }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
    expect(lines[3].indexOf('HERE')).toBe(lines[4].indexOf('^^^^'));
  });

  it('hides control characters of a source from the terminal', () => {
    const hostile = 'a\x1b[31m\0b';
    const shown = renderDiagnostic(problem({ span: { file: 'x', start: 0, end: 1 } }), {
      source: () => hostile,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(shown).not.toMatch(/[\x00\x1b]/);
  });

  it('colours only when asked to, and names each severity', () => {
    const severities = ['invalid', 'unsupported', 'no-gpu', 'warning'] as const;
    const all = severities.map((severity) => problem({ severity }));
    expect(renderDiagnostics(all, { source })).toBe(
      'error: wrong\nunsupported: wrong\nno usable GPU: wrong\nwarning: wrong\n',
    );
    expect(renderDiagnostics(all, { source, color: true })).toContain('\x1b[');
  });
});

describe('suggestions', () => {
  const known = ['dispatch', 'bindings', 'shader'];

  it('find the name that was meant', () => {
    expect(nearestName('dispach', known)).toBe('dispatch');
    expect(nearestName('Shader', known)).toBe('shader');
    expect(nearestName('bidnings', known)).toBe('bindings');
    expect(didYouMean('shadr', known)).toBe('; did you mean "shader"?');
  });

  it('stay silent when nothing is near', () => {
    expect(didYouMean('x', ['N', 'M'])).toBe('');
    expect(nearestName('workgroupSize', known)).toBeUndefined();
  });
});
