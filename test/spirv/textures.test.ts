// Kernels on textures in both languages: what Tint and naga write of the set's ten leaves the same texels, word for
// word, and is predicted to take the same time.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Module } from '../../src/ir/ir.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { drop } from '../../src/passes/dce.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import { describeOnDevice } from '../devices.ts';
import { nagaSpirv, tintSpirv } from '../differential/spirv-sources.ts';
import {
  compare,
  describeComparison,
  made,
  nagaPairs,
  type Pair,
  type Source,
  tintPairs,
} from './comparisons.ts';
import { fromAssembly, fromBinary, fromWgsl } from './decode.ts';
import { programOf, run, WAYS } from './pipeline.ts';
import { builtinKernels } from './texture-builtins.ts';

const folder = path.join(packageRoot(), 'bench', 'sets', 'studied');
const set = JSON.parse(readFileSync(path.join(folder, 'set.json'), 'utf8')) as {
  launches: { launch: string; group: string }[];
};
const files = set.launches.flatMap(({ launch, group }) => (group === 'textures' ? [launch] : []));

/** Sizes that run in a moment; sides that are no multiples of a workgroup's. */
const SMALL = { W: '48', H: '40', N: '64', TO_W: '60', TO_H: '52', ENTRIES: '8' };

function launchOf(file: string, params: Readonly<Record<string, string>> = {}): Launch {
  const name = path.join(folder, file);
  const text = readFileSync(name, 'utf8');
  const own = JSON.parse(text) as { params: object };
  const known = Object.entries(params).filter(([param]) => param in own.params);
  const { value, diagnostics } = parseLaunch(text, name, { params: Object.fromEntries(known) });
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return value;
}

const sources: readonly Source[] = files.map((file) => {
  const launch = launchOf(file);
  return { name: file, launch, code: readFileSync(launch.shaderPath, 'utf8') };
});

/** A branch more or less is the compilers' own (2.4 % of `blur-columns`); naga keeps constant arrays as variables. */
const TOLERANCES = { tint: 0.025, naga: 0.06 };

function checkTime(pair: Pair, tolerance: number): void {
  const comparison = compare(pair);
  const difference = Math.abs(comparison.ratio - 1);
  expect(difference, describeComparison(pair.name, comparison)).toBeLessThanOrEqual(tolerance);
}

/** Products and sums are fused alike by passes, but differently from what is decoded. */
function checkTexels({ name, wgsl, spirv, dialect }: Pair): void {
  const launch = launchOf(name, SMALL);
  const outputs = wgsl().buffers.flatMap(({ binding, access }) => (access === 'read_write' ? [binding] : []));
  for (const way of WAYS) {
    const expected = run(programOf(wgsl(), way, dialect), launch, outputs, 4);
    expect(expected.some((words) => words.some((word) => word !== 0))).toBe(true);
    expect(run(programOf(spirv(), way, 'raw'), launch, outputs, 4), way).toEqual(expected);
  }
}

function checkAll(tolerance: number, compile: () => Promise<Pair[]>): void {
  let pairs: Pair[];
  beforeAll(async () => {
    pairs = await compile();
  });
  it.each(sources.map(({ name }, index) => [name, index] as const))('%s', (_, index) => {
    checkTexels(pairs[index]);
    checkTime(pairs[index], tolerance);
  });
}

/** What a module does with textures; an image that is asked for its sizes always tells its layers, too. */
function accessesOf(module: Module): object[] {
  const found: object[] = [];
  forEachInstruction(drop(module).body, (each) => {
    if (each.kind === 'textureQuery') found.push([each.query, each.level !== undefined]);
    if (each.kind === 'texture') {
      const { op, operands, offset, component, buffer } = each;
      // Tint leaves open whether an image holds depths.
      const { isDepth: _, ...type } = module.buffers[buffer].texture!;
      found.push({ op, offset, component, operands: operands.length, ...type });
    }
  });
  return found;
}

/** Each builtin function on each type of texture: both languages do the same with it. */
function checkBuiltins(compile: () => Promise<Module[]>): void {
  it(`${builtinKernels.length} calls of builtin functions`, async () => {
    const modules = await compile();
    builtinKernels.forEach(({ name, code }, k) => {
      expect(accessesOf(modules[k]), name).toEqual(accessesOf(fromWgsl(code)));
    });
  });
}

describeOnDevice('through Tint', () => {
  checkAll(TOLERANCES.tint, () => tintPairs(sources));
  checkBuiltins(async () => {
    const answers = await tintSpirv(builtinKernels, 'bare');
    return answers.map((each) => fromAssembly(made(each).text));
  });
});

describe('through naga', () => {
  checkAll(TOLERANCES.naga, () => nagaPairs(sources));
  checkBuiltins(async () => {
    const answers = await nagaSpirv(builtinKernels);
    return answers.map((each) => fromBinary(made(each).bytes));
  });
});
