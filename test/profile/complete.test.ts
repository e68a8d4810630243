// Profile files written before textures were predicted stay good.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../src/profile/parse.ts';

describe('a profile file without the texture unit', () => {
  const {
    resources,
    classes,
    gaps: _,
    ...rest
  } = JSON.parse(readFileSync('hwprofiles/nvidia-h200.json', 'utf8'));
  const { tex, ...others } = resources;
  const known = Object.entries(classes).filter(([name]) => !/^(texture|surface)_/.test(name));
  const text = JSON.stringify({ ...rest, resources: others, classes: Object.fromEntries(known) });

  it('is taken, with a guess in its place', () => {
    const { value, diagnostics } = parseProfile(text, 'old.json');
    expect(diagnostics).toEqual([]);
    expect(value!.classes['texture_sample']).toEqual({ resource: 'tex' });
    expect(value!.resources['tex'].source).toMatch(/^guess/);
  });

  it('and one that has it keeps its own', () => {
    const whole = JSON.stringify({ ...rest, resources: { ...others, tex }, classes });
    expect(parseProfile(whole, 'new.json').value!.resources['tex']).toEqual(tex);
  });
});
