// A version that was kept beside the one that is edited: what it takes, what limits it, where the time goes in each, and
// how the texts differ.

import { compare } from '../src/analyze/compare.ts';
import type { Diagnosis } from '../src/analyze/diagnosis.ts';
import { unifiedDiff } from '../src/analyze/diff.ts';
import { comparisonRows, limitOf, speedup } from '../src/report/diagnosis-words.ts';
import { formatCount, formatShare, formatTime, formatTimeRange } from '../src/report/units.ts';
import type { Shown } from './address.ts';
import { fill } from './answer.ts';
import { diffView } from './diff.ts';
import { make } from './dom.ts';
import { table } from './table.ts';

/** What was shown once, with what the model said of it. */
export interface Version {
  readonly shown: Shown;
  readonly diagnosis: Diagnosis;
}

export interface ComparedActions {
  /** Puts the kept version into the editors. */
  readonly back: () => void;
  readonly forget: () => void;
}

export function showCompared(kept: Version, now: Version, { back, forget }: ComparedActions): void {
  const button = (textContent: string, onclick: () => void) =>
    make('button', { type: 'button', textContent, onclick });
  fill('compared', [
    make(
      'div',
      { className: 'head' },
      make('h2', { textContent: 'Beside the kept version' }),
      make('span', { className: 'space' }),
      button('Back to it', back),
      button('Forget it', forget),
    ),
    verdict(kept.diagnosis, now.diagnosis),
    ...(now.diagnosis === kept.diagnosis ? [] : details(kept, now)),
  ]);
}

function verdict(kept: Diagnosis, now: Diagnosis): HTMLElement {
  if (now === kept) {
    const words = 'This version is kept. What is changed from now on is compared with it.';
    return make('p', { textContent: words });
  }
  const factor = kept.timeNs / now.timeNs;
  return make(
    'p',
    { className: 'changed' },
    make('b', { className: factor < 1 ? 'loss' : '', textContent: `${speedup(factor)} as fast` }),
    `: ${formatTime(kept.timeNs)} before, ${formatTime(now.timeNs)} now`,
  );
}

function details(kept: Version, now: Version): HTMLElement[] {
  const parts = comparisonRows(now.diagnosis, compare(now.diagnosis, kept.diagnosis));
  // From the kept one to this one, where reports go from this one to another.
  const rows = parts.map(([reason, here, there]) => [reason, there, here]);
  return [
    table('Both versions', ['', 'kept', 'now'], facts(kept.diagnosis, now.diagnosis)),
    ...(rows.length > 0
      ? [
          make('h3', { textContent: 'Where the time goes' }),
          table('Where the time goes', ['warps', 'kept', 'now'], rows),
        ]
      : []),
    ...difference('Shader', kept.shown.document.shader, now.shown.document.shader),
    ...difference('Launch file', kept.shown.document.launch, now.shown.document.launch),
  ];
}

function facts(kept: Diagnosis, now: Diagnosis): string[][] {
  const rows: readonly (readonly [string, (each: Diagnosis) => string])[] = [
    ['time', ({ timeNs }) => formatTime(timeNs)],
    ['likely', ({ errorBandNs: [low, high] }) => formatTimeRange(low, high)],
    ['device', ({ profile }) => profile],
    ['limit', (each) => limitOf(each).replace(/^limited by /, '')],
    ['occupancy', ({ occupancy }) => formatShare(occupancy.fraction)],
    ['registers', ({ registersPerThread }) => String(registersPerThread)],
    ['instructions per warp', ({ instructions }) => formatCount(instructions.perWarp)],
  ];
  return rows.map(([name, of]) => [name, of(kept), of(now)]);
}

function difference(what: string, before: string, after: string): HTMLElement[] {
  const diff = unifiedDiff(before, after);
  return diff === '' ? [] : [make('h3', { textContent: what }), diffView(diff, `${what}: difference`)];
}
