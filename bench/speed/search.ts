// What `search` with its 60 predictions costs for each space that was recorded: by the clock, and processor time of all
// threads, of which two idle cores take half as long at least. Prints JSON. Arguments: names of spaces, all unless told.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { nodeCost, type ProcessCost } from './processes.ts';

export interface SearchAnswer {
  readonly searches: Readonly<Record<string, Omit<ProcessCost, 'peakBytes'>>>;
}

const SPACES = 'bench/spaces/kernels';
const COMMAND = ['dist/kernelcast.js', 'search', '--profile', 'nvidia-h200', '--time', '300s'];

const named = process.argv.slice(2);
const names = readdirSync(SPACES)
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.basename(file, '.json'))
  .filter((name) => named.length === 0 || named.includes(name));
const searches = names.map((name) => {
  const { seconds, elapsedSeconds } = nodeCost([...COMMAND, path.join(SPACES, `${name}.json`)], 1);
  return [name, { seconds, elapsedSeconds }] as const;
});
console.log(JSON.stringify({ searches: Object.fromEntries(searches) } satisfies SearchAnswer));
