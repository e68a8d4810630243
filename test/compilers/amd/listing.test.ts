// Reading listings of RDNA machine code: classes, counts and loops.

import { describe, expect, it } from 'vitest';
import { classCounts, readListing } from '../../../bench/codes/amd/listing.ts';
import { classOfMnemonic } from '../../../src/compilers/amd/listing.ts';

const LISTING = `
BB0:
	s_load_b128 s[4:7], s[2:3], null                            ; f4080101 f8000000
	s_cbranch_execz BB4                                         ; bfa50001
BB1:
	v_mov_b32_e32 v0, 0                                         ; 7e000280
BB2:
	ds_load_b32 v1, v0                                          ; d8d80000 01000000
	s_cbranch_scc0 BB2                                          ; bfa10001
BB3:
	s_and_b64 s[0:1], s[0:1], vcc                               ; 8b806a00
	s_branch BB1                                                ; bfa00001
BB4:
	s_endpgm                                                    ; bfb00000
`;

describe('a listing of RDNA', () => {
  it('has classes by the prefixes of both generations', () => {
    const classes = [
      's_load_dwordx4',
      's_buffer_load_b32',
      's_waitcnt',
      's_cbranch_vccz',
      's_add_u32',
      'image_load',
    ];
    expect(classes.map(classOfMnemonic)).toEqual(['smem', 'smem', 'wait', 'branch', 'scalar', 'vmem']);
    expect(classOfMnemonic('then')).toBeUndefined();
  });

  it('counts mnemonics without their encodings', () => {
    const { opcodes } = readListing(LISTING);
    expect(opcodes.v_mov_b32).toBe(1);
    expect(classCounts(opcodes)).toEqual({
      vector: 1,
      scalar: 1,
      lds: 1,
      vmem: 0,
      smem: 1,
      branch: 3,
      wait: 1,
    });
  });

  it('finds loops in loops, each with its own instructions', () => {
    const { loops } = readListing(LISTING);
    expect(loops.map(({ depth }) => depth)).toEqual([1, 2]);
    expect(loops[0].counts).toMatchObject({ vector: 1, scalar: 1, branch: 1, lds: 0 });
    expect(loops[1].counts).toMatchObject({ lds: 1, branch: 1 });
  });
});
