// The model of AMD's code beside what Mesa made of the same kernels.

import { type AmdCode, amdCode, countClass } from '../../../src/compilers/amd/generate.ts';
import { type AmdGeneration, amdGeneration } from '../../../src/compilers/amd/generation.ts';
import type { InstructionClass } from '../../../src/compilers/amd/listing.ts';
import { shaderCompiler } from '../../../src/compilers/dialects.ts';
import { optimizeMesa } from '../../../src/compilers/mesa/optimize/chain.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { type Comparison, isNear, type Pair, sameLoops, shareOf } from '../comparison.ts';
import { type CodeKernel, decodeKernel } from '../kernels.ts';
import { classCounts } from './listing.ts';

/** The recorded devices, each with the generation of its table. */
const GENERATIONS = { navi21: 'rdna2', navi31: 'rdna3' } as const;
/** The classes that are scored; waits only count among all instructions. */
const CLASSES: readonly InstructionClass[] = ['vector', 'scalar', 'lds', 'vmem', 'smem', 'branch'];

export const amdComparison: Comparison<keyof typeof GENERATIONS> = {
  vendor: 'amd',
  devices: ['navi21', 'navi31'],
  pairsOf(kernel, row, device) {
    const generation = amdGeneration(GENERATIONS[device])!;
    const code = compile(kernel, generation);
    if (!code) return undefined;
    const counts = classCounts(row.opcodes);
    const pairs: Record<string, Pair> = {};
    const count = (wanted: InstructionClass) => countClass(code, wanted);
    const total = CLASSES.reduce((sum, each) => sum + count(each), count('wait'));
    pairs.instructions = [total, row.statistics.Instructions];
    for (const each of CLASSES) pairs[each] = [count(each), counts[each]];
    pairs.wait = [count('wait'), counts.wait];
    pairs.vgprs = [code.vgprs, row.statistics.VGPRs];
    pairs.waves = [wavesOf(code.vgprs, generation), wavesOf(row.statistics.VGPRs, generation)];
    pairs.loops = [code.loops.length, row.loops.length];
    return pairs;
  },
  scores(rows, device) {
    const { vgprStep } = amdGeneration(GENERATIONS[device])!;
    const result: Record<string, number> = {
      'instructions 15 %': shareOf(rows, ({ pairs }) => isNear(pairs.instructions, 0.15)),
    };
    for (const each of CLASSES)
      result[`${each} 20 %`] = shareOf(rows, ({ pairs }) => isNear(pairs[each], 0.2));
    const near = rows.flatMap(({ pairs }) => CLASSES.map((each) => isNear(pairs[each], 0.2)));
    result['classes 20 %'] = near.filter((each) => each).length / near.length;
    result['all classes 20 %'] = shareOf(rows, ({ pairs }) =>
      CLASSES.every((each) => isNear(pairs[each], 0.2)),
    );
    result['VGPRs one step'] = shareOf(
      rows,
      ({ pairs: { vgprs } }) => Math.abs(vgprs[0] - vgprs[1]) <= vgprStep,
    );
    result.occupancy = shareOf(rows, ({ pairs: { waves } }) => waves[0] === waves[1]);
    result['loops left'] = sameLoops(rows);
    return result;
  },
};

function compile(kernel: CodeKernel, generation: AmdGeneration): AmdCode | undefined {
  const module = decodeKernel(kernel);
  if (!module) return undefined;
  const optimized = optimizeMesa(module, shaderCompiler('dawn'), generation, new PassRunner(new Set()));
  return amdCode(optimized, generation);
}

function wavesOf(vgprs: number, generation: AmdGeneration): number {
  return Math.min(generation.wavesPerSimd, Math.floor(generation.vgprsPerSimd / vgprs));
}
