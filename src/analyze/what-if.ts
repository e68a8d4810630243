// `--what-if`: the same traces on a device with some numbers changed. One flag is one scenario, of one or
// several changes (`dram.bandwidth=2x,l2.latency=0.5x`); `KEY=FROM..TO` is a sweep. Several scenarios are also
// tried together.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { TimingInput } from '../emulate/device.ts';
import { predictTimeOnly } from '../emulate/estimate.ts';
import { prepare } from '../emulate/prepare.ts';
import { overrideProfile } from '../profile/override.ts';
import type { Profile } from '../profile/profile.ts';
import type { Sweep, WhatIfResult } from './diagnosis.ts';

export interface WhatIf {
  readonly whatIf: readonly WhatIfResult[];
  readonly sweeps: readonly Sweep[];
}

const SWEEP_POINTS = 9;
const RANGE = /^(?<low>[0-9.eE+-]+)(?<lowUnit>[^.0-9]*)\.\.(?<high>[0-9.eE+-]+)(?<unit>.*)$/;

export function whatIf(timing: TimingInput, timeNs: number, flags: readonly string[]): Outcome<WhatIf> {
  const diagnostics: Diagnostic[] = [];
  const results: WhatIfResult[] = [];
  const sweeps: Sweep[] = [];
  const together: string[] = [];
  const timed = (assignments: readonly string[]): number | undefined => {
    const changed = overrideProfile(timing.profile, assignments);
    const bad = changed.value && !isSameTrace(timing.profile, changed.value);
    if (!changed.value || bad) {
      diagnostics.push(...changed.diagnostics.map(asWhatIf), ...(bad ? [UNCHANGEABLE] : []));
      return undefined;
    }
    return predictTimeOnly(onDevice(timing, changed.value)).timeNs;
  };
  for (const flag of flags) {
    const parts = flag.split(',').map((part) => part.trim());
    const ranges = parts.map(rangeOf);
    const range = ranges.length === 1 ? ranges[0] : ranges.some(Boolean) ? ALONE : undefined;
    if (typeof range === 'string') diagnostics.push(problem(flag, range));
    else if (range) {
      const points = range.values.flatMap(({ text, factor }) => {
        const ns = timed([`${range.key}=${text}`]);
        return ns === undefined ? [] : [{ value: text, factor, timeNs: ns }];
      });
      if (points.length === range.values.length) sweeps.push({ parameter: range.key, points });
    } else {
      const ns = timed(parts);
      if (ns === undefined) continue;
      results.push({ change: parts.join(', '), timeNs: ns, speedup: timeNs / ns });
      together.push(...parts);
    }
  }
  if (results.length > 1 && diagnostics.length === 0) {
    const ns = timed(together)!;
    results.push({ change: 'all together', timeNs: ns, speedup: timeNs / ns });
  }
  return diagnostics.length > 0
    ? { diagnostics: unique(diagnostics) }
    : { value: { whatIf: results, sweeps }, diagnostics };
}

/** `l2.latency=0.5x..2x`: evenly spaced by factor, both ends included; what is counted, by whole numbers. */
function rangeOf(text: string) {
  const equals = text.indexOf('=');
  const match = RANGE.exec(text.slice(equals + 1));
  if (equals < 1 || !match?.groups) return undefined;
  const [low, high] = [Number(match.groups['low']), Number(match.groups['high'])];
  const unit = match.groups['unit'];
  const lowUnit = match.groups['lowUnit'];
  if (!(low > 0 && high > low)) return 'a sweep goes from a number above 0 to a larger one: 0.5x..2x';
  if (lowUnit !== '' && lowUnit !== unit) return `both ends of a sweep need the same unit: 0.5x..2x`;
  const key = text.slice(0, equals).trim();
  const even = Array.from({ length: SWEEP_POINTS }, (_, index) => {
    const value = low * (high / low) ** (index / (SWEEP_POINTS - 1));
    return Number(value.toPrecision(4));
  });
  const isCounted = /^(limits\.|sm\.count$)/.test(key) && unit === '';
  const points = isCounted ? [...new Set(even.map(Math.round))] : even;
  const values = points.map((value) => ({
    text: `${value}${unit}`,
    factor: unit === 'x' ? value : value / points[0],
  }));
  return { key, values };
}

const ALONE = 'a sweep stands alone: give it a --what-if of its own';

function onDevice(timing: TimingInput, profile: Profile): TimingInput {
  const { lineBytes, sectorBytes } = timing.profile.memory;
  const canShare =
    profile.memory.lineBytes.value === lineBytes.value &&
    profile.memory.sectorBytes.value === sectorBytes.value;
  const preparation = canShare ? timing.preparation! : prepare(timing.trace, profile);
  return { ...timing, profile, preparation };
}

/** Lanes per warp, sectors and banks are part of the trace. */
function isSameTrace(a: Profile, b: Profile): boolean {
  const sizes = ({ limits, memory }: Profile) => [
    limits.subgroupSize.value,
    memory.sectorBytes.value,
    memory.sharedBanks.value,
    memory.sharedBankBytes?.value,
  ];
  const [one, other] = [sizes(a), sizes(b)];
  return one.every((size, index) => size === other[index]);
}

const UNCHANGEABLE: Diagnostic = {
  severity: 'invalid',
  code: 'diagnose/what-if',
  message:
    '--what-if: the traces hold for this subgroup size, sector size and these banks; use --set to change those',
};

function problem(flag: string, message: string): Diagnostic {
  return { severity: 'invalid', code: 'diagnose/what-if', message: `--what-if ${flag}: ${message}` };
}

function asWhatIf(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, message: diagnostic.message.replace(/^--set /, '--what-if ') };
}

function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const messages = new Set<string>();
  return diagnostics.filter(({ message }) => !messages.has(message) && messages.add(message));
}
