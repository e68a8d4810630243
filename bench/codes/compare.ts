// The model of AMD's code beside what Mesa made of the same kernels: counts of both, and shares of kernels that agree.

import { readFileSync } from 'node:fs';
import { type AmdCode, amdCode, countClass } from '../../src/compilers/amd/generate.ts';
import { type AmdGeneration, amdGeneration } from '../../src/compilers/amd/generation.ts';
import type { InstructionClass } from '../../src/compilers/amd/listing.ts';
import { optimizeAmd } from '../../src/compilers/amd/optimize/chain.ts';
import { shaderCompiler, sourceRules } from '../../src/compilers/dialects.ts';
import { PassRunner } from '../../src/compilers/pass.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { type CodeKernel, codeKernels, isKeptApart } from './kernels.ts';
import { classCounts } from './rdna-listing.ts';
import type { AmdCodeFile, AmdCodeRow } from './record.ts';

/** The recorded devices, each with the generation of its table. */
export const DEVICES = { navi21: 'rdna2', navi31: 'rdna3' } as const;
/** The classes that are scored; waits only count among all instructions. */
const CLASSES: readonly InstructionClass[] = ['vector', 'scalar', 'lds', 'vmem', 'smem', 'branch'];

export interface Compared {
  readonly name: string;
  readonly isApart: boolean;
  readonly pairs: Readonly<Record<string, readonly [model: number, driver: number]>>;
}

function compile(kernel: CodeKernel, generation: AmdGeneration): AmdCode | undefined {
  const { code, entryPoint, constants } = kernel;
  const options = { constants, entryPoint, rules: sourceRules() };
  const { value: module } = decodeWgsl({ file: kernel.shader, text: code }, options);
  if (!module) return undefined;
  const optimized = optimizeAmd(module, shaderCompiler('dawn'), generation, new PassRunner(new Set()));
  return amdCode(optimized, generation);
}

function wavesOf(vgprs: number, generation: AmdGeneration): number {
  return Math.min(generation.wavesPerSimd, Math.floor(generation.vgprsPerSimd / vgprs));
}

function compare(kernel: CodeKernel, row: AmdCodeRow, generation: AmdGeneration): Compared | undefined {
  const code = compile(kernel, generation);
  if (!code) return undefined;
  const counts = classCounts(row.opcodes);
  const pairs: Record<string, readonly [number, number]> = {};
  const count = (wanted: InstructionClass) => countClass(code, wanted);
  const total = CLASSES.reduce((sum, each) => sum + count(each), count('wait'));
  pairs.instructions = [total, row.statistics.Instructions];
  for (const each of CLASSES) pairs[each] = [count(each), counts[each]];
  pairs.wait = [count('wait'), counts.wait];
  pairs.vgprs = [code.vgprs, row.statistics.VGPRs];
  pairs.waves = [wavesOf(code.vgprs, generation), wavesOf(row.statistics.VGPRs, generation)];
  pairs.loops = [code.loops.length, row.loops.length];
  return { name: kernel.name, isApart: isKeptApart(kernel), pairs };
}

const isNear = ([model, driver]: readonly [number, number], share: number) =>
  Math.abs(model - driver) <= Math.max(share * driver, 0.5);

/** Shares of the kernels that agree, by measure. */
export function scores(rows: readonly Compared[], { vgprStep }: AmdGeneration): Record<string, number> {
  const share = (agrees: (row: Compared) => boolean) => rows.filter(agrees).length / rows.length;
  const result: Record<string, number> = {
    'instructions 15 %': share(({ pairs }) => isNear(pairs.instructions, 0.15)),
  };
  for (const each of CLASSES) result[`${each} 20 %`] = share(({ pairs }) => isNear(pairs[each], 0.2));
  const near = rows.flatMap(({ pairs }) => CLASSES.map((each) => isNear(pairs[each], 0.2)));
  result['classes 20 %'] = near.filter((each) => each).length / near.length;
  result['all classes 20 %'] = share(({ pairs }) => CLASSES.every((each) => isNear(pairs[each], 0.2)));
  result['VGPRs one step'] = share(({ pairs: { vgprs } }) => Math.abs(vgprs[0] - vgprs[1]) <= vgprStep);
  result.occupancy = share(({ pairs: { waves } }) => waves[0] === waves[1]);
  const loops = rows.filter(({ pairs }) => Math.max(...pairs.loops) > 0);
  result['loops left'] = loops.filter(({ pairs }) => pairs.loops[0] === pairs.loops[1]).length / loops.length;
  return result;
}

/** Every recorded kernel beside the model; those that the model does not know are told to `report`. */
export function compareAll(
  device: keyof typeof DEVICES,
  report: (kernel: CodeKernel, problem: string) => void = () => {},
): Compared[] {
  const generation = amdGeneration(DEVICES[device])!;
  const file = JSON.parse(readFileSync(`bench/codes/amd-${device}.json`, 'utf8')) as AmdCodeFile;
  const keyOf = ({
    shader,
    entryPoint,
    constants,
  }: Pick<CodeKernel, 'shader' | 'entryPoint' | 'constants'>) =>
    JSON.stringify([shader, entryPoint, constants]);
  const rows = new Map(file.rows.map((row) => [keyOf(row), row]));
  return codeKernels().flatMap((kernel) => {
    const row = rows.get(keyOf(kernel));
    try {
      const found = row && compare(kernel, row, generation);
      if (found) return [found];
      report(kernel, row ? 'not decoded' : 'not recorded');
    } catch (error) {
      report(kernel, String(error));
    }
    return [];
  });
}
