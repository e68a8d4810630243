// Small bodies (loops of many lengths, arms of many sizes, arrays) against what the real driver made of them on an
// H200: how far it unrolls, when it predicates, what it holds in registers. Shares of the bodies that agree, as a
// ratchet.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { isNear, type Pair } from '../../src/validate/layers.ts';
import { generate, optimize } from '../compile.ts';
import { instructionsOf } from './support.ts';

interface Recorded {
  readonly name: string;
  readonly body: string;
  readonly registers: number;
  readonly instructions: number;
}

const read = (file: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
const recorded: readonly Recorded[] = read('driver-sm90-bodies.json').rows;

/** The kernel around a body, as the recording says. */
const kernelOf = (body: string) => `@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
var<workgroup> tile: array<f32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = id.x;
  var x = a[i];
  ${body}
  o[i] = x;
}`;

function compare({
  name,
  body,
  registers,
  instructions,
}: Recorded): Record<'registers' | 'instructions', Pair> {
  const { value, diagnostics } = decodeWgsl(
    { file: name, text: kernelOf(body) },
    { constants: {}, rules: tintRules() },
  );
  if (!value) throw new Error(`${name}: ${diagnostics[0]?.message}`);
  const without: ReadonlySet<string> = new Set();
  const program = generate(optimize(value, { dialect: 'dawn', without }), { without });
  return {
    registers: { model: program.registersPerThread, driver: registers },
    instructions: { model: instructionsOf(program).length, driver: instructions },
  };
}

describe('bodies next to the real driver', () => {
  const compared = recorded.map(compare);
  const share = (agrees: (row: (typeof compared)[number]) => boolean) =>
    compared.filter(agrees).length / compared.length;

  it('have as many instructions within 5 and 15 %', () => {
    expect(share((row) => isNear(row.instructions, 0.05))).toBeGreaterThanOrEqual(0.8);
    expect(share((row) => isNear(row.instructions))).toBeGreaterThanOrEqual(0.89);
  });

  it('have as many registers within 15 %', () => {
    expect(share((row) => isNear(row.registers))).toBeGreaterThanOrEqual(0.73);
  });
});
