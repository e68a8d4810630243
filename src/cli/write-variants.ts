// What `search --profile A,B -o FILE --variants` writes: the configuration for all, one for each device that gains by
// its own, and the module that picks among them.

import path from 'node:path';
import { compilerModel } from '../compilers/for-device.ts';
import type { Tunable } from '../configure/tunable.ts';
import { inputsOf } from '../launch/launch.ts';
import { deviceOf } from '../predict/compile-stages.ts';
import type { Profile } from '../profile/profile.ts';
import { keyOf, type Point } from '../space/space.ts';
import { writeOutput } from './output-file.ts';
import { validateWinner, write } from './search.ts';
import { type VariantDevice, type VariantFiles, variantsModule } from './variants-module.ts';
import type { KernelOutput } from './write-transformed.ts';

/** A device and the configuration that it runs. */
export interface Choice {
  readonly profile: Profile;
  readonly point: Point;
}

/** Where the module of a shader's variants lies. */
export function variantsFile({ output }: KernelOutput): string {
  return output.replace(/\.wgsl$/, '.variants.js');
}

/** @param shared the point for all, which is written already as `asked`. @returns the further files */
export async function writeVariants(
  asked: KernelOutput,
  tunable: Tunable,
  shared: Point,
  choices: readonly Choice[],
  params: Readonly<Record<string, string>>,
): Promise<string[]> {
  const written: string[] = [];
  const files = new Map<string, VariantFiles>([[keyOf(shared), namesOf(asked.output)]]);
  const devices: VariantDevice[] = [];
  for (const { profile, point } of choices) {
    const own = files.get(keyOf(point)) ?? (await variantOf(profile, point));
    files.set(keyOf(point), own);
    devices.push({ ...own, profile, compilerTitle: compilerModel(deviceOf(profile)).title });
  }
  const module = variantsFile(asked);
  const inputs = [...inputsOf(tunable.launch), ...tunable.shaders.map(({ file }) => file)];
  const output = { flag: '-o', file: module, force: asked.force };
  writeOutput(output, variantsModule(devices, namesOf(asked.output)), inputs);
  return [...written, module];

  /** The shared configuration where Tint refuses the device's own, which would be a bug of the transformation. */
  async function variantOf(profile: Profile, point: Point): Promise<VariantFiles> {
    const instance = tunable.instantiate(point).value!;
    if ((await validateWinner(instance)).length > 0) return namesOf(asked.output);
    const output = asked.output.replace(/\.wgsl$/, `.${profile.name}.wgsl`);
    written.push(...(await write({ ...asked, output }, tunable, instance, { best: { point } }, params)));
    return namesOf(output);
  }
}

function namesOf(output: string): VariantFiles {
  const shader = path.basename(output);
  return { shader, launch: shader.replace(/\.wgsl$/, '.json') };
}
