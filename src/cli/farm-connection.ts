// The farm that a command asks instead of this machine: `--farm URL`, `--device NAME`.

import type { Argv } from 'yargs';
import type { Backend } from '../configure/backend.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { openBackend } from '../configure/open-backend.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { FarmClient } from '../farm/client.ts';
import { FarBackend } from '../farm/far/far-backend.ts';
import { devicesOf, type FarDevice, FarLaunches, FarVariants } from '../farm/far/far-gpus.ts';
import { buildIdentity } from '../farm/identity.ts';
import type { Launch } from '../launch/launch.ts';
import { plainName } from '../profile/device-name.ts';
import { text } from './options.ts';
import { say } from './terminal.ts';
import type { FarSource } from './tune-evaluator.ts';
import { UsageError } from './usage-error.ts';

export interface FarmFlags {
  readonly farm?: string;
}

/** A farm that is away for longer has ended. */
const PATIENCE_MS = 600_000;

export function withFarmFlag<T>(yargs: Argv<T>, what: string): Argv<T & FarmFlags> {
  return yargs.option('farm', text(`${what} on this farm (kernelcast farm)`)) as unknown as Argv<
    T & FarmFlags
  >;
}

/** @throws DiagnosticError where there is none, or it refuses this kernelcast */
export async function openFarm(url: string, patienceMs = PATIENCE_MS): Promise<FarmClient> {
  const connection = {
    url,
    build: buildIdentity(),
    onOutage: (reason?: string) => tell(connected.place, reason),
  };
  const connected = new FarmClient({ ...connection, patienceMs });
  // The first answer is not waited for: the URL may be wrong.
  await new FarmClient({ ...connection, patienceMs: 0, onOutage: () => {} }).call('missing', { hashes: [] });
  return connected;
}

function tell(place: string, reason: string | undefined): void {
  if (reason === undefined) say(`the farm at ${place} is back`);
  else say(`the farm at ${place} is away (${reason}); trying again`);
}

/** The devices that are there and asked for: all of them where no name is given. @throws DiagnosticError */
export async function farDevices(client: FarmClient, names: readonly string[]): Promise<FarDevice[]> {
  const all = devicesOf(await client.call('status', {}));
  const known = [...new Set(all.map(({ info }) => info.device))];
  const there =
    known.length > 0
      ? `there are ${known.join(', ')}`
      : 'kernelcast farm agent URL, on a machine with one, brings it';
  if (all.length === 0) throw noDevice(`the farm at ${client.place} has no GPU`, there);
  if (names.length === 0) return all;
  const found = names.flatMap((name) => {
    const matches = all.filter(({ info }) => plainName(info.device).includes(plainName(name)));
    if (matches.length === 0) throw noDevice(`the farm at ${client.place} has no GPU "${name}"`, there);
    return matches;
  });
  return [...new Set(found)];
}

function noDevice(message: string, note: string): DiagnosticError {
  const diagnostic: Diagnostic = { severity: 'no-gpu', code: 'farm/no-device', message, notes: [note] };
  return new DiagnosticError([diagnostic]);
}

/** What `tune` asks of a farm: the GPUs of one model, or the processors. */
export function farSource(
  client: FarmClient,
  device: FarDevice | undefined,
  options: { readonly files: ModelOptions['files']; readonly batch?: number },
): FarSource {
  const gpu = (): FarDevice => {
    if (device) return device;
    throw new Error('kernelcast bug: no device was chosen');
  };
  return {
    variants: () => new FarVariants(client, gpu(), options),
    launches: () => new FarLaunches(client, gpu(), options),
    backend: (model) => new FarBackend(client, model),
  };
}

/** Where the model runs: on a farm, or over the processors of this machine. @throws DiagnosticError */
export async function backendFor(
  { farm }: FarmFlags,
  launch: Pick<Launch, 'bindings'>,
  options: ModelOptions,
): Promise<Backend> {
  if (farm === undefined) return await openBackend(launch, options);
  return new FarBackend(await openFarm(farm), options);
}

/** The GPUs of one kind, for launches. @throws DiagnosticError, UsageError */
export async function farLaunches(
  url: string,
  device: string | undefined,
  files: ModelOptions['files'],
): Promise<FarLaunches> {
  const client = await openFarm(url);
  const devices = await farDevices(client, device === undefined ? [] : [device]);
  if (devices.length > 1)
    throw new UsageError(`--device: name one of ${devices.map(({ info }) => info.device).join(', ')}`);
  return new FarLaunches(client, devices[0], { files });
}
