// Every data file against its schema, and the references between them.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, as it is run by itself
import { cardProfiles, fileText } from '../hwprofiles/cards/make.mjs';
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
      "amd-radeon-pro-w6600": 25,
      "amd-radeon-pro-w7800": 24,
      "amd-rx-6600": 25,
      "amd-rx-6800-xt": 25,
      "amd-rx-7600": 23,
      "amd-rx-7800-xt": 23,
      "amd-rx-7900-xtx": 23,
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
      "nvidia-a100": 10,
      "nvidia-h200": 4,
      "nvidia-k20c": 24,
      "nvidia-rtx-2060": 3,
      "nvidia-rtx-3060": 4,
      "nvidia-rtx-3060-laptop": 4,
      "nvidia-rtx-3070": 4,
      "nvidia-rtx-3080": 4,
      "nvidia-rtx-3090": 4,
      "nvidia-rtx-4060": 4,
      "nvidia-rtx-4070": 4,
      "nvidia-rtx-4080": 4,
      "nvidia-rtx-4090": 4,
      "nvidia-rtx-5070": 4,
      "nvidia-rtx-5080": 4,
      "nvidia-rtx-5090": 4,
      "nvidia-rtx-a4000": 4,
      "nvidia-rtx-a6000": 4,
      "nvidia-titan-x-pascal": 24,
    }
  `);
});

it.each(profiles)('%s has no more guesses than a third of its numbers', (_, profile) => {
  const origins = originsOf(profile);
  expect(origins.filter((origin) => origin.includes('guess')).length).toBeLessThanOrEqual(origins.length / 3);
});

it('the rules by which numbers are carried over are explained', () => {
  const readme = readFileSync(path.join(root, 'hwprofiles/README.md'), 'utf8');
  const rules = new Set(
    profiles.flatMap(([, profile]) =>
      originsOf(profile).flatMap((origin) =>
        [...origin.matchAll(/\bby ([A-Z][A-Z-]+)\b/g)].map((match) => match[1]),
      ),
    ),
  );
  expect([...rules].filter((rule) => !readme.includes(`| \`${rule}\` |`))).toEqual([]);
  expect(rules.size).toBeGreaterThan(5);
});

it('cards that share a generation are as made from it', () => {
  const made = Object.fromEntries(
    cardProfiles().map((profile: Profile) => [`${profile.name}.json`, `${fileText(profile)}\n`]),
  );
  const kept = Object.keys(made).map((file) => [
    file,
    readFileSync(path.join(root, 'hwprofiles', file), 'utf8'),
  ]);
  expect(Object.fromEntries(kept)).toEqual(made);
});

it('each kind of device has one profile at most that stands for it', () => {
  const kinds = profiles.flatMap(([, { standsFor }]) => standsFor ?? []);
  expect(kinds.length).toBe(new Set(kinds).size);
  expect(kinds).toEqual(expect.arrayContaining(['integrated', 'consumer', 'data-centre']));
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
