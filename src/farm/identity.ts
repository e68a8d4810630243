// Who may work together: the same build of kernelcast, so that a prediction is the same to the last bit wherever it is
// made; and the names of queues, one for each model of GPU with its driver and one for predictions.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { packageRoot } from '../profile/package-root.ts';

/** SHA-256 in hexadecimal: what contents and tasks are called by. */
export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Version and a hash of the program that runs, e.g. `0.1.0+5f0c1a9b22d3`. */
export function buildIdentity(): string {
  const program = path.join(packageRoot(), 'dist', 'program.cjs');
  const hash = existsSync(program) ? hashOf(readFileSync(program)).slice(0, 12) : 'source';
  return `${packageJson.version}+${hash}`;
}

/** Who can do a task: a GPU of one model with one driver, or any processor. */
export type Skill =
  | { readonly kind: 'gpu'; readonly device: string; readonly driver: string }
  | { readonly kind: 'model' };

/** The queue of a skill within a build: letters, digits, dots, dashes and underscores. */
export function queueOf(build: string, skill: Skill): string {
  const version = `v${hashOf(build).slice(0, 8)}`;
  if (skill.kind === 'model') return `model.${version}`;
  const exact = hashOf(JSON.stringify([skill.device, skill.driver])).slice(0, 8);
  return `measure.${plain(skill.device)}.${exact}.${version}`;
}

/** The same for the same task: whoever asks for it again gets the result that is there. A UUID of version 8. */
export function taskId(queue: string, task: string): string {
  const hash = hashOf(`${queue}\n${task}`);
  const variant = ((Number.parseInt(hash[16], 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

function plain(device: string): string {
  return device
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
}
