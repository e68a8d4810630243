// An observed method does what it did: arguments, results, errors, and what it looks like.

import { expect, it } from 'vitest';
import { Observation } from '../../src/capture/observe.ts';

function machine() {
  const calls: unknown[][] = [];
  class Machine {
    add(a: number, b: number): number {
      calls.push([a, b]);
      if (a < 0) throw new RangeError('negative');
      return a + b;
    }
  }
  return { Machine, calls };
}

it('is seen with its arguments and its result', () => {
  const { Machine } = machine();
  const seen: unknown[] = [];
  const observation = new Observation(() => expect.unreachable());
  observation.observe(Machine, 'add', { after: (_, args, result) => void seen.push(args, result) });
  expect(new Machine().add(2, 3)).toBe(5);
  expect(seen).toEqual([[2, 3], 5]);
  expect([Machine.prototype.add.name, Machine.prototype.add.length]).toEqual(['add', 2]);
  // What fails has not happened, and fails as it did.
  expect(() => new Machine().add(-1, 3)).toThrow(new RangeError('negative'));
  expect(seen).toHaveLength(2);
});

it('goes on when the observer fails', () => {
  const { Machine, calls } = machine();
  const faults: unknown[] = [];
  const observation = new Observation((error) => faults.push(error));
  const fail = () => {
    throw new Error('observer');
  };
  observation.observe(Machine, 'add', { before: fail, replace: fail, after: fail });
  expect(new Machine().add(2, 3)).toBe(5);
  expect(calls).toEqual([[2, 3]]);
  expect(faults).toHaveLength(3);
});

it('is not seen when the capture itself calls it', () => {
  const { Machine } = machine();
  const observation = new Observation(() => expect.unreachable());
  observation.observe(Machine, 'add', {
    // Would not end otherwise.
    after: () => void new Machine().add(1, 1),
  });
  expect(new Machine().add(2, 3)).toBe(5);
  expect(observation.unobserved(() => new Machine().add(2, 3))).toBe(5);
});

it('may be one that there is not', () => {
  const observation = new Observation(() => expect.unreachable());
  observation.observe<{ add(): void }, 'add'>(undefined, 'add', {});
  class Empty {}
  observation.observe(Empty as unknown as { prototype: { add(): void } }, 'add', {});
  expect(Object.keys(Empty.prototype)).toEqual([]);
});
