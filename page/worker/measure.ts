// Measures the document on the GPU of this browser, as the command `measure` does on that of its machine.

import { OwnGpu } from '../../src/hardware/own-gpu.ts';
import { measureLaunch } from '../../src/measure/measure.ts';
import type { Document } from '../document.ts';
import type { Say } from '../messages.ts';
import { fileReader, open, problemsOf } from './open.ts';

/** What `measure` takes unless told. */
const SAMPLES = 15;

export async function measure(document: Document, say: Say): Promise<void> {
  const opened = open(document);
  if (!opened.value) {
    say({ kind: 'failed', problems: problemsOf(document, opened.diagnostics) });
    return;
  }
  const { launch, source, origin } = opened.value;
  const files = fileReader(document);
  const gpu = gpuHere(files, (text) => say({ kind: 'progress', text }));
  say({ kind: 'progress', text: 'working out what the output must be' });
  const { value, diagnostics } = await measureLaunch(gpu, launch, source, {
    samples: SAMPLES,
    verifies: true,
    params: {},
    files,
    ...measuringNow(),
  });
  if (value) say({ kind: 'measured', measurement: value });
  else say({ kind: 'failed', problems: problemsOf(document, diagnostics, origin) });
}

/** The GPU of this browser. */
export function gpuHere(readFile: (path: string) => Uint8Array, onStage: (stage: string) => void): OwnGpu {
  return new OwnGpu({ gpu: navigator.gpu, readFile, onStage });
}

/** What measurements say of when and by what they were made. */
export function measuringNow(): { now: () => number; date: string; webgpuVersion: string } {
  return {
    now: () => performance.now(),
    date: `${new Date().toISOString().slice(0, 19)}Z`,
    webgpuVersion: navigator.userAgent,
  };
}
