// What the trace says of loads from constant banks: distinct places, and the lines they lie in; and of vectors that
// lanes share, which L1 sends to each of them.

import { expect, it } from 'vitest';
import { recordGlobal, recordUniformGlobal } from '../../src/execute/record-buffer.ts';
import { recordConstant, recordUniformConstant } from '../../src/execute/record-variable.ts';
import { WarpRecorder } from '../../src/execute/recorder.ts';
import { GEOMETRY } from './wrap.ts';

const TABLE = [2, 32] as const;
const UNIFORM_BUFFER = [4, 7] as const;

function passesOf(
  addressOf: (lane: number) => number,
  mask: number,
  [shift, lineShift]: readonly [number, number],
) {
  const recorder = new WarpRecorder(GEOMETRY);
  recorder.enter(0, 1, 1, mask);
  recordConstant(
    recorder,
    mask,
    Int32Array.from({ length: 32 }, (_, lane) => addressOf(lane)),
    0,
    shift,
    lineShift,
  );
  return [recorder.accessPasses[0] & 255, recorder.accessPasses[0] >> 8];
}

it('a table has as many places as there are distinct words', () => {
  expect(passesOf((lane) => 4 * (lane % 5), -1, TABLE)).toEqual([5, 1]);
  expect(passesOf((lane) => 4 * lane, -1, TABLE)).toEqual([32, 1]);
  expect(passesOf((lane) => 4 * lane, 0b1011, TABLE)).toEqual([3, 1]);
});

it('a uniform buffer has rows of 16 bytes in lines of 128', () => {
  expect(passesOf((lane) => 4 * lane, -1, UNIFORM_BUFFER)).toEqual([8, 1]);
  expect(passesOf((lane) => 16 * lane, -1, UNIFORM_BUFFER)).toEqual([32, 4]);
  expect(passesOf((lane) => 4096 * (lane % 3), -1, UNIFORM_BUFFER)).toEqual([3, 3]);
});

it('one place is one place, and nobody asks for none', () => {
  const recorder = new WarpRecorder(GEOMETRY);
  recorder.enter(0, 2, 2, -1);
  recordUniformConstant(recorder, -1);
  recordUniformConstant(recorder, 0);
  expect([...recorder.accessPasses.subarray(0, 2)]).toEqual([257, 0]);
});

it('L1 sends a vector of 16 bytes in four passes, shared or not', () => {
  const recorder = new WarpRecorder(GEOMETRY);
  recorder.enter(0, 3, 3, -1);
  recordUniformGlobal(recorder, -1, 256, 16, 0);
  const addresses = Int32Array.from({ length: 32 }, (_, lane) => 16 * (lane % 8));
  recordGlobal(recorder, -1, addresses, 0, 0, 16, 0);
  recordUniformGlobal(recorder, -1, 256, 4, 0);
  expect([...recorder.accessPasses.subarray(0, 3)]).toEqual([4, 4, 1]);
});
