// How Mesa's compiler for Apple's GPUs is asked, and what of its statistics is kept: its estimates of cycles are its own
// model and no truth.

import type { Recording } from '../recording.ts';
import { mainListing, readListing } from './listing.ts';

/** As the no-op kernel calls them. The M2 (g14g) gets the same code, to the instruction. */
const CHIPS: Readonly<Record<string, string>> = { m1: 'g13g' };

export const appleRecording: Recording = {
  vendor: 'apple',
  devices: ['m1'],
  icd: 'asahi',
  shim: 'asahi',
  environmentOf: (device) => [`AGX_GPU=${CHIPS[device]}`, 'AGX_MESA_DEBUG=shaders'],
  method:
    'The SPIR-V that Dawn hands to the driver, with the clamps and the zeroing of workgroup memory in the code as on Metal (toggles vulkan_use_buffer_robust_access_2 and vulkan_use_zero_initialize_workgroup_memory_extension off), compiled without robustBufferAccess on a no-op kernel driver; VK_KHR_pipeline_executable_properties, and the listing of AGX_MESA_DEBUG=shaders. Neither counts the preamble, which runs once per dispatch.',
  guardsInCode: {
    without: ['vulkan_use_buffer_robust_access_2', 'vulkan_use_zero_initialize_workgroup_memory_extension'],
  },
  statistics: [
    'Instructions',
    'Code size',
    'GPRs',
    'Uniforms',
    'Scratch',
    'Threads',
    'Loops',
    'Spills',
    'Fills',
    'Preamble instructions',
  ],
  listingOf: mainListing,
  readListing,
};
