import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behaviours } from '../../src/compilers/behaviours.ts';
import { tintClamps } from '../../src/compilers/tint/clamps.ts';
import type { Module } from '../../src/ir/ir.ts';
import { type Options, optimize } from '../compile.ts';
import { alikeButNan, interpret } from '../passes/interpret.ts';
import { arbitraryProgram, randomBuffers } from '../passes/random-program.ts';
import { instructionsOf, kernel, operations, valid } from './support.ts';

function chain(module: Module, options: Partial<Options> = {}): Module {
  return valid(optimize(module, { dialect: 'dawn', without: new Set(), ...options }));
}

/** Sums 16 neighbouring words of the input, for each invocation, through an array in private memory. */
const SUM = `
  %x:i32 = input global_id_x
  %row:i32 = imul %x, 16
  loop #0 finite (%i:i32 = 0) {
    %more:bool = ult %i, 16
    if #1 %more {
      break #1
    } else {
      break #0
    }
    %at:i32 = iadd %row, %i
    %safe:i32 = bound %at < buffer 0
    %address:i32 = shl %safe, 2
    %value:f32 = load f32 buffer 0 [%address]
    %scaled:f32 = fmul %value, 3f
    %slot:i32 = urem %i, 4
    %place:i32 = bound %slot < 4
    %part:i32 = shl %place, 2
    %before:f32 = load f32 private 0 [%part]
    %after:f32 = fadd %before, %scaled
    store f32 private 0 [%part] %after
    %next:i32 = iadd %i, 1
    next #0 (%next)
  }
  %first:f32 = load f32 private 0 [0]
  %second:f32 = load f32 private 0 [4]
  %sum:f32 = fadd %first, %second
  %out:i32 = shl %x, 2
  store f32 buffer 1 [%out] %sum
  return`;
const PARTS = 'variable 0 "parts" private size 16 align 4';

describe('the chain', () => {
  it('unrolls, promotes, contracts and shares a base', () => {
    const result = chain(kernel(SUM, { variables: PARTS }));
    expect(result.variables).toEqual([]);
    expect(instructionsOf(result, 'loop')).toHaveLength(0);
    // Half of the sums are dead; the base of the loads is one value.
    const loads = instructionsOf(result, 'load');
    expect(loads.map((each) => each.offsetBytes)).toEqual([0, 4, 16, 20, 32, 36, 48, 52]);
    expect(new Set(loads.map((each) => each.address)).size).toBe(1);
    expect(operations(result)).toMatchObject({ ffma: expect.any(Number) });
  });

  it('leaves each behaviour out when asked', () => {
    const module = kernel(SUM, { variables: PARTS });
    const without = (name: string): Module => chain(module, { without: new Set([name]) });
    expect(instructionsOf(without('unrolling'), 'loop')).toHaveLength(1);
    expect(without('arrays-to-registers').variables).toHaveLength(1);
    expect(operations(without('contraction'))['ffma']).toBeUndefined();
    expect(
      new Set(instructionsOf(without('offset-splitting'), 'load').map((each) => each.address)).size,
    ).toBeGreaterThan(1);
    for (const { name } of behaviours) without(name);
  });

  it.each([
    ['finite', 0],
    ['', 4],
  ])('keeps what unrolling an inner loop made invariant in a loop that is guarded: "%s"', (kind, inLoop) => {
    const module = kernel(`
      %x:i32 = input local_index
      loop #0 ${kind} (%i:i32 = 0) {
        %c:bool = ult %i, %x
        if #1 %c { break #1 } else { break #0 }
        loop #2 finite (%j:i32 = 0) {
          %d:bool = ult %j, 4
          if #3 %d { break #3 } else { break #2 }
          %a:i32 = xor %x, %j
          %b:i32 = imul %a, %a
          store i32 buffer 1 [%b] %i
          %m:i32 = iadd %j, 1
          next #2 (%m)
        }
        %n:i32 = iadd %i, 1
        next #0 (%n)
      }
      return`);
    const inside = instructionsOf({ ...module, body: instructionsOf(chain(module), 'loop')[0].body }, 'pure');
    expect(inside.filter(({ op }) => op === 'imul')).toHaveLength(inLoop);
  });

  it('adds what the dialect adds, and nothing of it for raw shaders', () => {
    const module = kernel(
      `
      %n:i32 = load i32 buffer 0 [0]
      %d:i32 = load i32 buffer 0 [4]
      %f:f32 = load f32 buffer 0 [8]
      %end:i32 = f2s %f
      loop #0 (%i:i32 = 0) {
        %more:bool = ult %i, %end
        if #1 %more {
          break #1
        } else {
          break #0
        }
        %q:i32 = udiv %n, %d
        %index:i32 = bound %q < 64
        %at:i32 = shl %index, 2
        %old:i32 = load i32 workgroup 0 [%at]
        store i32 buffer 1 [%at] %old
        %next:i32 = iadd %i, 1
        next #0 (%next)
      }
      return`,
      { variables: 'variable 0 "tile" workgroup size 256 align 4' },
    );
    const origins = (result: Module): string[] => {
      const found = new Set<string>();
      for (const kind of ['pure', 'if', 'barrier', 'store'] as const) {
        for (const each of instructionsOf(result, kind)) if (each.origin) found.add(each.origin);
      }
      return [...found].sort();
    };
    const dialect = behaviours.filter((each) => each.stage === 'dialect').map((each) => each.name);
    expect(origins(chain(module))).toEqual([...dialect].sort());
    expect(origins(chain(module, { dialect: 'raw' }))).toEqual([]);
    for (const name of dialect) {
      expect(origins(chain(module, { without: new Set([name]) }))).toEqual(
        dialect.filter((each) => each !== name).sort(),
      );
    }
  });

  it('does not unroll guarded loops, and unrolls them without the guard', () => {
    const module = kernel(SUM.replace('loop #0 finite', 'loop #0'), { variables: PARTS });
    expect(instructionsOf(chain(module), 'loop')).toHaveLength(1);
    expect(instructionsOf(chain(module, { dialect: 'raw' }), 'loop')).toHaveLength(0);
    expect(instructionsOf(chain(module, { without: new Set(['loop-guard']) }), 'loop')).toHaveLength(0);
  });

  it('merges workgroup accesses of an unrolled loop', () => {
    const result = chain(
      kernel(
        `
      %x:i32 = input local_id_x
      %row:i32 = imul %x, 16
      %sum:i32 = loop #0 finite (%i:i32 = 0, %s:i32 = 0) {
        %more:bool = ult %i, 16
        if #1 %more {
          break #1
        } else {
          break #0 (%s)
        }
        %at:i32 = iadd %row, %i
        %safe:i32 = bound %at < 1024
        %address:i32 = shl %safe, 2
        %value:i32 = load i32 workgroup 0 [%address]
        %t:i32 = iadd %s, %value
        %next:i32 = iadd %i, 1
        next #0 (%next, %t)
      }
      %out:i32 = shl %x, 2
      store i32 buffer 1 [%out] %sum
      return`,
        { variables: 'variable 0 "tile" workgroup size 4096 align 4' },
      ),
    );
    expect(instructionsOf(result, 'load').map((each) => each.results.length)).toEqual([4, 4, 4, 4]);
  });

  it('keeps what random programs compute', () => {
    const options = fc.record({
      dialect: fc.constantFrom('dawn', 'raw') as fc.Arbitrary<'dawn' | 'raw'>,
      without: fc.subarray(behaviours.map((each) => each.name).filter((name) => name !== 'index-clamp')),
    });
    fc.assert(
      fc.property(arbitraryProgram(), options, (program, { dialect, without }) => {
        const sized = { ...program, workgroupSize: [64, 1, 1] as const };
        // Without the dialect, nothing else keeps wild indices inside. What rounds otherwise stays out.
        const module = dialect === 'raw' ? tintClamps(sized) : sized;
        const result = chain(module, {
          dialect,
          without: new Set([...without, 'contraction', 'float-constants']),
        });
        const outcome = (each: Module): number[][] =>
          interpret(each, randomBuffers()).buffers.map((words) => Array.from(words));
        const expected = outcome(module);
        expect(alikeButNan(outcome(result), expected)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('calls no two behaviours the same', () => {
    expect(new Set(behaviours.map((each) => each.name)).size).toBe(behaviours.length);
  });
});
