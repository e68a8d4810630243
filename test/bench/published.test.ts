// Times that others have published of devices that nobody here has: errors as a ratchet, each with the slack that a
// change elsewhere may take. Tighten them when the model gets better.

import { describe, expect, it } from 'vitest';
import { predictedMs, published } from '../../bench/published/predict.ts';

/** The most that predicted over published may be off, either way, by work or by work and device. */
const MOST: Readonly<Record<string, number>> = {
  'FP32 peak': 1.05,
  'FP32 peak on apple-m1': 1.25,
  'INT32 peak': 1.1,
  'SGEMM, vectors': 1.4,
  'SGEMM, vectors, checked': 1.2,
  'VRAM, reads': 1.05,
  'FP32, scalar chains': 1.2,
  'FP32, chains of vectors': 1.2,
  'INT32, scalar chains': 1.2,
  'FP32, chains of one': 1.2,
  'FP32, chains of two': 1.15,
  'FP32, chains of four': 1.3,
  'FP32, chains of two on nvidia-rtx-4060': 1.2,
  'FP32, chains of four on nvidia-rtx-4060': 1.45,
  'SGEMM, rows': 1.3,
  'SGEMM, naive': 1.25,
  'SGEMM, LDS tiles': 1.4,
  'SGEMM, register tiles': 1.35,
  'D3Q19, 256³': 1.35,
  'D3Q19, 256³ (control)': 1.1,
};

describe('published times', () => {
  it.each(published.map((each) => [`${each.name} on ${each.device}`, each] as const))('%s', (_, entry) => {
    const ratio = predictedMs(entry) / entry.publishedMs;
    const most = MOST[`${entry.name} on ${entry.device}`] ?? MOST[entry.name];
    expect(Math.max(ratio, 1 / ratio)).toBeLessThan(most);
  });
});
