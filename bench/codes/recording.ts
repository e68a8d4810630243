// What is recorded of a driver's compiler, whoever's it is: a vendor's part says how its driver is asked and how what it
// prints is read.

import type { CodeKernel } from './kernels.ts';

/** A loop's own instructions, without those of loops inside it. */
export interface RecordedLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
  /** By class of the vendor's instructions. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface CodeListing {
  /** How often each mnemonic stands in the code. */
  readonly opcodes: Readonly<Record<string, number>>;
  readonly loops: readonly RecordedLoop[];
}

export interface CodeRow extends CodeListing {
  readonly name: string;
  readonly shader: string;
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly subgroup: number;
  readonly statistics: Readonly<Record<string, number>>;
}

/** What a `kernelcast/VENDOR-code@1` file holds. */
export interface CodeFile {
  readonly schema: string;
  readonly device: string;
  readonly mesa: string;
  readonly webgpu: string;
  readonly date: string;
  readonly method: string;
  readonly rows: readonly CodeRow[];
}

/** How one vendor's compiler is asked for code. */
export interface Recording {
  /** As in the names of its files, `bench/codes/VENDOR-DEVICE.json`. */
  readonly vendor: string;
  readonly devices: readonly string[];
  /** The Vulkan driver, the no-op kernel in front of it, and the environment that makes it take a device for there. */
  readonly icd: string;
  readonly shim: string;
  readonly environmentOf: (device: string) => readonly string[];
  readonly method: string;
  /**
   * For a device whose guards Dawn's Vulkan does not have: the features of Dawn that stand in for the guards and are
   * left out, so that its shader compiler puts them into the code. That code then goes to the driver alone, since Dawn's
   * Vulkan always asks it for checks of bounds as well.
   */
  readonly guardsInCode?: { readonly without: readonly string[] };
  /** Of what the driver's statistics say, that which is kept. */
  readonly statistics: readonly string[];
  /**
   * The code in what was printed of a pipeline, by the layer and by the driver itself; undefined where there is none.
   */
  readonly listingOf: (printed: string) => string | undefined;
  readonly readListing: (listing: string) => CodeListing;
}

export const PIPELINE_METHOD =
  'VK_KHR_pipeline_executable_properties of the pipelines that Dawn makes, on a no-op kernel driver.';

/** Where a device's rows are. */
export function codeFile(vendor: string, device: string): string {
  return `bench/codes/${vendor}-${device}.json`;
}

/** What tells a kernel from others. */
export function keyOf({
  shader,
  entryPoint,
  constants,
}: Pick<CodeKernel, 'shader' | 'entryPoint' | 'constants'>): string {
  return JSON.stringify([shader, entryPoint, constants]);
}
