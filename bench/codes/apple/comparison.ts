// The model of Apple's code beside what Mesa made of the same kernels.

import { type AppleCode, appleCode, countClass } from '../../../src/compilers/apple/generate.ts';
import { type AppleGeneration, appleGeneration, threadsOf } from '../../../src/compilers/apple/generation.ts';
import { type InstructionClass, instructionClasses } from '../../../src/compilers/apple/listing.ts';
import { optimizeApple } from '../../../src/compilers/apple/optimize/chain.ts';
import { shaderCompiler } from '../../../src/compilers/dialects.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { type Comparison, isNear, type Pair, sameLoops, shareOf } from '../comparison.ts';
import { type CodeKernel, decodeKernel } from '../kernels.ts';
import { classCounts } from './listing.ts';

/** The recorded devices, each with the generation of its table. */
const GENERATIONS = { m1: 'g13' } as const;
/** The classes that are scored; moves and waits only count among all instructions. */
const SCORED: readonly InstructionClass[] = ['float', 'simple', 'complex', 'local', 'device', 'control'];

export const appleComparison: Comparison<keyof typeof GENERATIONS> = {
  vendor: 'apple',
  devices: ['m1'],
  pairsOf(kernel, row, device) {
    const generation = appleGeneration(GENERATIONS[device])!;
    const code = compile(kernel, generation);
    if (!code) return undefined;
    const counts = classCounts(row.opcodes);
    const { Instructions: instructions, GPRs: last, Threads: threads } = row.statistics;
    const pairs: Record<string, Pair> = {};
    const count = (wanted: InstructionClass) => countClass(code, wanted);
    pairs.instructions = [instructionClasses.reduce((sum, each) => sum + count(each), 0), instructions];
    for (const each of instructionClasses) pairs[each] = [count(each), counts[each]];
    // The driver tells the number of the last half.
    pairs.halves = [code.halves, last + 1];
    pairs.threads = [threadsOf(code.halves, generation), threads];
    pairs.loops = [code.loops.length, row.loops.length];
    return pairs;
  },
  scores(rows) {
    const result: Record<string, number> = {
      'instructions 20 %': shareOf(rows, ({ pairs }) => isNear(pairs.instructions, 0.2)),
      'instructions 15 %': shareOf(rows, ({ pairs }) => isNear(pairs.instructions, 0.15)),
    };
    for (const each of SCORED)
      result[`${each} 20 %`] = shareOf(rows, ({ pairs }) => isNear(pairs[each], 0.2));
    const near = rows.flatMap(({ pairs }) => SCORED.map((each) => isNear(pairs[each], 0.2)));
    result['classes 20 %'] = near.filter((each) => each).length / near.length;
    result['registers 20 %'] = shareOf(rows, ({ pairs }) => isNear(pairs.halves, 0.2));
    result.occupancy = shareOf(rows, ({ pairs: { threads } }) => threads[0] === threads[1]);
    result['loops left'] = sameLoops(rows);
    return result;
  },
};

function compile(kernel: CodeKernel, generation: AppleGeneration): AppleCode | undefined {
  const module = decodeKernel(kernel);
  if (!module) return undefined;
  const optimized = optimizeApple(module, shaderCompiler('dawn'), generation, new PassRunner(new Set()));
  return appleCode(optimized, generation);
}
