// The files beside an app file: shaders and data, each content once.

import type { DataFiles } from './describe-data.ts';
import { fileName, type Names } from './names.ts';
import type { Store } from './store.ts';

export class Files implements DataFiles {
  private readonly store: Store;
  private readonly names: Names;
  private readonly shaders = new Map<string, string>();
  private readonly data = new Map<string, string>();
  /** What has been put into data files. */
  dataBytes = 0;

  constructor(store: Store, names: Names) {
    this.store = store;
    this.names = names;
  }

  shaderOf(code: string, label: string): string {
    const known = this.shaders.get(code);
    if (known !== undefined) return known;
    const path = `shaders/${fileName(this.names.unique('shader', label))}.wgsl`;
    this.shaders.set(code, path);
    this.store.put(path, code);
    return path;
  }

  fileOf(bytes: Uint8Array): string {
    const key = `${bytes.byteLength} ${hash(bytes)}`;
    const known = this.data.get(key);
    if (known !== undefined) return known;
    const path = `data/${this.data.size + 1}.bin`;
    this.data.set(key, path);
    this.store.put(path, bytes);
    this.dataBytes += bytes.byteLength;
    return path;
  }

  get shaderCount(): number {
    return this.shaders.size;
  }
}

/** 64 bits by two FNV-1a hashes over words, of different bases and rotations. */
function hash(bytes: Uint8Array): string {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    a = Math.imul(a ^ word, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b ^ ((word << 13) | (word >>> 19)), 0x85ebca6b);
    b ^= b >>> 13;
  }
  return `${a >>> 0} ${b >>> 0}`;
}
