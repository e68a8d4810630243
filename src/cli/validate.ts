// `kernelcast validate DIR`: how far predictions lie from measured times, over a folder of launches.

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Measurement } from '../measure/measurement.ts';
import type { Forecast } from '../predict/predict.ts';
import { isOfDevice } from '../profile/device-name.ts';
import type { Profile } from '../profile/profile.ts';
import type { LayerRow, Layers } from '../validate/layers.ts';
import type { SuiteEntry } from '../validate/suite.ts';
import type { Row, Validation } from '../validate/validate.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type ModelFlags, profileOf, seedOf, withModelFlags } from './flags.ts';
import { DEFAULT_TIMEOUT } from './gpu.ts';
import type { Kernel } from './kernels.ts';
import { oneLiners, Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface ValidateFlags extends ModelFlags {
  readonly dir: string;
  readonly format: 'table' | 'json';
  readonly device?: string;
  readonly live: boolean;
  readonly plot?: string;
  readonly bands?: string;
  readonly all: boolean;
  readonly layers: boolean;
}

function builder(yargs: Argv): Argv<ValidateFlags> {
  return withModelFlags(yargs)
    .positional('dir', {
      type: 'string',
      demandOption: true,
      describe: 'Folder of launches and measurements',
    })
    .option('format', { choices: ['table', 'json'] as const, default: 'table' as const, describe: 'Output' })
    .option('device', {
      type: 'string',
      requiresArg: true,
      describe: 'Device whose recorded times to compare with; the one of the profile unless given',
    })
    .option('live', { type: 'boolean', default: false, describe: "Measure now, on this machine's GPU" })
    .option('bands', {
      type: 'string',
      requiresArg: true,
      describe: 'Write error bands from the residuals to this file (isa/error-bands.json)',
    })
    .option('plot', {
      type: 'string',
      requiresArg: true,
      describe: 'Write a log-log scatter plot to this SVG',
    })
    .option('all', {
      type: 'boolean',
      default: false,
      describe: 'List every launch, not only the worst',
    })
    .option('layers', {
      type: 'boolean',
      default: false,
      describe:
        "Compare the modelled machine code with the driver's, too, as recorded/driver-code-*.json has it",
    }) as unknown as Argv<ValidateFlags>;
}

/** The device of the measurements that belong to the profile. */
function deviceOf(flags: ValidateFlags, profile: Profile, measurements: readonly Measurement[]): string {
  const recorded = [...new Set(measurements.map((each) => each.device))];
  const known = recorded.length > 0 ? `; recorded are ${recorded.join(', ')}` : '; nothing is recorded';
  if (flags.device !== undefined) {
    if (recorded.includes(flags.device)) return flags.device;
    throw new UsageError(`--device: no measurement on "${flags.device}"${known}`);
  }
  const found = recorded.find((device) => isOfDevice(profile, device));
  if (found === undefined) {
    throw new UsageError(
      `${flags.dir} holds no measurement on the device of profile ${profile.name}${known}; choose one by --device or measure now by --live`,
    );
  }
  return found;
}

async function measureNow(entries: readonly SuiteEntry[], progress: Progress): Promise<Measurement[]> {
  const { measureAll } = await import('./measure.ts');
  const { measurements } = await measureAll({
    launch: entries.map((entry) => entry.path),
    define: [],
    samples: 15,
    verify: false,
    timeout: DEFAULT_TIMEOUT,
    progress,
  });
  return measurements;
}

/** Runs the command; the exit code is returned. */
async function runValidate(flags: ValidateFlags): Promise<ExitCode> {
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile as ExitCode;
  const { measuredOn, readSuite } = await import('../validate/suite.ts');
  const { validationOf } = await import('../validate/validate.ts');
  await refuseOutputs(flags);
  const suite = readSuite(flags.dir);
  const progress = new Progress();
  const measurements = flags.live ? await measureNow(suite.entries, progress) : suite.measurements;
  if (flags.live && measurements.length === 0) return EXIT.noGpu;
  const device = flags.live ? measurements[0].device : deviceOf(flags, profile, measurements);

  const layers = flags.layers ? await openLayers(flags.dir, device, profile.generation) : undefined;
  const rows: Row[] = [];
  const unmeasured: string[] = [];
  const problems: Diagnostic[] = [];
  const predictor = await openPredictor(flags, profile);
  for (const [i, entry] of suite.entries.entries()) {
    progress.show(`${i + 1} of ${suite.entries.length}: ${entry.path}`);
    const { name, row, kernel, forecast } = await predictor.predict(entry, problems);
    if (forecast) layers?.add(name, entry, kernel, forecast);
    const measured = measuredOn(measurements, name, device);
    if (measured) rows.push(row({ measuredNs: measured.timeNs, quality: measured.quality }));
    else unmeasured.push(name);
  }
  progress.clear();
  await predictor.close();
  printDiagnostics(problems);
  const validation = validationOf(rows, { profile: profile.name, device, unmeasured });
  await print(layers ? { ...validation, layers: layers.result() } : validation, flags);
  return rows.length === 0 ? EXIT.badInput : EXIT.fine;
}

interface LayerCollector {
  add(name: string, entry: SuiteEntry, kernel: Kernel | undefined, forecast: Forecast): void;
  result(): Layers;
}

async function openLayers(folder: string, device: string, generation: string): Promise<LayerCollector> {
  const { classOfOpcode, readDriverCode, readDriverLoops } = await import('./driver-code.ts');
  const { agreementOf, layerRow } = await import('../validate/layers.ts');
  const { sourceLoops } = await import('../predict/kernel.ts');
  const recorded = readDriverCode(folder, device);
  const loops = readDriverLoops(folder, device);
  const classOf = classOfOpcode(generation);
  const rows: LayerRow[] = [];
  const unrecorded: string[] = [];
  return {
    add(name, { family, isHeldOut }, kernel, forecast) {
      const driver = recorded.rows.find((row) => row.name === name);
      const about = {
        name,
        ...(family === undefined ? {} : { family }),
        ...(isHeldOut === undefined ? {} : { isHeldOut }),
      };
      const left = loops.find((row) => row.name === name)?.loops;
      const known =
        left && kernel ? { loops: { left, ofSource: sourceLoops(kernel.launch, kernel.source) } } : {};
      if (driver) rows.push(layerRow(about, forecast, { code: driver, ...known }, classOf));
      else unrecorded.push(name);
    },
    result: () => ({ driver: recorded.driver, agreement: agreementOf(rows), rows, unrecorded }),
  };
}

type Measured = Pick<Row, 'measuredNs' | 'quality'>;

interface Predictor {
  /** The launch's name, and its row once its measured time is known. */
  predict(
    entry: SuiteEntry,
    problems: Diagnostic[],
  ): Promise<{
    readonly name: string;
    readonly row: (measured: Measured) => Row;
    readonly kernel?: Kernel;
    readonly forecast?: Forecast;
  }>;
  close(): Promise<void>;
}

async function openPredictor(flags: ValidateFlags, profile: Profile): Promise<Predictor> {
  const path = await import('node:path');
  const { fileReader, loadKernel } = await import('./kernels.ts');
  const { loadLaunch } = await import('../launch/load.ts');
  const { forecastLaunch } = await import('../predict/predict.ts');
  const { baselinesOf } = await import('../validate/baselines.ts');
  const { scored } = await import('../validate/validate.ts');
  const { describeBottleneck } = await import('../report/prediction-text.ts');
  const { bandKindOf } = await import('../predict/error-band.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const { behavioursOf } = await import('./flags.ts');
  const { cache, dialect } = flags;
  const without = behavioursOf(flags.without);
  const now = () => performance.now();
  const options = { profile, cache, dialect, without, seed: seedOf(flags.seed), files: fileReader(), now };
  return {
    close: closeTint,
    async predict(entry, problems) {
      const about = {
        launch: entry.path,
        ...(entry.family === undefined ? {} : { family: entry.family }),
        ...(entry.isHeldOut === undefined ? {} : { isHeldOut: entry.isHeldOut }),
      };
      // Also of a launch that is refused, whose measured time must be found.
      const name = loadLaunch(entry.path, { params: {} }).value?.name ?? path.basename(entry.path, '.json');
      const kernel = await loadKernel(entry.path, {});
      const refused = (diagnostics: readonly Diagnostic[]) => {
        problems.push(...diagnostics);
        const refusal = oneLiners(diagnostics)[0] ?? 'no reason given';
        return { name, row: (measured: Measured) => ({ name, ...about, ...measured, refusal }) };
      };
      if (!kernel.value) return refused(kernel.diagnostics);
      const { launch, source } = kernel.value;
      const outcome = forecastLaunch(launch, source, options);
      if (!outcome.value) return refused(outcome.diagnostics);
      const { prediction } = outcome.value;
      const row = (measured: Measured) =>
        scored({
          name,
          ...about,
          ...measured,
          predictedNs: prediction.timeNs,
          errorBandNs: prediction.errorBandNs,
          ...baselinesOf(outcome.value!, launch, profile),
          bottleneck: describeBottleneck(prediction.bottleneck),
          bandKind: bandKindOf(prediction.bottleneck),
          seconds: prediction.model.seconds,
        });
      return { name, row, kernel: kernel.value, forecast: outcome.value };
    },
  };
}

async function print(
  validation: Validation & { readonly layers?: Layers },
  flags: ValidateFlags,
): Promise<void> {
  if (flags.plot !== undefined) {
    const { writeOutput } = await import('./output-file.ts');
    const { scatterSvg } = await import('../report/scatter-svg.ts');
    const title = `${validation.profile} against ${validation.device}`;
    writeOutput('--plot', flags.plot, scatterSvg(validation.rows, title));
  }
  if (flags.bands !== undefined) await writeBands(flags.bands, validation);
  if (flags.format === 'json') {
    process.stdout.write(`${JSON.stringify(validation, null, 2)}\n`);
    return;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { scoreText } = await import('../report/score-text.ts');
  const style = styleFor(wantsColor(process.stdout));
  process.stdout.write(scoreText(validation, style, flags.all));
  if (validation.layers === undefined) return;
  const { layersText } = await import('../report/layers-text.ts');
  process.stdout.write(`\n${layersText(validation.layers, style, flags.all)}`);
}

/** Before the long part. */
async function refuseOutputs({ plot, bands }: ValidateFlags): Promise<void> {
  const { refuseUnwritable } = await import('./output-file.ts');
  if (plot !== undefined) refuseUnwritable('--plot', plot);
  if (bands !== undefined) refuseUnwritable('--bands', bands);
}

async function writeBands(file: string, { rows, device, profile }: Validation): Promise<void> {
  const { default: builtIn } = await import('../../isa/error-bands.json', { with: { type: 'json' } });
  const { writeOutput } = await import('./output-file.ts');
  const { BAND_SHARE, bandsOf, coverageByFamily, residualsOf } = await import('../validate/bands.ts');
  const residuals = residualsOf(rows);
  const left = coverageByFamily(residuals, BAND_SHARE);
  const source = `measured times of ${residuals.length} launches on ${device} over those predicted with profile ${profile}; made without a launch's family, the bands hold ${(100 * left).toFixed(1)} % of them`;
  const bands = bandsOf(residuals, BAND_SHARE);
  const head = { $schema: './error-bands.schema.json', schema: 'kernelcast/error-bands@1' };
  const content = { ...head, source, share: BAND_SHARE, guesses: builtIn.guesses, bands };
  writeOutput('--bands', file, `${JSON.stringify(content, null, 2)}\n`);
}

export const validateCommand: CommandModule<object, ValidateFlags> = {
  command: 'validate <dir>',
  describe: 'Score predictions against measured times, recorded or live',
  builder: builder as never,
  handler: async (flags: ArgumentsCamelCase<ValidateFlags>) => {
    process.exitCode = await runValidate(flags);
  },
};
