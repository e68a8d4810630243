// The pages whose addresses an SM knows: the last ones that any of its warps asked for.

import type { i32 } from './integers.ts';

export class PagesAtHand {
  /** The most recent first. */
  private readonly pages: Int32Array;

  constructor(entries: i32) {
    this.pages = new Int32Array(entries).fill(-1);
  }

  /** Makes the page the most recent; 1 if it was not at hand. */
  lookUp(page: i32): i32 {
    const { pages } = this;
    if (pages[0] === page) return 0;
    const last: i32 = pages.length - 1;
    let at: i32 = 0;
    while (at < last && pages[at] !== page) at++;
    const missing: i32 = pages[at] === page ? 0 : 1;
    pages.copyWithin(1, 0, at);
    pages[0] = page;
    return missing;
  }
}
