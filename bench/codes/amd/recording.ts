// How AMD's compiler in Mesa is asked, and what of its statistics is kept: its estimates of cycles are its own model and
// no truth.

import { PIPELINE_METHOD, type Recording } from '../recording.ts';
import { readListing } from './listing.ts';

export const amdRecording: Recording = {
  vendor: 'amd',
  devices: ['navi21', 'navi31'],
  icd: 'radeon',
  shim: 'amdgpu',
  environmentOf: (device) => [`AMDGPU_GPU_ID=${device}`],
  method: PIPELINE_METHOD,
  statistics: [
    'SGPRs',
    'VGPRs',
    'Spilled SGPRs',
    'Spilled VGPRs',
    'Code size',
    'LDS size',
    'Scratch size',
    'Subgroups per SIMD',
    'Instructions',
    'Copies',
    'Branches',
    'VMEM Clause',
    'SMEM Clause',
    'Pre-Sched SGPRs',
    'Pre-Sched VGPRs',
    'VALU',
    'SALU',
    'VMEM',
    'SMEM',
    'VOPD',
  ],
  listingOf: (printed) => printed.split('--- Assembly\n')[1],
  readListing,
};
