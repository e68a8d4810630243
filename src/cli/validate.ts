// `kernelcast validate DIR`: how far predictions lie from measured times, over a folder of launches.

import type { Argv } from 'yargs';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Measurement } from '../measure/measurement.ts';
import { DEFAULT_PROFILE } from '../profile/default-profile.ts';
import { isOfDevice } from '../profile/device-name.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonText } from '../report/json.ts';
import type { LaunchSet, SetEntry } from '../validate/launch-set.ts';
import type { Layers } from '../validate/layers.ts';
import type { Row, Validation } from '../validate/validate.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type ModelFlags, profileOf, withModelFlags } from './flags.ts';
import { DEFAULT_TIMEOUT } from './gpu.ts';
import { choice, command, text, toggle } from './options.ts';
import { FORCE, type Output, refuseInput, refuseUnwritable, writeOutput } from './output-file.ts';
import { Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import type { LayerCollector } from './validate-layers.ts';

interface ValidateFlags extends ModelFlags {
  readonly dir: string;
  readonly format: 'table' | 'json';
  readonly device?: string;
  readonly live: boolean;
  readonly plot?: string;
  readonly bands?: string;
  readonly all: boolean;
  readonly layers: boolean;
  readonly why?: string;
  readonly force: boolean;
  readonly farm?: string;
}

function builder(yargs: Argv): Argv<unknown> {
  return withModelFlags(yargs)
    .positional('dir', {
      type: 'string',
      demandOption: true,
      describe: 'Folder of launches and measurements',
    })
    .default('profile', DEFAULT_PROFILE)
    .option('format', choice(['table', 'json'], 'Output'))
    .option(
      'device',
      text('Device whose recorded times to compare with; the one of the profile unless given'),
    )
    .option('live', toggle("Measure now, on this machine's GPU"))
    .option('bands', text('Write error bands from the residuals to this file (isa/error-bands.json)'))
    .option('plot', text('Write a log-log scatter plot to this SVG'))
    .option('all', toggle('List every launch, blind ones too, not only the worst'))
    .option(
      'layers',
      toggle(
        "Compare the modelled machine code with the driver's, too, as recorded/driver-code-*.json has it",
      ),
    )
    .option('why', text("Say of this launch where its prediction and the driver's recorded code part"))
    .option(
      'farm',
      text('Predict on the processors of this farm, and with --live measure on its GPU --device'),
    )
    .option('force', FORCE);
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

async function measureNow(
  entries: readonly SetEntry[],
  { allowRead, farm, device }: ValidateFlags,
  progress: Progress,
): Promise<Measurement[]> {
  const { measureAll } = await import('./measure.ts');
  const { fileReader } = await import('./kernels.ts');
  const { farLaunches } = await import('./farm-connection.ts');
  const { measurements } = await measureAll({
    launch: entries.map((entry) => entry.path),
    define: [],
    allowRead,
    samples: 15,
    verify: false,
    timeout: DEFAULT_TIMEOUT,
    progress,
    ...(farm === undefined ? {} : { gpu: await farLaunches(farm, device, fileReader()) }),
  });
  return measurements;
}

/** Runs the command; the exit code is returned. */
async function runValidate(given: ValidateFlags): Promise<ExitCode> {
  // The folder that is named is theirs.
  const flags = { ...given, allowRead: [given.dir, ...given.allowRead] };
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile as ExitCode;
  const { measuredOn, readLaunchSet } = await import('../validate/launch-set.ts');
  const { validationOf } = await import('../validate/validate.ts');
  const outputs = [plotOf(flags), bandsOf(flags)].filter((each) => each !== undefined);
  for (const output of outputs) refuseUnwritable(output, [flags.profile]);
  const set = readLaunchSet(flags.dir);
  for (const output of outputs)
    refuseInput(
      output,
      set.entries.map(({ path }) => path),
    );
  refuseForFarms(flags);
  if (flags.why !== undefined) return explain(flags.why, flags, profile, set);
  const { entries, groups, measurements: recorded } = set;
  const progress = new Progress();
  const measurements = flags.live ? await measureNow(entries, flags, progress) : recorded;
  if (flags.live && measurements.length === 0) return EXIT.noGpu;
  const device = flags.live ? measurements[0].device : deviceOf(flags, profile, measurements);

  const { modelOptions, openPredictor } = await import('./validate-predictor.ts');
  const layers = flags.layers ? await collectLayers(flags.dir, device, profile) : undefined;
  const rows: Row[] = [];
  const unmeasured: string[] = [];
  const problems: Diagnostic[] = [];
  const predictor = await openPredictor(modelOptions(flags, profile), flags);
  // A farm works on all of them meanwhile.
  if (flags.farm !== undefined) await Promise.all(entries.map((entry) => predictor.begin(entry)));
  for (const [i, entry] of entries.entries()) {
    progress.show(`${i + 1} of ${entries.length}: ${entry.path}`);
    const { name, row, kernel, forecast } = await predictor.predict(entry, problems);
    if (forecast) layers?.add(name, entry, kernel, forecast);
    const measured = measuredOn(measurements, name, device);
    if (measured) rows.push(row({ measuredNs: measured.timeNs, quality: measured.quality }));
    else unmeasured.push(name);
  }
  progress.clear();
  await predictor.close();
  printDiagnostics(problems);
  const validation = validationOf(rows, { profile: profile.name, device, unmeasured }, groups);
  await print(layers ? { ...validation, layers: layers.result() } : validation, flags);
  return rows.length === 0 ? EXIT.badInput : EXIT.fine;
}

async function collectLayers(folder: string, device: string, profile: Profile): Promise<LayerCollector> {
  const { openLayers } = await import('./validate-layers.ts');
  return openLayers(folder, device, profile);
}

/** `--why`: one launch instead of all. */
async function explain(
  name: string,
  flags: ValidateFlags,
  profile: Profile,
  set: LaunchSet,
): Promise<ExitCode> {
  refuseBesidesWhy(flags);
  const { answerWhy } = await import('./validate-why.ts');
  const { entries, measurements } = set;
  const device = deviceOf(flags, profile, measurements);
  const why = await answerWhy({ name, folder: flags.dir, entries, measurements, device, profile, flags });
  if (typeof why === 'number') return why;
  if (flags.format === 'json') {
    process.stdout.write(jsonText(why));
    return EXIT.fine;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { whyText } = await import('../report/why-text.ts');
  process.stdout.write(whyText(why, styleFor(wantsColor(process.stdout))));
  return EXIT.fine;
}

/** What needs more of a prediction than a farm gives back. */
function refuseForFarms({ farm, layers, why }: ValidateFlags): void {
  if (farm === undefined) return;
  if (layers) throw new UsageError('--layers: on this machine only, not with --farm');
  if (why !== undefined) throw new UsageError('--why: on this machine only, not with --farm');
}

/** What is about all launches says nothing about one. */
function refuseBesidesWhy({ live, layers, all, plot, bands }: ValidateFlags): void {
  const given = Object.entries({ live, layers, all, plot, bands }).find(([, value]) => Boolean(value));
  if (given) throw new UsageError(`--${given[0]} does not go with --why, which is about one launch`);
}

async function print(
  validation: Validation & { readonly layers?: Layers },
  flags: ValidateFlags,
): Promise<void> {
  const [plot, bands] = [plotOf(flags), bandsOf(flags)];
  if (plot) {
    const { scatterSvg } = await import('../report/scatter-svg.ts');
    const title = `${validation.profile} against ${validation.device}`;
    writeOutput(plot, scatterSvg(validation.rows, title), []);
  }
  if (bands) await writeBands(bands, validation);
  if (flags.format === 'json') {
    process.stdout.write(jsonText(validation));
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

function plotOf({ plot, force }: ValidateFlags): Output | undefined {
  return plot === undefined ? undefined : { flag: '--plot', file: plot, force };
}

function bandsOf({ bands, force }: ValidateFlags): Output | undefined {
  const isOwn = (beginning: string) => beginning.includes(BANDS_SCHEMA);
  return bands === undefined ? undefined : { flag: '--bands', file: bands, force, isOwn };
}

const BANDS_SCHEMA = 'kernelcast/error-bands@1';

async function writeBands(output: Output, { rows, device, profile }: Validation): Promise<void> {
  const { default: builtIn } = await import('../../isa/error-bands.json', { with: { type: 'json' } });
  const {
    BAND_SHARE,
    bandsOf: bandsFrom,
    coverageByFamily,
    residualsOf,
  } = await import('../validate/bands.ts');
  const residuals = residualsOf(rows);
  const left = coverageByFamily(residuals, BAND_SHARE);
  const source = `measured times of ${residuals.length} launches on ${device} over those predicted with profile ${profile}; made without a launch's family, the bands hold ${(100 * left).toFixed(1)} % of them`;
  const bands = bandsFrom(residuals, BAND_SHARE);
  const head = { $schema: './error-bands.schema.json', schema: BANDS_SCHEMA };
  const content = { ...head, source, share: BAND_SHARE, guesses: builtIn.guesses, bands };
  writeOutput(output, jsonText(content), []);
}

export const validateCommand = command(
  'validate <dir>',
  'Score predictions against measured times, recorded or live',
  builder,
  runValidate,
);
