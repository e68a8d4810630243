// Recorded sectors and bank passes against counting them from the addresses, for warps, sectors and banks of any
// size: the rule of banks.ts written out with sets.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Geometry } from '../../src/execute/geometry.ts';
import { firstLanes, type LaneMask, lanesWhere } from '../../src/execute/lanes.ts';
import {
  recordGlobal,
  recordGlobalAtomic,
  recordGlobalLike,
  recordUniformGlobal,
} from '../../src/execute/record-buffer.ts';
import {
  recordPrivate,
  recordShared,
  recordSharedAtomic,
  recordUniformPrivate,
  recordUniformShared,
} from '../../src/execute/record-variable.ts';
import { WarpRecorder } from '../../src/execute/recorder.ts';

const geometries = fc.record({
  subgroupSize: fc.constantFrom(8, 16, 32, 64, 128),
  sectorBytes: fc.constantFrom(16, 32, 64, 128),
  bankCount: fc.constantFrom(16, 32, 64),
  bankBytes: fc.constantFrom(4, 8),
});

interface Access {
  readonly geometry: Geometry;
  readonly bytes: number;
  /** By lane; undefined where a lane takes no part. */
  readonly places: readonly (number | undefined)[];
}

/** Addresses that are aligned as accesses are: in a row, strided, on few places, or anywhere. */
const accesses: fc.Arbitrary<Access> = fc
  .tuple(geometries, fc.constantFrom(1, 2, 4, 8, 16), fc.constantFrom('row', 'stride', 'few', 'any'))
  .chain(([geometry, bytes, kind]) => {
    const lanes = geometry.subgroupSize;
    const numbers = fc.array(fc.nat(kind === 'few' ? 5 : 1000), { minLength: lanes, maxLength: lanes });
    const isActive = fc.oneof(
      fc.constant(Array<boolean>(lanes).fill(true)),
      fc.array(fc.boolean(), { minLength: lanes, maxLength: lanes }),
    );
    return fc.tuple(numbers, fc.nat(40), fc.nat(7), isActive).map(([random, stride, first, active]) => {
      const index = (lane: number): number =>
        kind === 'row' ? lane : kind === 'stride' ? lane * stride : random[lane];
      const places = active.map((is, lane) => (is ? bytes * (first + index(lane)) : undefined));
      return { geometry, bytes, places };
    });
  });

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const placesOf = ({ places }: Access): number[] => places.filter((each) => each !== undefined);

/** The distinct units of so many bytes that the access touches. */
function unitsOf(places: readonly (number | undefined)[], bytes: number, unitBytes: number): number[] {
  const units = new Set<number>();
  for (const place of places) {
    if (place === undefined) continue;
    for (let byte = place; byte < place + bytes; byte++) units.add(Math.floor(byte / unitBytes));
  }
  return [...units].sort((a, b) => a - b);
}

/** Group by group, the words of the bank that has the most. */
function groupPasses({ geometry, places, bytes }: Access, groupLanes: number): number[] {
  const passes: number[] = [];
  for (let start = 0; start < places.length; start += groupLanes) {
    const units = unitsOf(places.slice(start, start + groupLanes), bytes, 4);
    const perBank = Array.from(
      { length: geometry.bankCount },
      (_, bank) => units.filter((unit) => unit % geometry.bankCount === bank).length,
    );
    passes.push(Math.max(...perBank));
  }
  return passes;
}

function isPaired(places: readonly (number | undefined)[], distance: number): boolean {
  return places.every((place, lane) => {
    const partner = places[lane ^ distance];
    return place === undefined || partner === undefined || place === partner;
  });
}

function expectedShared(access: Access, isStore: boolean): number {
  const { geometry, places, bytes } = access;
  if (placesOf(access).length === 0) return 0;
  if (bytes <= 4) return sum(groupPasses(access, geometry.bankCount));
  const group = (geometry.bankCount * 4) / bytes;
  const lanes = !isStore && (isPaired(places, 1) || isPaired(places, 2)) ? 2 * group : group;
  const passes = sum(groupPasses(access, lanes));
  const least = isStore ? 0 : Math.ceil(places.length / lanes);
  return Math.ceil(Math.max(least, passes) / (geometry.bankBytes / 4));
}

function expectedBuffer(access: Access): number {
  const { geometry, bytes } = access;
  const group =
    bytes <= 4 ? geometry.bankCount : 2 ** Math.floor(Math.log2((4 * geometry.bankCount) / bytes));
  const words = placesOf(access).length * Math.max(1, bytes / 4);
  return Math.max(Math.ceil(words / geometry.bankCount), sum(groupPasses(access, group)));
}

interface Recorded {
  readonly lanes: number;
  readonly passes: number;
  readonly sectors: readonly number[];
}

/** What is kept of the last access that `record` makes. */
function recorded(
  { geometry, places }: Access,
  record: (recorder: WarpRecorder, mask: LaneMask, addresses: Int32Array) => void,
): Recorded {
  const recorder = new WarpRecorder(geometry);
  recorder.privateBaseSector = BASE;
  const all = firstLanes(geometry.subgroupSize, geometry.subgroupSize);
  const mask = lanesWhere(all, (lane) => places[lane] !== undefined);
  recorder.enter(0, 1, 2, mask);
  expect(recorder.entryLanes[0]).toBe(places.filter((each) => each !== undefined).length);
  // What lies in the places of other lanes must not matter.
  record(
    recorder,
    mask,
    Int32Array.from(places, (place) => place ?? 12_345),
  );
  const last = recorder.accessCount - 1;
  return {
    lanes: recorder.accessLanes[last],
    passes: recorder.accessPasses[last],
    sectors: [...recorder.sectors.slice(recorder.accessFirstSector[last], recorder.sectorCount)],
  };
}

/** Where the buffer starts, in sectors. */
const BASE = 1024;
const RUNS = { numRuns: 400 };

function sectorsOf({ geometry, places, bytes }: Access, shift = 0): number[] {
  const moved = places.map((place) => place && place + shift);
  return unitsOf(shift === 0 ? places : moved, bytes, geometry.sectorBytes).map((unit) => BASE + unit);
}

describe('accesses to buffers', () => {
  it('touch the sectors of their bytes, and take the passes of their words', () => {
    fc.assert(
      fc.property(accesses, (access) => {
        const found = recorded(access, (recorder, mask, addresses) =>
          recordGlobal(recorder, mask, addresses, 0, 0, access.bytes, BASE),
        );
        const lanes = placesOf(access).length;
        expect(found).toEqual({ lanes, passes: expectedBuffer(access), sectors: sectorsOf(access) });
      }),
      RUNS,
    );
  });

  it('are counted like an earlier one at a constant distance, by whole sectors or not', () => {
    fc.assert(
      fc.property(accesses, fc.nat(40), (access, words) => {
        const shift = 4 * words * Math.max(1, access.bytes / 4);
        const found = recorded(access, (recorder, mask, addresses) => {
          recordGlobal(recorder, mask, addresses, 0, 0, access.bytes, BASE);
          recordGlobalLike(recorder, mask, addresses, 0, shift, access.bytes, BASE, 1, true);
        });
        const places = access.places.map((place) => (place === undefined ? undefined : place + shift));
        expect(found.sectors).toEqual(sectorsOf({ ...access, places }));
        expect(found.passes).toBe(expectedBuffer(access));
      }),
      RUNS,
    );
  });

  it('are counted at one address as any others', () => {
    fc.assert(
      fc.property(accesses, fc.nat(100), (access, place) => {
        const at = access.bytes * place;
        const places = access.places.map((each) => (each === undefined ? undefined : at));
        const same = { ...access, places };
        const found = recorded(same, (recorder, mask) =>
          recordUniformGlobal(recorder, mask, at, access.bytes, BASE),
        );
        expect(found.sectors).toEqual(sectorsOf(same));
        if (access.bytes <= 4) expect(found.passes).toBe(expectedBuffer(same));
      }),
      RUNS,
    );
  });

  it('wait in an atomic for the lanes on one address, sector by sector', () => {
    fc.assert(
      fc.property(accesses, (access) => {
        const words = access.places.map((place) => place && place - (place % 4));
        const found = recorded({ ...access, places: words }, (recorder, mask, addresses) =>
          recordGlobalAtomic(recorder, mask, addresses, 0, BASE),
        );
        const counts = new Map<number, number>();
        for (const place of placesOf({ ...access, places: words })) {
          counts.set(place, (counts.get(place) ?? 0) + 1);
        }
        const mostIn = new Map<number, number>();
        for (const [place, lanes] of counts) {
          const sector = Math.floor(place / access.geometry.sectorBytes);
          mostIn.set(sector, Math.max(lanes, mostIn.get(sector) ?? 0));
        }
        const behind = [...mostIn.values()].reduce((sum, most) => sum + most - 1, 0);
        expect(found.passes).toBe(counts.size === 0 ? 0 : 1 + behind);
      }),
      RUNS,
    );
  });
});

describe('accesses to workgroup memory', () => {
  it('take the passes of the busiest bank, group by group', () => {
    fc.assert(
      fc.property(accesses, fc.boolean(), (access, isStore) => {
        const found = recorded(access, (recorder, mask, addresses) =>
          recordShared(recorder, mask, addresses, 0, access.bytes, isStore),
        );
        const passes = expectedShared(access, isStore);
        expect(found).toEqual({ lanes: placesOf(access).length, passes, sectors: [] });
      }),
      RUNS,
    );
  });

  it('take as many at one address', () => {
    fc.assert(
      fc.property(accesses, fc.boolean(), (access, isStore) => {
        const same = { ...access, places: access.places.map((place) => place && 64) };
        const found = recorded(same, (recorder, mask) =>
          recordUniformShared(recorder, mask, access.bytes, isStore),
        );
        const places = access.places.map((place) => (place === undefined ? undefined : 64));
        expect(found.passes).toBe(expectedShared({ ...access, places }, isStore));
      }),
      RUNS,
    );
  });

  it('count in an atomic the lanes on one bank beside its words', () => {
    fc.assert(
      fc.property(accesses, (access) => {
        const places = access.places.map((place) => (place === undefined ? undefined : place - (place % 4)));
        const words = { ...access, places, bytes: 4 };
        const { bankCount } = access.geometry;
        const found = recorded(words, (recorder, mask, addresses) =>
          recordSharedAtomic(recorder, mask, addresses, 0),
        );
        const lanes = Array.from(
          { length: bankCount },
          (_, bank) => placesOf(words).filter((place) => (place / 4) % bankCount === bank).length,
        );
        const passes = sum(groupPasses(words, bankCount));
        expect(found.passes).toBe(Math.max(...lanes) + 256 * passes);
      }),
      RUNS,
    );
  });
});

describe('accesses to private memory', () => {
  /** Words of the lanes lie side by side, row after row. */
  function interleaved({ geometry, places }: Access, bytes: number): number[] {
    const lanes = geometry.subgroupSize;
    const words = places.flatMap((place, lane) =>
      place === undefined ? [] : unitsOf([place], bytes, 4).map((word) => 4 * (word * lanes + lane)),
    );
    return unitsOf(words, 4, geometry.sectorBytes).map((unit) => BASE + unit);
  }

  it('touch the sectors of their rows', () => {
    fc.assert(
      fc.property(accesses, (access) => {
        const found = recorded(access, (recorder, mask, addresses) =>
          recordPrivate(recorder, mask, addresses, 0, access.bytes),
        );
        expect(found.sectors).toEqual(interleaved(access, access.bytes));
      }),
      RUNS,
    );
  });

  it('touch the same where lanes are known to share an offset', () => {
    fc.assert(
      fc.property(accesses, fc.nat(30), (access, place) => {
        const at = access.bytes * place;
        const same = {
          ...access,
          places: access.places.map((each) => (each === undefined ? undefined : at)),
        };
        const found = recorded(same, (recorder, mask) =>
          recordUniformPrivate(recorder, mask, at, access.bytes),
        );
        expect(found.sectors).toEqual(interleaved(same, access.bytes));
      }),
      RUNS,
    );
  });
});

describe('a warp of 32 lanes on 32 banks of 4 bytes', () => {
  const geometry = { subgroupSize: 32, sectorBytes: 32, bankCount: 32, bankBytes: 4 };
  const passes = (size: Partial<Geometry>, bytes: number, stride: number): number => {
    const used = { ...geometry, ...size };
    const places = Array.from({ length: used.subgroupSize }, (_, lane) => lane * stride);
    const access = { geometry: used, bytes, places };
    return recorded(access, (recorder, mask, addresses) =>
      recordShared(recorder, mask, addresses, 0, bytes, false),
    ).passes;
  };

  it('is served in groups of 32, 16 and 8, and others by what fills a row of their banks', () => {
    expect([4, 8, 16].map((bytes) => passes({}, bytes, bytes))).toEqual([1, 2, 4]);
    expect([4, 8, 16].map((bytes) => passes({ bankCount: 16 }, bytes, bytes))).toEqual([2, 4, 8]);
    expect([4, 8, 16].map((bytes) => passes({ bankBytes: 8 }, bytes, bytes))).toEqual([1, 1, 2]);
    expect([4, 8, 16].map((bytes) => passes({ subgroupSize: 64 }, bytes, bytes))).toEqual([2, 4, 8]);
    expect([4, 8, 16].map((bytes) => passes({ subgroupSize: 8 }, bytes, bytes))).toEqual([1, 1, 1]);
  });

  it('meets in fewer banks sooner', () => {
    expect([16, 32, 64].map((bankCount) => passes({ bankCount }, 4, 64))).toEqual([32, 16, 8]);
  });
});

describe('an L1 that delivers half a row per cycle', () => {
  const passes = (access: Access, l1Words?: number): number =>
    recorded({ ...access, geometry: { ...access.geometry, l1Words } }, (recorder, mask, addresses) =>
      recordGlobal(recorder, mask, addresses, 0, 0, access.bytes, 0),
    ).passes;
  const words = (place: (lane: number) => number): Access => ({
    geometry: { subgroupSize: 32, sectorBytes: 32, bankCount: 32, bankBytes: 4 },
    bytes: 4,
    places: Array.from({ length: 32 }, (_, lane) => 4 * place(lane)),
  });

  it('serves two half rows as one row, wherever they lie, and words of one bank one by one', () => {
    const halves = words((lane) => (lane < 16 ? lane : 4096 + (lane % 16)));
    expect([passes(halves), passes(halves, 16)]).toEqual([2, 1]);
    const column = words((lane) => 32 * lane);
    expect([passes(column), passes(column, 16)]).toEqual([32, 16]);
  });

  it('takes no more passes than one of whole rows, and no fewer than the words fill', () => {
    fc.assert(
      fc.property(accesses, (access) => {
        const whole = passes(access);
        const half = passes(access, access.geometry.bankCount / 2);
        expect(half).toBeLessThanOrEqual(whole);
        const least = Math.ceil(
          (placesOf(access).length * Math.max(4, access.bytes)) / (4 * access.geometry.bankCount),
        );
        expect(half).toBeGreaterThanOrEqual(Math.min(whole, least));
      }),
      RUNS,
    );
  });
});
