// `kernelcast/capture` in a page or worker: records from when it is loaded, or between `start()` and `stop()`. Options
// are what `kernelcastCapture` holds before. It is built as one script and as a module for bundlers.

import { Capture } from './capture.ts';
import type { CaptureOptions } from './declarations/capture.d.ts';
import type * as declared from './declarations/capture.page.d.ts';
import type { Classes } from './hook-objects.ts';
import { MemoryStore } from './memory-store.ts';
import { summaryText } from './summary-text.ts';

type PageCapture = typeof declared;

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
      console.info(summaryText(summary, 'an archive').trimEnd());
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
function installOnce(): PageCapture {
  const scope = globalThis as { kernelcastCapture?: CaptureOptions | PageCapture };
  const given = scope.kernelcastCapture ?? {};
  const page = 'stop' in given ? given : install(given);
  scope.kernelcastCapture = page;
  return page;
}

export const { start, stop, save } = installOnce();
