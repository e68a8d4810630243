// `search LAUNCH --profile A,B`: the configuration that loses least over several devices. Each device is searched for
// itself, then the best few of each are evaluated on all.

import type { ModelOptions } from '../configure/evaluate.ts';
import { ModelEvaluator } from '../configure/model-evaluator.ts';
import { requiredLimits } from '../configure/needs.ts';
import { strideDoubts, type Tunable } from '../configure/tunable.ts';
import { closeTint } from '../hardware/tint.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import type { DevicesSearchReport } from '../report/search-devices-text.ts';
import { formatTime } from '../report/units.ts';
import type { Cost } from '../search/cost.ts';
import { entryOf } from '../search/ledger.ts';
import { chooseForAll, type OnDevices } from '../search/over-devices.ts';
import { type SearchResult, search } from '../search/search.ts';
import { Random } from '../space/random.ts';
import { keyOf, type Point } from '../space/space.ts';
import { withDeadline } from './deadline.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { backendFor } from './farm-connection.ts';
import { durationNs, seedOf } from './flags.ts';
import { budgetOf, noResult, type SearchFlags, validateWinner, write } from './search.ts';
import { Progress, printDiagnostics, wantsColor } from './terminal.ts';
import type { KernelOutput } from './write-transformed.ts';

/** Of each device's ranking, so many are tried on all. */
const TRIED_ON_ALL = 6;
/** Of the time, for the searches of the devices by themselves. */
const SEARCHING = 0.75;

interface Device {
  readonly profile: Profile;
  readonly evaluator: ModelEvaluator;
  readonly result: SearchResult;
}

/** Runs the command for several profiles; the exit code is returned. @param options the profile in them is left out */
export async function searchDevices(
  tunable: Tunable,
  profiles: readonly Profile[],
  options: ModelOptions,
  flags: SearchFlags,
  asked: KernelOutput | undefined,
  params: Readonly<Record<string, string>>,
): Promise<number> {
  const startMs = performance.now();
  const givenMs = durationNs('--time', flags.time) / 1e6;
  const progress = new Progress();
  const closing: (() => void)[] = [];
  try {
    const devices: Device[] = [];
    for (const [at, profile] of profiles.entries()) {
      const untilMs = startMs + (givenMs * SEARCHING * (at + 1)) / profiles.length;
      const backend = await backendFor(flags, tunable.launch, { ...options, profile });
      closing.push(() => backend.close());
      const timed = withDeadline(backend, untilMs, true);
      const own = new ModelEvaluator(tunable, timed, profile);
      const { result, refused } = await search(
        { ...tunable, evaluator: own, doubtOf: (point) => strideDoubts(tunable, point) },
        {
          algorithm: flags.algorithm,
          budget: budgetOf(flags.budget),
          random: new Random(seedOf(flags.seed)),
          isTimeUp: () => performance.now() > untilMs,
          onProgress: (evaluations, bestNs) =>
            progress.show(`${profile.name}: ${evaluations} evaluated, best ${formatTime(bestNs)}`),
        },
      );
      if (result === undefined) return noResult(`${profile.name}: ${refused[0]?.reason ?? 'no time'}`);
      const inTime = withDeadline(backend, startMs + givenMs);
      devices.push({ profile, result, evaluator: new ModelEvaluator(tunable, inTime, profile) });
    }
    progress.show('the best of each on all devices');
    const candidates = await onAll(tunable, devices);
    const base = candidates.find(({ point }) => keyOf(point) === keyOf(tunable.base));
    const shared = chooseForAll(candidates, base);
    if (shared === undefined) return noResult('none has one on every device');
    const winner = tunable.instantiate(shared.best.point).value!;
    const wrong = await validateWinner(winner);
    progress.clear();
    printDiagnostics(wrong);
    if (exitCodeOf(wrong) !== EXIT.fine) return EXIT.internal;
    const written = asked && (await write(asked, tunable, winner, shared, params));
    if (asked && written && flags.variants) {
      const { writeVariants } = await import('./write-variants.ts');
      const choices = devices.map(({ profile, result: { best } }, at) => ({
        profile,
        point: gainsByItsOwn(best, shared.best.costs[at]) ? best.point : shared.best.point,
      }));
      written.push(...(await writeVariants(asked, tunable, shared.best.point, choices, params)));
    }
    await print(
      {
        name: tunable.launch.name,
        space: tunable.space,
        devices: devices.map(({ profile, result }, at) => ({
          profile: profile.name,
          base: base?.costs[at],
          shared: shared.best.costs[at],
          own: quickestOn(at, result, candidates),
          evaluations: result.evaluations,
        })),
        shared: shared.best.point,
        base: tunable.base,
        expectedGain: shared.expectedGain,
        requiredLimits: requiredLimits(winner),
        ...(written ? { written } : {}),
      },
      flags.format,
    );
    return EXIT.fine;
  } finally {
    progress.clear();
    for (const close of closing) close();
    await closeTint();
  }
}

/** The best few of each device and the kernel as it is, those that have a cost on every device. */
async function onAll({ base }: Tunable, devices: readonly Device[]): Promise<OnDevices[]> {
  const points = new Map<string, Point>([[keyOf(base), base]]);
  for (const { result } of devices)
    for (const { point } of [result.best, ...result.ranking.slice(0, TRIED_ON_ALL)])
      points.set(keyOf(point), point);
  const all = [...points.values()];
  const costs = await Promise.all(devices.map((device) => costsOf(device, all)));
  return all.flatMap((point, at) => {
    const each = costs.flatMap((ofDevice) => ofDevice[at] ?? []);
    return each.length === devices.length ? [{ point, costs: each }] : [];
  });
}

/** Those that the search of the device has come by, and further predictions. */
async function costsOf(
  { result, evaluator }: Device,
  points: readonly Point[],
): Promise<(Cost | undefined)[]> {
  const known = points.map((point) => entryOf(result.ranking, point)?.cost);
  const verdicts = await evaluator.evaluate(points.filter((_, at) => known[at] === undefined));
  let next = 0;
  return known.map((cost) => cost ?? verdicts[next++].cost);
}

/** The quickest that is known of a device: its own search may have missed what that of another has found. */
function quickestOn(at: number, { best }: SearchResult, candidates: readonly OnDevices[]): Own {
  return candidates.reduce<Own>(
    (quickest, { point, costs }) =>
      costs[at].timeNs < quickest.cost.timeNs ? { point, cost: costs[at] } : quickest,
    best,
  );
}

/** Below this a device runs what all run: another file is not worth it, and the prediction knows no better. */
const WORTH_A_VARIANT = 1.02;

function gainsByItsOwn({ cost }: Own, shared: Cost): boolean {
  return shared.timeNs > WORTH_A_VARIANT * cost.timeNs;
}

type Own = DevicesSearchReport['devices'][number]['own'];

async function print(report: DevicesSearchReport, format: SearchFlags['format']): Promise<void> {
  const { devicesSearchDocument, devicesSearchText } = await import('../report/search-devices-text.ts');
  if (format !== 'table') {
    process.stdout.write((format === 'json' ? jsonText : jsonLine)(devicesSearchDocument(report)));
    return;
  }
  const { styleFor } = await import('../report/layout.ts');
  process.stdout.write(devicesSearchText(report, styleFor(wantsColor(process.stdout))));
}
