// Trials that several tuners share while they run, wherever they are.

import type { LogRecord, Subject } from './records.ts';

export interface SharedTrials {
  /** All runs and trials of a subject that are known anywhere. @throws DiagnosticError */
  known(subject: Subject): Promise<readonly LogRecord[]>;
  /** Those of other tuners that became known since, as far as they have arrived. */
  news(subject: Subject): readonly LogRecord[];
  /** What this process has to say; it is on its way when this returns. */
  add(records: readonly LogRecord[]): void;
  /** All of it has arrived. @throws DiagnosticError */
  settle(): Promise<void>;
}
