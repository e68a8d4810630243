import { it } from 'vitest';
import { generateTextureKernel } from './kernel.ts';

it('x', () => {
  for (const s of (process.env['SEEDS'] ?? '').split(',')) {
    const k = generateTextureKernel(Number(s));
    console.log(k.code, JSON.stringify(k.textures), JSON.stringify(k.samplers), k.buffers[2].words / 40);
  }
});
