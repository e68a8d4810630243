import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Module } from '../../src/ir/ir.ts';
import { contract } from '../../src/passes/contract.ts';
import { drop } from '../../src/passes/dce.ts';
import { reassociate } from '../../src/passes/reassociate.ts';
import { interpret } from '../passes/interpret.ts';
import { kernel, lines, operations, valid } from './support.ts';

const chain = (body: string): Module =>
  kernel(`
    %x:f32 = load f32 buffer 0 [0]
    %w:f32 = load f32 buffer 0 [4]
    ${body}
    store f32 buffer 1 [0] %r
    return`);

const reduced = (module: Module): Module => valid(drop(contract(drop(valid(reassociate(module))))));

describe('constants of float chains', () => {
  it.each([
    ['%a:f32 = fmul %x, 2f\n%r:f32 = fmul 3f, %a', { fmul: 1 }],
    ['%a:f32 = fadd %x, 2f\n%r:f32 = fsub %a, 3f', { fadd: 1 }],
    ['%a:f32 = fmul %x, 0.5f\n%b:f32 = fmul %a, 3f\n%r:f32 = fsub %b, 2f', { ffma: 1 }],
    [
      Array.from({ length: 16 }, (_, i) => {
        const from = i === 0 ? '%x' : `%v${i - 1}`;
        return `%p${i}:f32 = fmul ${from}, 1.5f\n${i === 15 ? '%r' : `%v${i}`}:f32 = fadd %p${i}, 0.25f`;
      }).join('\n'),
      { ffma: 1 },
    ],
    ['%a:f32 = fmul %x, -0.5f\n%b:f32 = fmul %a, %x\n%r:f32 = exp %b', { fmul: 2, exp2: 1 }],
    ['%l:f32 = log %x\n%r:f32 = fadd %l, %w', { log2: 1, ffma: 1 }],
    [
      '%a:f32 = fadd %x, 0.5f\n%b:f32 = fdiv %a, 40f\n%c:f32 = fmul %b, 4f\n%r:f32 = fsub %c, 2f',
      { ffma: 1 },
    ],
    [
      '%a:f32 = fmul %x, 2f\n%b:f32 = fadd %a, 3f\n%c:f32 = fdiv %b, 4f\n%r:f32 = fmax %a, %c',
      { fmul: 1, ffma: 1, fmax: 1 },
    ],
    ['%a:f32 = fadd %x, 2f\n%r:f32 = fmul %a, 3f', { ffma: 1 }],
    ['%a:f32 = fsub 2f, %x\n%r:f32 = fmul %a, 3f', { ffma: 1 }],
    ['%a:f32 = fsub 2f, %x\n%r:f32 = fsub %a, 3f', { fsub: 2 }],
    ['%a:f32 = fmul %x, 0f\n%b:f32 = fadd %a, %w\n%r:f32 = fsub %b, 0f', {}],
    // Not shorter: values that others use.
    ['%a:f32 = fmul %x, 2f\n%b:f32 = fmul %a, 3f\n%r:f32 = fmax %a, %b', { fmul: 2, fmax: 1 }],
  ])('of %s', (body, expected) => {
    expect(operations(reduced(chain(body)))).toEqual(expected);
  });

  it('keep factors that together overflow or vanish', () => {
    const module = chain('%a:f32 = fmul %x, 1e30f\n%r:f32 = fmul %a, 1e30f');
    expect(operations(reassociate(module))).toEqual({ fmul: 2 });
    expect(lines(reassociate(module))).toEqual(lines(module));
  });

  it('stay in front of the loop that uses them', () => {
    const module = kernel(`
      %x:f32 = load f32 buffer 0 [0]
      %scaled:f32 = fmul %x, 0.5f
      %end:f32 = loop #0 (%k:i32 = 0, %sum:f32 = 1f) {
        %more:bool = ult %k, 9
        if #1 %more {
          break #1
        } else {
          break #0 (%sum)
        }
        %next:i32 = iadd %k, 1
        %product:f32 = fmul %sum, %scaled
        next #0 (%next, %product)
      }
      store f32 buffer 1 [0] %end
      return`);
    expect(reassociate(module)).toBe(module);
  });

  it('compute the same where nothing is rounded', () => {
    const small = fc.integer({ min: -8, max: 8 });
    const step = fc.record({
      op: fc.constantFrom('fmul', 'fadd', 'fsub'),
      by: fc.oneof(small, fc.constant('%w')),
      isFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), small, small, (steps, x, w) => {
        const body = steps.map(({ op, by, isFirst }, i) => {
          const operands = [i === 0 ? '%x' : `%v${i - 1}`, typeof by === 'number' ? `${by}f` : by];
          const inOrder = isFirst ? operands.reverse() : operands;
          return `%${i === steps.length - 1 ? 'r' : `v${i}`}:f32 = ${op} ${inOrder.join(', ')}`;
        });
        const module = chain(body.join('\n'));
        const input = new Int32Array(Float32Array.of(x, w).buffer);
        const run = (each: Module): number =>
          new Float32Array(interpret(each, [input, new Int32Array(1)]).buffers[1].buffer)[0] + 0;
        fc.pre(Math.abs(run(module)) < 2 ** 24);
        expect(run(valid(reassociate(module)))).toBe(run(module));
      }),
      { numRuns: 2000 },
    );
  });
});
