// A backend that keeps to a time: what comes too late has no verdict, and what came in time has one.

import { describe, expect, it } from 'vitest';
import { withDeadline } from '../../src/cli/deadline.ts';
import type { Backend } from '../../src/configure/backend.ts';
import type { Instance } from '../../src/configure/tunable.ts';

const instance = {} as Instance;
const refused = { diagnostics: [{ severity: 'unsupported', code: 'x', message: 'no' }] } as const;
/** Each evaluation ends when it is told to. */
function slow() {
  const ends: (() => void)[] = [];
  const backend: Backend = {
    evaluate: () =>
      new Promise((resolve) =>
        ends.push(() => resolve({ ...refused, diagnostics: [...refused.diagnostics] })),
      ),
    spareOccupancy: () => new Promise(() => {}),
    close: () => {},
  };
  return { backend, ends };
}

const LATE = { diagnostics: [] };

describe('a deadline', () => {
  it('leaves what is under way when it comes, and begins nothing behind it', async () => {
    const { backend, ends } = slow();
    const timed = withDeadline(backend, performance.now() + 20);
    // The timer alone would let the process end.
    const alive = setInterval(() => {}, 1000);
    const [inTime, late, spare] = [
      timed.evaluate(instance),
      timed.evaluate(instance),
      timed.spareOccupancy(instance),
    ];
    ends[0]();
    expect(await inTime).toEqual(refused);
    expect(await late).toEqual(LATE);
    expect(await spare).toBeUndefined();
    expect(await timed.evaluate(instance)).toEqual(LATE);
    expect(ends).toHaveLength(2);
    clearInterval(alive);
  });

  it('waits for the first where it is asked to', async () => {
    const { backend, ends } = slow();
    const timed = withDeadline(backend, performance.now() - 1, true);
    const first = timed.evaluate(instance);
    expect(await timed.evaluate(instance)).toEqual(LATE);
    ends[0]();
    expect(await first).toEqual(refused);
  });
});
