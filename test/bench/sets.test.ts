// What bench/ says of its launches and pairs: that the indices are true to the folders, that statuses are
// consistent, and that first scores are those of the predictions on record.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readPairs } from '../../bench/pairs/pairs.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import type { Status } from '../../src/validate/launch-set.ts';
import { measuredOn, readLaunchSet } from '../../src/validate/launch-set.ts';
import { scoreOf } from '../../src/validate/statistics.ts';

interface Index {
  readonly status: Status;
  readonly device: string;
  readonly groups: readonly {
    readonly name: string;
    readonly scores: readonly { readonly launches: number; readonly mape: number; readonly median: number }[];
  }[];
  readonly launches: readonly {
    readonly launch: string;
    readonly group: string;
    readonly status: Status;
    readonly keptApart?: boolean;
  }[];
}

const root = path.join(import.meta.dirname, '../..');
const sets = path.join(root, 'bench/sets');
const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const read = (file: string) => JSON.parse(text(file));
const names = readdirSync(sets, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map((each) => each.name);
const indices = new Map(names.map((name): [string, Index] => [name, read(`bench/sets/${name}/set.json`)]));
const filesOf = (name: string, extension: string) =>
  readdirSync(path.join(sets, name)).filter((file) => file.endsWith(extension) && file !== 'set.json');
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

function schemaErrors(schema: string, data: unknown): unknown {
  const ajv = new Ajv2020({ allErrors: true });
  ajv.validate(read(schema), data);
  return ajv.errors ?? [];
}

describe.each([...indices])('the set %s', (name, { status, device, groups, launches }) => {
  const folder = path.join(sets, name);
  const { measurements } = readLaunchSet(folder);

  it('has an index that follows its schema', () => {
    expect(schemaErrors('bench/sets/set.schema.json', read(`bench/sets/${name}/set.json`))).toEqual([]);
  });

  it('is called what its launches are', () => {
    expect(status).toBe(name);
    expect(launches.filter((each) => each.status !== name)).toEqual([]);
  });

  it('lists every launch of the folder once, and uses every shader', () => {
    expect(launches.map((each) => each.launch).sort()).toEqual(filesOf(name, '.json').sort());
    const shaders = launches.map(({ launch }) =>
      path.basename(loadLaunch(path.join(folder, launch)).value!.shaderPath),
    );
    expect([...new Set(shaders)].sort()).toEqual(filesOf(name, '.wgsl').sort());
  });

  it('has groups, whose latest score is of all their launches', () => {
    expect(launches.filter(({ group }) => !groups.some((each) => each.name === group))).toEqual([]);
    for (const { name: group, scores } of groups) {
      const count = launches.filter((each) => each.group === group).length;
      expect(scores.at(-1)!.launches, group).toBe(count);
    }
  });

  it('has a measured time of every launch, and none of others', () => {
    const known = launches.map(({ launch }) => path.basename(launch, '.json'));
    expect(known.filter((each) => measuredOn(measurements, each, device) === undefined)).toEqual([]);
    expect(measurements.map((each) => each.name).filter((each) => !known.includes(each))).toEqual([]);
  });

  it('has the first scores that the predictions on record give', () => {
    for (const { name: group, scores } of groups) {
      const file = `bench/sets/${name}/recorded/${group}/predicted-before.json`;
      if (!existsSync(path.join(root, file))) continue;
      const { predictedNs, timeNs = predictedNs } = read(file) as Record<string, Record<string, number>>;
      const pairs = launches
        .filter((each) => each.group === group)
        .map(({ launch }) => path.basename(launch, '.json'))
        .map((each) => ({
          predictedNs: timeNs[each],
          measuredNs: measuredOn(measurements, each, device)!.timeNs,
        }));
      const { mape, median } = scoreOf(pairs)!;
      expect(scores[0], group).toMatchObject({
        launches: pairs.length,
        mape: Number(mape.toFixed(3)),
        median: Number(median.toFixed(3)),
      });
    }
  });
});

describe('all sets', () => {
  it('share no launch and no shader', () => {
    for (const extension of ['.json', '.wgsl']) {
      const all = names.flatMap((name) =>
        filesOf(name, extension).map((file) => path.join(sets, name, file)),
      );
      const contents = all.filter((file) => file.endsWith('.wgsl')).map(hashOf);
      expect(new Set(all.map((file) => path.basename(file))).size).toBe(all.length);
      expect(new Set(contents).size).toBe(contents.length);
    }
  });

  it('have three statuses, and nothing studied is called blind', () => {
    expect([...names].sort()).toEqual(['blind', 'development', 'studied']);
    const spent = ['binomial-american', 'gemm-double-buffer', 'jpeg-dct', 'syrk-lower'];
    const studied = indices.get('studied')!.launches.map(({ launch }) => path.basename(launch, '.json'));
    expect(studied).toEqual(expect.arrayContaining(spent));
    const predictedAndLookedAt = readdirSync(path.join(sets, 'studied/recorded'));
    expect(new Set(indices.get('studied')!.launches.map((each) => each.group))).toEqual(
      new Set(predictedAndLookedAt),
    );
  });

  it('leave blind kernels out of tests, programs, error bands and documents', () => {
    const sources = ['src', 'test', 'bench', 'microbench', 'isa', 'docs'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|md)$|plan\.json$|error-bands\.json$/.test(file))
        .map((file) => path.join(folder, file)),
    );
    expect(sources.length).toBeGreaterThan(100);
    // An example may have the name of one, as it has that of the algorithm; then only the path tells them apart.
    const examples = readdirSync(path.join(root, 'examples'), { recursive: true, encoding: 'utf8' });
    const own = new Set(examples.map((file) => path.parse(file).name));
    const blind = indices
      .get('blind')!
      .launches.map(({ launch }) => path.basename(launch, '.json'))
      .filter((name) => !own.has(name));
    const mention = new RegExp(`sets/blind/[a-z0-9]+|[\`'"/](${blind.join('|')})[\`'".]`);
    const mentions = [...sources, 'README.md', 'CHANGELOG.md'].flatMap(
      (file) => mention.exec(text(file))?.[0] ?? [],
    );
    expect(mentions).toEqual([]);
  });

  it('hold the kernels of the second pairs as they were frozen before anything was predicted', () => {
    const frozen = text('bench/sets/studied/recorded/second-pairs/frozen.sha256')
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/))
      .filter(([, file]) => file !== 'pairs.json' && file !== 'README.md');
    expect(frozen.length).toBeGreaterThan(80);
    expect(frozen.filter(([hash, file]) => hashOf(path.join(sets, 'studied', file)) !== hash)).toEqual([]);
  });
});

describe('the pairs', () => {
  const pairSets = readPairs();
  const known = new Map<string, Index['launches'][number]>(
    [...indices].flatMap(([name, { launches }]) =>
      launches.map((each) => [`${name}/${each.launch}`, each] as const),
    ),
  );

  it('follow their schema', () => {
    expect(schemaErrors('bench/pairs/pairs.schema.json', read('bench/pairs/pairs.json'))).toEqual([]);
  });

  it('are made of launches of the sets, blind ones of blind ones only', () => {
    for (const { status, pairs } of pairSets) {
      for (const { name, base, changed } of pairs) {
        const statuses = [base, changed].map((file) => known.get(file)?.status);
        expect(statuses, name).not.toContain(undefined);
        expect(
          statuses.every((each) => each === 'blind'),
          name,
        ).toBe(status === 'blind');
        if (status !== 'blind') expect(statuses, name).not.toContain('blind');
      }
    }
  });

  it('are kept apart where their launches are', () => {
    for (const { name, base, changed, keptApart = false } of pairSets.flatMap((each) => each.pairs)) {
      expect(
        [base, changed].some((file) => known.get(file)?.keptApart),
        name,
      ).toBe(keptApart);
    }
  });

  it('have a latest score of all of them', () => {
    for (const { name, scores, pairs } of pairSets) expect(scores.at(-1)!.pairs, name).toBe(pairs.length);
  });
});

it('the README quotes the latest scores, the blind ones first', () => {
  const readme = text('README.md');
  const places = ['blind', 'development'].map((name) => {
    const { mape, median } = indices.get(name)!.groups[0].scores.at(-1)!;
    const words = `mean error ${(100 * mape).toFixed(1)} %, median ${(100 * median).toFixed(1)} %`;
    expect(readme.includes(words), words).toBe(true);
    return readme.indexOf(words);
  });
  expect(places[0]).toBeLessThan(places[1]);
});
