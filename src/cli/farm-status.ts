// `kernelcast farm status URL`: who is there, what waits, and the winners of all kernels by device.

import type { Argv } from 'yargs';
import { jsonText } from '../report/json.ts';
import { EXIT } from './exit-codes.ts';
import { choice, command } from './options.ts';
import { wantsColor } from './terminal.ts';

interface StatusFlags {
  readonly url: string;
  readonly format: 'table' | 'json';
}

export const FARM_URL = {
  type: 'string',
  demandOption: true,
  describe: 'URL that farm start printed',
} as const;

function builder(yargs: Argv): Argv<unknown> {
  return yargs.positional('url', FARM_URL).option('format', choice(['table', 'json'], 'Output'));
}

async function runStatus({ url, format }: StatusFlags): Promise<number> {
  const { openFarm } = await import('./farm-connection.ts');
  const client = await openFarm(url, 0);
  const status = await client.call('status', {});
  if (format === 'json') {
    process.stdout.write(jsonText(status));
    return EXIT.fine;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { farmText } = await import('../report/farm-text.ts');
  process.stdout.write(farmText(status, styleFor(wantsColor(process.stdout))));
  return EXIT.fine;
}

export const farmStatusCommand = command(
  'status <url>',
  'Who is there, what waits, and the winners by device',
  builder,
  runStatus,
);
