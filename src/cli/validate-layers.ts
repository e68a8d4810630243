// Collects the modelled machine code of a folder's launches beside the driver's: `validate --layers`.

import { listingFor } from '../compilers/for-device.ts';
import { sourceLoops } from '../predict/compile-stages.ts';
import type { Forecast } from '../predict/predict.ts';
import type { Profile } from '../profile/profile.ts';
import type { SetEntry } from '../validate/launch-set.ts';
import {
  agreementOf,
  type DriverCodeFile,
  type LayerRow,
  type Layers,
  layerRow,
  type Recorded,
} from '../validate/layers.ts';
import type { DriverLoopsFile } from '../validate/loops.ts';
import { readDriverCode, readDriverLoops } from './driver-code.ts';
import type { Kernel } from './kernels.ts';

export interface LayerCollector {
  add(name: string, entry: SetEntry, kernel: Kernel | undefined, forecast: Forecast): void;
  result(): Layers;
}

/** The driver's side of a launch, as far as it was recorded. */
export function recordedOf(
  name: string,
  kernel: Kernel | undefined,
  rows: DriverCodeFile['rows'],
  loops: DriverLoopsFile['rows'],
): Recorded | undefined {
  const code = rows.find((row) => row.name === name);
  if (!code) return undefined;
  const left = loops.find((row) => row.name === name)?.loops;
  if (!left || !kernel) return { code };
  return { code, loops: { left, ofSource: sourceLoops(kernel.launch, kernel.source) } };
}

export function openLayers(folder: string, device: string, profile: Profile): LayerCollector {
  const { driver, rows: codes } = readDriverCode(folder, device);
  const loops = readDriverLoops(folder, device);
  const listing = listingFor(profile);
  const rows: LayerRow[] = [];
  const unrecorded: string[] = [];
  return {
    add(name, { path: _, ...facts }, kernel, forecast) {
      const recorded = recordedOf(name, kernel, codes, loops);
      const about = { name, ...facts };
      if (recorded) rows.push(layerRow(about, forecast, recorded, listing));
      else unrecorded.push(name);
    },
    result: () => ({ driver, agreement: agreementOf(rows), rows, unrecorded }),
  };
}
