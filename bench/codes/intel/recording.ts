// How Intel's compiler in Mesa is asked, and what of its statistics is kept: its estimate of cycles is its own model and
// no truth.

import { PIPELINE_METHOD, type Recording } from '../recording.ts';
import { readListing } from './listing.ts';

export const intelRecording: Recording = {
  vendor: 'intel',
  devices: ['dg2', 'bmg', 'tgl'],
  icd: 'intel',
  shim: 'intel',
  environmentOf: (device) => [`INTEL_STUB_GPU_PLATFORM=${device}`],
  method: PIPELINE_METHOD,
  statistics: [
    'Instructions',
    'Code size',
    'SENDs',
    'Loops',
    'Spills',
    'Fills',
    'Scratch Memory Size',
    'GRF registers',
    'Max dispatch width',
    'Max live registers',
    'Workgroup Memory Size',
    'Non SSA regs after NIR',
  ],
  listingOf: (printed) => printed.split('--- GEN Assembly\n')[1],
  readListing,
};
