// `kernelcast validate DIR --why NAME`: one launch of the folder, with the driver's recorded code beside the model's.

import { SourceText } from '../analyze/source-text.ts';
import { listingFor } from '../compilers/for-device.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { closeTint } from '../hardware/tint.ts';
import type { Measurement } from '../measure/measurement.ts';
import { type Forecast, forecastLaunch } from '../predict/predict.ts';
import type { Profile } from '../profile/profile.ts';
import { measuredOn, type SetEntry } from '../validate/launch-set.ts';
import { type DriverCodeFile, layerRow } from '../validate/layers.ts';
import { executionsPerWarp } from '../validate/parts.ts';
import { type Why, type WhyLine, whyOf } from '../validate/why.ts';
import { findDriverCode, readDriverLoops } from './driver-code.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import type { ModelFlags } from './flags.ts';
import { type Kernel, loadKernel } from './kernels.ts';
import { printDiagnostics } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { recordedOf } from './validate-layers.ts';
import { launchName, modelOptions } from './validate-predictor.ts';

export interface WhyRequest {
  readonly name: string;
  readonly folder: string;
  readonly entries: readonly SetEntry[];
  readonly measurements: readonly Measurement[];
  readonly device: string;
  readonly profile: Profile;
  readonly flags: ModelFlags;
}

/** The answer, or the exit code after its problems were printed. @throws UsageError */
export async function answerWhy(request: WhyRequest): Promise<Why | ExitCode> {
  const { name, folder, device } = request;
  const entry = entryOf(request);
  const { value: kernel, diagnostics } = await loadKernel(entry.path, {}, request.flags);
  await closeTint();
  printDiagnostics(diagnostics);
  if (!kernel) return exitCodeOf(diagnostics);
  const options = modelOptions(request.flags, request.profile);
  const forecastWithout = (without: readonly string[]) =>
    forecastLaunch(kernel.launch, kernel.source, { ...options, without });
  const { value: forecast, diagnostics: found } = forecastWithout(options.without);
  printDiagnostics(found);
  if (!forecast) return exitCodeOf(found) || EXIT.badInput;
  const file = findDriverCode(folder, device);
  const measured = measuredOn(request.measurements, name, device);
  return whyOf({
    name,
    launch: entry.path,
    device,
    ...(file ? { driver: file.driver } : {}),
    ...(measured ? { measuredNs: measured.timeNs } : {}),
    forecast,
    lines: linesOf(forecast, kernel),
    ...codeOf(request, kernel, forecast, file),
    without: (behaviour) => forecastWithout([...options.without, behaviour]).value,
  });
}

function entryOf({ name, folder, entries, flags }: WhyRequest): SetEntry {
  const names = entries.map((entry) => launchName(entry, flags));
  const entry = entries[names.indexOf(name)];
  if (entry) return entry;
  throw new UsageError(
    `--why: no launch of ${folder} is called "${name}"${didYouMean(name, names) || `; it has ${names.length}, such as "${names[0]}"`}`,
  );
}

function codeOf(
  { name, folder, device, profile }: WhyRequest,
  kernel: Kernel,
  forecast: Forecast,
  file: DriverCodeFile | undefined,
) {
  const recorded = file && recordedOf(name, kernel, file.rows, readDriverLoops(folder, device));
  if (!recorded) return {};
  const listing = listingFor(profile);
  return { code: { recorded, row: layerRow({ name }, forecast, recorded, listing), listing } };
}

/** What became of each line of the source; a binary has lines where it says what it was compiled from. */
function linesOf({ program, timing, estimate }: Forecast, { launch, source }: Kernel): WhyLine[] {
  const text = typeof source === 'string' ? new SourceText(launch.shaderPath, source) : undefined;
  const executions = executionsPerWarp(timing.trace);
  const lines = new Map<number, { text: string; inCode: number; perWarp: number; timeFraction: number }>();
  for (const { id, instructions } of program.segments)
    instructions.forEach(({ span }, i) => {
      const line = span && (span.source?.line ?? text?.lineAt(span.start));
      if (line === undefined) return;
      const known = lines.get(line) ?? {
        text: span?.source ? '' : (text?.line(line) ?? ''),
        inCode: 0,
        perWarp: 0,
        timeFraction: 0,
      };
      lines.set(line, known);
      known.inCode++;
      known.perWarp += executions[id];
      known.timeFraction += estimate.instructionShares[id][i];
    });
  return [...lines].sort(([a], [b]) => a - b).map(([line, each]) => ({ line, ...each }));
}
