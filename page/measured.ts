// What the GPU of this browser takes, beside what was predicted.

import type { Measurement } from '../src/measure/measurement.ts';
import type { Prediction } from '../src/predict/prediction.ts';
import { outputWords } from '../src/report/measurement-words.ts';
import { formatShare, formatTime, formatTimeRange } from '../src/report/units.ts';
import { fill } from './answer.ts';
import { type Bar, bars } from './bars.ts';
import { make } from './dom.ts';
import type { Problem } from './messages.ts';

const QUALITY: Readonly<Record<Measurement['quality'][number], string>> = {
  software: 'the browser runs WebGPU on the processor: its times describe no GPU',
  noisy: 'the samples spread by more than 3 %: something else may use the GPU',
  'clock-unstable': 'the GPU’s clock was not steady',
  quantized: 'the browser rounds timestamps, and this kernel cannot be repeated within a pass',
  'stopped-early': 'it was given up after its first sample',
};

const HEAD = make('h2', { textContent: 'Measured here' });

/** While it is at hand. @param stop gives it up */
export function showMeasuring(text: string, stop: () => void): void {
  const button = make('button', { type: 'button', textContent: 'Stop', onclick: stop });
  const state = make('span', { className: 'note', attributes: { role: 'status' }, textContent: `${text} …` });
  fill('measured', [HEAD, make('div', { className: 'head' }, button, state)]);
}

export function showUnmeasured(problems: readonly Problem[]): void {
  const items = problems.map(({ message, notes }) =>
    make('li', {}, make('b', { textContent: 'Not measured: ' }), [message, ...notes].join('; ')),
  );
  fill('measured', [HEAD, make('ul', { className: 'problems' }, ...items)]);
}

export function showMeasured(measurement: Measurement, prediction: Prediction | undefined): void {
  const { device, timeNs, minNs, maxNs, quality, dispatchesPerSample: repeats } = measurement;
  const isBack = repeats !== undefined;
  const rows: Bar[] = [
    {
      label: device,
      value: timeNs,
      shown: formatTime(timeNs),
      band: [minNs, maxNs],
      note: spread(measurement),
    },
  ];
  if (prediction) rows.push(predicted(prediction, isBack));
  const doubts = quality.map((each) => make('li', { textContent: QUALITY[each] }));
  if (isBack)
    doubts.push(
      make('li', {
        textContent: `this browser rounds timestamps, so a sample is ${repeats} dispatches one behind the other in one pass; what a pass takes to begin and to end is in neither time`,
      }),
    );
  const isWrong = measurement.verification.mismatches > 0;
  fill('measured', [
    HEAD,
    bars('Measured beside predicted', rows),
    make(
      'p',
      { className: isWrong ? 'wrong' : '' },
      make('b', { textContent: isWrong ? 'Wrong output: ' : 'Output: ' }),
      outputWords(measurement),
    ),
    ...(doubts.length > 0 ? [make('ul', { className: 'doubts' }, ...doubts)] : []),
  ]);
}

function spread({ samples, minNs, maxNs, spread: share }: Measurement): string {
  return `measured: ${samples.length} samples, ${formatTimeRange(minNs, maxNs)}, the middle half within ${formatShare(share)}`;
}

/** @param isBack dispatches one behind the other, without the launch of each */
function predicted({ profile, timeNs, launchNs, errorBandNs }: Prediction, isBack: boolean): Bar {
  const lessNs = isBack ? launchNs : 0;
  const [low, high] = errorBandNs.map((each) => Math.max(0, each - lessNs)) as [number, number];
  return {
    label: profile,
    value: timeNs - lessNs,
    shown: formatTime(timeNs - lessNs),
    band: [low, high],
    note: `predicted: ${isBack ? 'without its launch, ' : ''}likely ${formatTimeRange(low, high)}`,
    isChosen: true,
  };
}
