// Whole kernels against what the real driver made of them on an H200 (`bench/studies/examples-h200.json`).

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { printProgram } from '../../src/machine/print.ts';
import type { Program } from '../../src/machine/program.ts';
import { generate, optimize } from '../compile.ts';
import { instructionsOf } from './support.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const recorded: { launch: string; registers: number; instructions: number }[] = JSON.parse(
  read('bench/studies/examples-h200.json'),
).rows;

function compile(name: string, constants: Record<string, number>, ...without: string[]): Program {
  const file = `examples/${name}.wgsl`;
  const { value, diagnostics } = decodeWgsl({ file, text: read(file) }, { constants, rules: tintRules() });
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  const module = optimize(value, { dialect: 'dawn', without: new Set(without) });
  return generate(module, { without: new Set(without) });
}

describe('next to the real driver', () => {
  it.each([
    ['triad', { WORKGROUP: 256 }],
    ['stencil', { N: 4096 }],
    ['transpose-naive', { N: 4096 }],
    ['spmv', {}],
    ['reduction', {}],
    ['mandelbrot', { WIDTH: 2048, HEIGHT: 2048 }],
    ['softmax', { COLUMNS: 1024 }],
    ['matmul-tiled', { N: 2048, TILE: 16 }],
    ['transpose-tiled', { N: 4096, PAD: 0 }],
  ] as [string, Record<string, number>][])(
    '%s has about as many instructions and registers',
    (name, constants) => {
      const real = recorded.find((each) => each.launch === `examples/${name}.json`)!;
      const program = compile(name, constants);
      const count = instructionsOf(program).length;
      expect(Math.abs(count - real.instructions) / real.instructions).toBeLessThanOrEqual(0.15);
      expect(Math.abs(program.registersPerThread - real.registers)).toBeLessThanOrEqual(
        Math.max(3, 0.15 * real.registers),
      );
    },
  );
});

it('triad comes out as the driver writes it', () => {
  const opcodes = instructionsOf(compile('triad', { WORKGROUP: 256 })).map((each) => each.opcode);
  const known = [
    'S2R',
    'ULDC',
    'UISETP.LT.AND',
    'USEL',
    'USHF.R.U32.HI',
    'IMAD',
    'IMAD.SHL.U32',
    'LDG.E.CONSTANT',
    'FFMA.FTZ',
    'STG.E.STRONG.SM',
  ];
  expect(opcodes).toEqual(expect.arrayContaining(known));
  expect(opcodes.filter((each) => each === 'EXIT')).toHaveLength(3);
  expect(opcodes.filter((each) => each.startsWith('ISETP'))).toHaveLength(4);
});

it('every instruction keeps its place in the source, or says which behaviour added it', () => {
  const program = compile('reduction', {});
  for (const each of instructionsOf(program))
    expect(each.span !== undefined || each.origin !== undefined || each.costClass === 'branch').toBe(true);
});

it('bounds checks are a part of the code that can be asked about', () => {
  const checked = compile('matmul-naive', { N: 2048 });
  const share =
    instructionsOf(checked).filter((each) => each.origin === 'bounds-check').length /
    instructionsOf(checked).length;
  expect(share).toBeGreaterThan(0.2);
  expect(instructionsOf(compile('matmul-naive', { N: 2048 }, 'bounds-check')).length).toBeLessThan(
    instructionsOf(checked).length,
  );
});

it('prints segments with classes, places and counts', () => {
  const program = compile('triad', { WORKGROUP: 256 });
  const text = printProgram(program, { source: read('examples/triad.wgsl') });
  expect(text).toContain('segment 0');
  expect(text).toMatch(/LDG\.E\.CONSTANT +r\d+ <- r\d+ .*load_global +access 0 line 13/);
  expect(text).toContain('[bounds-check]');
  expect(text).toContain(`registers per thread: ${program.registersPerThread}`);
});
