// Where trials are written down. When that fails, they are kept and written later; what cannot be written until
// the end is given back, so that the caller can put it elsewhere.

import type { Run, StoredTrial, TrialStore } from './trials/store.ts';

export class Journal {
  private readonly store: TrialStore | undefined;
  private readonly run: number;
  private waiting: StoredTrial[] = [];
  private problem: string | undefined;

  /** Without a store, nothing is written and nothing fails. */
  constructor(store: TrialStore | undefined, run: number) {
    this.store = store;
    this.run = run;
  }

  /** Why trials are not written; undefined while they are. */
  get failure(): string | undefined {
    return this.problem;
  }

  get unwritten(): readonly StoredTrial[] {
    return this.waiting;
  }

  add(trial: StoredTrial): void {
    if (!this.store) return;
    this.waiting.push(trial);
    this.flush();
  }

  /** Tries once more to write what is waiting, and notes how the run stands. */
  finish(seconds: number, state: Run['state']): void {
    this.flush();
    this.guarded(() => this.store?.update(this.run, seconds, state));
  }

  private flush(): void {
    this.guarded(() => {
      for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
        this.store!.add(this.run, next);
        this.waiting.shift();
      }
      this.problem = undefined;
    });
  }

  private guarded(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}
