// How Mesa's compiler for NVIDIA's GPUs (NAK, behind NVK) is asked. It is not the compiler that people run, NVIDIA's own
// driver has that; its cycles are its own model.

import { PIPELINE_METHOD, type Recording } from '../recording.ts';
import { readListing } from './listing.ts';

/** As NVIDIA numbers chips, for the no-op kernel driver. */
const CHIPSETS: Readonly<Record<string, string>> = { turing: '164', ampere: '174' };

export const nvidiaRecording: Recording = {
  vendor: 'nvidia',
  devices: ['turing', 'ampere'],
  icd: 'nouveau',
  shim: 'nouveau',
  environmentOf: (device) => [`NOUVEAU_CHIPSET=${CHIPSETS[device]}`, 'NVK_I_WANT_A_BROKEN_VULKAN_DRIVER=1'],
  method: PIPELINE_METHOD,
  statistics: [
    'Instruction count',
    'Max warps/SM',
    'Spills to memory',
    'Fills from memory',
    'Code size',
    'Number of GPRs',
    'SLM size',
  ],
  listingOf: (printed) => printed.split('--- NAK assembly\n')[1],
  readListing,
};
