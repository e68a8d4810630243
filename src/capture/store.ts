// Where a capture goes: a journal and files beside it. A folder in Node, memory in a page.

import type { JournalLine } from './app-file.ts';

export interface Store {
  /** Adds to the journal. */
  append(line: JournalLine): void;
  /** Makes what was appended outlast the process. */
  flush(): void;
  /** Puts a file in place, whole. */
  put(path: string, content: Uint8Array | string): void;
}
