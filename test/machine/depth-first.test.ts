import { expect, it } from 'vitest';
import { buildDependences } from '../../src/machine/dependences.ts';
import { depthFirst } from '../../src/machine/depth-first.ts';
import type { VirtualInstruction } from '../../src/machine/virtual.ts';

const instruction = (opcode: string, destinations: number[], sources: number[]) =>
  ({ opcode, destinations, sources }) as unknown as VirtualInstruction;

it('what a result needs goes in front of it, one result after the other', () => {
  const body = [
    instruction('shared', [0], []),
    instruction('left 1', [1], [0]),
    instruction('right 1', [2], [0]),
    instruction('left 2', [3], [1]),
    instruction('right 2', [4], [2]),
    instruction('left end', [], [3]),
    instruction('right end', [], [4]),
  ];
  const ordered = depthFirst(body, buildDependences(body)).map(({ opcode }) => opcode);
  expect(ordered).toEqual(['shared', 'left 1', 'left 2', 'left end', 'right 1', 'right 2', 'right end']);
});

it('a register keeps the order of its values', () => {
  const body = [
    instruction('first value', [1], []),
    instruction('its reader', [2], [1]),
    instruction('second value', [1], []),
    instruction('first end', [], [1]),
    instruction('second end', [], [2]),
  ];
  const ordered = depthFirst(body, buildDependences(body)).map(({ opcode }) => opcode);
  expect(ordered).toEqual(['first value', 'its reader', 'second end', 'second value', 'first end']);
});

it('a result that needs nothing more comes at once, as it frees what it reads', () => {
  const body = [
    instruction('shared', [0], []),
    instruction('left', [1], [0]),
    instruction('right', [2], [0]),
    instruction('both', [], [1, 2]),
    instruction('further', [3], [0]),
    instruction('further end', [], [3]),
    instruction('right end', [], [2]),
  ];
  const ordered = depthFirst(body, buildDependences(body)).map(({ opcode }) => opcode);
  expect(ordered.slice(0, 5)).toEqual(['shared', 'left', 'right', 'right end', 'both']);
});
