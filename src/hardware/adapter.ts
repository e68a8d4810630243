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
  const adapter = await dawn.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (adapter === null) {
    const which = adapterName === undefined ? '' : ` whose name contains "${adapterName}"`;
    throw new JobFailure('no-adapter', `WebGPU found no adapter${which}`);
  }
  return { dawn, ...(await openDevice(adapter)) };
}
