// The model of NVIDIA's code beside what Mesa's compiler made of the same kernels. That compiler is not the one which is
// modelled, so each share has a second one beside it: how near NVIDIA's own driver comes to Mesa's on the kernels whose
// code was read off its cache on an H200 (`those read`). A model that is right is as far from Mesa's as that, no nearer.

import { readFileSync } from 'node:fs';
import { shaderCompiler } from '../../../src/compilers/dialects.ts';
import { nvidiaCompiler } from '../../../src/compilers/nvidia/compiler.ts';
import { generationNamed } from '../../../src/compilers/nvidia/generation.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { forEachNode } from '../../../src/machine/nodes.ts';
import { opcodeCounts } from '../../../src/validate/opcodes.ts';
import { type Compared, type Comparison, isNear, type Pair, sameLoops, shareOf } from '../comparison.ts';
import { type CodeKernel, decodeKernel } from '../kernels.ts';
import { classCounts, instructionClasses } from './listing.ts';

type Device = 'turing' | 'ampere';

/** Off NVIDIA's own driver; by name of the launch. */
interface DriverRow {
  readonly name: string;
  readonly registers: number;
  readonly opcodes: Readonly<Record<string, number>>;
}

const DRIVER = 'bench/sets/development/recorded/driver-code-nvidia-h200.json';
const driverRows = new Map(
  (JSON.parse(readFileSync(DRIVER, 'utf8')) as { readonly rows: readonly DriverRow[] }).rows.map((row) => [
    row.name,
    row,
  ]),
);

export const nvidiaComparison: Comparison<Device> = {
  vendor: 'nvidia',
  devices: ['turing', 'ampere'],
  pairsOf(kernel, row, device) {
    const code = compile(kernel, device);
    if (!code) return undefined;
    const theirs = classCounts(row.opcodes);
    const ours = classCounts(code.opcodes);
    const driver = driverRows.get(kernel.name);
    const driverCounts = driver && classCounts(driver.opcodes);
    const pairs: Record<string, Pair> = {};
    const add = (name: string, own: number, mesa: number, drivers: number | undefined) => {
      pairs[name] = [own, mesa];
      if (drivers !== undefined) pairs[`driver ${name}`] = [drivers, mesa];
    };
    const all = (counts: typeof ours) => instructionClasses.reduce((sum, each) => sum + counts[each], 0);
    add('instructions', all(ours), all(theirs), driverCounts && all(driverCounts));
    for (const each of instructionClasses) add(each, ours[each], theirs[each], driverCounts?.[each]);
    add('registers', code.registers, row.statistics['Number of GPRs'], driver?.registers);
    pairs.loops = [code.loops, row.loops.length];
    return pairs;
  },
  scores(rows) {
    const result: Record<string, number> = {};
    const read = rows.filter(({ pairs }) => pairs['driver instructions'] !== undefined);
    const add = (name: string, measure: string, share: number) => {
      const near = (of: readonly Compared[], each: string) =>
        shareOf(of, ({ pairs }) => isNear(pairs[each], share));
      result[name] = near(rows, measure);
      result[`  those read, ${name}`] = near(read, measure);
      result[`  driver, ${name}`] = near(read, `driver ${measure}`);
    };
    add('instructions 15 %', 'instructions', 0.15);
    add('instructions 30 %', 'instructions', 0.3);
    for (const each of instructionClasses) add(`${each} 20 %`, each, 0.2);
    add('registers 20 %', 'registers', 0.2);
    for (const each of ['instructions', 'registers']) {
      result[`${each}, median`] = medianRatio(rows, each);
      result[`  those read, ${each}, median`] = medianRatio(read, each);
      result[`  driver, ${each}, median`] = medianRatio(read, `driver ${each}`);
    }
    result['loops left'] = sameLoops(rows);
    return result;
  },
};

/** Of the first of a pair over Mesa's. */
function medianRatio(rows: readonly Compared[], measure: string): number {
  const ratios = rows.map(({ pairs }) => pairs[measure][0] / pairs[measure][1]).sort((a, b) => a - b);
  return ratios[ratios.length >> 1];
}

interface Code {
  readonly opcodes: Readonly<Record<string, number>>;
  readonly registers: number;
  readonly loops: number;
}

function compile(kernel: CodeKernel, device: Device): Code | undefined {
  const module = decodeKernel(kernel);
  if (!module) return undefined;
  const compiler = nvidiaCompiler(generationNamed(device)!, shaderCompiler('dawn'));
  const program = compiler.generate(compiler.optimize(module, new PassRunner(new Set())), new Set());
  let loops = 0;
  forEachNode(program.nodes, ({ kind }) => {
    if (kind === 'loop') loops++;
  });
  return { opcodes: opcodeCounts(program), registers: program.registersPerThread, loops };
}
