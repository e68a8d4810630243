// Where a run writes its trials down. When that fails, it is tried again with the next one and at the end; why it
// fails is told, so that the run can stop and the caller put the trials elsewhere.

import { UnwritableError } from './trials/log.ts';
import type { RunState } from './trials/records.ts';
import type { StoredTrial, TrialStore } from './trials/store.ts';

export class Journal {
  private readonly store: Pick<TrialStore, 'add' | 'update' | 'settle'>;
  private readonly run: string;
  private problem: string | undefined;

  constructor(store: Pick<TrialStore, 'add' | 'update' | 'settle'>, run: string) {
    this.store = store;
    this.run = run;
  }

  /** Why trials are not written; undefined while they are. */
  get failure(): string | undefined {
    return this.problem;
  }

  add(trial: StoredTrial): void {
    this.guarded(() => this.store.add(this.run, trial));
  }

  /** Notes how the run stands, and makes sure that all of it is there. */
  finish(seconds: number, state: RunState): void {
    this.guarded(() => {
      this.store.update(this.run, seconds, state);
      this.store.settle();
    });
  }

  private guarded(write: () => void): void {
    try {
      write();
      this.problem = undefined;
    } catch (error) {
      if (!(error instanceof UnwritableError)) throw error;
      this.problem = error.message;
    }
  }
}
