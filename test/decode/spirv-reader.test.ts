// SPIR-V binaries: what is read, in either byte order, and that anything broken is one message with its place.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBinary } from '../../src/decode/spirv/binary.ts';
import { describeBinary, readSpirv, spirvSource } from '../../src/decode/spirv/read.ts';
import { renderDiagnostics } from '../../src/diagnostics/render.ts';

const HEADER = [0x07230203, 0x00010300, 0, 20, 0];
/** OpCapability Shader; OpMemoryModel Logical GLSL450; %1 = OpTypeFloat 32; %2 = OpConstant %1 1.5. */
const BODY = [0x00020011, 1, 0x0003000e, 0, 1, 0x00030016, 1, 32, 0x0004002b, 1, 2, 0x3fc00000];

function bytesOf(words: readonly number[], isLittleEndian = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  words.forEach((word, i) => {
    view.setUint32(4 * i, word, isLittleEndian);
  });
  return new Uint8Array(view.buffer);
}

const read = (words: readonly number[]) => readBinary('a.spv', bytesOf(words));

describe('a binary', () => {
  it('is read into words in host order, whatever its byte order', () => {
    for (const isLittleEndian of [true, false]) {
      const { value, diagnostics } = readBinary('a.spv', bytesOf([...HEADER, ...BODY], isLittleEndian));
      expect(diagnostics).toEqual([]);
      expect([...value!.words]).toEqual([...HEADER, ...BODY]);
      expect([...value!.starts]).toEqual([5, 7, 10, 13]);
      expect([value!.version, value!.bound]).toEqual([0x00010300, 20]);
    }
  });

  it('may lie anywhere in a larger buffer, as small files do in Node', () => {
    const pool = Buffer.alloc(200, 0xff);
    pool.set(bytesOf([...HEADER, ...BODY]), 33);
    const { value } = readBinary('a.spv', pool.subarray(33, 33 + 4 * (HEADER.length + BODY.length)));
    expect([...value!.words]).toEqual([...HEADER, ...BODY]);
    pool.fill(0);
    expect(value!.words[0]).toBe(0x07230203);
  });

  const header = (index: number, word: number) => HEADER.with(index, word);
  it.each<[string, readonly number[], RegExp, number]>([
    ['a magic number of another format', [...header(0, 0x464c457f), ...BODY], /magic number/, 0],
    ['a header that is cut off', HEADER.slice(0, 3), /ends in its header/, 0],
    ['a version 2', header(1, 0x00020000), /version 0x20000/, 4],
    ['no bound', header(3, 0), /bound of 0/, 12],
    ['a bound beyond all limits', [...header(3, 0xffffffff), ...BODY], /bound of 4294967295/, 12],
    ['a bound that a small module cannot need', [...header(3, 4_000_000), ...BODY], /bound of 4000000/, 12],
    ['an instruction without words', [...HEADER, ...BODY, 0x00000011], /OpCapability says .* no words/, 68],
    ['an instruction beyond the end', [...HEADER, 0x00050011, 1], /5 words, but .* after 2/, 20],
    ['too few operands', [...HEADER, 0x00020016, 1], /OpTypeFloat has 2 words.* at least 3/, 20],
    ['a result beyond the bound', [...HEADER, 0x00030016, 20, 32], /id 20; ids are from 1 to 19/, 20],
    ['a result 0', [...HEADER, 0x00030016, 0, 32], /defines id 0/, 20],
    ['an id defined twice', [...HEADER, ...BODY, 0x00020014, 2], /%2 is defined a second time/, 68],
  ])('with %s is refused', (_, words, says, start) => {
    const { value, diagnostics } = read(words);
    expect(value).toBeUndefined();
    expect(diagnostics.map((each) => each.message)).toEqual([expect.stringMatching(says)]);
    expect(diagnostics[0].span).toMatchObject({ file: 'a.spv', start });
  });

  it('with half a word at the end is refused', () => {
    const bytes = bytesOf([...HEADER, ...BODY]);
    expect(readBinary('a.spv', bytes.subarray(0, bytes.length - 2)).diagnostics[0].message).toMatch(
      /66 bytes/,
    );
    expect(readBinary('a.spv', new Uint8Array()).diagnostics[0].message).toBe('the file is empty');
  });

  it('of any words gives a module or a message, and never more', () => {
    const word = fc.oneof(
      fc.integer({ min: 0, max: 0xffffffff }).map((each) => each >>> 0),
      fc
        .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 400 }))
        .map(([n, op]) => (n << 16) | op),
      fc.integer({ min: 0, max: 30 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const { value, diagnostics } = read([...HEADER, ...words]);
        expect(diagnostics.length).toBe(value ? 0 : 1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the ending of a file', () => {
  const text = new TextEncoder().encode('OpCapability Shader\n');
  it('says whether it is binary or text, and what is wrong when it is the other', () => {
    expect(readSpirv(spirvSource('a.spvasm', text).value!).value!.words.length).toBe(7);
    expect(readSpirv(spirvSource('a.spv', text).value!).diagnostics[0].message).toMatch(
      /looks like text: assembly belongs into a \.spvasm/,
    );
    expect(spirvSource('a.spvasm', bytesOf(HEADER)).diagnostics[0].message).toMatch(/the ending \.spv$/);
  });
});

describe('a place in a binary', () => {
  const source = describeBinary({ file: 'a.spv', bytes: bytesOf([...HEADER, ...BODY]) });
  const shown = (start: number) => {
    const span = { file: 'a.spv', start, end: start + 4 };
    return renderDiagnostics([{ severity: 'invalid', code: 'x', message: 'wrong', span }], {
      source: () => source,
    });
  };

  it('is shown as its byte and the instruction there', () => {
    expect(shown(52)).toBe('error: wrong\n --> a.spv: byte 0x34\n     |\n0x34 | %2 = OpConstant %1 1.5\n');
    expect(shown(60)).toContain('0x3c | %2 = OpConstant %1 1.5\n');
  });

  it('is only a byte in the header, and in what is no module', () => {
    expect(shown(4)).toBe('error: wrong\n --> a.spv: byte 0x4\n');
    const broken = describeBinary({ file: 'a.spv', bytes: bytesOf(HEADER.slice(1)) });
    expect(broken.lineAt(40)).toBeUndefined();
  });
});
