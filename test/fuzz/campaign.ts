// The campaign over all formats: `npm run campaign:inputs -- --inputs 10000000 --seed 1`, one process after the
// other. Cheap formats get more of the inputs: SHARES says how many in a thousand. What is finished of a format is
// kept in chunks in --out, so that an interrupted campaign goes on behind its last chunk. Ends with the table of
// docs/reliability.md.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: '/tmp/kernelcast-inputs' },
  },
});

/** Per thousand inputs, by what an input of the format costs: 0.1 ms of a record of trials, 10 ms of a shader. */
const SHARES: Readonly<Record<string, number>> = {
  trials: 400,
  record: 200,
  cache: 170,
  t4: 170,
  launch: 25,
  app: 5,
  t1: 20,
  profile: 5,
  assembly: 2,
  spirv: 2,
  wgsl: 1,
};
const CHUNKS = 4;

interface Summary {
  readonly inputs: number;
  readonly seconds: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly findings: Readonly<Record<string, { readonly count: number }>>;
  readonly slowestMs: number;
  readonly peakBytes: number;
}

const total = Number(flags.inputs);

async function runChunk(format: string, chunk: number): Promise<Summary> {
  const file = path.join(flags.out, `summary-${format}-${flags.seed}-${total}-${chunk}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Summary;
  const share = Math.ceil((total * SHARES[format]) / 1000 / CHUNKS);
  const script = path.join(import.meta.dirname, 'run.js');
  const order = ['--format', format, '--inputs', String(share), '--from', String(chunk * share)];
  const child = spawn(process.execPath, [script, ...order, '--seed', flags.seed, '--out', flags.out], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
  await new Promise((resolve) => child.on('close', resolve));
  const summary = JSON.parse(output) as Summary;
  writeFileSync(file, output);
  return summary;
}

function row(
  format: string,
  chunks: readonly Summary[],
): { readonly line: string; readonly findings: number } {
  const sum = (of: (each: Summary) => number): number => chunks.reduce((all, each) => all + of(each), 0);
  const isRead = (outcome: string): boolean => /(^|: )(ok|ok: .*)$/.test(outcome);
  const inputs = sum((each) => each.inputs);
  const read = sum(({ outcomes }) =>
    Object.entries(outcomes).reduce((all, [outcome, count]) => all + (isRead(outcome) ? count : 0), 0),
  );
  const findings = sum((each) => Object.values(each.findings).reduce((all, { count }) => all + count, 0));
  const slowest = Math.round(Math.max(...chunks.map((each) => each.slowestMs)));
  const peak = Math.round(Math.max(...chunks.map((each) => each.peakBytes)) / 2 ** 20);
  const cells = [
    format,
    inputs.toLocaleString('en'),
    `${Math.round((100 * read) / inputs)} %`,
    `${slowest} ms`,
    `${peak} MiB`,
    findings,
  ];
  return { line: `| ${cells.join(' | ')} |`, findings };
}

mkdirSync(flags.out, { recursive: true });
const rows: string[] = [];
let found = 0;
for (const format of Object.keys(SHARES)) {
  const chunks: Summary[] = [];
  for (let chunk = 0; chunk < CHUNKS; chunk++) chunks.push(await runChunk(format, chunk));
  const { line, findings } = row(format, chunks);
  rows.push(line);
  found += findings;
  process.stderr.write(`\n${line}\n`);
}
const head =
  '| format | inputs | read to the end | slowest | most memory | findings |\n|---|---|---|---|---|---|';
process.stdout.write(`${head}\n${rows.join('\n')}\n`);
process.exitCode = found > 0 ? 1 : 0;
