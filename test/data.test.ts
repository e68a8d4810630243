// Every data file against its schema, and the references between them.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../src/profile/profile.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const jsonFiles = (folder: string) =>
  readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.json') && !file.includes('schema'));
const profiles = jsonFiles('hwprofiles')
  .filter((file) => file !== 'sources.json')
  .map((file): [string, Profile] => [file, read(`hwprofiles/${file}`)]);

describe.each(['hwprofiles', 'isa'])('%s', (folder) => {
  it.each(jsonFiles(folder))('%s names a schema and follows it', (file) => {
    const data = read(`${folder}/${file}`);
    const schema = read(path.join(folder, data.$schema));
    const ajv = new Ajv2020({ allErrors: true });
    ajv.validate(schema, data);
    expect(ajv.errors ?? []).toEqual([]);
  });
});

describe.each(profiles)('profile %s', (file, profile) => {
  it('is named like its file', () => expect(`${profile.name}.json`).toBe(file));

  it('prices every cost class, with a resource that exists', () => {
    const classes = read('isa/cost-classes.json')
      .classes.filter(
        ({ compilers }: { compilers?: string[] }) => compilers?.includes(profile.compiler) ?? true,
      )
      .map((each: { name: string }) => each.name);
    expect(Object.keys(profile.classes).sort()).toEqual([...classes].sort());
    for (const cost of Object.values(profile.classes))
      expect([...Object.keys(profile.resources), 'barrier']).toContain(cost.resource);
  });

  it('cites sources that exist', () => {
    const known = new Set(Object.keys(read('hwprofiles/sources.json').sources));
    const unknown = originsOf(profile)
      .filter((origin) => /^(doc|measured|compiler|simulator):/.test(origin))
      .flatMap((origin) =>
        [...origin.matchAll(/(?:doc|measured|compiler|simulator):([A-Z0-9-]+)/g)].map((match) => match[1]),
      )
      .filter((key) => !known.has(key));
    expect(unknown).toEqual([]);
  });

  it('is consistent with itself', () => {
    const { limits, memory } = profile;
    expect(limits.warpsPerSm.value % limits.schedulersPerSm.value).toBe(0);
    expect(limits.sharedBytesPerWorkgroup.value).toBeLessThanOrEqual(limits.sharedBytesPerSm.value);
    expect(memory.l2NearBytes.value).toBeLessThanOrEqual(memory.l2Bytes.value);
    expect(memory.lineBytes.value % memory.sectorBytes.value).toBe(0);
    const carveouts = limits.sharedCarveoutBytes.values;
    expect([...carveouts].sort((a, b) => a - b)).toEqual([...carveouts]);
  });
});

it('the numbers of each profile that are guesses', () => {
  const guesses = Object.fromEntries(
    profiles.map(([, profile]) => [
      profile.name,
      originsOf(profile).filter((origin) => origin.includes('guess')).length,
    ]),
  );
  // A new guess shows up here, so that it is a decision.
  expect(guesses).toMatchInlineSnapshot(`
    {
      "amd-rx-6600": 38,
      "amd-rx-6800-xt": 34,
      "amd-rx-7600": 41,
      "amd-rx-7900-xtx": 36,
      "amd-w6600": 38,
      "amd-w7800": 41,
      "apple-m1": 15,
      "apple-m1-max": 15,
      "apple-m1-pro": 16,
      "apple-m2": 15,
      "apple-m2-pro": 15,
      "apple-m3": 19,
      "apple-m4": 19,
      "apple-m4-pro": 18,
      "intel-arc-a750": 21,
      "intel-arc-a770": 21,
      "intel-arc-b580": 18,
      "intel-iris-xe": 21,
      "intel-lunar-lake": 18,
      "nvidia-a100": 24,
      "nvidia-h200": 4,
      "nvidia-k20c": 28,
      "nvidia-rtx-4090": 31,
      "nvidia-titan-x-pascal": 35,
    }
  `);
});

it('every source is cited by a profile', () => {
  const text = profiles.map(([, profile]) => JSON.stringify(profile)).join();
  const unused = Object.keys(read('hwprofiles/sources.json').sources).filter(
    (key) => !new RegExp(`\\b${key}\\b`).test(text),
  );
  expect(unused).toEqual([]);
});

function originsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'source' && typeof value === 'string' ? [value] : originsOf(value),
  );
}
