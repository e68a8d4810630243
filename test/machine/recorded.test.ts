// The suite's kernels next to what the real driver made of them on an H200: shares of the launches that
// agree, as a ratchet. Raise the numbers when the model gets better; families kept apart count like all others.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listingFor } from '../../src/compilers/for-device.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import {
  decodeKernel,
  generateKernel,
  optimizeKernel,
  settle,
  sourceLoops,
} from '../../src/predict/compile-stages.ts';
import { type DriverCodeFile, isNear, type Pair } from '../../src/validate/layers.ts';
import {
  type DriverLoopsFile,
  type LoopAgreement,
  loopAgreement,
  loopsOf,
} from '../../src/validate/loops.ts';

const listing = listingFor({ compiler: 'nvidia', generation: 'hopper' });
const folder = path.join(import.meta.dirname, '../../bench/sets/development');
const recorded = JSON.parse(
  readFileSync(path.join(folder, 'recorded/driver-code-nvidia-h200.json'), 'utf8'),
) as DriverCodeFile;

const loops = JSON.parse(
  readFileSync(path.join(folder, 'recorded/driver-loops-nvidia-h200.json'), 'utf8'),
) as DriverLoopsFile;

interface Compared {
  readonly registers: Pair;
  readonly instructions: Pair;
  readonly loops: LoopAgreement;
}

function compare(file: string): Compared[] {
  const launch = loadLaunch(path.join(folder, file), { params: {} }).value!;
  const driver = recorded.rows.find((row) => row.name === launch.name);
  if (!driver) return [];
  const source = readFileSync(launch.shaderPath, 'utf8');
  const options = settle(source, { without: [] });
  const program = generateKernel(optimizeKernel(decodeKernel(launch, source).value!, options), options);
  const count = program.segments.reduce((sum, segment) => sum + segment.instructions.length, 0);
  return [
    {
      registers: { model: program.registersPerThread, driver: driver.registers },
      instructions: {
        model: count,
        driver: Object.values(driver.opcodes).reduce((sum, each) => sum + each, 0),
      },
      loops: loopAgreement(
        loopsOf(program, listing),
        loops.rows.find((row) => row.name === launch.name)!.loops,
        sourceLoops(launch, source),
      ),
    },
  ];
}

describe('the suite next to the real driver', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'set.json');
  const compared = files.flatMap(compare);
  const share = (agrees: (row: (typeof compared)[number]) => boolean) =>
    compared.filter(agrees).length / compared.length;

  it('is recorded nearly as a whole', () => {
    expect(compared.length).toBeGreaterThanOrEqual(153);
  });

  it('has as many registers within 15 %', () => {
    expect(share((row) => isNear(row.registers))).toBeGreaterThanOrEqual(0.849);
  });

  it('unrolls the same loops as often', () => {
    const total = compared.reduce((sum, row) => sum + row.loops.total, 0);
    const right = compared.reduce((sum, row) => sum + row.loops.right, 0);
    expect(total).toBeGreaterThan(200);
    expect(right / total).toBeGreaterThanOrEqual(0.97);
  });

  it('has as many instructions within 5 and 15 %', () => {
    expect(share((row) => isNear(row.instructions, 0.05))).toBeGreaterThanOrEqual(0.68);
    expect(share((row) => isNear(row.instructions))).toBeGreaterThanOrEqual(0.92);
  });
});
