// A capture in memory, for pages: an archive at the end.

import { appText, type JournalLine } from './app-file.ts';
import type { Store } from './store.ts';
import { tar } from './tar.ts';

export class MemoryStore implements Store {
  private readonly lines: JournalLine[] = [];
  private readonly files = new Map<string, Uint8Array>();

  append(line: JournalLine): void {
    this.lines.push(line);
  }

  flush(): void {}

  put(path: string, content: Uint8Array | string): void {
    this.files.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content.slice());
  }

  /** `app.json` and what lies beside it. */
  archive(): Uint8Array {
    return tar([['app.json', new TextEncoder().encode(appText(this.lines))], ...this.files]);
  }
}
