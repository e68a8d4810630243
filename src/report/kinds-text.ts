// Launches on a device of each kind that people have, beside each other: what a forecast says to somebody who named no
// device. One launch: a column for each device. Several: a row for each, with its time and limit on every device.

import { printable } from '../diagnostics/printable.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { DeviceKind, Profile } from '../profile/profile.ts';
import { type Column, columnsOf, fitted, type Style, shorten, table, wrap } from './layout.ts';
import { describeBottleneck } from './limit-words.ts';
import { guessRemark } from './prediction-text.ts';
import { formatBytes, formatShare, formatTime, formatTimeRange } from './units.ts';

const KIND_WORDS: Readonly<Record<DeviceKind, string>> = {
  integrated: 'integrated',
  consumer: 'consumer',
  'data-centre': 'data centre',
};

/** @param launches by launch, its predictions on the devices; on fewer where one has refused it */
export function kindsText(
  launches: readonly (readonly Prediction[])[],
  profiles: readonly Profile[],
  style: Style,
): string {
  if (launches.length === 0) return '';
  const body =
    launches.length === 1
      ? oneLaunch(launches[0], profiles, style)
      : severalLaunches(launches, profiles, style);
  const predictions = launches.flat();
  const warnings = new Set(
    launches.flatMap((each) =>
      each.flatMap((p) => p.warnings.map((text) => warningOf(p, text, launches.length))),
    ),
  );
  const hint =
    'one device in detail: --profile NAME (kernelcast profiles lists them); always: KERNELCAST_PROFILE, or "profile" in kernelcast.json';
  return [
    body,
    ...(warnings.size === 0
      ? []
      : ['', ...[...warnings].map((text) => style.warn(wrap(`warning: ${text}`, undefined, '  ')))]),
    '',
    style.dim(wrap(hint)),
    ...remarkLines(predictions, style),
    '',
  ].join('\n');
}

function warningOf(p: Prediction, text: string, launches: number): string {
  return launches > 1 ? `${printable(p.name)}: ${text}` : text;
}

function remarkLines(predictions: readonly Prediction[], style: Style): string[] {
  const guesses = guessRemark(predictions);
  return guesses === '' ? [] : [style.dim(wrap(guesses, undefined, '  '))];
}

function kindOf(profile: Profile | undefined): string {
  return profile?.standsFor === undefined ? '' : KIND_WORDS[profile.standsFor];
}

function oneLaunch(predictions: readonly Prediction[], profiles: readonly Profile[], style: Style): string {
  const of = (fact: (p: Prediction) => string) => predictions.map(fact);
  const title = `${printable(predictions[0].name)}: ${of((p) => `${formatTime(p.timeNs)} on ${p.profile}`).join(', ')}`;
  const kinds = of(({ profile }) => kindOf(profiles.find(({ name }) => name === profile)));
  const rows: string[][] = [
    ['time', ...of((p) => formatTime(p.timeNs))],
    ['likely', ...of((p) => formatTimeRange(...p.errorBandNs).replace(' to ', '–'))],
    ['limited by', ...of((p) => shorten(describeBottleneck(p.bottleneck), 24))],
    ['occupancy', ...of((p) => `${formatShare(p.occupancy.fraction)}, by ${p.occupancy.limit}`)],
    ['registers', ...of((p) => String(p.registersPerThread))],
    ['DRAM', ...of((p) => formatBytes(p.memory.dramBytes))],
    [
      'hits L1/L2',
      ...of((p) => `${formatShare(p.memory.l1HitRate).replace(' %', '')}/${formatShare(p.memory.l2HitRate)}`),
    ],
  ];
  const columns = columnsOf('', ...of((p) => p.profile));
  return `${style.bold(wrap(title))}\n\n${table(columns, [['', ...kinds], ...rows], style)}`;
}

function severalLaunches(
  launches: readonly (readonly Prediction[])[],
  profiles: readonly Profile[],
  style: Style,
): string {
  const title = `${launches.length} kernels on ${profiles.map((each) => `${each.name} (${kindOf(each)})`).join(', ')}`;
  const columns: Column[] = [
    { title: 'kernel' },
    ...profiles.flatMap((profile): Column[] => [
      { title: kindOf(profile), align: 'right' },
      { title: 'limited by' },
    ]),
  ];
  const rows = launches.map((predictions) => [
    printable(predictions[0].name),
    ...profiles.flatMap(({ name }) => cellsOf(predictions.find(({ profile }) => profile === name))),
  ]);
  return `${style.bold(wrap(title))}\n\n${table(columns, fitted(columns, rows), style)}`;
}

/** Throughput is what holds back most often and is not said. */
function cellsOf(prediction: Prediction | undefined): string[] {
  if (prediction === undefined) return ['refused', ''];
  const limit = describeBottleneck(prediction.bottleneck).replace(/ (throughput|overhead)$/, '');
  return [formatTime(prediction.timeNs), shorten(limit, 14)];
}
