// A backend that keeps to a time: what is under way when it is up stays without a verdict.

import type { Backend } from '../configure/backend.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';

/**
 * Outcomes of what came too late have neither value nor diagnostics.
 * @param atMs by `performance.now()`
 * @param waitsForFirst the first evaluation is waited for, however long it takes
 */
export function withDeadline(backend: Backend, atMs: number, waitsForFirst = false): Backend {
  let isFirst = waitsForFirst;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    // Timers come up to a millisecond before their time, and late where a thread is busy.
    timer = setTimeout(
      () => {
        isOver = true;
        resolve();
      },
      Math.max(0, atMs - performance.now()),
    );
    timer.unref();
  });
  const inTime = async <T, L>(work: () => Promise<T>, late: L): Promise<T | L> => {
    if (isOver || performance.now() > atMs) return late;
    return await Promise.race([work(), over.then(() => late)]);
  };
  const evaluated = <T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    if (!isFirst) return inTime(work, { diagnostics: [] });
    isFirst = false;
    return work();
  };
  const { time, expect } = backend;
  return {
    evaluate: (instance) => evaluated(() => backend.evaluate(instance)),
    ...(time && { time: (instance) => evaluated(() => time.call(backend, instance)) }),
    ...(expect && {
      expect: (what, instance) => inTime(() => expect.call(backend, what, instance), undefined),
    }),
    spareOccupancy: (instance) => inTime(() => backend.spareOccupancy(instance), undefined),
    close() {
      clearTimeout(timer);
      backend.close();
    },
  };
}
