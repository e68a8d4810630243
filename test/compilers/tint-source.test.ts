// What Tint concludes from the source, as notes in the module.

import { describe, expect, it } from 'vitest';
import { FINITE, isNoted } from '../../src/ir/notes.ts';
import { decode, kernel, ofKind } from '../decode/wgsl-support.ts';

const loopHead = 'const N = 10u; override M: u32 = 7; const ONE = 1u; fn five() -> u32 { return 5u; }';

/** Whether the first loop of a kernel body is noted as finite. */
function isNotedFinite(body: string): boolean {
  const module = decode(kernel(body, loopHead));
  return isNoted(module.notes.constructs, ofKind(module, 'loop')[0].id, FINITE);
}

describe('finite loops', () => {
  it.each([
    'for (var i = 0u; i < 8u; i++) {}',
    'for (var i = 0u; i <= N; i++) {}',
    'for (var i = 9; i > 0; i--) {}',
    'for (var i = 9; 0 <= i; i -= 1) {}',
    'for (var i = 0u; i < M * 2u + N; i += 1u) {}',
    'for (var i = 0u; (i) < min(N, 4u); i = i + 1u) {}',
    'for (var i: i32 = 0; i < 4; i = 1 + i) {}',
    'for (var i = 9; i >= 2; i = i - 1) { if (i == 3) { break; } if (i == 4) { continue; } out[0] = 1u; }',
    'for (var i = data[0]; i < 8u; i += ONE) { { var i = 3u; i = 4u; } for (var i = 0u; i < 3u; i += 2u) {} }',
    'const local = 5u; for (var i = 0u; i < local; i++) {}',
  ])('knows that %s ends', (source) => {
    expect(isNotedFinite(source)).toBe(true);
  });

  it.each([
    'let n = 8u; for (var i = 0u; i < n; i++) {}',
    'var n = 8u; for (var i = 0u; i < n; i++) {}',
    'for (var i = 0u; i < data[0]; i++) {}',
    'for (var i = 0u; i < five(); i++) {}',
    'for (var i = 0u; i != 8u; i++) {}',
    'for (var i = 0u; i < 8u; i += 2u) {}',
    'for (var i = 1u; i < 8u; i *= 2u) {}',
    'for (var i = 0u; i + 1u < 8u; i++) {}',
    'for (var i = 0u; i < 8u && data[0] == 0u; i++) {}',
    'for (var i = 8u; i < 9u; i = 1u - i) {}',
    'for (var i = 0u; i < 8u; i++) { i = 3u; }',
    'for (var i = 0u; i < 8u; i++) { if (data[0] > 2u) { i += 1u; } }',
    'for (var i = 0u; i < 8u; i++) { let p = &i; *p = 2u; }',
    'for (var i = 0u; i < 8u;) { i++; }',
    'var i = 0u; for (; i < 8u; i++) {}',
    'var i = 0u; while (i < 8u) { i++; }',
    'var i = 0u; loop { if (i >= 8u) { break; } continuing { i++; } }',
    'for (var i = 0f; i < 8f; i += 1f) {}',
  ])('cannot tell that %s ends', (source) => {
    expect(isNotedFinite(source)).toBe(false);
  });
});
