import { describe, expect, it } from 'vitest';
import type { MachineNode, Program } from '../../src/machine/program.ts';
import { count, instructionsOf, LOADED, opcodesOf, programOf } from './support.ts';

/** A loop that adds loaded numbers until a limit; `limit` decides whether lanes agree about the end. */
const loop = (limit: string, body = '') => `${LOADED}
  %u:i32 = load i32 buffer 2 [0]
  %s:f32 = loop #0 (%i:i32 = 0, %t:f32 = 0f) {
    %c:bool = ult %i, ${limit}
    if #1 %c {
      break #1
    } else {
      break #0 (%t)
    }
    ${body}
    %v:f32 = fadd %t, %f
    %n:i32 = iadd %i, 1
    next #0 (%n, %v)
  }
  store f32 buffer 1 [%at] %s
  return`;

describe('branches', () => {
  it('a guard around the whole kernel is a predicated exit', () => {
    const program =
      programOf(`%id:i32 = input global_id_x\n %n:i32 = load i32 buffer 2 [0]\n %c:bool = ult %id, %n
      if #0 %c {
        %at:i32 = shl %id, 2
        store i32 buffer 1 [%at] %id
        break #0
      } else {
        break #0
      }
      return`);
    expect(count(program, 'BSSY') + count(program, 'BRA')).toBe(0);
    expect(program.segments[0].instructions.at(-1)!.opcode).toBe('EXIT');
  });

  const choice = (
    condition: string,
  ) => `${LOADED} %u:i32 = load i32 buffer 2 [0]\n %c:bool = ult ${condition}, 7
    %r:f32 = if #0 %c {
      %x:f32 = sqrt %f
      break #0 (%x)
    } else {
      %y:f32 = log2 %f
      break #0 (%y)
    }
    store f32 buffer 1 [%at] %r
    return`;

  it('lanes that part meet again, a whole warp just branches', () => {
    const parting = programOf(choice('%a'));
    expect([count(parting, 'BSSY'), count(parting, 'BSYNC'), count(parting, 'BRA')]).toEqual([1, 1, 2]);
    const together = programOf(choice('%u'));
    expect([count(together, 'BSSY'), count(together, 'BSYNC'), count(together, 'BRA')]).toEqual([0, 0, 2]);
  });

  it('both arms write the register of the result', () => {
    const program = programOf(choice('%a'));
    const written = instructionsOf(program)
      .filter((each) => /SQRT|LG2/.test(each.opcode))
      .map((each) => each.destinations[0]);
    expect(written[0]).toBe(written[1]);
    expect(count(program, 'MOV') + count(program, 'IMAD.MOV')).toBe(0);
  });
});

describe('loops', () => {
  it('one branch per iteration, and a meeting point only when lanes leave apart', () => {
    const together = programOf(loop('%u'));
    expect([count(together, 'BRA'), count(together, 'BSSY')]).toEqual([1, 0]);
    const apart = programOf(loop('%a'));
    expect([count(apart, 'BRA'), count(apart, 'BSSY')]).toEqual([1, 1]);
  });

  it('keep track of their lanes where a reduction or scan asks for them', () => {
    const sum = programOf(loop('%a', '%r:f32 = subgroup add %t\n store f32 workgroup 0 [%at] %r'));
    expect(count(sum, 'VOTE.ANY')).toBe(2);
    const total = programOf(loop('%a', '%r:i32 = subgroup add %i\n store i32 workgroup 0 [%at] %r'));
    expect([count(total, 'VOTE.ANY'), count(total, 'VOTEU.ALL')]).toEqual([2, 1]);
    expect(count(programOf(loop('%a', '%r:f32 = subgroup shuffle_xor %t lane 1')), 'VOTE.ANY')).toBe(0);
  });

  it('accumulators and counters are updated in place', () => {
    const program = programOf(loop('%a'));
    const sum = instructionsOf(program).find((each) => each.opcode === 'FADD.FTZ')!;
    expect(sum.sources).toContain(sum.destinations[0]);
    const counter = instructionsOf(program)
      .filter((each) => each.opcode === 'VIADD')
      .find((each) => each.sources.includes(each.destinations[0]));
    expect(counter).toBeDefined();
  });

  it('parameters that change places need moves', () => {
    const moves = (next: string) => {
      const program = programOf(`${LOADED}
        %s:f32 = loop #0 (%i:i32 = 0, %p:f32 = %f, %q:f32 = 1f) {
          %c:bool = ult %i, %a
          if #1 %c {
            break #1
          } else {
            break #0 (%p)
          }
          %n:i32 = iadd %i, 1
          next #0 (%n, ${next})
        }
        store f32 buffer 1 [%at] %s
        return`);
      return instructionsOf(program).filter((each) => /MOV/.test(each.opcode) && each.sources.length > 0)
        .length;
    };
    expect(moves('%p, %q')).toBe(0);
    expect(moves('%q, %p')).toBe(3);
  });

  it('a second constant of an instruction is made in front of the loop', () => {
    const program = programOf(loop('%a', '%z:f32 = ffma %t, 1.5f, 2.5f\n store f32 workgroup 0 [%at] %z'));
    const body = program.segments.findIndex((each) =>
      each.instructions.some((one) => one.opcode.startsWith('FFMA')),
    );
    expect(program.segments[body].instructions.some((each) => /MOV/.test(each.opcode))).toBe(false);
  });
});

describe('tree and segments', () => {
  const walk = (nodes: readonly MachineNode[], visit: (segment: number) => void): void => {
    for (const node of nodes) {
      if (node.kind === 'segment') visit(node.segment);
      else if (node.kind === 'if') {
        walk(node.then, visit);
        walk(node.otherwise, visit);
      } else if (node.kind === 'switch') for (const each of node.cases) walk(each, visit);
      else walk(node.body, visit);
    }
  };

  it('names each segment once and in order', () => {
    const program: Program = programOf(
      loop(
        '%a',
        'block #7 {\n if #8 %c {\n break #7\n } else {\n break #8\n }\n store f32 workgroup 0 [%at] %t\n break #7\n }',
      ),
    );
    const seen: number[] = [];
    walk(program.nodes, (segment) => seen.push(segment));
    expect(seen).toEqual(program.segments.map((each) => each.id));
  });

  it('a switch costs a way through a tree of compares', () => {
    const cases = [0, 1, 2, 3].map((value) => `case ${value} {\n break #0\n }`).join('\n');
    const program = programOf(
      `${LOADED} switch #0 %a {\n ${cases}\n case default {\n store i32 buffer 1 [%at] %b\n break #0\n }\n }\n return`,
    );
    expect(count(program, 'ISETP.EQ.AND')).toBe(2);
    expect(opcodesOf(program)).not.toContain('BRX');
  });
});
