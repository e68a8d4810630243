// `kernelcast farm import` and `farm export`: trials from files into a farm and back, in the formats that `tune` has.

import type { Argv } from 'yargs';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { FarmClient } from '../farm/client.ts';
import { parameterOf, pointOf, type Space, type Value } from '../space/space.ts';
import { append, lineOf } from '../tune/trials/log.ts';
import type { LogRecord, RunRecord, TrialRecord } from '../tune/trials/records.ts';
import { EXIT } from './exit-codes.ts';
import { FARM_URL } from './farm-status.ts';
import { choice, command, several, text } from './options.ts';
import { FORCE, refuseUnwritable, writeOutput } from './output-file.ts';
import { UsageError } from './usage-error.ts';

interface ImportFlags {
  readonly url: string;
  readonly files: readonly string[];
  readonly launch?: string;
  readonly define: readonly string[];
  readonly allowRead: readonly string[];
  readonly device?: string;
  readonly driver: string;
}

interface ExportFlags {
  readonly url: string;
  readonly file: string;
  readonly kernel?: string;
  readonly device?: string;
  readonly format: 'log' | 't4' | 'kernel-tuner';
  readonly force: boolean;
}

/** In one request. */
const MOST_RECORDS = 1000;

function importBuilder(yargs: Argv): Argv<unknown> {
  return yargs
    .positional('url', FARM_URL)
    .positional('files', {
      type: 'string',
      array: true,
      demandOption: true,
      describe:
        'Databases of trials (also older SQLite ones); with --launch: T4, Kernel Tuner caches, space records',
    })
    .option('launch', text('Launch file of the kernel that trials of other formats are of'))
    .option('define', { ...several('Override a param of that launch file'), alias: 'D' })
    .option('allow-read', several('A folder whose files the launch may name beside those of its own folder'))
    .option(
      'device',
      text('Device they were measured on, where the file does not say it as its adapter does'),
    )
    .option('driver', { ...text('Its driver, as its adapter describes it'), default: '' });
}

async function runImport(flags: ImportFlags): Promise<number> {
  const { importedOfFile } = await import('../tune/recorded-file.ts');
  const { openFarm } = await import('./farm-connection.ts');
  const client = await openFarm(flags.url);
  let [added, all] = [0, 0];
  for (const file of flags.files) {
    const { value, diagnostics } = await importedOfFile(file);
    const { printDiagnostics } = await import('./terminal.ts');
    if (!value) throw new DiagnosticError(diagnostics);
    printDiagnostics(diagnostics);
    if (value.space) throw problem(`${file} describes a space, and has no trials`);
    const records = value.records ?? (await recordsFrom(file, value.recorded!, flags));
    all += records.filter(({ record }) => record === 'trial').length;
    added += await send(client, records);
  }
  process.stdout.write(`${added} of ${all} trials are new to the farm at ${client.place}\n`);
  return EXIT.fine;
}

/** Runs come before their trials. */
async function send(client: FarmClient, records: readonly LogRecord[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < records.length; at += MOST_RECORDS)
    added += (await client.call('record', { records: records.slice(at, at + MOST_RECORDS) })).added;
  return added;
}

/** Trials of a format that does not say which kernel they are of. @throws UsageError, DiagnosticError */
async function recordsFrom(
  file: string,
  recorded: import('../tune/evaluators/replay-trials.ts').Recorded,
  flags: ImportFlags,
): Promise<LogRecord[]> {
  if (flags.launch === undefined)
    throw new UsageError(`${file}: says nothing of its kernel; give its launch file with --launch`);
  const { openTunable } = await import('../configure/open.ts');
  const { paramsOf } = await import('./flags.ts');
  const { recordedRun } = await import('./tune-run.ts');
  const { value: tunable, diagnostics } = openTunable(
    flags.launch,
    paramsOf(flags.define),
    undefined,
    undefined,
    flags,
  );
  if (!tunable) throw new DiagnosticError(diagnostics);
  const device = flags.device ?? recorded.device;
  if (device === '') throw new UsageError(`${file}: does not say its device; give it with --device`);
  const records = recordedRun(tunable, { ...recorded, device, driver: recorded.driver || flags.driver });
  if (records.length === 1) throw problem(`${file}: none of its configurations is of ${flags.launch}`);
  return records;
}

function exportBuilder(yargs: Argv): Argv<unknown> {
  return yargs
    .positional('url', FARM_URL)
    .positional('file', { type: 'string', demandOption: true, describe: 'File to write' })
    .option('kernel', text('Trials of this kernel alone, by the name of its launch'))
    .option('device', text('Trials on this device alone'))
    .option(
      'format',
      choice(
        ['log', 't4', 'kernel-tuner'],
        'log: a database for tune --database; the others are of one kernel and device',
      ),
    )
    .option('force', FORCE);
}

async function runExport(flags: ExportFlags): Promise<number> {
  const { url, file, kernel, device, format, force } = flags;
  refuseUnwritable({ flag: 'FILE', file, force });
  const { openFarm } = await import('./farm-connection.ts');
  const client = await openFarm(url);
  const records: LogRecord[] = [];
  const query = { ...(kernel === undefined ? {} : { kernel }), ...(device === undefined ? {} : { device }) };
  for (let after = 0; ; ) {
    const page = await client.call('records', { ...query, after });
    records.push(...page.records);
    after = page.cursor;
    if (page.isAll) break;
  }
  const trials = records.filter((record): record is TrialRecord => record.record === 'trial');
  if (trials.length === 0) throw problem(`the farm at ${client.place} has no such trials`);
  if (format === 'log') writeLog(file, force, records);
  else await writeForOthers(flags, format, records, trials);
  process.stdout.write(`${trials.length} trials written: ${file}\n`);
  return EXIT.fine;
}

/** Runs that are on several pages are written once. */
function writeLog(file: string, force: boolean, records: readonly LogRecord[]): void {
  writeOutput({ flag: 'FILE', file, force }, '', []);
  const lines = new Set(records.map(lineOf));
  append(file, [...lines], true);
}

async function writeForOthers(
  { file, force }: ExportFlags,
  format: 't4' | 'kernel-tuner',
  records: readonly LogRecord[],
  trials: readonly TrialRecord[],
): Promise<void> {
  const { exportedText } = await import('../tune/recorded-file.ts');
  const runs = records.filter((record): record is RunRecord => record.record === 'run');
  const [{ of }] = runs;
  if (new Set(runs.map(({ subject }) => subject)).size > 1) {
    const what = [...new Set(runs.map(({ of: each }) => `${each.name} on ${each.device}`))].join(', ');
    throw new UsageError(
      `--format ${format}: is of one kernel on one device; choose by --kernel and --device among ${what}`,
    );
  }
  const space = spaceOf(trials);
  const found = trials.flatMap(({ configuration, evaluation }) => {
    const point = pointOf(space, configuration);
    return point === undefined ? [] : [{ point, evaluation }];
  });
  const about = { kernel: of.name, file: of.launch, device: of.device, space, defaults: {}, trials: found };
  writeOutput({ flag: 'FILE', file, force }, exportedText(format, about).text, []);
}

/** What varied, with the values that occur. */
function spaceOf(trials: readonly TrialRecord[]): Space {
  const values = new Map<string, Set<Value>>();
  for (const { configuration } of trials)
    for (const [name, value] of Object.entries(configuration))
      values.set(name, (values.get(name) ?? new Set()).add(value as Value));
  return { parameters: [...values].map(([name, all]) => parameterOf(name, [...all])), constraints: [] };
}

function problem(message: string): DiagnosticError {
  const diagnostic: Diagnostic = { severity: 'invalid', code: 'farm/files', message };
  return new DiagnosticError([diagnostic]);
}

export const farmImportCommand = command(
  'import <url> <files..>',
  'Bring trials from files into a farm',
  importBuilder,
  runImport,
);

export const farmExportCommand = command(
  'export <url> <file>',
  'Write the trials of a farm to a file',
  exportBuilder,
  runExport,
);
