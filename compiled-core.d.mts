// The types of compiled-core.mjs, for the test that runs what it makes.

import type { ObjectLayout } from './src/emulate/compiled/binary.ts';

export interface CompiledCore {
  readonly binary: Uint8Array;
  readonly layouts: Readonly<Record<string, ObjectLayout>>;
}

export function compileCore(): Promise<CompiledCore>;
