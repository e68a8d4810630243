// Which latencies and gaps of a profile the model takes. Some would say again what another number says, and some
// nothing could depend on: a profile that gives such a number is refused, and told what to give instead.

import type { Parameter, Profile } from './profile.ts';

const MEMORY_LEVELS =
  'what an access costs is said by l1, l2, dram and atomic, and by lsu.gap and memory.lsuSectorCycles';
const BARRIER = 'barrier.baseCycles and barrier.perWarpCycles say what a barrier costs';
const LAUNCH = 'launch.overheadNs, launch.workgroupLatencyCycles and launch.workgroupGapCycles say it';
const UNAWAITED = 'nothing waits for it';
const ALONE = 'issue.gap says what it costs';

type Instead = Readonly<Partial<Record<Parameter, string>>>;
const both = (text: string): Instead => ({ latency: text, gap: text });

/** By resource, what says instead of its own number what it costs. */
const RESOURCES: Readonly<Record<string, Instead>> = {
  issue: { latency: 'issue.gap says how long an instruction takes to issue' },
  lsu: { latency: 'the latencies of shared, l1, l2, dram and atomic are whole ones, with the way there' },
  dram: { gap: 'set dram.bandwidth, or memory.dramReadBytesPerSecond and those of writes and copies' },
  cluster: { gap: 'memory.clusterBytesPerCyclePerSm says how fast it is' },
  side: { gap: 'memory.sideBytesPerSecond says how fast it is' },
  barrier: both(BARRIER),
  launch: both(LAUNCH),
  fetch: { latency: 'fetch.gap and memory.codeL2Cycles say how long a line of code takes' },
};

/** The same by cost class. */
const CLASSES: Readonly<Record<string, Instead>> = {
  reconverge: { latency: UNAWAITED },
  nop: both(ALONE),
  barrier: both(BARRIER),
  fence: { gap: 'its latency says how long the warp stands still' },
  store_shared: { latency: UNAWAITED },
  load_global: both(MEMORY_LEVELS),
  store_global: both(MEMORY_LEVELS),
  load_local: both(MEMORY_LEVELS),
  store_local: both(MEMORY_LEVELS),
  atomic_global: both(MEMORY_LEVELS),
  reduce_global: both(MEMORY_LEVELS),
  surface_store: { latency: UNAWAITED },
};

/** Fields that profiles once had, by name. */
const GONE: Readonly<Record<string, string>> = {
  l1BytesPerCycle: 'resources.l1.gapCycles says it: the cycles of a pass of 128 bytes',
};

/** What says the same as a field that profiles have no more. */
export function insteadOfField(name: string): string | undefined {
  return ownOf(GONE, name);
}

/** Resources whose costs stand elsewhere in a profile; by factors they can be changed like the others. */
export const standElsewhere: readonly string[] = ['barrier', 'launch'];

/** Why the model takes no such number of a resource, and what to give instead; undefined where it takes one. */
export function insteadOfResource(name: string, parameter: Parameter): string | undefined {
  return ownOf(RESOURCES, name)?.[parameter];
}

/** The same of a cost class. */
export function insteadOfClass(name: string, parameter: Parameter): string | undefined {
  return ownOf(CLASSES, name)?.[parameter];
}

/** One sentence for each latency or gap that is there and not taken, or missing. */
export function costProblems({ resources, classes }: Pick<Profile, 'resources' | 'classes'>): string[] {
  const problems: string[] = [];
  for (const [parameter, field] of FIELDS) {
    for (const [name, resource] of Object.entries(resources)) {
      const instead = insteadOfResource(name, parameter);
      const isGiven = resource[field] !== undefined;
      if (isGiven && instead) problems.push(`resources.${name}.${field} would change nothing: ${instead}`);
      if (!isGiven && !instead) problems.push(`resources.${name} lacks ${field}`);
    }
    for (const [name, cost] of Object.entries(classes)) {
      const instead = insteadOfClass(name, parameter);
      if (instead && cost[field] !== undefined)
        problems.push(`classes.${name}.${field} would change nothing: ${instead}`);
    }
  }
  return problems;
}

const FIELDS = [
  ['latency', 'latencyCycles'],
  ['gap', 'gapCycles'],
] as const;

/** Names come from people: `constructor` is none of ours. */
function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
