// The archive that a capture in a page gives, read by the system's tar.

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { MemoryStore } from '../../src/capture/memory-store.ts';

it('holds the app file and what lies beside it', () => {
  const store = new MemoryStore();
  const bytes = Uint8Array.from({ length: 1500 }, (_, index) => index);
  store.append({ app: { name: 'few' } });
  store.append({ step: { skipped: 'all' } });
  store.put('shaders/größe.wgsl', 'fn größe() {}');
  store.put('data/1.bin', bytes);
  // Memory of the app may change after it has been put.
  bytes.fill(0);
  const input = store.archive();
  expect(input.byteLength % 512).toBe(0);
  const read = (name: string) => execFileSync('tar', ['-xOf', '-', name], { input });
  expect(execFileSync('tar', ['-tf', '-', '--quoting-style=literal'], { input }).toString()).toBe(
    'app.json\nshaders/größe.wgsl\ndata/1.bin\n',
  );
  expect(read('shaders/größe.wgsl').toString()).toBe('fn größe() {}');
  expect([...read('data/1.bin')]).toEqual(Array.from({ length: 1500 }, (_, index) => index % 256));
  expect(JSON.parse(read('app.json').toString())).toMatchObject({ name: 'few', steps: [{ skipped: 'all' }] });
});
