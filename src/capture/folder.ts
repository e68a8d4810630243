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
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { appText, type JournalLine, journalLines } from './app-file.ts';
import type { Store } from './store.ts';

const APP = 'app.json';
const JOURNAL = 'app.partial.jsonl';

/** What this process itself has finished: its next capture may replace that. */
const finishedHere = new Set<string>();

export class FolderStore implements Store {
  private readonly wanted: string;
  private readonly onTaken: (folder: string) => void;
  private opened: { readonly folder: string; readonly journal: number } | undefined;
  private lines = '';

  /** @param onTaken told where the capture goes, should `folder` be another one's. */
  constructor(folder: string, onTaken: (instead: string) => void = () => undefined) {
    this.wanted = folder;
    this.onTaken = onTaken;
  }

  /** Whether anything has been written. */
  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** Once there is something to write, takes the folder, or else the first free place below it. */
  private open() {
    for (let place = 1; this.opened === undefined; place++) {
      const folder = place === 1 ? this.wanted : path.join(this.wanted, `process-${place}`);
      const journal = claim(folder);
      if (journal === undefined) continue;
      this.opened = { folder, journal };
      if (place > 1) this.onTaken(folder);
    }
    return this.opened;
  }

  append(line: JournalLine): void {
    this.lines += `${JSON.stringify(line)}\n`;
  }

  flush(): void {
    const { journal } = this.open();
    const bytes = Buffer.from(this.lines);
    this.lines = '';
    for (let from = 0; from < bytes.length; ) from += writeSync(journal, bytes, from);
  }

  put(name: string, content: Uint8Array | string): void {
    const file = path.join(this.open().folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Writes the app file and returns its path. */
  finish(): string {
    this.flush();
    const { folder, journal } = this.open();
    closeSync(journal);
    finishedHere.add(folder);
    return finishCapture(folder);
  }
}

/**
 * Opens the folder's journal and clears away what an earlier program left there. Undefined where another program
 * records, was cut off, or has finished since this one began.
 */
function claim(folder: string): number | undefined {
  const app = path.join(folder, APP);
  const finishedMs = statSync(app, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (finishedMs > performance.timeOrigin && !finishedHere.has(folder)) return undefined;
  mkdirSync(folder, { recursive: true });
  const journal = openIfNew(path.join(folder, JOURNAL));
  if (journal !== undefined && finishedMs > 0)
    for (const name of [APP, 'shaders', 'data'])
      rmSync(path.join(folder, name), { recursive: true, force: true });
  return journal;
}

/** Of several processes at once, one succeeds. */
function openIfNew(file: string): number | undefined {
  try {
    return openSync(file, 'ax');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}

/** What to say of a folder with a capture that was cut off; undefined for any other. */
export function cutOffMessage(folder: string): string | undefined {
  const [app, journal] = [APP, JOURNAL].map((name) => path.join(folder, name));
  if (existsSync(app) || !existsSync(journal)) return undefined;
  const command = `node node_modules/kernelcast/dist/capture.js ${folder}`;
  return `${folder} holds a capture that was cut off: ${JOURNAL} without ${APP}. All that was recorded is there: "${command}" makes it an app file, unless its program still runs`;
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
