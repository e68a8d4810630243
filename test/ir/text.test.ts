import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Module } from '../../src/ir/ir.ts';
import { printInstruction, printModule } from '../../src/ir/print.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { arbitraryProgram } from '../passes/random-program.ts';
import { everything } from './everything.ts';
import { parseModule } from './text-form/parse.ts';

function parsed(text: string): Module {
  const { value, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  return value!;
}

function problem(text: string): { message: string; at: string } {
  const { value, diagnostics } = parseModule(text, 'test.ir');
  expect(value).toBeUndefined();
  const [{ message, code, span }] = diagnostics as [(typeof diagnostics)[0]];
  expect(code).toBe('ir/syntax');
  expect(span!.file).toBe('test.ir');
  return { message, at: text.slice(span!.start, span!.end) };
}

const HEAD = 'kernel "k" entry "main"\nworkgroup_size 1 1 1\n';
const body = (code: string) => `${HEAD}body {\n${code}\n}`;

describe('text form', () => {
  it('keeps every kind of instruction, with spans and origins', () => {
    const module = parsed(everything);
    expect(validateModule(module)).toEqual([]);
    expect(printModule(module, { spans: true, renumber: true })).toBe(everything);
  });

  it('gives random modules back', () => {
    fc.assert(
      fc.property(arbitraryProgram(), (module) => {
        const text = printModule(module);
        const again = parsed(text);
        expect(printModule(again)).toBe(text);
        // Ids of values that instructions define are kept; constants may move.
        module.values.forEach((value, id) => {
          if (value.constant === undefined) expect(again.values[id]).toEqual(value);
        });
        expect(printModule(again, { renumber: true })).toBe(printModule(module, { renumber: true }));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    0,
    -0,
    1.5,
    Math.fround(1e-45),
    3.4028234663852886e38,
    Math.fround(0.1),
    Infinity,
    -Infinity,
    NaN,
  ])('keeps the f32 constant %d', (constant) => {
    const values = [{ type: 'f32', constant }, { type: 'f32' }] as const;
    const instruction = { kind: 'pure', op: 'fneg', operands: [0], result: 1 } as const;
    const module: Module = {
      ...parsed(body('return')),
      values,
      body: { instructions: [instruction, { kind: 'return' }] },
    };
    const again = parsed(printModule(module)).values.find((value) => value.constant !== undefined)!;
    expect(again.type).toBe('f32');
    expect(Object.is(again.constant, constant)).toBe(true);
  });

  it('gives values without a number the numbers that are free', () => {
    const module = parsed(body('%sum:i32 = iadd 1, 2\n%3:i32 = iadd %sum, 1\nreturn'));
    expect(module.values[3]).toEqual({ type: 'i32' });
    expect(module.values.findIndex((value) => value.name === 'sum')).toBeGreaterThan(3);
  });

  it('prints single instructions for messages', () => {
    const module = parsed(body('%a.0:i32 = iadd 1, -2\nreturn'));
    expect(printInstruction(module, module.body.instructions[0])).toBe('%a.0:i32 = iadd 1, -2');
  });

  it.each([
    ['%a:i32 = iadd %b, 1\nreturn', 'not defined', '%b'],
    ['%a:i32 = input local_index\n%a:i32 = input local_index\nreturn', 'defined twice', '%a'],
    ['%a:i32 = plus 1, 1\nreturn', "no operation 'plus'", 'plus'],
    ['%a:int = iadd 1, 1\nreturn', 'expected', 'int'],
    ['%a:i32 = iadd 1.5, 1\nreturn', 'not an integer', '1.5'],
    ['barrier everything\nreturn', 'expected workgroup', 'everything'],
    ['store i32 global 0 [0] 1\nreturn', 'expected buffer or', 'global'],
    ['if 0 true {', 'a construct', '0'],
    ['return $', 'unexpected character', '$'],
    ['%99999999999:i32 = iadd 1, 1\nreturn', 'too large', '%99999999999'],
    ['%a:i32 = barrier workgroup\nreturn', 'gives no result', 'barrier'],
    ['return @nowhere', 'file:start-end', '@nowhere'],
  ])('says what is wrong with %j', (code, message, at) => {
    const found = problem(body(code));
    expect(found.message).toContain(message);
    expect(found.at).toBe(at);
  });

  it('says when the text ends too early', () => {
    expect(problem(`${HEAD}body { return`).message).toContain('the end of the text');
  });
});
