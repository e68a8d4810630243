// Reading listings of this machine code: the main part alone, classes, counts and loops.

import { describe, expect, it } from 'vitest';
import { classCounts, mainListing, readListing } from '../../../bench/codes/apple/listing.ts';
import { classOfMnemonic } from '../../../src/compilers/apple/listing.ts';

const PRINTED = `block3 {
   stop
}

   0: f2051004               mov      $r1, thread_in_grid_x
   4: 62000000               ldimm    r0l, 0
   8: 522842221900           while    r1, u9, 1, ult
   e: 0511680600c01200       load     r2, dr4, r3, i32, x, a
  16: 3800                   wait     a
  18: 3a05840229420200       ffma     r1, r2, r3, r4
  20: 00c0e8ffffff           jmp_any  -24
  26: 520e00000000           pop_exec 1
  2c: 8800                   stop

block0 {
}

   0: 2e0100002c080000       shl      r0, ^r0, 8
   8: 8800                   stop
`;

describe('a listing', () => {
  it('is the first of the two', () => {
    expect(mainListing(PRINTED)?.split('\n')).toHaveLength(9);
    expect(mainListing('nothing')).toBeUndefined();
  });

  it('has classes by its mnemonics', () => {
    const wanted = {
      ffma: 'float',
      csel: 'simple',
      imadd: 'complex',
      u32_to_f: 'complex',
      lload: 'local',
      stack_store: 'device',
      smpi: 'device',
      if: 'control',
      image_barrier_1: 'wait',
      ldimm: 'move',
    };
    for (const [mnemonic, name] of Object.entries(wanted)) expect(classOfMnemonic(mnemonic)).toBe(name);
    expect(classOfMnemonic('{')).toBeUndefined();
  });

  it('counts mnemonics, and finds the loop that its jump goes back to', () => {
    const { opcodes, loops } = readListing(mainListing(PRINTED)!);
    expect(opcodes).toEqual({
      ffma: 1,
      jmp_any: 1,
      ldimm: 1,
      load: 1,
      mov: 1,
      pop_exec: 1,
      stop: 1,
      wait: 1,
      while: 1,
    });
    expect(loops).toEqual([
      { depth: 1, counts: classCounts({ while: 1, load: 1, wait: 1, ffma: 1, jmp_any: 1 }) },
    ]);
  });
});
