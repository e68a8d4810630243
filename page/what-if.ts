// Sliders: the same traces on a device with other numbers, answered from the forecast that the worker has kept.

import type { Profile } from '../src/profile/profile.ts';
import { speedup } from '../src/report/diagnosis-words.ts';
import { formatTime } from '../src/report/units.ts';
import { fill } from './answer.ts';
import { make } from './dom.ts';

/** What is multiplied by a factor from 1/4 to 4; `counted` is a whole number in the profile. */
const SLIDERS = [
  { key: 'clock', label: 'Clock' },
  { key: 'dram.bandwidth', label: 'DRAM bandwidth' },
  { key: 'dram.latency', label: 'DRAM latency' },
  { key: 'l2.bandwidth', label: 'L2 bandwidth' },
  { key: 'l2.latency', label: 'L2 latency' },
  { key: 'l1.latency', label: 'L1 latency' },
  { key: 'shared.gap', label: 'Workgroup memory' },
  { key: 'limits.warpsPerSm', label: 'Warps per SM' },
] as const;

/** By key: steps of a quarter of an octave from the device's own number, which is 0. */
export type Changes = Readonly<Record<string, number>>;

const STEPS_PER_OCTAVE = 4;
const MOST_STEPS = 2 * STEPS_PER_OCTAVE;

const factorOf = (steps: number) => Number((2 ** (steps / STEPS_PER_OCTAVE)).toPrecision(3));

/** As `--what-if` takes them. */
export function assignments(changes: Changes, profile: Profile): string[] {
  return SLIDERS.flatMap(({ key }) => {
    const steps = changes[key] ?? 0;
    if (steps === 0) return [];
    const factor = factorOf(steps);
    if (key === 'limits.warpsPerSm')
      return [`${key}=${Math.max(1, Math.round(profile.limits.warpsPerSm.value * factor))}`];
    // A gap is the time between two, its throughput the inverse.
    return [`${key}=${key.endsWith('.gap') ? 1 / factor : factor}x`];
  });
}

export class WhatIfSliders {
  private changes: Changes = {};
  private readonly result = make('p', { className: 'changed', attributes: { 'aria-live': 'polite' } });
  private readonly onChange: (changes: Changes) => void;

  constructor(onChange: (changes: Changes) => void) {
    this.onChange = onChange;
  }

  show(changes: Changes): void {
    this.changes = changes;
    const rows = SLIDERS.map(({ key, label }) => this.row(key, label));
    const reset = make('button', { type: 'button', textContent: 'Reset', onclick: () => this.reset() });
    fill('what-if', [
      make(
        'div',
        { className: 'head' },
        make('h2', { textContent: 'What if' }),
        this.result,
        make('span', { className: 'space' }),
        reset,
      ),
      make('div', { className: 'sliders' }, ...rows),
    ]);
    this.say(undefined);
  }

  /** The time by the changed numbers; undefined for none. */
  say(answer: { readonly timeNs: number; readonly speedup: number } | undefined): void {
    this.result.replaceChildren(
      ...(answer
        ? [make('b', { textContent: formatTime(answer.timeNs) }), `, ${speedup(answer.speedup)} as fast`]
        : ['the device had other numbers']),
    );
  }

  private row(key: string, label: string): HTMLElement {
    const output = make('output', { textContent: this.text(key) });
    const input = make('input', {
      type: 'range',
      min: String(-MOST_STEPS),
      max: String(MOST_STEPS),
      value: String(this.changes[key] ?? 0),
      attributes: { 'aria-valuetext': this.text(key) },
    });
    input.oninput = () => {
      this.changes = { ...this.changes, [key]: Number(input.value) };
      output.textContent = this.text(key);
      input.setAttribute('aria-valuetext', this.text(key));
      this.onChange(this.changes);
    };
    return make('label', {}, make('span', { textContent: label }), input, output);
  }

  private text(key: string): string {
    return speedup(factorOf(this.changes[key] ?? 0));
  }

  private reset(): void {
    this.show({});
    this.onChange({});
  }
}
