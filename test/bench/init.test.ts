// What `init` writes beside the launch files that were written by hand, told their sizes: the same dispatch and buffers
// for as many as it was. What differs and why: bench/studies/init.ts.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { besideHandWritten } from '../../bench/studies/init-beside.ts';
import { loadLaunch } from '../../src/launch/load.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('a launch file of init beside one by hand', () => {
  it.each([
    ['development', 154, 141],
    ['studied', 189, 162],
  ])('%s: %i launches, %i of them with the same dispatch and sizes', (set, launches, same) => {
    const folder = path.join(root, 'bench/sets', set);
    let [all, agreeing] = [0, 0];
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
      const byHand = loadLaunch(path.join(folder, name)).value;
      if (!byHand) continue;
      all++;
      const { launch, differences } = besideHandWritten(byHand, readFileSync(byHand.shaderPath, 'utf8'));
      expect(launch, `${name}: ${differences[0]}`).toBeDefined();
      if (differences.every((each) => each.startsWith('data of'))) agreeing++;
    }
    expect(all).toBeGreaterThanOrEqual(launches);
    expect(agreeing).toBeGreaterThanOrEqual(same);
  });
});
