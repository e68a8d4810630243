// Names of devices as people and adapters write them find their profile, or say what is nearest.

import { describe, expect, it } from 'vitest';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import { resolveDevice } from '../../src/profile/resolve.ts';

const devices = profileNames().map((name) => loadProfile(name).value!);
const found = (text: string) => {
  const resolution = resolveDevice(text, devices);
  return 'name' in resolution ? resolution : resolution.offers;
};

describe('a name that is a profile’s', () => {
  it.each([
    ['NVIDIA GeForce RTX 3070', 'nvidia-rtx-3070'],
    ['RTX4090', 'nvidia-rtx-4090'],
    ['geforce rtx 3060', 'nvidia-rtx-3060'],
    ['NVIDIA GeForce RTX 3060 Laptop GPU', 'nvidia-rtx-3060-laptop'],
    ['NVIDIA RTX A4000', 'nvidia-rtx-a4000'],
    ['NVIDIA A100-SXM4-80GB', 'nvidia-a100'],
    ['AMD Radeon RX 7900 XTX (RADV NAVI31)', 'amd-rx-7900-xtx'],
    ['amd-radeon-pro-w6600', 'amd-radeon-pro-w6600'],
    ['AMD Radeon PRO W7800', 'amd-radeon-pro-w7800'],
    ['amd-w6600', 'amd-radeon-pro-w6600'],
    ['w7800', 'amd-radeon-pro-w7800'],
    ['Arc A770', 'intel-arc-a770'],
    ['a770', 'intel-arc-a770'],
    ['NVIDIA GeForce RTX 3080', 'nvidia-rtx-3080'],
  ])('%s', (text, name) => expect(found(text)).toEqual({ name }));
});

describe('a name near that of a profile', () => {
  it('takes the model that differs by a qualifier, and says so', () => {
    expect(found('GeForce RTX 3070 Ti')).toEqual({
      name: 'nvidia-rtx-3070',
      note: 'there is no profile of `GeForce RTX 3070 Ti`; the nearest, nvidia-rtx-3070, is taken, which differs by `ti`',
    });
    expect(found('AMD Radeon RX 6600 XT')).toMatchObject({ name: 'amd-rx-6600' });
  });

  it('offers those with numbers near, and takes none', () => {
    expect(found('GeForce RTX 4050')).toMatchObject([
      { name: 'nvidia-rtx-4060', differs: '4060 for 4050' },
      {},
      {},
    ]);
    expect(found('AMD Radeon RX 7700 XT')).toMatchObject([
      { name: expect.stringContaining('amd-rx-7') },
      {},
      {},
    ]);
  });

  it('offers nothing for a name that has no word in common', () => {
    expect(found('Voodoo 3')).toEqual([]);
    expect(found('')).toEqual([]);
    expect(found('constructor')).toEqual([]);
    expect(found('nvidia-h20')).toEqual([]);
    expect(found('nvidia b200')).toEqual([]);
  });
});

describe('a maker and a generation, as adapters reveal them', () => {
  it('is the device in the middle', () => {
    const ampere = found('nvidia ampere') as { name: string; note: string };
    const generation = devices.find(({ name }) => name === ampere.name)!.generation;
    expect(generation).toBe('ampere');
    expect(ampere.note).toContain('may be any of');
  });

  it('knows words that are written apart', () => {
    expect(found('amd rdna-3')).toMatchObject({ name: expect.stringMatching(/^amd-(rx-7|w7)/) });
  });

  // As Dawn has them: src/dawn/gpu_info.json.
  it.each([
    ['nvidia lovelace', 'ada', 'nvidia-rtx-4070'],
    ['nvidia blackwell', 'blackwell', 'nvidia-rtx-5080'],
    ['nvidia turing', 'turing', 'nvidia-rtx-2060'],
    ['nvidia pascal', 'pascal', 'nvidia-titan-x-pascal'],
    ['amd rdna-2', 'rdna2', undefined],
    ['intel gen-12hp', 'xe-hpg', undefined],
    ['intel gen-12lp', 'xe-lp', 'intel-iris-xe'],
    ['intel xe-2hpg', 'xe2', 'intel-arc-b580'],
    ['intel xe-2lpg', 'xe2', 'intel-lunar-lake'],
    ['apple metal-3', 'g13', undefined],
    ['apple common-3', 'g13', undefined],
  ])('knows %s', (text, generation, name) => {
    const resolution = found(text) as { readonly name: string };
    expect(devices.find((each) => each.name === resolution.name)?.generation).toBe(generation);
    if (name !== undefined) expect(resolution.name).toBe(name);
  });

  it('keeps to the maker', () => {
    expect(found('amd')).toMatchObject({ name: expect.stringMatching(/^amd-/) });
  });
});

it('every profile is found by its title, and by its name in words', () => {
  for (const { name, title } of devices) {
    expect(found(title)).toEqual({ name });
    expect(found(name.replaceAll('-', ' '))).toEqual({ name });
  }
});
