// Every test file belongs to one tier, and each tier holds the one before.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { alone, leftOut, tierOf } from './tiers.ts';

const root = path.join(import.meta.dirname, '..');
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => path.posix.join('test', file.replaceAll(path.sep, '/')));

describe('the tiers of tests', () => {
  it('name each file at most once, and only files that there are', () => {
    const named = leftOut('fast');
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
    expect(named).toHaveLength(new Set(named).size);
  });

  it('grow from the first to the last, which holds everything', () => {
    const [fast, test, all] = (['fast', 'test', 'all'] as const).map(
      (tier) => new Set(files.filter((file) => !leftOut(tier).includes(file))),
    );
    expect([...fast].filter((file) => !test.has(file))).toEqual([]);
    expect(fast.size).toBeLessThan(test.size);
    expect(test.size).toBeLessThan(all.size);
    expect([...all]).toEqual(files);
  });

  it('leave to processes of their own what changes a process for others', () => {
    const shared = files.filter((file) => !alone().includes(file));
    const changes = (file: string) =>
      /^import .*\bcloseTint\b|^vi\.mock\(|process\.env\[[^\]]*\] =[^=]/m.test(
        readFileSync(path.join(root, file), 'utf8'),
      );
    expect(shared.filter(changes)).toEqual([]);
    expect(alone().filter((file) => !leftOut('fast').includes(file))).toEqual([]);
  });

  it('are three', () => {
    expect(tierOf('fast')).toBe('fast');
    expect(() => tierOf('slow')).toThrow('--mode slow: the tiers of tests are fast, test, all');
  });
});
