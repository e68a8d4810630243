// Hostile input, in small: everything that long runs have found, and a few thousand mutants of each format, the
// same ones every time. `run.ts` does the long runs.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { excerpt } from '../../src/diagnostics/excerpt.ts';
import { nearestName } from '../../src/diagnostics/suggest.ts';
import { withoutLongLines } from '../../src/hardware/long-lines.ts';
import { validateWgsl } from '../../src/hardware/tint.ts';
import { generateKernel, guarded, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { repeats } from '../tier.ts';
import { type Format, formats } from './formats.ts';

const folder = path.join(import.meta.dirname, 'found');

const FORMAT_OF: Readonly<Record<string, string>> = {
  '.wgsl': 'wgsl',
  '.launch': 'launch',
  '.spv': 'spirv',
  '.spvasm': 'assembly',
  '.app': 'app',
  '.cache': 'cache',
  '.t4': 't4',
  '.t1': 't1',
  '.record': 'record',
  '.trials': 'trials',
  '.profile': 'profile',
};

const loaded = new Map<string, Promise<Format>>();

function load(name: string): Promise<Format> {
  const known = loaded.get(name) ?? formats[name]();
  loaded.set(name, known);
  return known;
}

describe('what was found:', () => {
  it.each(readdirSync(folder).sort())('%s', async (name) => {
    const ending = path.extname(name);
    const bytes = readFileSync(path.join(folder, name));
    const { check } = await load(FORMAT_OF[ending]);
    // The number decides about dialect, data and limits.
    for (let index = 0; index < 3; index++) {
      const input = ending === '.spv' ? Uint8Array.from(bytes) : String(bytes);
      expect(await check(input, index)).toMatch(/^[a-z -]+(: [a-z -]+)?(\/[a-z-]+)?$/);
    }
  });

  it('a thousand errors in one long line of a shader', async () => {
    const source = 'const a = 1; '.repeat(1500);
    const diagnostics = await validateWgsl(source, 'long.wgsl');
    expect(diagnostics.length).toBeGreaterThan(1000);
    for (const { span } of diagnostics.slice(0, 500)) {
      expect(source.slice(span!.start, span!.end)).toBe('const a = 1');
    }
  });

  it('a shader of more text than Tint has memory for', async () => {
    const [problem] = await validateWgsl(`${'// large\n'.repeat(200_000)}`, 'large.wgsl');
    expect(problem).toMatchObject({ severity: 'unsupported', code: 'wgsl/too-large' });
  });

  it('12,000 branches, whose live values would not fit into memory as bit sets', () => {
    const branches = Array.from(
      { length: 12_000 },
      (_, i) => `if (s > ${i}.5) { s += 1.0; y[id.x * 3u] = s; }\n`,
    );
    const text = `@group(0) @binding(0) var<storage, read_write> y: array<f32>;
      @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
        var s = y[id.x];\n${branches.join('')}}`;
    const { value } = decodeWgsl({ file: 'branches.wgsl', text }, { constants: {} });
    const driver = { dialect: 'raw', without: [] } as const;
    const { diagnostics } = guarded(() => {
      generateKernel(optimizeKernel(value!, driver), driver);
      return { diagnostics: [] };
    });
    expect(diagnostics).toEqual([]);
  }, 120_000);

  it('a name of half a million characters', () => {
    const name = 'x'.repeat(500_000);
    expect(nearestName(name, ['zeros', 'words'])).toBeUndefined();
    expect(excerpt(name)).toHaveLength(80);
  });
});

describe('a source with long lines', () => {
  it('is broken behind statements, outside of comments, and leads back', () => {
    const source = `${'let a = 1;'.repeat(50)}// ${';'.repeat(500)}\n/* ${'}'.repeat(500)} */ b;`;
    const { code, toSource } = withoutLongLines(source);
    expect(code.replaceAll('\n', '')).toBe(source.replaceAll('\n', ''));
    expect(code.split('\n').length).toBeGreaterThan(source.split('\n').length);
    for (let at = 0; at < code.length; at++) {
      if (code[at] !== '\n') expect(code[at]).toBe(source[toSource(at)]);
    }
  });

  it('stays as it is when its lines are short', () => {
    expect(withoutLongLines('let a = 1;\nlet b = 2;\n').code).toBe('let a = 1;\nlet b = 2;\n');
  });
});

/** Inputs per format. */
const COUNTS = {
  launch: repeats({ sample: 300, whole: 750 }),
  wgsl: repeats({ sample: 50, whole: 125 }),
  spirv: repeats({ sample: 80, whole: 200 }),
  assembly: repeats({ sample: 80, whole: 200 }),
  app: repeats({ sample: 200, whole: 500 }),
  cache: repeats({ sample: 500, whole: 2500 }),
  t4: repeats({ sample: 500, whole: 2500 }),
  t1: repeats({ sample: 200, whole: 500 }),
  record: repeats({ sample: 500, whole: 2500 }),
  trials: repeats({ sample: 500, whole: 2500 }),
  profile: repeats({ sample: 100, whole: 250 }),
};

describe('mutants of', () => {
  it.each(Object.entries(COUNTS))(
    '%s',
    async (name, count) => {
      const { make, check } = await load(name);
      const findings: string[] = [];
      for (let index = 0; index < count; index++) {
        try {
          await check(make(1, index), index);
        } catch (error) {
          findings.push(`${index}: ${(error as Error).stack}`);
        }
      }
      expect(findings).toEqual([]);
    },
    240_000,
  );

  it('the same seed are the same', async () => {
    const { make } = await load('launch');
    expect(make(7, 3)).toBe(make(7, 3));
    expect(make(7, 3)).not.toBe(make(7, 4));
  });
});
