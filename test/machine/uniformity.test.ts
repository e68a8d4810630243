import { describe, expect, it } from 'vitest';
import { analyzeUniformity, UNIFORM, type UniformityOptions } from '../../src/ir/analyses/uniformity.ts';
import type { Module } from '../../src/ir/ir.ts';
import { parseModule } from '../ir/text-form/parse.ts';
import { LOADED, moduleOf } from './support.ts';

/** Names of the values that are the same for lanes that go together: 32, and only constant memory is shared. */
function uniformNames(body: string | Module, options: Partial<UniformityOptions> = {}): string[] {
  const module = typeof body === 'string' ? moduleOf(body) : body;
  const { values } = analyzeUniformity(module, {
    lanes: 32,
    isSharedLoad: ({ root }) => root.space === 'buffer' && module.buffers[root.index].access === 'read',
    isPredicatedByLane: false,
    ...options,
  });
  return module.values.flatMap(({ name }, id) =>
    name !== undefined && values[id] === UNIFORM ? [name] : [],
  );
}

describe('divergence analysis', () => {
  it('tells inputs, loads and arithmetic apart', () => {
    const code = `%lane:i32 = input local_id_x\n %group:i32 = input workgroup_id_x\n %grid:i32 = input num_workgroups_x
      %sum:i32 = iadd %group, %grid\n %mixed:i32 = iadd %sum, %lane
      %field:i32 = load i32 buffer 2 [0]\n %read:i32 = load i32 buffer 0 [%sum]\n %shared:i32 = load i32 buffer 1 [%sum]
      %gathered:i32 = load i32 buffer 0 [%lane]\n %tile:i32 = load i32 workgroup 0 [0]\n return`;
    const constant = ['group', 'grid', 'sum', 'field', 'read'];
    expect(uniformNames(code)).toEqual(constant);
    expect(uniformNames(code, { isSharedLoad: () => true })).toEqual([...constant, 'shared', 'tile']);
  });

  it('a position across rows of whole groups of lanes is the same for each of them', () => {
    const names = (size: string, lanes: number): string[] => {
      const body = ['x', 'y', 'z'].map((axis) => `%${axis}:i32 = input local_id_${axis}`).join('\n');
      const text = `kernel "test" entry "main"\nworkgroup_size ${size}\nbody {\n${body}\nreturn\n}\n`;
      return uniformNames(parseModule(text).value!, { lanes });
    };
    expect(names('32 4 2', 32)).toEqual(['y', 'z']);
    expect(names('16 4 2', 32)).toEqual(['z']);
    expect(names('16 4 2', 16)).toEqual(['y', 'z']);
    expect(names('16 4 2', 64)).toEqual(['z']);
    expect(names('16 4 2', 128)).toEqual([]);
    expect(names('16 1 4', 32)).toEqual(['y']);
    expect(names('1 64 1', 32)).toEqual(['x', 'z']);
  });

  it('what predicated arms compute is varying where it is computed lane by lane', () => {
    const code = `%u:i32 = load i32 buffer 2 [0]\n %c:bool = ult %u, 3
      %r:i32 = if #0 %c predicated {
        %n:i32 = iadd %u, 1
        break #0 (%n)
      } else {
        break #0 (2)
      }
      return`;
    expect(uniformNames(code)).toEqual(['u', 'c', 'r', 'n']);
    expect(uniformNames(code, { isPredicatedByLane: true })).toEqual(['u', 'c']);
  });

  it('a single way out of a block is split when lanes take it in different iterations', () => {
    const block = (condition: string) => `${LOADED} %u:i32 = load i32 buffer 2 [0]
      %r:i32 = block #0 {
        loop #1 (%i:i32 = 0) {
          %c:bool = ult ${condition}, %i
          if #2 %c {
            break #0 (%i)
          } else {
            break #2
          }
          %n:i32 = iadd %i, 1
          next #1 (%n)
        }
        unreachable
      }
      return`;
    expect(uniformNames(block('%u'))).toContain('r');
    expect(uniformNames(block('%a'))).not.toContain('r');
  });

  const counted = (limit: string) => `${LOADED} %u:i32 = load i32 buffer 2 [0]
    %end:i32 = loop #0 (%i:i32 = 0) {
      %c:bool = ult %i, ${limit}
      if #1 %c {
        break #1
      } else {
        break #0 (%i)
      }
      %n:i32 = iadd %i, 1
      next #0 (%n)
    }
    return`;

  it('a counter stays uniform; what leaves a loop that lanes leave apart does not', () => {
    expect(uniformNames(counted('%u'))).toEqual(expect.arrayContaining(['i', 'n', 'end']));
    const apart = uniformNames(counted('%a'));
    expect(apart).toEqual(expect.arrayContaining(['i', 'n']));
    expect(apart).not.toContain('end');
  });

  it('a choice by a varying condition is varying even between constants', () => {
    const choice = (
      condition: string,
    ) => `${LOADED} %u:i32 = load i32 buffer 2 [0]\n %c:bool = ult ${condition}, 3
      %r:i32 = if #0 %c {
        break #0 (1)
      } else {
        break #0 (2)
      }
      return`;
    expect(uniformNames(choice('%u'))).toContain('r');
    expect(uniformNames(choice('%a'))).not.toContain('r');
  });

  it('a way out of an outer block from inside a loop that lanes leave apart splits the block', () => {
    const names =
      uniformNames(`${LOADED} %u:i32 = load i32 buffer 2 [0]\n %k:bool = ult %u, 3\n %c:bool = ult %a, 3
      %r:i32 = block #0 {
        loop #1 (%i:i32 = 0) {
          if #2 %c {
            break #1
          } else {
            break #2
          }
          if #3 %k {
            break #0 (1)
          } else {
            break #3
          }
          %n:i32 = iadd %i, 1
          next #1 (%n)
        }
        break #0 (2)
      }
      return`);
    expect(names).not.toContain('r');
  });

  it('loop-carried values that meet a varying one turn varying', () => {
    const names = uniformNames(`${LOADED} %u:i32 = load i32 buffer 2 [0]
      loop #0 (%i:i32 = 0, %p:i32 = 1, %q:i32 = 2) {
        %c:bool = ult %i, %u
        if #1 %c {
          break #1
        } else {
          break #0
        }
        %n:i32 = iadd %i, 1
        next #0 (%n, %q, %a)
      }
      return`);
    expect(names).toContain('i');
    expect(names).not.toContain('p');
    expect(names).not.toContain('q');
  });
});
