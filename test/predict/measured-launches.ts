// Launches of a folder of microbench/ and what they measured on an H200.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { forecast } from './forecast.ts';

/**
 * Names are those of launch files; where one was measured with several params, these stand behind it: `lanes MIB=16`.
 * @param results files of microbench/results
 */
export function measuredLaunches(folder: string, ...results: readonly string[]) {
  const measured = new Map<string, number>();
  for (const file of results) {
    const { measurements } = JSON.parse(readFileSync(path.join('microbench/results', file), 'utf8')) as {
      measurements: { name: string; timeNs: number; params?: Record<string, string> }[];
    };
    for (const { name, timeNs, params } of measurements)
      measured.set([name, ...Object.entries(params ?? {}).map((each) => each.join('='))].join(' '), timeNs);
  }
  const timeOf = (named: string): number => {
    const [name, ...params] = named.split(' ');
    const launch = JSON.parse(readFileSync(path.join('microbench', folder, `${name}.json`), 'utf8'));
    for (const param of params) {
      const [key, value] = param.split('=');
      launch.params[key] = Number(value);
    }
    const source = readFileSync(path.join('microbench', folder, launch.shader), 'utf8');
    return forecast(source, launch).prediction.timeNs;
  };
  return {
    /** Predicted over measured time. */
    ratioOf: (name: string): number => timeOf(name) / measured.get(name)!,
    /** Mean of |predicted / measured − 1| of those whose names match. */
    errorOf(pattern: RegExp): number {
      const names = [...measured.keys()].filter((name) => pattern.test(name));
      expect(names.length).toBeGreaterThan(0);
      return (
        names.reduce((sum, name) => sum + Math.abs(timeOf(name) / measured.get(name)! - 1), 0) / names.length
      );
    },
  };
}
