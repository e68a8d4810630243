// The optimiser of the RDNA model: its tables name instructions, its passes leave the IR valid, and each does what it
// is for.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { amdGeneration } from '../../../src/compilers/amd/generation.ts';
import { classOfMnemonic } from '../../../src/compilers/amd/listing.ts';
import { shaderCompiler, sourceRules } from '../../../src/compilers/dialects.ts';
import { optimizeMesa } from '../../../src/compilers/mesa/optimize/chain.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import type { Instruction, Module } from '../../../src/ir/ir.ts';
import { validateModule } from '../../../src/ir/validate.ts';
import { forEachInstruction } from '../../../src/ir/walk.ts';
import { cases } from '../../golden/cases.ts';

const generation = amdGeneration('rdna3')!;
const read = (file: string) => JSON.parse(readFileSync(`isa/amd/${file}`, 'utf8'));

function optimized(text: string): Module {
  const { value } = decodeWgsl({ file: 'kernel.wgsl', text }, { constants: {}, rules: sourceRules() });
  return optimizeMesa(value!, shaderCompiler('dawn'), generation, new PassRunner(new Set()));
}

function kernel(body: string): Module {
  return optimized(`@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { ${body} }`);
}

function count(module: Module, isWanted: (instruction: Instruction) => boolean): number {
  let found = 0;
  forEachInstruction(module.body, (each) => {
    if (isWanted(each)) found++;
  });
  return found;
}

describe('tables', () => {
  it.each(['rdna2.json', 'rdna3.json'])('%s follows its schema', (file) => {
    const check = new Ajv2020({ strict: false }).compile(read('generation.schema.json'));
    expect(check(read(file)) ? [] : check.errors).toEqual([]);
  });

  it('name instructions that have a class', () => {
    const steps = [...generation.operations.values()].flatMap(({ vector, scalar = [], byScalar = [] }) => [
      ...vector,
      ...scalar,
      ...byScalar,
    ]);
    expect(steps.filter((each) => classOfMnemonic(each) === undefined)).toEqual([]);
  });
});

describe('the optimiser', () => {
  it.each(
    cases
      .filter(({ source }) => typeof source === 'string')
      .map(({ name, source }) => [name, source] as const),
  )('leaves %s valid', (_name, source) => {
    expect(validateModule(optimized(source as string))).toEqual([]);
  });

  it('unrolls what is counted, however it is counted, within its limits', () => {
    const loops = (head: string) =>
      count(
        kernel(`var s = 1u; for (${head}) { s = s * s + 1u; } words[id.x] = s;`),
        ({ kind }) => kind === 'loop',
      );
    expect(loops('var i = 0u; i < 129u; i++')).toBe(0);
    expect(loops('var i = 0u; i < 200u; i++')).toBe(1);
    expect(loops('var i = 256u; i >= 1u; i >>= 1u')).toBe(0);
  });

  it('unrolls a loop that may be left elsewhere for a quarter of the iterations', () => {
    const loops = (end: number) =>
      count(
        kernel(
          `var x = words[id.x]; for (var k = 0u; k < ${end}u; k++) { if (x == 7u) { break; } x = x * x + k; } words[id.x] = x;`,
        ),
        ({ kind }) => kind === 'loop',
      );
    expect([loops(32), loops(33)]).toEqual([0, 1]);
  });

  // As Mesa 26.1 does for such lines.
  it.each([
    ['s = x * y + x * z', 2],
    ['s = s + x * y; s = s + x * z', 2],
    ['s = fma(x, y, fma(x, z, s))', 2],
    ['s = fma(x, y, x * z)', 2],
    ['s = fma(y, x, s + x * z)', 2],
    ['s = fma(z, x, s) + x * y', 2],
    ['s = fma(x, y, s); s = fma(x, z, s); s = fma(x, w.x, s); s = fma(x, w.y, s); s = fma(x, w.z, s)', 5],
    ['s = fma(x, y, s); s = fma(x, z, s); s = fma(x, y, s); s = fma(x, z, s)', 3],
    ['s = fma(x, z, s); s = fma(x, y, s) * s', 3],
  ])('takes common factors out of sums of products: %s', (body, operations) => {
    const module = optimized(`@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let v = a[2u * id.x]; let w = a[2u * id.x + 1u]; let x = v.x; let y = v.y; let z = v.z; var s = v.w; ${body}; b[id.x] = s;
}`);
    expect(count(module, (each) => each.kind === 'pure' && /^f(add|mul|fma)$/.test(each.op))).toBe(
      operations,
    );
  });

  it('joins neighbours only where the address cannot wrap between them', () => {
    const stores = (first: string, second: string) =>
      count(kernel(`words[${first}] = 1u; words[${second}] = 2u;`), ({ kind }) => kind === 'store');
    expect(stores('2u * id.x', '2u * id.x + 1u')).toBe(1);
    expect(stores('id.x', 'id.x + 1u')).toBe(2);
    expect(stores('5u * id.x', '5u * id.x + 1u')).toBe(1);
  });

  it('joins no store over another that may write the same word', () => {
    const stores = (between: string) =>
      count(
        kernel(
          `words[4u * id.x] = 1u; words[4u * id.x + 1u] = 2u; words[${between}] = 3u; words[4u * id.x + 2u] = 4u;`,
        ),
        ({ kind }) => kind === 'store',
      );
    expect(stores('4u * id.x + 1u')).toBe(1);
    expect(stores('id.y')).toBe(3);
    expect(stores('4u * id.x + 3u')).toBe(1);
  });

  it('drops what is stored and stored again before anybody may read it, and knows what was stored', () => {
    const accesses = (body: string) =>
      count(kernel(`let i = 2u * id.x; ${body}`), ({ kind }) => kind === 'store' || kind === 'load');
    expect(accesses('words[i] = 1u; words[i] = 2u;')).toBe(1);
    expect(accesses('words[i] = id.y; words[i] += 2u; words[i] *= 3u;')).toBe(1);
    expect(accesses('words[i] = 1u; words[id.z] = words[id.y]; words[i] = 2u;')).toBe(4);
    expect(accesses('words[i] = 1u; storageBarrier(); words[i] = 2u;')).toBe(2);
    expect(accesses('words[i] = 1u; if (id.y > 3u) { words[i] = 2u; }')).toBe(2);
  });

  it('makes one test of two against the same value', () => {
    const tests = (condition: string) =>
      count(
        kernel(
          `let n = words[0]; let f = bitcast<f32>(n); let v = vec3f(id); if (${condition}) { words[id.x] = 1u; }`,
        ),
        (each) => each.kind === 'pure' && /^([us]l[te]|fl[te]|ieq|ine)$/.test(each.op),
      );
    expect(tests('id.x >= n || id.y >= n || id.z >= n')).toBe(1);
    expect(tests('id.x < n && id.y < n')).toBe(1);
    expect(tests('id.x == 0u || id.y == 0u')).toBe(1);
    expect(tests('id.x < n || id.y > n')).toBe(2);
    expect(tests('v.x > f || v.y > f')).toBe(1);
    expect(tests('v.x > f && v.y > f')).toBe(2);
  });

  it('clears low bits where an index goes right and back', () => {
    const operations = (op: string) =>
      count(kernel('words[words[id.x] >> 2u] = 1u;'), (each) => each.kind === 'pure' && each.op === op);
    expect([operations('ushr'), operations('and')]).toEqual([0, 1]);
  });

  it('keeps small private arrays out of memory', () => {
    const body = 'var a = array<u32, 4>(id.x, id.y, id.z, 7u); words[id.x] = a[words[id.x] & 3u];';
    const isPrivate = (each: Instruction) => each.kind === 'load' && each.root.space === 'private';
    expect(count(kernel(body), isPrivate)).toBe(0);
  });
});
