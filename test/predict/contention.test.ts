// Loops that retry a compare-exchange, against what was measured on an H200 (bench/sets/studied, cas-add-*) and by
// what must hold of any.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const STUDIED = 'bench/sets/studied';
const measured = new Map<string, number>(
  JSON.parse(
    readFileSync(path.join(STUDIED, 'recorded/contended-exchanges/nvidia-h200.json'), 'utf8'),
  ).measurements.map(({ name, timeNs }: { name: string; timeNs: number }) => [name, timeNs]),
);

function timeOf(name: string, params: Record<string, number> = {}): number {
  const launch = JSON.parse(readFileSync(path.join(STUDIED, `${name}.json`), 'utf8'));
  const source = readFileSync(path.join(STUDIED, launch.shader), 'utf8');
  return forecast(source, { ...launch, params: { ...launch.params, ...params } }).prediction.timeNs;
}

describe('lanes that retry a compare-exchange', () => {
  it('take the time that was measured within a factor of two, from one word to four million', () => {
    const names = readdirSync(STUDIED).flatMap((file) => /^(cas-add-.*)\.json$/.exec(file)?.[1] ?? []);
    expect(names.length).toBe(measured.size);
    const errors = names.map((name) => Math.log(timeOf(name) / measured.get(name)!));
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(Math.log(2));
    const mean = errors.reduce((sum, each) => sum + Math.abs(each), 0) / errors.length;
    expect(Math.exp(mean)).toBeLessThan(1.3);
  }, 60_000);

  it('go around as often as the busiest of their words asks for, not an average one', () => {
    for (const [name, most] of [
      ['cas-add-shared-264-64', 1.15],
      ['cas-add-shared-2112-8', 1.25],
    ] as const) {
      expect(Math.abs(Math.log(timeOf(name) / measured.get(name)!)), name).toBeLessThan(Math.log(most));
    }
  });

  it('take four times as long where twice as many meet at one word', () => {
    const growth = timeOf('cas-add-14-1', { N: 2 ** 15 }) / timeOf('cas-add-14-1');
    expect(growth).toBeGreaterThan(3);
    expect(growth).toBeLessThan(5);
  });

  it('take no longer for being able to meet where they do not', () => {
    const apart = timeOf('cas-add-17-65536', { CELLS: 2 ** 26 });
    expect(apart).toBeLessThan(1.3 * timeOf('cas-add-17-65536', { N: 2 ** 16, CELLS: 2 ** 26 }) * 2);
  });

  // Written blind, for the search: a warp that is done with one word goes on to the next.
  it.each(['joint-histogram', 'spring-layout'])('one loop after the other, too: %s', (name) => {
    const SPACES = 'bench/spaces/studied';
    const launch = JSON.parse(readFileSync(path.join(SPACES, 'kernels', `${name}.json`), 'utf8'));
    const source = readFileSync(path.join(SPACES, 'kernels', launch.shader), 'utf8');
    const { base, configurations } = JSON.parse(
      readFileSync(path.join(SPACES, 'recorded', `${name}-nvidia-h200.json`), 'utf8'),
    );
    const asItIs = configurations.find(({ at }: { at: number[] }) => at.join() === base.join());
    const { timeNs } = forecast(source, launch).prediction;
    expect(Math.abs(Math.log(timeNs / asItIs.timeNs))).toBeLessThan(Math.log(2));
  });
});
