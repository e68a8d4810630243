// `kernelcast/capture.global.js`, for scripts that talk to a page: what it puts into the page.

import type * as page from './capture.page.d.ts';

declare global {
  /** Options before the script is loaded, the capture afterwards. */
  var kernelcastCapture: typeof page;
}
