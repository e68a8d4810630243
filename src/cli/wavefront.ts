// `kernelcast wavefront FILE`: a table that is filled along its diagonals, from the function of one cell: the fastest way
// to cut it into dispatches, and the app that does so.

import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Argv } from 'yargs';
import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { readText, refusalToRead } from '../launch/load.ts';
import type { PredictOptions } from '../predict/predict.ts';
import { packageRoot } from '../profile/package-root.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { MARK } from '../report/mark.ts';
import type { ConfigurationReport, WavefrontReport, Way } from '../report/wavefront-text.ts';
import type { KnotTimes } from '../wavefront/curves.ts';
import type { Gaps } from '../wavefront/forecast.ts';
import type { Learned } from '../wavefront/learned.ts';
import type { Configuration } from '../wavefront/phases.ts';
import type { Wavefront } from '../wavefront/wavefront.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import {
  type AllowanceFlags,
  allowanceOf,
  behavioursOf,
  type ModelFlags,
  paramsOf,
  profileOf,
  seedOf,
  withAllowanceFlags,
  withModelFlags,
} from './flags.ts';
import { choice, command, number, text } from './options.ts';
import { FORCE, refuseUnwritable, writeOutput } from './output-file.ts';
import { Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** The params of a configuration as flags: what is given stays. */
const PARAMETERS = ['band', 'tile', 'diagonals', 'workgroup'] as const;

interface WavefrontFlags extends ModelFlags, AllowanceFlags, Partial<Configuration> {
  readonly file: string;
  readonly by: 'model' | 'learned';
  readonly format: 'table' | 'json' | 'jsonl';
  readonly output?: string;
  readonly force: boolean;
}

function builder(yargs: Argv): Argv<unknown> {
  return withAllowanceFlags(withModelFlags(yargs))
    .positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'The cell function (.wgsl), or a JSON file with its sizes and buffers',
    })
    .option(
      'by',
      choice(
        ['model', 'learned'],
        'learned: what trees say at once, instead of all configurations by the model',
      ),
    )
    .option('band', number('Diagonals on each side of the main one for all of the device; −1: one workgroup'))
    .option('tile', number('Side of tiles; 1: single diagonals'))
    .option('diagonals', number('Diagonals of a dispatch without tiles; the halo is one less'))
    .option('workgroup', number('Threads of a workgroup that takes no tile'))
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: the object on one line'))
    .option('output', { ...text('Write the app to this folder: app.json and its shader'), alias: 'o' })
    .option('force', FORCE);
}

/** Runs the command; the exit code is returned. */
export async function runWavefront(flags: WavefrontFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  const seed = seedOf(flags.seed);
  const allowance = allowanceOf(flags);
  if (flags.output !== undefined) refuseNoAppFolder(flags.output, flags);
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile;
  const { value: wavefront, diagnostics } = await openWavefront(flags, params);
  printDiagnostics(diagnostics);
  if (!wavefront || exitCodeOf(diagnostics) !== EXIT.fine) return exitCodeOf(diagnostics);
  const { fileReader } = await import('./kernels.ts');
  const options: PredictOptions = {
    profile,
    ...(flags.dialect ? { dialect: flags.dialect } : {}),
    cache: flags.cache,
    without,
    seed,
    files: fileReader(),
    now: () => performance.now(),
    ...allowance,
  };
  const report = await reportOf(wavefront, profile, options, flags);
  const written = flags.output === undefined ? {} : { written: await write(wavefront, report.best, flags) };
  await print({ ...report, ...written }, flags.format);
  return EXIT.fine;
}

/** Reads and validates. */
async function openWavefront(
  flags: WavefrontFlags,
  params: Readonly<Record<string, string>>,
): Promise<Outcome<Wavefront>> {
  const { parseWavefront, withCell, aboutContract } = await import('../wavefront/wavefront.ts');
  const { validateWgsl, closeTint } = await import('../hardware/tint.ts');
  const { file } = flags;
  const isCell = file.endsWith('.wgsl');
  const described = isCell
    ? { value: JSON.stringify({ cell: path.basename(file) }), diagnostics: [] }
    : readText(file, 'wavefront/missing-file');
  if (described.value === undefined) return { diagnostics: described.diagnostics };
  const parsed = parseWavefront(described.value, file, { params });
  // What stands for a file that is not there has no places.
  const problems = isCell ? parsed.diagnostics.map(({ span: _, ...rest }) => rest) : parsed.diagnostics;
  if (!parsed.value) return { diagnostics: problems };
  const { cellFile } = parsed.value;
  const refusal = isCell ? undefined : refusalToRead(cellFile, file, flags);
  if (refusal !== undefined) {
    const message = `cannot read ${cellFile}: ${refusal}`;
    return { diagnostics: [...problems, { severity: 'invalid', code: 'wavefront/missing-file', message }] };
  }
  const cell = readText(cellFile, 'wavefront/missing-file');
  if (cell.value === undefined) return { diagnostics: [...problems, ...cell.diagnostics] };
  const joined = withCell(parsed.value, cell.value);
  if (!joined.value) return { diagnostics: [...problems, ...joined.diagnostics] };
  const found = await validateWgsl(joined.value.source, cellFile);
  await closeTint();
  const { length } = cell.value;
  const all = [...problems, ...joined.diagnostics, ...found.map((each) => aboutContract(each, length))];
  return { value: joined.value, diagnostics: all };
}

/** All that the command says. @throws UsageError, DiagnosticError */
async function reportOf(
  wavefront: Wavefront,
  profile: Profile,
  options: PredictOptions,
  flags: WavefrontFlags,
): Promise<Omit<WavefrontReport, 'written'>> {
  const { predictedKnots } = await import('../wavefront/predicted-knots.ts');
  const { stepNs } = await import('../wavefront/curves.ts');
  const { gapsOf } = await import('../wavefront/forecast.ts');
  const { roundsOf } = await import('../wavefront/learned.ts');
  const progress = new Progress();
  let predicted = 0;
  const times = predictedKnots(wavefront, options, (knot) => {
    predicted++;
    progress.show(`${wavefront.name}: ${predicted} dispatches predicted, the last ${knot}`);
  });
  try {
    const learned = learnedOf(profile);
    if (flags.by === 'learned' && !learned) throw new UsageError(`--by learned: ${untrained(profile)}`);
    const ownStepNs = stepNs(times, profile.limits.subgroupSize.value);
    const tsize = learned ? roundsOf(learned, wavefront.cellBytes, ownStepNs) : null;
    const by = { ...flags, learned, tsize, gaps: gapsOf(profile) };
    const { best, ranking, beside } = await found(wavefront, times, by);
    const { name, rows, columns, cellBytes } = wavefront;
    return {
      schema: 'kernelcast/wavefront-report@1',
      name,
      rows,
      columns,
      profile: profile.name,
      cellBytes,
      stepNs: ownStepNs,
      tsize,
      by: flags.by,
      best,
      ranking,
      beside,
      configurations: ranking.length,
      predicted,
    };
  } finally {
    progress.clear();
  }
}

interface Choosing extends WavefrontFlags {
  readonly learned: Learned | undefined;
  readonly tsize: number | null;
  readonly gaps: Gaps;
}

async function found(
  wavefront: Wavefront,
  times: KnotTimes,
  { learned, tsize, gaps, ...flags }: Choosing,
): Promise<Pick<WavefrontReport, 'best' | 'ranking' | 'beside'>> {
  const { forecastTable } = await import('../wavefront/forecast.ts');
  const { choose } = await import('../wavefront/learned.ts');
  const { configurationsOf, isSensible } = await import('../wavefront/space.ts');
  const timed = (configuration: Configuration): ConfigurationReport => {
    const { timeNs, dispatches } = forecastTable(wavefront, configuration, times, gaps);
    return { ...configuration, timeNs, dispatches };
  };
  const isAsked = (each: Configuration) =>
    PARAMETERS.every((name) => flags[name] === undefined || flags[name] === each[name]);
  const chosen = learned && tsize !== null ? timed(choose(learned, { ...wavefront, tsize })) : undefined;
  if (flags.by === 'learned') {
    if (PARAMETERS.some((name) => flags[name] !== undefined))
      throw new UsageError(
        '--by learned: chooses all params; without it, those that are not given are varied',
      );
    return { best: chosen!, ranking: [chosen!], beside: [] };
  }
  const usual = configurationsOf(wavefront, wavefront.cellBytes).filter(isAsked);
  const asked =
    usual.length > 0 ? usual : exactly(flags).filter((each) => isSensible(each, wavefront.cellBytes));
  if (asked.length === 0)
    throw new UsageError(
      'no configuration has these params: with a tile diagonals is 1, twice the diagonals are at most the workgroup, and three cells for each thread fit into 16 KiB',
    );
  const ranking = asked.map(timed).sort((a, b) => a.timeNs - b.timeNs);
  const ways: readonly (readonly [Way, ConfigurationReport | undefined])[] = [
    ['by what was learned', chosen && isAsked(chosen) ? chosen : undefined],
    ['one workgroup', ranking.find(({ band }) => band < 0)],
    ['single diagonals', ranking.find((each) => each.band >= 0 && each.tile === 1 && each.diagonals === 1)],
    ['tiles', ranking.find(({ tile }) => tile > 1)],
  ];
  const beside = ways.flatMap(([what, each]) => (each ? [{ ...each, what }] : []));
  return { best: ranking[0], ranking, beside };
}

/** What the flags say where they ask for a value that is not among those that are tried. */
function exactly({ band, tile = 1, diagonals = 1, workgroup = 256 }: WavefrontFlags): Configuration[] {
  const isWhole = [band ?? 0, tile, diagonals, workgroup].every(Number.isInteger);
  if (band === undefined || !isWhole || tile < 1 || diagonals < 1 || workgroup < 1) return [];
  return [{ band, tile, diagonals, workgroup }];
}

/** What was learned for a profile; undefined where nothing was. */
function learnedOf({ name }: Profile): Learned | undefined {
  const file = path.join(packageRoot(), 'hwprofiles', 'wavefront', `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Learned) : undefined;
}

function untrained({ name }: Profile): string {
  return `nothing was learned for ${name}; without it, the model tries all configurations`;
}

/** @throws UsageError */
function refuseNoAppFolder(folder: string, flags: WavefrontFlags): void {
  if (/\.(wgsl|jsonc?)$/.test(folder))
    throw new UsageError(`-o ${folder}: expected a folder, since an app has several files`);
  for (const name of ['app.json', 'wavefront.wgsl']) {
    const file = path.join(folder, name);
    if (existsSync(folder)) refuseUnwritable({ flag: '-o', file, force: flags.force }, [flags.file]);
  }
}

/** Writes the app file, its shader, and copies of the files that its buffers are filled from. */
async function write(wavefront: Wavefront, best: Configuration, flags: WavefrontFlags): Promise<string[]> {
  const folder = flags.output!;
  mkdirSync(folder, { recursive: true });
  const inputs = [flags.file, wavefront.cellFile];
  const place = (name: string) => ({ flag: '-o', file: path.join(folder, name), force: flags.force });
  const { band, tile, diagonals, workgroup } = best;
  const { appFileText, dataFilesOf, SHADER_FILE } = await import('../wavefront/app-file.ts');
  for (const { from, to } of dataFilesOf(wavefront)) {
    const refusal = refusalToRead(from, flags.file, flags);
    if (refusal !== undefined) throw new DiagnosticError([unreadable(from, refusal)]);
    const target = place(to);
    if (path.resolve(target.file) === path.resolve(from)) continue;
    refuseUnwritable(
      { ...target, isOwn: () => readFileSync(target.file).equals(readFileSync(from)) },
      inputs,
    );
    copyFileSync(from, target.file);
  }
  const appText = appFileText(wavefront, { band, tile, diagonals, workgroup });
  writeOutput(place(SHADER_FILE), `// ${MARK}.\n${wavefront.source}`, inputs);
  writeOutput(place('app.json'), `// ${MARK}.\n${appText}`, inputs);
  return ['app.json', SHADER_FILE].map((name) => path.join(folder, name));
}

function unreadable(file: string, reason: string): Diagnostic {
  return { severity: 'invalid', code: 'wavefront/missing-file', message: `cannot read ${file}: ${reason}` };
}

async function print(report: WavefrontReport, format: WavefrontFlags['format']): Promise<void> {
  if (format !== 'table') {
    process.stdout.write((format === 'json' ? jsonText : jsonLine)(report));
    return;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { wavefrontText } = await import('../report/wavefront-text.ts');
  process.stdout.write(wavefrontText(report, styleFor(wantsColor(process.stdout))));
}

export const wavefrontCommand = command(
  'wavefront <file>',
  'The fastest dispatches for a table whose cells hang on west, north and north-west, and their app',
  builder,
  runWavefront,
);
