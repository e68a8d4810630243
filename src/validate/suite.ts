// A folder of launches with their measurements: what `validate` compares. Launch files are those JSON files
// that name a shader; measurements come from all files of measurements in the folder and below it; an optional
// `suite.json` says which family a launch belongs to and whether it is held out.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Measurement } from '../measure/measurement.ts';
import { readMeasurements } from '../measure/record.ts';

export interface SuiteEntry {
  readonly path: string;
  readonly family?: string;
  readonly isHeldOut?: boolean;
}

export interface Suite {
  readonly entries: readonly SuiteEntry[];
  readonly measurements: readonly Measurement[];
}

interface SuiteFile {
  readonly launches?: readonly {
    readonly launch: string;
    readonly family?: string;
    readonly heldOut?: boolean;
  }[];
}

/** @throws DiagnosticError */
export function readSuite(folder: string): Suite {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) refuse(folder, 'there is no such folder');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.split(path.sep).includes('node_modules'))
    .sort();
  const described = descriptions(folder);
  const entries: SuiteEntry[] = [];
  const measurements: Measurement[] = [];
  for (const file of files) {
    const full = path.join(folder, file);
    const text = readFileSync(full, 'utf8');
    if (text.includes('"kernelcast/measurements@1"')) {
      measurements.push(...readMeasurements(full).measurements);
    } else if (/"shader"\s*:/.test(text) && /"dispatch"\s*:/.test(text)) {
      entries.push({ path: full, ...described.get(file) });
    }
  }
  if (entries.length === 0) refuse(folder, 'there are no launch files in it');
  return { entries, measurements };
}

function descriptions(folder: string): Map<string, Omit<SuiteEntry, 'path'>> {
  const file = path.join(folder, 'suite.json');
  if (!existsSync(file)) return new Map();
  const { launches = [] } = readJson(file) as SuiteFile;
  return new Map(
    launches.map(({ launch: name, family, heldOut }) => [
      name,
      {
        ...(family === undefined ? {} : { family }),
        ...(heldOut === undefined ? {} : { isHeldOut: heldOut }),
      },
    ]),
  );
}

/**
 * A launch's time on the device: the median over its measurements there, those with other params left out;
 * undefined without any.
 */
export function measuredOn(
  measurements: readonly Measurement[],
  name: string,
  device: string,
): { readonly timeNs: number; readonly quality: readonly string[] } | undefined {
  const found = measurements
    .filter((each) => each.name === name && each.device === device && each.params === undefined)
    .sort((a, b) => a.timeNs - b.timeNs);
  const middle = found[found.length >> 1];
  return middle && { timeNs: middle.timeNs, quality: middle.quality };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(file, (error as Error).message);
  }
}

function refuse(folder: string, message: string): never {
  throw new DiagnosticError([
    { severity: 'invalid', code: 'validate/folder', message: `${folder}: ${message}` },
  ]);
}
