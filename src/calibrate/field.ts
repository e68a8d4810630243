// Numbers of a profile by path: `resources.fma.latencyCycles`, `memory.l2BytesPerSecond`. In resources and
// classes a number stands by itself and latency and gap share one `source`; everywhere else it is a quantity
// with a source of its own.

import { unreachable } from '../diagnostics/diagnostic.ts';

type Json = Record<string, unknown>;

function holderOf(profile: unknown, path: readonly string[]): { holder: Json; key: string } {
  let holder = profile as Json;
  for (const key of path.slice(0, -1)) {
    const next = holder[key];
    if (typeof next !== 'object' || next === null) unreachable(`a profile without ${path.join('.')}`);
    holder = next as Json;
  }
  return { holder, key: path.at(-1)! };
}

/** Resources and classes hold plain numbers. */
function isPlain(field: string): boolean {
  return /^(resources|classes)\./.test(field);
}

/** The number at the path; undefined where the profile leaves it to a default. */
export function numberAt(profile: unknown, field: string): number | undefined {
  const { holder, key } = holderOf(profile, field.split('.'));
  const found = isPlain(field) ? holder[key] : (holder[key] as Json | undefined)?.['value'];
  return typeof found === 'number' ? found : undefined;
}

/** Where the number at the path comes from. */
export function sourceAt(profile: unknown, field: string): string | undefined {
  const { holder, key } = holderOf(profile, field.split('.'));
  if (isPlain(field)) return sourcesOf(holder['source'])[key as keyof Sources];
  const source = (holder[key] as Json | undefined)?.['source'];
  return typeof source === 'string' ? source : undefined;
}

/** A copy of the profile with another number at the path; its source too where one is given. */
export function withNumber<T>(profile: T, field: string, value: number, source?: string): T {
  const copy = structuredClone(profile);
  const { holder, key } = holderOf(copy, field.split('.'));
  if (isPlain(field)) {
    holder[key] = value;
    if (source !== undefined) {
      const sources: Sources = { ...sourcesOf(holder['source']), [key]: source };
      holder['source'] = joined(sources, holder);
    }
  } else {
    const old = (holder[key] as Json | undefined)?.['source'];
    holder[key] = { value, source: source ?? old ?? 'guess: not set' };
  }
  return copy;
}

interface Sources {
  readonly latencyCycles?: string;
  readonly gapCycles?: string;
}

/** `A; gap B` says where a latency comes from and where a gap; without the second part both come from A. */
function sourcesOf(text: unknown): Sources {
  if (typeof text !== 'string') return {};
  const [latency, gap] = text.split('; gap ') as [string, string?];
  return { latencyCycles: latency, gapCycles: gap ?? latency };
}

/** A source begins with its kind, and a number that is not there needs none. */
function joined({ latencyCycles, gapCycles }: Sources, holder: Json): string {
  if (latencyCycles === undefined || holder['latencyCycles'] === undefined) return gapCycles!;
  const hasOwnGap = gapCycles !== undefined && holder['gapCycles'] !== undefined;
  return hasOwnGap && gapCycles !== latencyCycles ? `${latencyCycles}; gap ${gapCycles}` : latencyCycles;
}
