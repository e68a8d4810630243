// Where the model runs on this machine: over worker threads where that is worth it.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileOf, type Launch } from '../launch/launch.ts';
import { packageRoot } from '../profile/package-root.ts';
import type { Backend } from './backend.ts';
import type { ModelOptions } from './evaluate.ts';

const MOST_WORKERS = 8;

/** Worker threads where the bundle has them and the machine has processors for them; else this thread. */
export async function openBackend(
  { bindings }: Pick<Launch, 'bindings'>,
  options: ModelOptions,
): Promise<Backend> {
  const program = path.join(packageRoot(), 'dist', 'model-worker.js');
  const workers = Math.min(MOST_WORKERS, availableParallelism());
  if (workers < 2 || !existsSync(program)) {
    const { inProcess } = await import('./backend.ts');
    return inProcess(options);
  }
  const { ModelPool, shared } = await import('./pool.ts');
  const { files, now: _, ...setup } = options;
  const paths = bindings.flatMap(({ data }) => fileOf(data) ?? []);
  const data = Object.fromEntries(paths.map((file) => [file, shared(files(file))]));
  return new ModelPool({ program, workers, setup: { ...setup, data } });
}
