// The model of AMD's code beside what Mesa made of the same kernels: shares of kernels that agree.
// Run: node build.mjs bench/codes/score.ts && node dist/bench/codes/score.js [--worst MEASURE] [NAME]; of the kernels
// that are kept apart it prints the shares alone.

import { readFileSync } from 'node:fs';
import { type AmdCode, countClass, generateAmd } from '../../src/compilers/amd/generate.ts';
import { type AmdGeneration, amdGeneration } from '../../src/compilers/amd/generation.ts';
import type { InstructionClass } from '../../src/compilers/amd/listing.ts';
import { optimizeAmd } from '../../src/compilers/amd/optimize/chain.ts';
import { shaderCompiler, sourceRules } from '../../src/compilers/dialects.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { printModule } from '../../src/ir/print.ts';
import { type CodeKernel, codeKernels, isKeptApart } from './kernels.ts';
import { classCounts } from './rdna-listing.ts';
import type { AmdCodeFile, AmdCodeRow } from './record.ts';

const DEVICES = { navi21: 'rdna2', navi31: 'rdna3' } as const;
const CLASSES: readonly InstructionClass[] = ['vector', 'scalar', 'lds', 'vmem', 'smem', 'branch'];

interface Compared {
  readonly name: string;
  readonly isApart: boolean;
  readonly pairs: Readonly<Record<string, readonly [model: number, driver: number]>>;
}

function compile(kernel: CodeKernel, generation: AmdGeneration): AmdCode | undefined {
  const { code, entryPoint, constants } = kernel;
  const options = { constants, entryPoint, rules: sourceRules() };
  const { value: module } = decodeWgsl({ file: kernel.shader, text: code }, options);
  if (!module) return undefined;
  const optimized = optimizeAmd(module, shaderCompiler('dawn'), generation);
  if (process.argv.includes('--ir')) console.log(printModule(optimized));
  return generateAmd(optimized, generation);
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

function scores(rows: readonly Compared[], { vgprStep }: AmdGeneration): Record<string, number> {
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

const [only] = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const worst = process.argv.find((each) => each.startsWith('--worst='))?.slice(8);
const columns: Record<string, Record<string, number>> = {};
for (const [device, name] of Object.entries(DEVICES)) {
  const generation = amdGeneration(name)!;
  const file = JSON.parse(readFileSync(`bench/codes/amd-${device}.json`, 'utf8')) as AmdCodeFile;
  const rowOf = new Map(
    file.rows.map((row) => [JSON.stringify([row.shader, row.entryPoint, row.constants]), row]),
  );
  const compared: Compared[] = [];
  for (const kernel of codeKernels()) {
    if (only !== undefined && (kernel.name !== only || isKeptApart(kernel))) continue;
    const row = rowOf.get(JSON.stringify([kernel.shader, kernel.entryPoint, kernel.constants]));
    try {
      const found = row && compare(kernel, row, generation);
      if (found) compared.push(found);
      else if (!isKeptApart(kernel)) console.log(`${device}: no code for ${kernel.name}`);
    } catch (error) {
      if (!isKeptApart(kernel))
        console.log(
          `${device}: ${kernel.name}: ${String((error as Error).stack)
            .split('\n')
            .slice(0, 3)
            .join(' ')}`,
        );
    }
  }
  if (only !== undefined) console.log(device, JSON.stringify(compared[0]?.pairs));
  columns[`${device} seen`] = scores(
    compared.filter((each) => !each.isApart),
    generation,
  );
  columns[`${device} apart`] = scores(
    compared.filter((each) => each.isApart),
    generation,
  );
  if (worst !== undefined) {
    const off = ({ pairs }: Compared) => Math.log((pairs[worst][0] + 0.5) / (pairs[worst][1] + 0.5));
    const seen = compared.filter((each) => !each.isApart).sort((a, b) => Math.abs(off(b)) - Math.abs(off(a)));
    for (const each of seen.slice(0, 40)) console.log(device, each.name, JSON.stringify(each.pairs));
  }
}
if (only === undefined) {
  for (const measure of Object.keys(Object.values(columns)[0])) {
    const cells = Object.values(columns).map((each) => `${(100 * each[measure]).toFixed(0)} %`.padStart(8));
    console.log(`${measure.padEnd(20)}${cells.join('')}`);
  }
  console.log(`columns: ${Object.keys(columns).join(', ')}`);
}
