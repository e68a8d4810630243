// Programs of the model: the tree names the segments in order, instructions the accesses of their segments, every class
// is one that profiles price, and what is special about this code is there.

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/compilers/dialects.ts';
import { compilerFor } from '../../../src/compilers/for-device.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import type { Module } from '../../../src/ir/ir.ts';
import type { MachineNode, Program } from '../../../src/machine/program.ts';
import { decodeKernel, deviceOf } from '../../../src/predict/compile-stages.ts';
import { loadProfile } from '../../../src/profile/load.ts';
import { cases } from '../../golden/cases.ts';

const profile = loadProfile('apple-m1').value!;

function programOf(module: Module, dialect: Dialect = 'dawn', without: readonly string[] = []): Program {
  const compiler = compilerFor(deviceOf(profile), dialect);
  const names = new Set(without);
  return compiler.generate(compiler.optimize(module, new PassRunner(names)), names);
}

function segmentsOf(nodes: readonly MachineNode[]): MachineNode[] {
  return nodes.flatMap((node) => {
    switch (node.kind) {
      case 'segment':
        return [node];
      case 'if':
        return [...segmentsOf(node.then), ...segmentsOf(node.otherwise)];
      case 'switch':
        return node.cases.flatMap(segmentsOf);
      default:
        return segmentsOf(node.body);
    }
  });
}

const isAccess = ({ kind }: { readonly kind: string }) =>
  ['load', 'store', 'atomic', 'texture'].includes(kind);

const modules = cases.map(({ name, launch, source }) => [name, decodeKernel(launch, source).value!] as const);

describe.each(modules)('%s', (_name, module) => {
  const program = programOf(module);
  const nodes = segmentsOf(program.nodes) as Extract<MachineNode, { kind: 'segment' }>[];

  it('names each segment once and in order', () => {
    expect(nodes.map((each) => each.segment)).toEqual(program.segments.map((each) => each.id));
  });

  it('counts the accesses that execution records, and performs none twice', () => {
    for (const { segment, instructions } of nodes) {
      const { accessCount, instructions: code } = program.segments[segment];
      expect(accessCount).toBe(instructions.filter(isAccess).length);
      const performed = code.flatMap(({ access }) => (access === undefined ? [] : [access]));
      expect(new Set(performed).size).toBe(performed.length);
      expect(performed.every((each) => each >= 0 && each < accessCount)).toBe(true);
    }
  });

  it('has instructions of classes that the profile prices', () => {
    const used = program.segments.flatMap(({ instructions }) => instructions.map((each) => each.costClass));
    expect([...new Set(used)].filter((each) => !(each in profile.classes))).toEqual([]);
  });
});

function opcodes(body: string, dialect: Dialect = 'raw', without: readonly string[] = []): string[] {
  const text = `struct Shape { rows: u32, columns: u32 }
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read> given: array<u32>;
@group(0) @binding(2) var<uniform> shape: Shape;
var<workgroup> tile: array<u32, 256>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { ${body} }`;
  const { value } = decodeWgsl({ file: 'kernel.wgsl', text }, { constants: {} });
  return programOf(value!, dialect, without).segments.flatMap(({ instructions }) =>
    instructions.map(({ opcode }) => opcode),
  );
}
const countOf = (list: readonly string[], wanted: string) => list.filter((each) => each === wanted).length;

describe('the program', () => {
  it('leaves to the preamble what a dispatch fixes', () => {
    const fixed = opcodes('words[id.x] = id.x + shape.rows * shape.columns + given[3];');
    expect(countOf(fixed, 'load')).toBe(0);
    expect(countOf(fixed, 'imul')).toBe(0);
    expect(countOf(opcodes('words[id.x] = given[id.x];'), 'load')).toBe(1);
  });

  it('compares where it chooses or branches', () => {
    expect(countOf(opcodes('words[id.x] = select(1u, 2u, id.x < shape.rows);'), 'csel')).toBe(1);
    const both = 'words[id.x] = select(1u, 2u, id.x < shape.rows && id.y < shape.columns);';
    expect(countOf(opcodes(both), 'csel')).toBe(2);
    expect(countOf(opcodes('if (id.x < shape.rows) { words[id.x] = 1u; }'), 'csel')).toBe(0);
  });

  it('shifts in sums and multiplies into them', () => {
    expect(opcodes('words[id.x] = id.x + 8u * id.y;')).not.toContain('shl');
    expect(countOf(opcodes('words[id.x] = id.x * id.y + id.z;'), 'imadd')).toBe(1);
    expect(opcodes('words[4u * id.x + 3u] = 1u;')).not.toContain('shl');
  });

  it('zeroes workgroup memory by code of its own, unless told not to', () => {
    const stores = (without: readonly string[]) =>
      countOf(opcodes('words[id.x] = tile[lane];', 'dawn', without), 'lstore');
    expect(stores([])).toBe(1);
    expect(stores(['workgroup-init'])).toBe(0);
  });

  it('parts lanes by a stack, and jumps over much code only', () => {
    const short = opcodes('if (given[id.x] > 3u) { words[id.x] = 1u; }');
    expect([countOf(short, 'if'), countOf(short, 'pop_exec'), countOf(short, 'jmp_none')]).toEqual([1, 1, 0]);
    const sum = Array.from({ length: 9 }, (_, k) => `given[id.x + ${2 * k}u]`).join(' + ');
    expect(countOf(opcodes(`if (given[id.x] > 3u) { words[id.x] = ${sum}; }`), 'jmp_none')).toBe(1);
    const loop = opcodes('var i = 0u; while (given[i] > id.x) { i += given[i]; } words[id.x] = i;');
    expect([countOf(loop, 'while'), countOf(loop, 'jmp_any'), countOf(loop, 'pop_exec')]).toEqual([1, 1, 1]);
  });

  it('sends loads together and waits once', () => {
    const sum = opcodes('words[id.x] = given[id.x] + given[id.y] * given[id.z];');
    const loads = sum.flatMap((opcode, at) => (opcode === 'load' ? [at] : []));
    expect(loads).toHaveLength(3);
    expect(sum.slice(loads[0], loads[2])).not.toContain('wait');
  });
});
