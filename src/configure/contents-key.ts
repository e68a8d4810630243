// What a buffer holds as something to tell launches apart by, in few characters where it holds much.

import type { BufferData, BufferPages } from '../launch/launch.ts';

/** Equal for equal contents. */
export function contentsKey(data: BufferData): unknown {
  if (data.kind === 'words') return [...data.words];
  if (data.kind !== 'pages') return data;
  const { base, baseBytes, offsetBytes, pages } = data;
  return ['pages', contentsKey(base), baseBytes, offsetBytes, pagesKey(pages)];
}

/** Pages never change, and all configurations of a launch share them. */
const known = new WeakMap<BufferPages['pages'], string>();

function pagesKey(pages: BufferPages['pages']): string {
  const key =
    known.get(pages) ??
    [...pages]
      .sort(([a], [b]) => a - b)
      .map(([page, words]) => `${page}:${hash(words, 0x811c9dc5)}${hash(words, 0x9e3779b9)}`)
      .join();
  known.set(pages, key);
  return key;
}

/** FNV-1a over words instead of bytes. */
function hash(words: Uint32Array, basis: number): string {
  let sum = basis;
  for (const word of words) {
    sum = Math.imul(sum ^ word, 0x01000193);
    sum ^= sum >>> 15;
  }
  return (sum >>> 0).toString(16).padStart(8, '0');
}
