// The kernel on all built-in devices, as bars.

import type { Prediction } from '../src/predict/prediction.ts';
import { describeBottleneck } from '../src/report/limit-words.ts';
import { formatTime } from '../src/report/units.ts';
import { fill } from './answer.ts';
import { type Bar, bars } from './bars.ts';
import { make } from './dom.ts';

export interface OnDevice {
  readonly profile: string;
  readonly prediction?: Prediction;
  /** Why there is no prediction. */
  readonly why?: string;
}

/** @param choose makes a device that of the whole page */
export function showDevices(
  results: readonly OnDevice[],
  chosen: string,
  choose: (profile: string) => void,
): void {
  const timeOf = ({ prediction }: OnDevice) => prediction?.timeNs ?? Infinity;
  const rows = [...results]
    .sort((a, b) => timeOf(a) - timeOf(b))
    .map(({ profile, prediction, why }): Bar => {
      const row = { label: profile, isChosen: profile === chosen, choose: () => choose(profile) };
      if (!prediction) return { ...row, value: 0, shown: 'none', note: why ?? '' };
      const { timeNs, errorBandNs, bottleneck } = prediction;
      return {
        ...row,
        value: timeNs,
        shown: formatTime(timeNs),
        band: errorBandNs,
        note: describeBottleneck(bottleneck),
      };
    });
  fill('devices', [make('h2', { textContent: 'On all devices' }), bars('Time by device', rows)]);
}
