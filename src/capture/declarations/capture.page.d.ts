// What `kernelcast/capture` is to a program that is bundled for a page.

import type { CaptureOptions, Summary } from './capture.d.ts';

export type { CaptureOptions, Summary };

export interface Captured {
  /** A tar archive with `app.json` and what lies beside it. */
  readonly archive: Uint8Array;
  readonly summary: Summary;
}

/**
 * Starts recording, which happens by itself when this is loaded, unless `globalThis.kernelcastCapture` was
 * `{ paused: true }` before.
 * @throws Error where a recording is under way
 */
export function start(options?: CaptureOptions): void;

/** Ends the recording, once all contents have been read. @throws Error where none is under way */
export function stop(): Promise<Captured>;

/** Ends the recording and offers the archive as a download, `captured.tar` when left out. */
export function save(fileName?: string): Promise<void>;
