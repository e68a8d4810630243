// The types of compiled-core.mjs, for the tests, which run what it makes.

import type { ObjectLayout } from './src/emulate/compiled/binary.ts';

export interface CompiledCore {
  readonly binary: Uint8Array;
  readonly layouts: Readonly<Record<string, ObjectLayout>>;
}

export function compileCore(): Promise<CompiledCore>;

/** A plugin of Vite's. */
export const compiledCoreInTests: {
  readonly name: string;
  load(id: string): Promise<string> | undefined;
};
