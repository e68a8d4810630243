// A capture in a folder: the journal grows while the app runs, so that a kill loses no more than the step it
// falls into, and becomes `app.json` at the end.

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { appText, type JournalLine, journalLines } from './app-file.ts';
import type { Store } from './store.ts';

const APP = 'app.json';
const JOURNAL = 'app.partial.jsonl';

export class FolderStore implements Store {
  readonly folder: string;
  private journal: number | undefined;
  private lines = '';

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Whether anything has been written. */
  get isOpen(): boolean {
    return this.journal !== undefined;
  }

  /** What an earlier capture left in the folder is replaced, once this one has something. */
  private open(): number {
    if (this.journal !== undefined) return this.journal;
    const { folder } = this;
    if ([APP, JOURNAL].some((name) => existsSync(path.join(folder, name))))
      for (const name of [APP, JOURNAL, 'shaders', 'data'])
        rmSync(path.join(folder, name), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    this.journal = openSync(path.join(folder, JOURNAL), 'a');
    return this.journal;
  }

  append(line: JournalLine): void {
    this.lines += `${JSON.stringify(line)}\n`;
  }

  flush(): void {
    const journal = this.open();
    const bytes = Buffer.from(this.lines);
    this.lines = '';
    for (let from = 0; from < bytes.length; ) from += writeSync(journal, bytes, from);
  }

  put(name: string, content: Uint8Array | string): void {
    this.open();
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Writes the app file and returns its path. */
  finish(): string {
    this.flush();
    closeSync(this.open());
    return finishCapture(this.folder);
  }
}

/** What to say of a folder with a capture that was cut off; undefined for any other. */
export function cutOffMessage(folder: string): string | undefined {
  const [app, journal] = [APP, JOURNAL].map((name) => path.join(folder, name));
  if (existsSync(app) || !existsSync(journal)) return undefined;
  const command = `node node_modules/kernelcast/dist/capture.js ${folder}`;
  return `${folder} holds a capture that was cut off: ${JOURNAL} without ${APP}. All that was recorded is there: "${command}" makes it an app file`;
}

/**
 * Makes an app file of a capture that was cut off, with all that happened before, and returns its path. A
 * capture that was finished is left as it is.
 * @throws Error when the folder holds no capture
 */
export function finishCapture(folder: string): string {
  const [app, journal] = [APP, JOURNAL].map((name) => path.join(folder, name));
  if (!existsSync(journal)) {
    if (existsSync(app)) return app;
    throw new Error(`${folder} holds no capture: neither ${APP} nor ${JOURNAL} is there`);
  }
  writeFileSync(`${app}.part`, appText(journalLines(readFileSync(journal, 'utf8'))));
  renameSync(`${app}.part`, app);
  rmSync(journal);
  return app;
}
