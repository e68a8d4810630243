// The module that picks a variant at run time, run as it would be.

import { expect, it } from 'vitest';
import { type VariantDevice, variantsModule } from '../../src/cli/variants-module.ts';

type Info = Partial<Record<'vendor' | 'architecture' | 'device' | 'description', string>>;

function device(
  vendor: string,
  name: string,
  generation: string,
  compilerTitle: string,
  shader: string,
  adapterNames?: readonly string[],
): VariantDevice {
  const profile = { name, title: name, vendor, generation, ...(adapterNames ? { adapterNames } : {}) };
  return { profile, compilerTitle, shader, launch: shader.replace('.wgsl', '.json') };
}

const DEVICES = [
  device('NVIDIA', 'nvidia-rtx-4060', 'ada', 'NVIDIA Ada Lovelace', 'small.wgsl'),
  device('NVIDIA', 'nvidia-rtx-4090', 'ada', 'NVIDIA Ada Lovelace', 'large.wgsl'),
  device('AMD', 'amd-rx-7900-xtx', 'rdna3', 'AMD RDNA 3, Mesa 26.1', 'amd.wgsl'),
  device('Intel', 'intel-arc-a770', 'xe-hpg', 'Intel Xe-HPG, Mesa 26.1', 'intel.wgsl', ['gen-12hp']),
];

async function rule(): Promise<(info: Info) => string> {
  const text = variantsModule(DEVICES, { shader: 'any.wgsl', launch: 'any.json' });
  const { variantFor } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    variantFor: (info: Info) => { readonly shader: string };
  };
  return (info) => variantFor(info).shader;
}

it('knows a device by its name', async () => {
  const pick = await rule();
  expect(pick({ vendor: 'nvidia', description: 'NVIDIA GeForce RTX 4090' })).toBe('large.wgsl');
  expect(pick({ vendor: 'amd', device: 'AMD Radeon RX 7900 XTX' })).toBe('amd.wgsl');
});

it('else by its architecture, as adapters spell it, and then takes the first', async () => {
  const pick = await rule();
  expect(pick({ vendor: 'nvidia', architecture: 'lovelace' })).toBe('small.wgsl');
  expect(pick({ vendor: 'amd', architecture: 'rdna-3' })).toBe('amd.wgsl');
  expect(pick({ vendor: 'intel', architecture: 'gen-12hp' })).toBe('intel.wgsl');
});

it('gives any other device what loses least over all', async () => {
  const pick = await rule();
  expect(pick({ vendor: 'nvidia', architecture: 'hopper' })).toBe('any.wgsl');
  expect(pick({ vendor: 'intel', description: 'RTX 4090 of someone else' })).toBe('any.wgsl');
  expect(pick({})).toBe('any.wgsl');
});
