// What a host is given: few bytes, and nothing that only Node has.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, '../../dist/page');
const contents = (name: string) => readFileSync(path.join(folder, name));

/** Of all files, zipped. */
const MOST_BYTES = 750_000;

describe('the built page', () => {
  it('is small', () => {
    const sizes = readdirSync(folder).map((name) => gzipSync(contents(name)).length);
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_BYTES);
  });

  it('has nothing of Node', () => {
    for (const name of ['page.js', 'worker.js']) expect(contents(name).toString()).not.toMatch(/["']node:/);
  });

  it('names all of its files for use offline', () => {
    const files = /FILES = (\[.*?\]);/.exec(contents('offline.js').toString())![1];
    const others = readdirSync(folder).filter((name) => name !== 'offline.js');
    expect(JSON.parse(files)).toEqual(['./', ...others.sort()]);
  });
});
