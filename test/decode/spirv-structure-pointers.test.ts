// Pointers that are only known at run time: variable pointers and pointer arithmetic.

import { describe, expect, it } from 'vitest';
import { kernel, problem, run } from './spirv-structure-support.ts';

/** Pointers to words with a stride, a second buffer, workgroup memory and variables that hold pointers. */
const ANNOTATIONS = `OpDecorate %word_p ArrayStride 4
OpDecorate %more DescriptorSet 0
OpDecorate %more Binding 2`;
const GLOBALS = `%int = OpTypeInt 32 1
%m1 = OpConstant %int -1
%more = OpVariable %block_p Uniform
%pointer_p = OpTypePointer Function %word_p
%pair = OpTypeFunction %word_p %uint`;

function words(body: string, functions = '', input = [10, 11, 12, 13, 14, 15, 16, 17]): number[] {
  return run(kernel({ annotations: ANNOTATIONS, globals: GLOBALS, functions, body }), input).slice(0, 8);
}

describe('pointer arithmetic', () => {
  it('moves on by elements, forwards and back, by constants and values', () => {
    const body = (element: string) => `%half = OpShiftRightLogical %uint %x %n1
%from = OpAccessChain %word_p %in %n0 %half
%to = OpPtrAccessChain %word_p %from ${element}
%value = OpLoad %uint %to
OpStore %out_p %value
OpReturn`;
    expect(words(body('%n2'))).toEqual([12, 12, 13, 13, 14, 14, 15, 15]);
    expect(words(body('%x'))).toEqual([10, 11, 13, 14, 16, 17, 0, 0]);
    const back = `%last = OpAccessChain %word_p %in %n0 %n7
%minus = OpISub %uint %n0 %x
%to = OpInBoundsPtrAccessChain %word_p %last %minus
%to2 = OpPtrAccessChain %word_p %to %m1
%value = OpLoad %uint %to2
OpStore %out_p %value
OpReturn`;
    expect(words(back)).toEqual([16, 15, 14, 13, 12, 11, 10, 0]);
  });

  it('goes into what it has come to', () => {
    const text = kernel({
      annotations: `OpDecorate %rows ArrayStride 12
OpDecorate %row ArrayStride 4
OpDecorate %row_p ArrayStride 12
OpDecorate %table BufferBlock
OpMemberDecorate %table 0 Offset 0
OpDecorate %view DescriptorSet 0
OpDecorate %view Binding 0`,
      globals: `%row = OpTypeArray %uint %n3
%rows = OpTypeRuntimeArray %row
%table = OpTypeStruct %rows
%table_p = OpTypePointer Uniform %table
%row_p = OpTypePointer Uniform %row
%view = OpVariable %table_p Uniform`,
      body: `%first = OpAccessChain %row_p %view %n0 %n0
%third = OpUMod %uint %x %n3
%to = OpPtrAccessChain %word_p %first %x %third
%value = OpLoad %uint %to
OpStore %out_p %value
OpReturn`,
    });
    const input = Array.from({ length: 24 }, (_, k) => k);
    expect(run(text, input).slice(0, 8)).toEqual([0, 4, 8, 9, 13, 17, 18, 22]);
  });

  it('walks by a pointer in a loop', () => {
    const body = `OpBranch %head
%head = OpLabel
%p = OpPhi %word_p %a_p %entry %next %again
%k = OpPhi %uint %n0 %entry %more_k %again
%sum = OpPhi %uint %n0 %entry %more_sum %again
OpLoopMerge %done %again None
OpBranch %test
%test = OpLabel
%goes = OpULessThan %bool %k %n3
OpBranchConditional %goes %again %done
%again = OpLabel
%value = OpLoad %uint %p
%more_sum = OpIAdd %uint %sum %value
%more_k = OpIAdd %uint %k %n1
%next = OpPtrAccessChain %word_p %p %n1
OpBranch %head
%done = OpLabel
OpStore %out_p %sum
%end = OpPtrAccessChain %word_p %a_p %n3
%reached = OpPtrEqual %bool %p %end
OpSelectionMerge %after None
OpBranchConditional %reached %after %wrong
%wrong = OpLabel
OpStore %out_p %n100
OpBranch %after
%after = OpLabel
OpReturn`;
    expect(words(body)).toEqual([33, 36, 39, 42, 45, 48, 33, 17]);
  });

  it('counts elements between pointers, and tells whether they are the same', () => {
    const body = `%other = OpAccessChain %word_p %in %n0 %n3
%apart = OpPtrDiff %int %a_p %other
%is = OpPtrEqual %bool %a_p %other
%isnt = OpPtrNotEqual %bool %a_p %other
%elsewhere = OpAccessChain %word_p %more %n0 %x
%never = OpPtrEqual %bool %a_p %elsewhere
%one = OpSelect %uint %is %n1 %n0
%two = OpSelect %uint %isnt %n2 %n0
%four = OpSelect %uint %never %n4 %n0
%bits = OpBitwiseOr %uint %one %two
%flags = OpBitwiseOr %uint %bits %four
%ten = OpIMul %int %apart %n10
%sum = OpIAdd %uint %ten %flags
OpStore %out_p %sum
OpReturn`;
    const expected = [-28, -18, -8, 1, 12, 22, 32, 42].map((each) => each >>> 0);
    expect(words(body)).toEqual(expected);
  });
});

describe('variable pointers', () => {
  it('are chosen within one buffer and among several', () => {
    const body = (other: string) => `%other = OpAccessChain %word_p ${other} %n0 %n3
%odd = OpBitwiseAnd %uint %x %n1
%is = OpIEqual %bool %odd %n1
%p = OpSelect %word_p %is %other %a_p
%value = OpLoad %uint %p
OpStore %out_p %value
OpReturn`;
    expect(words(body('%in'))).toEqual([10, 13, 12, 13, 14, 13, 16, 13]);
    expect(words(body('%more'))).toEqual([10, 0, 12, 0, 14, 0, 16, 0]);
  });

  it('come from the arms of a branch, and are written through', () => {
    const body = `%odd = OpBitwiseAnd %uint %x %n1
%is = OpIEqual %bool %odd %n1
OpSelectionMerge %both None
OpBranchConditional %is %left %right
%left = OpLabel
%back = OpISub %uint %n7 %x
%mirrored = OpAccessChain %word_p %out %n0 %back
OpBranch %both
%right = OpLabel
%unused = OpAccessChain %word_p %more %n0 %x
OpBranch %both
%both = OpLabel
%p = OpPhi %word_p %mirrored %left %unused %right
OpStore %p %a
%old = OpAtomicIAdd %uint %p %n1 %n0 %n100
OpReturn`;
    expect(words(body)).toEqual([117, 0, 115, 0, 113, 0, 111, 0]);
  });

  it('are kept in variables', () => {
    const body = `%held = OpVariable %pointer_p Function
OpStore %held %a_p
%big = OpUGreaterThan %bool %x %n3
OpSelectionMerge %both None
OpBranchConditional %big %left %both
%left = OpLabel
%elsewhere = OpAccessChain %word_p %more %n0 %n1
OpStore %held %elsewhere
OpBranch %both
%both = OpLabel
%p = OpLoad %word_p %held
%value = OpLoad %uint %p
OpStore %out_p %value
OpReturn`;
    // Variables stand first in their function.
    const text = kernel({ annotations: ANNOTATIONS, globals: GLOBALS, body }).replace(
      /(%entry = OpLabel\n)([\s\S]*?)(%held = OpVariable %pointer_p Function\n)/,
      '$1$3$2',
    );
    expect(run(text, [10, 11, 12, 13, 14, 15]).slice(0, 8)).toEqual([10, 11, 12, 13, 0, 0, 0, 0]);
  });

  it('are given and returned by functions', () => {
    const functions = `%pick = OpFunction %word_p None %pair
%which = OpFunctionParameter %uint
%pick_entry = OpLabel
%low = OpULessThan %bool %which %n4
OpSelectionMerge %pick_end None
OpBranchConditional %low %pick_low %pick_end
%pick_low = OpLabel
%first = OpAccessChain %word_p %in %n0 %n5
OpReturnValue %first
%pick_end = OpLabel
%second = OpAccessChain %word_p %more %n0 %which
OpReturnValue %second
OpFunctionEnd`;
    const body = `%p = OpFunctionCall %word_p %pick %x
%value = OpLoad %uint %p
OpStore %out_p %value
OpReturn`;
    expect(words(body, functions)).toEqual([15, 15, 15, 15, 0, 0, 0, 0]);
  });

  it('that are null are refused by name', () => {
    const text = kernel({
      globals: '%null = OpConstantNull %word_p',
      body: '%is = OpPtrEqual %bool %a_p %null\nOpReturn',
    });
    expect(problem(text)).toMatchObject({ severity: 'unsupported', code: 'spirv/null-pointer' });
  });
});
