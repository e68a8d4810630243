// Whose compilers are recorded: a line per vendor.

import { amdRecording } from './amd/recording.ts';
import { appleRecording } from './apple/recording.ts';
import { intelRecording } from './intel/recording.ts';
import { nvidiaRecording } from './nvidia/recording.ts';
import type { Recording } from './recording.ts';

export const recordings: readonly Recording[] = [
  amdRecording,
  appleRecording,
  intelRecording,
  nvidiaRecording,
];
