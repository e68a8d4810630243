// The rule for several devices, run as it would be.

import ts from 'typescript';
import { expect, it } from 'vitest';
import type { Adaptation } from '../../src/adapt/adaptation.ts';
import { choiceModule } from '../../src/cli/choice-module.ts';

const facts = (multiprocessors: number) => ({
  multiprocessors,
  threads: 1024 * multiprocessors,
  dramBytesPerSecond: 1e11,
  l2Bytes: 2 ** 22,
});

const ADAPTATION = {
  space: [{ name: 'N', values: [1, 4096], isDense: false }],
  targets: [
    { name: 'apple-m2', facts: facts(10) },
    { name: 'nvidia-rtx-4090', facts: facts(128) },
  ],
  features: [{ kind: 'device', fact: 'multiprocessors' }],
  choice: {
    feature: { kind: 'device', fact: 'multiprocessors' },
    limit: 36,
    low: { variant: 0 },
    high: { feature: { kind: 'alignment', param: 'N' }, limit: 4, low: { variant: 1 }, high: { variant: 2 } },
  },
  shares: { chosen: 1 },
} as unknown as Adaptation;

const FILES = [1, 2, 3].map((at) => ({ shader: `k-${at}.wgsl`, launch: `k-${at}.json` }));
const DEVICES = [
  { name: 'apple-m2', vendor: 'apple', model: ['m2'], architectures: ['g14'] },
  { name: 'nvidia-rtx-4090', vendor: 'nvidia', model: ['rtx', '4090'], architectures: ['ada'] },
];

it('asks the device first, by the words of its adapter, then the input', async () => {
  const text = choiceModule(ADAPTATION, FILES, DEVICES);
  const { outputText, diagnostics } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext },
    reportDiagnostics: true,
  });
  expect(diagnostics).toEqual([]);
  const { chooseVariant, deviceOf } = (await import(
    `data:text/javascript,${encodeURIComponent(outputText)}`
  )) as {
    chooseVariant: (input: { N: number }, device?: unknown) => { readonly shader: string };
    deviceOf: (info: object) => unknown;
  };
  const pick = (N: number, info: object) => chooseVariant({ N }, deviceOf(info)).shader;
  expect(pick(64, { vendor: 'nvidia', description: 'NVIDIA GeForce RTX 4090' })).toBe('k-3.wgsl');
  expect(pick(6, { vendor: 'nvidia', architecture: 'ada' })).toBe('k-2.wgsl');
  expect(pick(64, { vendor: 'apple', device: 'Apple M2' })).toBe('k-1.wgsl');
  expect(pick(64, { vendor: 'unheard of' })).toBe('k-1.wgsl');
  expect(chooseVariant({ N: 64 }).shader).toBe('k-1.wgsl');
});
