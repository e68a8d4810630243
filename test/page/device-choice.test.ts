// The visitor's GPU by what browsers tell of it.

import { describe, expect, it } from 'vitest';
import { profileOfAdapter } from '../../page/device-choice.ts';
import { builtInProfiles } from '../../src/profile/load.ts';

const builtIn = Object.fromEntries(builtInProfiles().map((profile) => [profile.name, profile]));
const adapter = (info: Partial<Record<'vendor' | 'architecture' | 'device' | 'description', string>>) =>
  profileOfAdapter({ vendor: '', architecture: '', device: '', description: '', ...info }, builtIn);

describe('an adapter', () => {
  it('is found by its description where the browser gives one', () => {
    const info = { vendor: 'nvidia', architecture: 'ampere', description: 'NVIDIA GeForce RTX 3080' };
    expect(adapter(info)).toEqual({ name: 'nvidia-rtx-3080', told: 'NVIDIA GeForce RTX 3080' });
  });

  it('is the middle of its generation where the browser gives no more', () => {
    const found =
      adapter({ vendor: 'nvidia', architecture: 'lovelace' }) ??
      adapter({ vendor: 'nvidia', architecture: 'ada' });
    expect(builtIn[found!.name].vendor).toBe('NVIDIA');
    expect(found!.note).toContain('may be any of');
  });

  it('is none where nothing is told, or of a maker without profiles', () => {
    expect(adapter({})).toBeUndefined();
    expect(adapter({ vendor: 'google', architecture: 'swiftshader' })).toBeUndefined();
  });
});
