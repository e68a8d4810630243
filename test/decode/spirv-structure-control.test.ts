// Control flow of SPIR-V as regions: each shape must compute what the graph says, and look like what the WGSL
// decoder makes of the same program.

import { describe, expect, it } from 'vitest';
import { decode, kernel, problem, run, shapeOf } from './spirv-structure-support.ts';

const INPUT = [5, 0, 9, 3, 7, 1, 2, 8];
const locals = (body: string) => `%v = OpVariable %local_p Function %n0\n${body}`;
const results = (text: string) => run(text, INPUT).slice(0, 8);

/** `body` in front of a store of `%r` and the return. */
const storing = (body: string) => `${body}\nOpStore %out_p %r\nOpReturn`;

const isBig = '%big = OpUGreaterThan %bool %a %n4';

describe('selections', () => {
  it('if and else with a phi at the merge', () => {
    const text = kernel({
      body: storing(`${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %else
%then = OpLabel
%p = OpIAdd %uint %a %n10
OpBranch %merge
%else = OpLabel
%q = OpIMul %uint %a %n2
OpBranch %merge
%merge = OpLabel
%r = OpPhi %uint %p %then %q %else`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a > 4 ? a + 10 : 2 * a)));
    expect(shapeOf(decode(text))).toBe('if()');
  });

  it('an if without else whose header is a predecessor of the phi', () => {
    const text = kernel({
      body: storing(`${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %merge
%then = OpLabel
%p = OpIAdd %uint %a %n10
OpBranch %merge
%merge = OpLabel
%r = OpPhi %uint %p %then %a %entry`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a > 4 ? a + 10 : a)));
    expect(shapeOf(decode(text))).toBe('if()');
  });

  it('an arm that returns leaves the rest behind the if', () => {
    const text = kernel({
      body: storing(`${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %merge
%then = OpLabel
OpReturn
%merge = OpLabel
%r = OpIAdd %uint %a %n100`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a > 4 ? 0 : a + 100)));
    expect(shapeOf(decode(text))).toBe('if()');
  });

  it('a merge block reached from one arm of an inner selection sees what that arm computed', () => {
    const text = kernel({
      body: storing(`${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %else
%then = OpLabel
%p = OpIAdd %uint %a %n10
OpBranch %merge
%else = OpLabel
OpReturn
%merge = OpLabel
%r = OpIMul %uint %p %n2`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a > 4 ? 2 * (a + 10) : 0)));
  });

  it('both arms return, and the merge block is never reached', () => {
    const text = kernel({
      body: `${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %else
%merge = OpLabel
OpUnreachable
%then = OpLabel
OpStore %out_p %n1
OpReturn
%else = OpLabel
OpStore %out_p %n2
OpReturn`,
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a > 4 ? 1 : 2)));
  });

  it('both ways lead to one block', () => {
    const text = kernel({
      body: storing(`${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %merge %merge
%merge = OpLabel
%r = OpPhi %uint %a %entry`),
    });
    expect(results(text)).toEqual(INPUT);
  });

  it('blocks may come in any order that has dominators first', () => {
    const text = kernel({
      body: `${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %else
%merge = OpLabel
%r = OpPhi %uint %p %then %q %else
OpStore %out_p %r
OpReturn
%else = OpLabel
%q = OpIMul %uint %a %n2
OpBranch %merge
%then = OpLabel
%p = OpIAdd %uint %a %n10
OpBranch %merge`,
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a > 4 ? a + 10 : 2 * a)));
  });
});

describe('switches', () => {
  it('cases that share a block, and a default', () => {
    const text = kernel({
      body: storing(`OpSelectionMerge %merge None
OpSwitch %a %other 1 %one 3 %odd 5 %odd
%one = OpLabel
OpBranch %merge
%odd = OpLabel
OpBranch %merge
%other = OpLabel
OpBranch %merge
%merge = OpLabel
%r = OpPhi %uint %n10 %one %n7 %odd %a %other`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a === 1 ? 10 : a === 3 || a === 5 ? 7 : a)));
    expect(shapeOf(decode(text))).toBe('switch()');
  });

  it('a default that is the merge block', () => {
    const text = kernel({
      body: storing(`OpSelectionMerge %merge None
OpSwitch %a %merge 9 %nine
%nine = OpLabel
OpBranch %merge
%merge = OpLabel
%r = OpPhi %uint %n10 %nine %a %entry`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a === 9 ? 10 : a)));
  });

  it('a case that falls through to the next', () => {
    const text = kernel({
      body: locals(`OpStore %v %a
OpSelectionMerge %merge None
OpSwitch %a %merge 1 %first 3 %second 5 %third
%first = OpLabel
%f = OpLoad %uint %v
%f1 = OpIAdd %uint %f %n100
OpStore %v %f1
OpBranch %second
%second = OpLabel
%s = OpLoad %uint %v
%s1 = OpIAdd %uint %s %n10
OpStore %v %s1
OpBranch %third
%third = OpLabel
%t = OpLoad %uint %v
%t1 = OpIMul %uint %t %n2
OpStore %v %t1
OpBranch %merge
%merge = OpLabel
%r = OpLoad %uint %v
OpStore %out_p %r
OpReturn`),
    });
    const expected = (a: number) => {
      if (a === 1) return (a + 110) * 2;
      if (a === 3) return (a + 10) * 2;
      return a === 5 ? a * 2 : a;
    };
    expect(results(text)).toEqual(INPUT.map(expected));
  });

  it('a selector of 16 bits with a negative case', () => {
    const text = kernel({
      globals: '%short = OpTypeInt 16 1',
      body: storing(`%wide = OpISub %uint %a %n4
%s = OpUConvert %short %wide
OpSelectionMerge %merge None
OpSwitch %s %merge -1 %minus
%minus = OpLabel
OpBranch %merge
%merge = OpLabel
%r = OpPhi %uint %n100 %minus %n0 %entry`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (a === 3 ? 100 : 0)));
  });
});

/** Sums 0 to a - 1; `%r` is the sum. */
const whileLoop = (extra = '') => `OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %entry %i1 %next
%sum = OpPhi %uint %n0 %entry %sum1 %next
OpLoopMerge %done %next None
OpBranch %test
%test = OpLabel
%more = OpULessThan %bool %i %a
OpBranchConditional %more %body %done
%body = OpLabel
${extra}%sum1 = OpIAdd %uint %sum %i
OpBranch %next
%next = OpLabel
%i1 = OpIAdd %uint %i %n1
OpBranch %head
%done = OpLabel
%r = OpIAdd %uint %sum %i`;

describe('loops', () => {
  it('a test at the head, and values of the loop used after it', () => {
    const text = kernel({ body: storing(whileLoop()) });
    expect(results(text)).toEqual(INPUT.map((a) => (a * (a - 1)) / 2 + a));
    expect(shapeOf(decode(text))).toBe('loop(if())');
  });

  it('a test in the head block itself', () => {
    const text = kernel({
      body: storing(`OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %entry %i1 %next
%more = OpULessThan %bool %i %a
OpLoopMerge %done %next None
OpBranchConditional %more %next %done
%next = OpLabel
%i1 = OpIAdd %uint %i %n2
OpBranch %head
%done = OpLabel
%r = OpIAdd %uint %i %n100`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => 2 * Math.ceil(a / 2) + 100));
    expect(shapeOf(decode(text))).toBe('loop(if())');
  });

  it('a single block that branches to itself', () => {
    const text = kernel({
      body: storing(`OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %entry %i1 %head
%i1 = OpIAdd %uint %i %n3
%more = OpULessThan %bool %i1 %a
OpLoopMerge %done %head None
OpBranchConditional %more %head %done
%done = OpLabel
%r = OpIAdd %uint %i %i1`),
    });
    const expected = (a: number) => {
      let i = 0;
      while (i + 3 < a) i += 3;
      return 2 * i + 3;
    };
    expect(results(text)).toEqual(INPUT.map(expected));
    expect(shapeOf(decode(text))).toBe('loop(if())');
  });

  it('phis that exchange their values', () => {
    const text = kernel({
      body: storing(`OpBranch %head
%head = OpLabel
%p = OpPhi %uint %n1 %entry %q %head
%q = OpPhi %uint %n100 %entry %p %head
%i = OpPhi %uint %n0 %entry %i1 %head
%i1 = OpIAdd %uint %i %n1
%more = OpULessThan %bool %i1 %a
OpLoopMerge %done %head None
OpBranchConditional %more %head %done
%done = OpLabel
%ten = OpIMul %uint %p %n10
%r = OpIAdd %uint %ten %q`),
    });
    expect(results(text)).toEqual(INPUT.map((a) => (Math.max(a, 1) % 2 === 1 ? 110 : 1001)));
  });

  it('continue and break inside of selections', () => {
    const text = kernel({
      body: storing(`OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %entry %i1 %next
%sum = OpPhi %uint %n0 %entry %sum2 %next
OpLoopMerge %done %next None
OpBranch %test
%test = OpLabel
%more = OpULessThan %bool %i %n10
OpBranchConditional %more %body %done
%body = OpLabel
%odd = OpBitwiseAnd %uint %i %n1
%isOdd = OpIEqual %bool %odd %n1
OpSelectionMerge %even None
OpBranchConditional %isOdd %skip %even
%skip = OpLabel
OpBranch %next
%even = OpLabel
%isA = OpUGreaterThan %bool %i %a
OpSelectionMerge %go None
OpBranchConditional %isA %leave %go
%leave = OpLabel
OpBranch %done
%go = OpLabel
%sum1 = OpIAdd %uint %sum %i
OpBranch %next
%next = OpLabel
%sum2 = OpPhi %uint %sum %skip %sum1 %go
%i1 = OpIAdd %uint %i %n1
OpBranch %head
%done = OpLabel
%r = OpPhi %uint %sum %test %n100 %leave`),
    });
    const expected = (a: number) => {
      let sum = 0;
      for (let i = 0; i < 10; i++) {
        if (i % 2 === 1) continue;
        if (i > a) return 100;
        sum += i;
      }
      return sum;
    };
    expect(results(text)).toEqual(INPUT.map(expected));
    expect(shapeOf(decode(text))).toBe('loop(if() block(if() if()))');
  });

  it('an endless loop left by a return', () => {
    const text = kernel({
      body: `OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %entry %i1 %next
OpLoopMerge %done %next None
OpBranch %body
%body = OpLabel
%is = OpUGreaterThanEqual %bool %i %a
OpSelectionMerge %next None
OpBranchConditional %is %leave %next
%leave = OpLabel
OpStore %out_p %i
OpReturn
%next = OpLabel
%i1 = OpIAdd %uint %i %n2
OpBranch %head
%done = OpLabel
OpUnreachable`,
    });
    expect(results(text)).toEqual(INPUT.map((a) => 2 * Math.ceil(a / 2)));
  });

  it('loops in loops, and a loop that never repeats', () => {
    const text = kernel({
      body: storing(`OpBranch %once
%once = OpLabel
OpLoopMerge %merge %again None
OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %once %i1 %next
%sum = OpPhi %uint %n0 %once %inner %next
%more = OpULessThan %bool %i %a
OpLoopMerge %merge2 %next None
OpBranchConditional %more %head2 %merge2
%head2 = OpLabel
%j = OpPhi %uint %n0 %head %j1 %head2
%inner = OpPhi %uint %sum %head %inner1 %head2
%inner1 = OpIAdd %uint %inner %i
%j1 = OpIAdd %uint %j %n1
%more2 = OpULessThan %bool %j1 %n3
OpLoopMerge %next %head2 None
OpBranchConditional %more2 %head2 %next
%next = OpLabel
%i1 = OpIAdd %uint %i %n1
OpBranch %head
%merge2 = OpLabel
OpBranch %merge
%again = OpLabel
OpBranch %once
%merge = OpLabel
%r = OpIAdd %uint %sum %n1`),
    });
    const expected = (a: number) => {
      let sum = 0;
      for (let i = 0; i < a; i++) sum += 2 * i;
      return sum + 1;
    };
    expect(results(text)).toEqual(INPUT.map(expected));
  });

  it('a value computed in a loop and used after it in an arm and behind it', () => {
    const text = kernel({
      body: `${whileLoop('%twice = OpIMul %uint %i %n2\n')}
%odd = OpBitwiseAnd %uint %r %n1
%isOdd = OpIEqual %bool %odd %n1
OpSelectionMerge %end None
OpBranchConditional %isOdd %then %end
%then = OpLabel
%s = OpIAdd %uint %sum %n100
OpBranch %end
%end = OpLabel
%t = OpPhi %uint %s %then %sum %done
%u = OpIAdd %uint %t %i
OpStore %out_p %u
OpReturn`,
    });
    const expected = (a: number) => {
      const sum = (a * (a - 1)) / 2;
      return (((sum + a) & 1) === 1 ? sum + 100 : sum) + a;
    };
    expect(results(text)).toEqual(INPUT.map(expected));
  });

  it('a pointer computed in a loop and followed after it', () => {
    const text = kernel({
      body: `OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %entry %i1 %head
%p = OpAccessChain %word_p %in %n0 %i
%i1 = OpIAdd %uint %i %n1
%more = OpULessThan %bool %i1 %n4
OpLoopMerge %done %head None
OpBranchConditional %more %head %done
%done = OpLabel
%r = OpLoad %uint %p
OpStore %out_p %r
OpReturn`,
    });
    expect(results(text)).toEqual(Array(8).fill(3));
  });
});

describe('functions', () => {
  const clamp = `%one_type = OpTypeFunction %uint %uint
%f = OpFunction %uint None %one_type
%f_a = OpFunctionParameter %uint
%f_entry = OpLabel
%f_big = OpUGreaterThan %bool %f_a %n4
OpSelectionMerge %f_rest None
OpBranchConditional %f_big %f_then %f_rest
%f_then = OpLabel
OpReturnValue %n100
%f_rest = OpLabel
%f_r = OpIAdd %uint %f_a %n1
OpReturnValue %f_r
OpFunctionEnd`;

  it('early returns break out of a block around the inlined body', () => {
    const text = kernel({
      functions: clamp,
      body: storing(
        '%c = OpFunctionCall %uint %f %a\n%d = OpFunctionCall %uint %f %x\n%r = OpIAdd %uint %c %d',
      ),
    });
    const f = (a: number) => (a > 4 ? 100 : a + 1);
    expect(results(text)).toEqual(INPUT.map((a, x) => f(a) + f(x)));
    expect(shapeOf(decode(text))).toBe('block(if()) block(if())');
  });

  it('a pointer parameter is the variable itself', () => {
    const text = kernel({
      functions: `%add_type = OpTypeFunction %void %local_p %uint
%add = OpFunction %void None %add_type
%add_p = OpFunctionParameter %local_p
%add_n = OpFunctionParameter %uint
%add_entry = OpLabel
%old = OpLoad %uint %add_p
%new = OpIAdd %uint %old %add_n
OpStore %add_p %new
OpReturn
OpFunctionEnd`,
      body: locals(`OpStore %v %a
%c = OpFunctionCall %void %add %v %n10
%d = OpFunctionCall %void %add %v %x
%r = OpLoad %uint %v
OpStore %out_p %r
OpReturn`),
    });
    expect(results(text)).toEqual(INPUT.map((a, x) => a + 10 + x));
    expect(shapeOf(decode(text))).toBe('');
  });

  it('a variable without a value does not keep that of the last iteration', () => {
    const text = kernel({
      functions: `%one_type = OpTypeFunction %uint %uint
%f = OpFunction %uint None %one_type
%f_a = OpFunctionParameter %uint
%f_entry = OpLabel
%f_v = OpVariable %local_p Function
%f_odd = OpBitwiseAnd %uint %f_a %n1
%f_is = OpIEqual %bool %f_odd %n1
OpSelectionMerge %f_rest None
OpBranchConditional %f_is %f_then %f_rest
%f_then = OpLabel
OpStore %f_v %n5
OpBranch %f_rest
%f_rest = OpLabel
%f_r = OpLoad %uint %f_v
OpReturnValue %f_r
OpFunctionEnd`,
      body: storing(`OpBranch %head
%head = OpLabel
%i = OpPhi %uint %n0 %entry %i1 %head
%sum = OpPhi %uint %n0 %entry %sum1 %head
%f_i = OpFunctionCall %uint %f %i
%sum1 = OpIAdd %uint %sum %f_i
%i1 = OpIAdd %uint %i %n1
%more = OpULessThan %bool %i1 %n4
OpLoopMerge %done %head None
OpBranchConditional %more %head %done
%done = OpLabel
%r = OpIAdd %uint %sum1 %n0`),
    });
    expect(results(text)).toEqual(Array(8).fill(10));
  });

  it('returns of a function that the entry point ends with end the invocation', () => {
    const functions = `%f_type = OpTypeFunction %void %uint
%f = OpFunction %void None %f_type
%f_a = OpFunctionParameter %uint
%f_entry = OpLabel
%f_p = OpAccessChain %word_p %out %n0 %f_a
%f_big = OpUGreaterThan %bool %f_a %n4
OpSelectionMerge %f_rest None
OpBranchConditional %f_big %f_then %f_rest
%f_then = OpLabel
OpReturn
%f_rest = OpLabel
OpStore %f_p %n7
OpReturn
OpFunctionEnd`;
    const last = kernel({ functions, body: '%c = OpFunctionCall %void %f %x\nOpReturn' });
    expect(results(last)).toEqual([7, 7, 7, 7, 7, 0, 0, 0]);
    expect(shapeOf(decode(last))).toBe('if()');
    const inside = kernel({
      functions,
      body: '%c = OpFunctionCall %void %f %x\nOpStore %out_p %a\nOpReturn',
    });
    expect(results(inside)).toEqual(INPUT);
    expect(shapeOf(decode(inside))).toBe('block(if())');
  });

  it('recursion is refused', () => {
    const text = kernel({
      functions: `%f = OpFunction %void None %procedure
%f_entry = OpLabel
%f_c = OpFunctionCall %void %g
OpReturn
OpFunctionEnd
%g = OpFunction %void None %procedure
%g_entry = OpLabel
%g_c = OpFunctionCall %void %f
OpReturn
OpFunctionEnd`,
      body: '%c = OpFunctionCall %void %f\nOpReturn',
    });
    expect(problem(text)).toMatchObject({ severity: 'invalid', code: 'spirv/recursion' });
  });

  it('calls that double at every level are refused, not followed for ever', () => {
    const level = (k: number) => `%f${k} = OpFunction %void None %procedure
%f${k}_entry = OpLabel
%f${k}_c = OpFunctionCall %void %f${k - 1}
%f${k}_d = OpFunctionCall %void %f${k - 1}
OpReturn
OpFunctionEnd`;
    const functions = [
      '%f0 = OpFunction %void None %procedure\n%f0_entry = OpLabel\nOpReturn\nOpFunctionEnd',
      ...Array.from({ length: 40 }, (_, k) => level(k + 1)),
    ].join('\n');
    const text = kernel({ functions, body: '%c = OpFunctionCall %void %f40\nOpReturn' });
    expect(problem(text)).toMatchObject({ severity: 'unsupported', code: 'spirv/too-large' });
  });
});

describe('what is not structured', () => {
  it('a block without an end', () => {
    expect(problem(kernel({ body: '%z = OpIAdd %uint %a %n1' }))).toMatchObject({
      severity: 'invalid',
      code: 'spirv/block',
    });
  });

  it('a branch to another function', () => {
    const functions = '%f = OpFunction %void None %procedure\n%f_entry = OpLabel\nOpReturn\nOpFunctionEnd';
    expect(problem(kernel({ functions, body: 'OpBranch %f_entry' }))).toMatchObject({ code: 'spirv/label' });
  });

  it('a loop with two entries', () => {
    const text = kernel({
      body: `${isBig}
OpBranchConditional %big %p %q
%p = OpLabel
OpBranchConditional %big %q %end
%q = OpLabel
OpBranchConditional %big %p %end
%end = OpLabel
OpReturn`,
    });
    expect(problem(text)).toMatchObject({ severity: 'invalid', code: 'spirv/structure' });
  });

  it('a value that need not have been computed', () => {
    const text = kernel({
      body: storing(`${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %merge
%then = OpLabel
%p = OpIAdd %uint %a %n10
OpBranch %merge
%merge = OpLabel
%r = OpIAdd %uint %p %n1`),
    });
    expect(problem(text)).toMatchObject({ severity: 'invalid', code: 'spirv/dominance' });
  });

  it('a phi without a value for a predecessor', () => {
    const text = kernel({
      body: storing(`${isBig}
OpSelectionMerge %merge None
OpBranchConditional %big %then %merge
%then = OpLabel
OpBranch %merge
%merge = OpLabel
%r = OpPhi %uint %a %entry`),
    });
    expect(problem(text)).toMatchObject({ severity: 'invalid', code: 'spirv/phi' });
  });
});
