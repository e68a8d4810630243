// `kernelcast/capture` in a page or worker, as one script: records from when it is loaded, or between
// `kernelcastCapture.start()` and `stop()`. Options are what `kernelcastCapture` holds before.

import { Capture } from './capture.ts';
import type { Classes } from './hook-objects.ts';
import { MemoryStore } from './memory-store.ts';
import type { CaptureOptions } from './options.ts';
import type { Summary } from './session.ts';
import { summaryText } from './summary-text.ts';

interface PageCapture {
  /** Starts recording. */
  start(options?: CaptureOptions): void;
  /** Ends the recording: a tar archive with `app.json` and what lies beside it. */
  stop(): Promise<{ readonly archive: Uint8Array; readonly summary: Summary }>;
  /** Ends the recording and offers the archive as a download. */
  save(fileName?: string): Promise<void>;
}

const scope = globalThis as { kernelcastCapture?: CaptureOptions | PageCapture };

function install(options: CaptureOptions): PageCapture {
  const capture = new Capture((error) => console.error('kernelcast: the capture has failed', error));
  capture.hook(globalThis as Classes, { copiesShared: false });
  let store: MemoryStore;
  const page: PageCapture = {
    start(more = {}) {
      const opened = new MemoryStore();
      capture.start({ ...options, ...more }, opened);
      store = opened;
    },
    async stop() {
      await capture.session?.settled();
      const summary = capture.end();
      if (summary === undefined) throw new Error('kernelcast capture: none is under way; call start() first');
      console.info(summaryText(summary, 'an archive'));
      return { archive: store.archive(), summary };
    },
    async save(fileName = 'captured.tar') {
      const { archive } = await page.stop();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([archive as BlobPart], { type: 'application/x-tar' }));
      link.download = fileName;
      link.click();
    },
  };
  if (options.paused !== true) page.start();
  return page;
}

/** Loaded twice, the first stays: hooks on hooks would record everything twice. */
const given = scope.kernelcastCapture;
if (given === undefined || !('stop' in given)) scope.kernelcastCapture = install(given ?? {});
