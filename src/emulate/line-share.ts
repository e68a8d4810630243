// Which lines a repetition of the sample asks for again. It stands for other workgroups than those that were executed,
// and these share a line with them as often as those of the sample did with each other: a table that all read is the
// same, of rows picked at random hardly any is.

import type { i32 } from './integers.ts';

/** A line that every workgroup touches. */
export const ALWAYS_SHARED: i32 = 255;

/** How probably another workgroup touches a line, too, in 255ths, from how many of so many did. */
export function lineShare(users: number, workgroups: number): number {
  return users <= 1 ? 0 : Math.ceil((ALWAYS_SHARED * (users - 1)) / (workgroups - 1));
}

/** Whether this repetition, of which 0 is the sample itself, asks for the line that the sample asked for. */
export function isSameLine(share: i32, line: i32, repetition: i32): boolean {
  if (share === ALWAYS_SHARED) return true;
  return repetition > 0 && ((line * LINE_STEP + repetition * REPETITION_STEP) & 255) < share;
}

/** Odd, so that neighbouring lines and repetitions go evenly through all 256 remainders. */
const LINE_STEP: i32 = 167;
const REPETITION_STEP: i32 = 103;
