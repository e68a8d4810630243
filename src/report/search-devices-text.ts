// What a search over several devices found: the one configuration for all in the first line, then what it costs each.

import { printable } from '../diagnostics/printable.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import type { Cost } from '../search/cost.ts';
import type { ExpectedGain } from '../search/doubt.ts';
import type { Point, Space } from '../space/space.ts';
import { columnsOf, type Style, table, wrap } from './layout.ts';
import { limitsText } from './limits-text.ts';
import { named } from './search-json.ts';
import { describeChange, limitOf } from './search-text.ts';
import { formatNumber, formatShare, formatTime } from './units.ts';

export interface DevicesSearchReport {
  readonly name: string;
  readonly space: Space;
  readonly devices: readonly {
    readonly profile: string;
    /** The kernel as it is; absent where it has no prediction on some device. */
    readonly base?: Cost | undefined;
    readonly shared: Cost;
    /** What the search of this device alone recommends. */
    readonly own: { readonly point: Point; readonly cost: Cost };
    readonly evaluations: number;
  }[];
  readonly shared: Point;
  readonly base: Point;
  readonly expectedGain?: ExpectedGain | undefined;
  readonly requiredLimits: Readonly<Partial<DeviceLimits>>;
  readonly written?: readonly string[];
}

type Device = DevicesSearchReport['devices'][number];

/** Below this, own and shared configuration are alike. */
const ALIKE = 0.005;

export function devicesSearchText(report: DevicesSearchReport, style: Style): string {
  const { space, devices, base, requiredLimits, written } = report;
  const evaluations = devices.reduce((sum, each) => sum + each.evaluations, 0);
  const own = devices.filter((each) => lostBy(each) > ALIKE);
  return [
    style.bold(wrap(answer(report))),
    wrap(`${evaluations} kernels evaluated on ${devices.length} devices. Nothing was run.`),
    '',
    table(COLUMNS, devices.map(rowOf), style),
    ...(own.length > 0 ? [''] : []),
    ...own.map(({ profile, own: { point } }) =>
      wrap(`${profile} by itself: ${describeChange(space, base, point)}`, undefined, '    '),
    ),
    ...limitsText(requiredLimits).map((line) => wrap(line)),
    ...(written ? ['', `written: ${written.map(printable).join(', ')}`] : []),
  ]
    .join('\n')
    .concat('\n');
}

function answer({ name, space, devices, shared, base, expectedGain }: DevicesSearchReport): string {
  const where = `${printable(name)} on ${devices.length} devices`;
  const worst = devices.reduce((a, b) => (lostBy(b) > lostBy(a) ? b : a));
  const lost =
    lostBy(worst) > ALIKE
      ? `at most ${formatShare(lostBy(worst))} slower than the best of a device alone (${worst.profile})`
      : 'as fast as the best of each alone';
  if (expectedGain === undefined)
    return `${where}: as it is; no other configuration gains on all what one can rely on; ${lost}`;
  const [gain, low, high] = [expectedGain.gain, expectedGain.low, expectedGain.high].map(formatNumber);
  const predicted = formatNumber(meanGain(devices));
  return `${where}: with ${describeChange(space, base, shared)} ${predicted} times as fast as it is on average, by prediction; expect ${gain} (${low} to ${high}); ${lost}`;
}

function meanGain(devices: readonly Device[]): number {
  const logs = devices.reduce((sum, { base, shared }) => sum + Math.log(base!.timeNs / shared.timeNs), 0);
  return Math.exp(logs / devices.length);
}

/** Share of the device's own best time that the shared configuration takes more. */
function lostBy({ shared, own }: Device): number {
  return shared.timeNs / own.cost.timeNs - 1;
}

const COLUMNS = columnsOf(
  'device',
  '>as it is',
  '>for all',
  '>speed-up',
  'limited by',
  '>own best',
  '>slower',
);

function rowOf(each: Device): string[] {
  const { profile, base, shared, own } = each;
  return [
    printable(profile),
    base ? formatTime(base.timeNs) : '',
    formatTime(shared.timeNs),
    base ? formatNumber(base.timeNs / shared.timeNs) : '',
    limitOf(shared),
    formatTime(own.cost.timeNs),
    lostBy(each) > ALIKE ? formatShare(lostBy(each)) : '',
  ];
}

/** For programs: `kernelcast/devices-search@1`. Fields may be added, never renamed. */
export function devicesSearchDocument(report: DevicesSearchReport): object {
  const { name, space, devices, shared, base, expectedGain = null, requiredLimits, written } = report;
  return {
    schema: 'kernelcast/devices-search@1',
    name,
    shared: named(space, shared),
    base: named(space, base),
    expectedGain,
    devices: devices.map(({ profile, base: asItIs, shared: forAll, own, evaluations }) => ({
      profile,
      baseNs: asItIs?.timeNs ?? null,
      timeNs: forAll.timeNs,
      bottleneck: forAll.bottleneck,
      own: { configuration: named(space, own.point), timeNs: own.cost.timeNs },
      evaluations,
    })),
    requiredLimits,
    ...(written ? { written } : {}),
  };
}
