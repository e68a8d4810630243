// The model of Intel's code beside what Mesa made of the same kernels.

import { shaderCompiler } from '../../../src/compilers/dialects.ts';
import { type IntelCode, intelCode } from '../../../src/compilers/intel/generate.ts';
import { type IntelGeneration, intelGeneration } from '../../../src/compilers/intel/generation.ts';
import { optimizerNumbers } from '../../../src/compilers/intel/optimize/numbers.ts';
import { optimizeMesa } from '../../../src/compilers/mesa/optimize/chain.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { type Comparison, isNear, type Pair, sameLoops, shareOf } from '../comparison.ts';
import { type CodeKernel, decodeKernel } from '../kernels.ts';
import { classCounts, type InstructionClass, instructionClasses } from './listing.ts';

/** The recorded devices, each with the generation of its table. */
const GENERATIONS = { dg2: 'xe-hpg', bmg: 'xe2', tgl: 'xe-lp' } as const;
const CLASSES: readonly InstructionClass[] = ['alu', 'math', 'send', 'flow', 'sync'];
/** Workgroup memory is handed out in powers of two from here on. */
const LEAST_BYTES = 1024;

export const intelComparison: Comparison<keyof typeof GENERATIONS> = {
  vendor: 'intel',
  devices: ['dg2', 'bmg', 'tgl'],
  pairsOf(kernel, row, device) {
    const generation = intelGeneration(GENERATIONS[device])!;
    const code = compile(kernel, generation);
    if (!code) return undefined;
    const { statistics } = row;
    const counts = classCounts(row.opcodes);
    const pairs: Record<string, Pair> = {};
    const own = ownCounts(code);
    pairs.instructions = [
      instructionClasses.reduce((sum, each) => sum + own[each], 0),
      statistics.Instructions,
    ];
    for (const each of CLASSES) pairs[each] = [own[each], counts[each]];
    pairs.sends = [own.send, statistics.SENDs];
    pairs.registers = [code.liveRegisters, statistics['Max live registers']];
    pairs.spills = [code.spills ? 1 : 0, statistics.Spills > 0 ? 1 : 0];
    pairs.lanes = [code.lanes, row.subgroup];
    pairs.workgroupBytes = [rounded(code.workgroupBytes), rounded(statistics['Workgroup Memory Size'])];
    pairs.loops = [code.loops.length, row.loops.length];
    return pairs;
  },
  scores(rows) {
    const result: Record<string, number> = {
      'instructions 20 %': shareOf(rows, ({ pairs }) => isNear(pairs.instructions, 0.2)),
      'instructions 10 %': shareOf(rows, ({ pairs }) => isNear(pairs.instructions, 0.1)),
      'registers 20 %': shareOf(rows, ({ pairs }) => isNear(pairs.registers, 0.2)),
      'width, occupancy': shareOf(rows, ({ pairs }) =>
        [pairs.lanes, pairs.workgroupBytes, pairs.spills].every(([model, driver]) => model === driver),
      ),
    };
    for (const each of CLASSES)
      result[`${each} 20 %`] = shareOf(rows, ({ pairs }) => isNear(pairs[each], 0.2));
    result['spills'] = shareOf(rows, ({ pairs: { spills } }) => spills[0] === spills[1]);
    result['loops left'] = sameLoops(rows);
    return result;
  },
};

function compile(kernel: CodeKernel, generation: IntelGeneration): IntelCode | undefined {
  const module = decodeKernel(kernel);
  if (!module) return undefined;
  const runner = new PassRunner(new Set());
  return intelCode(
    optimizeMesa(module, shaderCompiler('dawn'), optimizerNumbers(generation), runner),
    generation,
  );
}

function rounded(bytes: number): number {
  return bytes === 0 ? 0 : Math.max(LEAST_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
}

/** By the classes of the listing. */
function ownCounts({ segments }: IntelCode): Record<InstructionClass, number> {
  const counts = { alu: 0, math: 0, send: 0, flow: 0, sync: 0, nop: 0 };
  for (const { instructions } of segments)
    for (const { costClass } of instructions) {
      if (costClass.startsWith('send')) counts.send++;
      else if (costClass.startsWith('math')) counts.math++;
      else if (costClass === 'sync_nop') counts.nop++;
      else if (costClass.startsWith('sync')) counts.sync++;
      else if (/^(if|else|endif|while|break|cont)$/.test(costClass)) counts.flow++;
      else counts.alu++;
    }
  return counts;
}
