// The comparison on the device counts what the one on the processor counts, for words of all kinds.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { globals } from 'webgpu';
import { type Opened, openAdapter } from '../../src/hardware/adapter.ts';
import { compareWords } from '../../src/hardware/compare.ts';
import { DeviceComparer } from '../../src/hardware/device-compare.ts';
import type { TexelKind, VariantBinding, WordKind } from '../../src/hardware/job.ts';
import { FIELDS } from '../../src/hardware/texel-words.ts';
import { Random } from '../../src/space/random.ts';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';

const WORDS = 4096;
const SPECIAL = [
  0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f7fffff, 0x3c003c00, 0x7c00fc01,
];

const binding = (compares: WordKind): VariantBinding => ({
  group: 0,
  binding: 0,
  usage: 'storage',
  sizeBytes: WORDS * 4,
  data: { kind: 'zeros' },
  isRestored: false,
  isWritten: true,
  compares,
});

/** Words of all sizes, and the same with small, middling and large changes. */
function words(random: Random): readonly [expected: Uint32Array, actual: Uint32Array] {
  const expected = new Uint32Array(WORDS);
  const floats = new Float32Array(expected.buffer);
  for (let i = 0; i < WORDS; i++) {
    if (i % 8 === 0) expected[i] = SPECIAL[random.integer(SPECIAL.length)];
    else floats[i] = random.normal() * 10 ** (random.integer(7) - 3);
  }
  const actual = expected.slice();
  const changed = new Float32Array(actual.buffer);
  for (let i = 0; i < WORDS; i++) {
    const what = random.integer(6);
    if (what === 0) changed[i] = changed[i] * (1 + random.normal() * 1e-3);
    else if (what === 1) actual[i] = actual[i] ^ (1 << random.integer(32));
    else if (what === 2 && i % 8 === 0) actual[i] = SPECIAL[random.integer(SPECIAL.length)];
  }
  return [expected, actual];
}

describeOnDevice('the comparison on the device', () => {
  let opened: Opened;
  let comparer: DeviceComparer;

  beforeAll(async () => {
    process.env['VK_DRIVER_FILES'] = VULKAN_DRIVER;
    Object.assign(globalThis, globals);
    opened = await openAdapter(undefined);
    comparer = await DeviceComparer.create(opened.device);
  });

  afterAll(() => opened.device.destroy());

  function bufferOf(data: Uint32Array): GPUBuffer {
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const buffer = opened.device.createBuffer({
      size: data.byteLength,
      usage: STORAGE | COPY_DST | COPY_SRC,
    });
    opened.device.queue.writeBuffer(buffer, 0, data as Uint32Array<ArrayBuffer>);
    return buffer;
  }

  const texels = Object.keys(FIELDS) as TexelKind[];

  it.each(['integer', 'float', 'half', 'mixed', ...texels] as const)(
    'counts %s words as the processor does',
    async (kind) => {
      const random = new Random(11);
      for (let round = 0; round < 3; round++) {
        const [expected, actual] = words(random);
        const known = compareWords({ kind, expected, actual });
        await comparer.expect([binding(kind)], [bufferOf(expected)]);
        expect(await comparer.compare([binding(kind)], [bufferOf(expected)])).toMatchObject([
          { mismatches: 0 },
        ]);
        const [found] = await comparer.compare([binding(kind)], [bufferOf(actual)]);
        expect(known.mismatches).toBeGreaterThan(100);
        // Where a word lies on the edge of what is close, either may be right.
        expect(Math.abs(found.mismatches - known.mismatches)).toBeLessThanOrEqual(2);
        expect(found.words).toBe(WORDS);
      }
    },
  );

  it('says when there is nothing of this size to compare with', async () => {
    await comparer.expect([binding('integer')], [bufferOf(new Uint32Array(WORDS))]);
    const short = await comparer.compare([binding('integer')], [bufferOf(new Uint32Array(16))]);
    expect(short).toEqual([{ group: 0, binding: 0, words: 0, mismatches: 0, isStrange: true }]);
  });
});
