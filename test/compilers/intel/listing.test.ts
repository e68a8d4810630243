// Reading listings of Xe machine code: mnemonics with types and lanes, messages, loops and classes.

import { describe, expect, it } from 'vitest';
import { classCounts, classOfMnemonic, readListing } from '../../../bench/codes/intel/listing.ts';

const LISTING = `
mov(8)          g40<1>UD        g0.1<0,1,0>UD                   { align1 WE_all 1Q };
math inv(16)    g87<1>F         g85<1,1,0>F     null<8,8,1>F    { align1 1H };

LABEL6:
cmp.ge.f0.0(16) null<1>UD       g46<8,8,1>UD    g22<0,1,0>UD    { align1 1H };
(+f0.0) break(16) JIP:  LABEL5          UIP:  LABEL5              { align1 1H };
sync nop(1)                     null<0,1,0>UB                   { align1 WE_all 1N I@1 };
send(16)        g25UD           g23UD           nullUD          0x64200500                0x00000000
                ugm MsgDesc: ( load, a32, d32, V4, L1STATE_L3MOCS dst_len = 8, src0_len = 2, src1_len = 0 bti )  BTI 0  base_offset 0  { align1 1H $0 };

LABEL5:
(-f0.0) while(16) JIP:  LABEL6                                  { align1 1H };
sync allwr(1)                   null<0,1,0>UB                   { align1 WE_all 1N };
send(1)         g41UD           g80UD           nullUD          0x0220d500                0x00000000
                slm MsgDesc: ( fence, a32, threadgroup, none, normal_routing dst_len = 1, src0_len = 1, src1_len = 0 flat )  base_offset 0  { align1 WE_all 1N $0 };
`;

describe('a listing of Xe', () => {
  const listing = readListing(LISTING);

  it('has mnemonics with what they write, and messages with what they ask', () => {
    expect(listing.opcodes).toEqual({
      'break(16)': 1,
      'cmp:UD(16)': 1,
      'math inv:F(16)': 1,
      'mov:UD(8)': 1,
      'send(1) slm fence': 1,
      'send(16) ugm load d32 V4': 1,
      'sync allwr(1)': 1,
      'sync nop(1)': 1,
      'while(16)': 1,
    });
  });

  it('has the loop from its label to its end', () => {
    expect(listing.loops).toEqual([
      { depth: 1, counts: { alu: 1, math: 0, send: 1, flow: 2, sync: 0, nop: 1 } },
    ]);
  });

  it('has classes, of which what only waits is one of its own', () => {
    expect(classOfMnemonic('sync nop(1)')).toBe('nop');
    expect(classCounts(listing.opcodes)).toEqual({ alu: 2, math: 1, send: 2, flow: 2, sync: 1, nop: 1 });
  });
});
