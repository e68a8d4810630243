// Structures stored member by member, against what was measured on an H200 (microbench/stores/structures.wgsl).
import { expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf } = measuredLaunches('stores', 'nvidia-h200-2026-11-23-structures.json');

it('members of a structure each take a request to L2, vectors one or two', () => {
  expect(errorOf(/^store-/)).toBeLessThan(0.08);
}, 60_000);
