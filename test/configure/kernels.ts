// Small launches written into a temporary folder.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const SCALE = `@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
override SIZE: u32 = 64;
@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < arrayLength(&y)) { y[id.x] = 2.0 * x[id.x]; }
}
`;

/** The same with a size that transformations can change. */
export const FIXED = SCALE.replace('override SIZE: u32 = 64;\n', '').replace('(SIZE)', '(64)');

export const LAUNCH = {
  shader: 'scale.wgsl',
  params: { N: 65536, SIZE: 64 },
  constants: { SIZE: 'SIZE' },
  dispatch: ['ceil(N / SIZE)'],
  bindings: [
    { group: 0, binding: 0, size: '4 * N', data: { kind: 'random-f32', seed: 1 } },
    { group: 0, binding: 1, size: '4 * N' },
  ],
};

export const FIXED_LAUNCH = {
  ...LAUNCH,
  shader: 'fixed.wgsl',
  params: { N: 65536 },
  constants: {},
  dispatch: ['ceil(N / 64)'],
};

export class Folder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'kernelcast-configure-'));

  constructor() {
    this.write('scale.wgsl', SCALE);
    this.write('fixed.wgsl', FIXED);
  }

  write(name: string, content: string | object): string {
    const file = path.join(this.path, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
