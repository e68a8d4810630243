// Reading listings of NVIDIA machine code as Mesa's compiler prints it: mnemonics behind guards and results, loops, and
// classes that hold for the spelling of NVIDIA's tools, too.

import { describe, expect, it } from 'vitest';
import { classCounts, classOfMnemonic, readListing } from '../../../bench/codes/nvidia/listing.ts';

const LISTING = `
block.u 0 L3 [] -> {
      r0       = s2r sr[0x21]                               // delay=1 wr:0
@!p0             bra pT L4                                  // delay=1
} -> [1, 2]
block.u 3 L6 [2, 3] -> {
      r10 p0   = iadd3 r9 c[0x1][0x0] rZ                    // delay=1
      r8       = ld.global.a64.constant.b32 [r10..12], p0   // delay=2 wr:0
                 st.shared.strong.cta.b32 [r2.x4] r8        // delay=2 wt=000001 rd:0
                 nop                                        // delay=2
      r7       = ffma.ftz r8 r12 r7                         // delay=2 wt=000011
                 bra !up0 L6                                // delay=1
} -> [4, 3]
block 6 L4 [5] -> {
                 exit                                       // delay=1
}
`;

describe("a listing of Mesa's compiler for NVIDIA", () => {
  const listing = readListing(LISTING);

  it('has mnemonics behind guards and results', () => {
    expect(listing.opcodes).toEqual({
      bra: 2,
      exit: 1,
      'ffma.ftz': 1,
      iadd3: 1,
      'ld.global.a64.constant.b32': 1,
      nop: 1,
      s2r: 1,
      'st.shared.strong.cta.b32': 1,
    });
  });

  it('has a loop for a branch back, and padding in no class', () => {
    const counts = { float: 1, integer: 1, global: 1, shared: 1, special: 0, control: 1 };
    expect(listing.loops).toEqual([{ depth: 1, counts }]);
  });

  it("is counted as that of NVIDIA's own tools", () => {
    const theirs = {
      'LDG.E': 1,
      'STS.128': 1,
      'FFMA.FTZ': 1,
      'IMAD.MOV.U32': 1,
      'BAR.SYNC': 1,
      NOP: 3,
      S2R: 1,
    };
    const expected = { float: 1, integer: 1, global: 1, shared: 1, special: 1, control: 1 };
    expect(classCounts(theirs)).toEqual(expected);
    expect(classOfMnemonic('ULDC.64')).toBe('integer');
  });
});
