// A profile with one parameter of one resource changed by a factor: the step that sensitivity analysis
// (SAAKE, section 3.3) and `--set dram.gap=2x` both take. The profile given is not touched.

import type { ClassCost, Memory, Parameter, Profile, Quantity, Resource } from './profile.ts';
import { standElsewhere } from './taken.ts';

/**
 * Every cost of `resource` scaled by `factor`: its own latency or gap, that of the cost classes which use
 * it and set their own, and the quantities of other parts of the profile that stand for such numbers. Unknown
 * resources leave the profile as it is.
 */
export function scaleResource(
  profile: Profile,
  resource: string,
  parameter: Parameter,
  factor: number,
): Profile {
  const known = profile.resources[resource];
  if (!known && !standElsewhere.includes(resource)) return profile;
  const key = parameter === 'latency' ? 'latencyCycles' : 'gapCycles';
  return {
    ...profile,
    resources: known
      ? { ...profile.resources, [resource]: scaleCost(known, key, factor) }
      : profile.resources,
    classes: mapValues(profile.classes, (cost) =>
      cost.resource === resource ? scaleCost(cost, key, factor) : cost,
    ),
    memory: scaleMemory(profile.memory, resource, parameter, factor),
    launch: resource === 'launch' ? scaleLaunch(profile, parameter, factor) : profile.launch,
    barrier:
      resource === 'barrier' && parameter === 'latency'
        ? {
            baseCycles: times(profile.barrier.baseCycles, factor),
            perWarpCycles: times(profile.barrier.perWarpCycles, factor),
          }
        : profile.barrier,
  };
}

function scaleCost<T extends ClassCost | Resource>(
  cost: T,
  key: 'latencyCycles' | 'gapCycles',
  factor: number,
): T {
  const own = cost[key];
  return own === undefined ? cost : { ...cost, [key]: own * factor };
}

function scaleMemory(memory: Memory, resource: string, parameter: Parameter, factor: number): Memory {
  if (resource === 'l2' && parameter === 'latency')
    return scaleFields(memory, ['l2FarLatencyCycles', 'storeLatencyCycles'], factor);
  if (resource === 'dram' && parameter === 'latency')
    return scaleFields(memory, ['dramLatencySpreadCycles'], factor);
  if (parameter === 'latency') return memory;
  switch (resource) {
    case 'l1':
      return scaleFields(memory, ['lsuSectorCycles'], factor);
    case 'l2':
      return scaleFields(scaleFields(memory, L2_RATES, 1 / factor), ['pageLookUpCycles'], factor);
    case 'cluster':
      return scaleFields(memory, ['clusterBytesPerCyclePerSm'], 1 / factor);
    case 'side':
      return scaleFields(memory, ['sideBytesPerSecond'], 1 / factor);
    case 'dram':
      return scaleFields(
        memory,
        ['dramReadBytesPerSecond', 'dramWriteBytesPerSecond', 'dramCopyBytesPerSecond'],
        1 / factor,
      );
    case 'atomic':
      return scaleFields(memory, ['atomicSameAddressPerSecond', 'atomicSectorsPerSecond'], 1 / factor);
    default:
      return memory;
  }
}

const L2_RATES = [
  'l2BytesPerSecond',
  'l2WriteBytesPerSecond',
  'l2WritePortBytesPerSecond',
  'l2WriteLinesPerSecond',
  'l2BytesPerCyclePerSm',
  'l2ScatteredWritesPerSecond',
] as const;

function scaleLaunch(profile: Profile, parameter: Parameter, factor: number): Profile['launch'] {
  const launch = profile.launch;
  return parameter === 'gap'
    ? { ...launch, workgroupGapCycles: times(launch.workgroupGapCycles, factor) }
    : {
        ...launch,
        overheadNs: times(launch.overheadNs, factor),
        ...(launch.firstAccessNs ? { firstAccessNs: times(launch.firstAccessNs, factor) } : {}),
        workgroupLatencyCycles: times(launch.workgroupLatencyCycles, factor),
      };
}

type MemoryQuantity = Exclude<keyof Memory, 'cachesGlobalLoadsInL1' | 'loadsInOrder'>;

function scaleFields(memory: Memory, fields: readonly MemoryQuantity[], factor: number): Memory {
  const changed: Partial<Record<MemoryQuantity, Quantity>> = {};
  for (const field of fields) {
    const quantity = memory[field];
    if (quantity) changed[field] = times(quantity, factor);
  }
  return { ...memory, ...changed };
}

function times(quantity: Quantity, factor: number): Quantity {
  return { value: quantity.value * factor, source: quantity.source };
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
