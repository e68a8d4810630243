// Opens the GPU of this machine: chooses an adapter of Dawn's.

import { create } from 'webgpu';
import { type OpenDevice, openDevice } from './device.ts';
import { JobFailure } from './job-failure.ts';

export interface Opened extends OpenDevice {
  /** To be referenced for as long as the device is used: Dawn crashes when its instance is collected. */
  readonly dawn: GPU;
}

/** @throws JobFailure */
export async function openAdapter(adapterName: string | undefined): Promise<Opened> {
  // Without these, Dawn rounds timestamps to 65,536 ns.
  const flags = [
    'disable-dawn-features=timestamp_quantization',
    // f16 works on NVIDIA's current drivers, but Dawn keeps it behind a switch there.
    'enable-dawn-features=allow_unsafe_apis,vulkan_enable_f16_on_nvidia',
    ...(adapterName === undefined ? [] : [`adapter=${adapterName}`]),
  ];
  const dawn = create(flags);
  // Dawn throws where not even a driver is found.
  let list = '';
  const adapter = await dawn
    .requestAdapter({ powerPreference: 'high-performance' })
    .catch((error: unknown) => {
      list = namesIn(String((error as Error).message));
      return null;
    });
  if (adapter === null) {
    const which = adapterName === undefined ? '' : ` whose name contains "${adapterName}"`;
    throw new JobFailure('no-adapter', `WebGPU found no adapter${which}${list}`);
  }
  return { dawn, ...(await openDevice(adapter)) };
}

/** What Dawn lists where none has the name that was asked for. */
function namesIn(message: string): string {
  const names = [...message.matchAll(/^ \* .*\bname: ('.*')$/gm)].map(([, name]) => name);
  return names.length === 0 ? '' : `; there are ${names.join(', ')}`;
}
