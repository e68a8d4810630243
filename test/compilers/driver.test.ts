import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predicate } from '../../src/compilers/nvidia/optimize/if-conversion.ts';
import type { Module } from '../../src/ir/ir.ts';
import { contract } from '../../src/passes/contract.ts';
import { drop } from '../../src/passes/dce.ts';
import { legalize } from '../../src/passes/legalize.ts';
import { offsets } from '../../src/passes/offsets.ts';
import { strength } from '../../src/passes/strength-reduction.ts';
import { interpret } from '../passes/interpret.ts';
import { facts, instructionsOf, kernel, lines, operations, valid } from './support.ts';

/** A kernel that applies `op` to words 0 and 1 of the input, or to word 0 and a constant. */
function binary(op: string, constant?: string): Module {
  return kernel(`
    %a:i32 = load i32 buffer 0 [0]
    %b:i32 = load i32 buffer 0 [4]
    %q:i32 = ${op} %a, ${constant ?? '%b'}
    store i32 buffer 1 [0] %q
    return`);
}

function run(module: Module, ...words: number[]): number {
  return interpret(module, [Int32Array.from(words), new Int32Array(4)]).buffers[1][0];
}

describe('strength reduction', () => {
  it('is exact for every division and remainder by a constant', () => {
    const i32 = fc.oneof(
      fc.integer(),
      fc.integer({ min: -100, max: 100 }),
      fc.constantFrom(-(2 ** 31), 2 ** 31 - 1),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('udiv', 'urem', 'sdiv', 'srem', 'imul'),
        i32,
        i32,
        (op, divisor, dividend) => {
          const plain = binary(op, `${divisor}`);
          const reduced = valid(strength(plain));
          if (op !== 'imul') expect(operations(reduced)[op]).toBeUndefined();
          for (const a of [dividend, -1, 0, 1, -(2 ** 31), divisor, -divisor | 0, (divisor * 3 - 1) | 0]) {
            expect(run(reduced, a, 0)).toBe(run(plain, a, 0));
          }
        },
      ),
      { numRuns: 250 },
    );
  });

  it.each([
    ['udiv', '8', { ushr: 1 }],
    ['urem', '8', { and: 1 }],
    ['imul', '8', { shl: 1 }],
    ['udiv', '3', { umulhi: 1, ushr: 1 }],
    ['udiv', '7', { umulhi: 1, isub: 1, iadd: 1, ushr: 2 }],
    ['sdiv', '8', { sshr: 2, ushr: 1, iadd: 1 }],
    ['sdiv', '5', { smulhi: 1, sshr: 1, ushr: 1, iadd: 1 }],
    ['imul', '5', { imul: 1 }],
  ])('turns %s by %s into a few cheap operations', (op, constant, expected) => {
    expect(operations(strength(binary(op, constant)))).toEqual(expected);
  });

  it('uses ranges: what cannot be negative needs no signed detour', () => {
    const module = kernel(`
      %x:i32 = input local_id_x
      %q:i32 = sdiv %x, 8
      %r:i32 = srem %x, 8
      %p:i32 = sdiv %x, 64
      %s:i32 = urem %x, 64
      store i32 buffer 1 [0] %q, %r, %p, %s
      return`);
    expect(lines(valid(strength(module)))).toEqual([
      '%x.0:i32 = input local_id_x',
      '%q.1:i32 = ushr %x.0, 3',
      '%r.2:i32 = and %x.0, 7',
      'store i32 buffer 1 [0] %q.1, %r.2, 0, %x.0',
      'return',
    ]);
  });

  it('multiplies by the reciprocal of a float constant and squares', () => {
    const module = kernel(`
      %x:f32 = load f32 buffer 0 [0]
      %h:f32 = fdiv %x, 4f
      %z:f32 = fdiv %x, 0f
      %p:f32 = pow %x, 2f
      %c:f32 = pow %x, 3f
      store f32 buffer 1 [0] %h, %z, %p, %c
      return`);
    expect(operations(strength(module))).toEqual({ fmul: 2, fdiv: 1, pow: 1 });
    expect(lines(strength(module))).toContain('%h.1:f32 = fmul %x.0, 0.25f');
  });
});

describe('contraction', () => {
  const contracted = (body: string): Record<string, number> =>
    operations(
      valid(
        drop(
          contract(
            kernel(`
      %a:f32 = load f32 buffer 0 [0]
      %b:f32 = load f32 buffer 0 [4]
      %c:f32 = load f32 buffer 0 [8]
      ${body}
      store f32 buffer 1 [0] %r
      return`),
          ),
        ),
      ),
    );

  it.each([
    ['%p:f32 = fmul %a, %b\n%r:f32 = fadd %p, %c', { ffma: 1 }],
    ['%p:f32 = fmul %a, %b\n%r:f32 = fadd %c, %p', { ffma: 1 }],
    ['%p:f32 = fmul %a, %b\n%r:f32 = fsub %p, %c', { ffma: 1, fneg: 1 }],
    ['%p:f32 = fmul %a, %b\n%r:f32 = fsub %c, %p', { ffma: 1, fneg: 1 }],
    ['%p:f32 = fmul %a, 2f\n%r:f32 = fsub %p, 1f', { ffma: 1 }],
    ['%p:f32 = fmul %a, %b\n%n:f32 = fneg %p\n%r:f32 = fadd %c, %n', { ffma: 1, fneg: 1 }],
    ['%p:f32 = fmul %a, %b\n%q:f32 = fmul %b, %c\n%r:f32 = fadd %p, %q', { ffma: 1, fmul: 1 }],
    [
      '%p:f32 = fmul %a, %b\n%s:f32 = fadd %p, %c\n%t:f32 = fadd %p, %a\n%r:f32 = fmul %s, %t',
      { fmul: 1, ffma: 2 },
    ],
    ['%p:f32 = fmul %a, %b\n%s:f32 = fadd %p, %c\n%r:f32 = fmax %s, %p', { fmul: 1, fadd: 1, fmax: 1 }],
    ['%s:f32 = fadd %a, %b\n%r:f32 = fmul %s, %c', { fadd: 1, fmul: 1 }],
  ])('of %s', (body, expected) => {
    expect(contracted(body)).toEqual(expected);
  });

  it('computes the same where nothing is rounded', () => {
    const module = kernel(`
      %a:f32 = load f32 buffer 0 [0]
      %b:f32 = load f32 buffer 0 [4]
      %c:f32 = load f32 buffer 0 [8]
      %p1:f32 = fmul %a, %b
      %1:f32 = fadd %p1, %c
      %p2:f32 = fmul %a, %b
      %2:f32 = fsub %p2, %c
      %p3:f32 = fmul %a, %b
      %3:f32 = fsub %c, %p3
      %p4:f32 = fmul %a, %b
      %n4:f32 = fneg %p4
      %4:f32 = fsub %n4, %c
      %p5:f32 = fmul %a, %b
      %n5:f32 = fneg %p5
      %5:f32 = fsub %c, %n5
      store f32 buffer 1 [0] %1, %2, %3, %4
      store f32 buffer 1 [16] %5
      return`);
    const small = fc.integer({ min: -100, max: 100 });
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        const input = new Int32Array(Float32Array.of(a, b, c).buffer);
        const result = (each: Module): Float32Array =>
          new Float32Array(interpret(each, [input, new Int32Array(6)]).buffers[1].buffer);
        // Zeros may differ in sign.
        expect(Array.from(result(valid(contract(module))), (x) => x + 0)).toEqual(
          Array.from(result(module), (x) => x + 0),
        );
      }),
    );
    expect(operations(drop(contract(module)))['fmul']).toBeUndefined();
  });
});

describe('offset splitting', () => {
  it('gives neighbouring accesses one base', () => {
    const module = kernel(`
      %x:i32 = input global_id_x
      %row:i32 = imul %x, 12
      %i0:i32 = iadd %row, 1
      %a0:i32 = shl %i0, 2
      %v0:i32 = load i32 buffer 0 [%a0]
      %i1:i32 = isub %row, 2
      %a1:i32 = shl %i1, 2
      %v1:i32 = load i32 buffer 0 [%a1 + 4]
      store i32 buffer 1 [8] %v0
      store i32 buffer 1 [0] %v1
      return`);
    expect(lines(valid(drop(offsets(module))))).toEqual([
      '%x.0:i32 = input global_id_x',
      '%row.1:i32 = imul %x.0, 12',
      '%2:i32 = shl %row.1, 2',
      '%v0.3:i32 = load i32 buffer 0 [%2 + 4]',
      '%4:i32 = shl %row.1, 2',
      '%v1.5:i32 = load i32 buffer 0 [%4 + -4]',
      'store i32 buffer 1 [0 + 8] %v0.3',
      'store i32 buffer 1 [0] %v1.5',
      'return',
    ]);
  });

  it('leaves addresses without constants alone', () => {
    const module = kernel(`
      %x:i32 = input global_id_x
      %a:i32 = shl %x, 2
      store i32 buffer 1 [%a] %x
      return`);
    expect(offsets(module)).toBe(module);
  });
});

describe('legal accesses', () => {
  it('have one, two or four components and at most 128 bits, or load three words as four', () => {
    const module = kernel(`
      %a:f32, %b:f32, %c:f32 = load f32 buffer 0 [0]
      %d:f64, %e:f64, %f:f64, %g:f64 = load f64 buffer 0 [16]
      %i:i32 = input global_id_x
      %j:i32 = bound %i < 8
      %s:f16, %t:f16, %u:f16 = load f16 buffer 0 [48]
      %at:i32 = shl %j, 4
      store f32 buffer 1 [%at + 4] %a, %b, %c
      store f64 buffer 1 [%at + 16] %d, %e, %f, %g
      return`);
    const legal = valid(legalize(module, facts.accessBytes));
    expect(instructionsOf(legal, 'load').map((each) => [each.offsetBytes, each.results.length])).toEqual([
      [0, 3],
      [0, 2],
      [16, 2],
      [0, 2],
      [4, 1],
    ]);
    expect(instructionsOf(legal, 'store').map((each) => [each.offsetBytes, each.values.length])).toEqual([
      [4, 2],
      [12, 1],
      [16, 2],
      [32, 2],
    ]);
    expect(instructionsOf(legal, 'bound')).toHaveLength(0);
  });
});

describe('predication', () => {
  const branch = (then: string, otherwise = 'break #0 (%a)'): Module =>
    kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %c:bool = slt %a, 5
      %r:i32 = if #0 %c {
        ${then}
      } else {
        ${otherwise}
      }
      store i32 buffer 1 [0] %r
      return`);

  it('selects where nothing has to be computed', () => {
    const module = branch('break #0 (7)');
    const selected = valid(predicate(module, facts, 32));
    expect(operations(selected)).toEqual({ slt: 1, select: 1 });
    for (const a of [4, 5]) expect(run(selected, a)).toBe(run(module, a));
  });

  it('predicates what computes or touches workgroup memory, and ifs inside', () => {
    const module = kernel(
      `
      %a:i32 = load i32 buffer 0 [0]
      %c:bool = slt %a, 5
      %r:i32 = if #0 %c {
        %b:i32 = load i32 workgroup 0 [4]
        %d:bool = ine %b, 0
        if #1 %d {
          store i32 workgroup 0 [4] %a
          break #1
        } else {
          break #1
        }
        break #0 (%b)
      } else {
        break #0 (%a)
      }
      store i32 buffer 1 [0] %r
      return`,
      { variables: 'variable 0 "tile" workgroup size 64 align 4' },
    );
    const predicated = valid(predicate(module, facts, 32));
    expect(instructionsOf(predicated, 'if').map((each) => each.isPredicated)).toEqual([true, true]);
  });

  it.each([
    [8, true],
    [9, undefined],
  ])('takes arms of %d instructions as the driver is seen to', (count, expected) => {
    const steps = Array.from({ length: count }, (_, i) => `%s${i + 1}:i32 = iadd %s${i}, %s${i}`);
    steps[0] = '%s1:i32 = iadd %a, %a';
    const after = valid(predicate(branch([...steps, `break #0 (%s${count})`].join('\n')), facts, 32));
    expect(instructionsOf(after, 'if').map((each) => each.isPredicated)).toEqual([expected]);
  });

  it.each([
    ['a loop', 'loop #1 finite () {\nbreak #1\n}\nbreak #0 (%a)'],
    ['a barrier', 'barrier workgroup\nbreak #0 (%a)'],
    ['a subgroup operation', '%b:i32 = subgroup add %a\nbreak #0 (%b)'],
    ['a way out', 'store i32 buffer 1 [4] %a\nreturn'],
    ['a way to an outer construct', 'return'],
    ['an access to a writable buffer', '%b:i32 = load i32 buffer 1 [4]\nbreak #0 (%b)'],
    [
      'too much code',
      `${Array.from({ length: 40 }, (_, i) => `store i32 buffer 1 [${4 * i}] %a`).join('\n')}\nbreak #0 (%a)`,
    ],
    ['expensive code', '%b:i32 = sdiv %a, 7\n%d:i32 = udiv %b, %a\nbreak #0 (%d)'],
  ])('keeps the branch around %s', (_, then) => {
    const after = valid(predicate(branch(then), facts, 32));
    expect(instructionsOf(after, 'if').map((each) => each.isPredicated)).toEqual([undefined]);
  });
});
