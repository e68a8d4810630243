// Programs of the Xe model: the tree names the segments in order, instructions the accesses of their segments, every
// class is one that profiles price, and each thing that the compiler does shows.

import { describe, expect, it } from 'vitest';
import { compilerFor, listingFor } from '../../../src/compilers/for-device.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import type { Module } from '../../../src/ir/ir.ts';
import type { MachineNode, Program } from '../../../src/machine/program.ts';
import { decodeKernel, deviceOf } from '../../../src/predict/compile-stages.ts';
import { loadProfile } from '../../../src/profile/load.ts';
import { cases } from '../../golden/cases.ts';

const profiles = ['intel-arc-a770', 'intel-arc-b580', 'intel-iris-xe'] as const;

function programOf(name: string, module: Module, without: readonly string[] = []): Program {
  const compiler = compilerFor(deviceOf(loadProfile(name).value!), 'dawn');
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

describe.each(profiles)('%s', (name) => {
  const profile = loadProfile(name).value!;

  it.each(modules)('has a program of %s that execution can follow', (_, module) => {
    const program = programOf(name, module);
    const nodes = segmentsOf(program.nodes) as Extract<MachineNode, { kind: 'segment' }>[];
    expect(nodes.map((each) => each.segment)).toEqual(program.segments.map((each) => each.id));
    for (const { segment, instructions } of nodes)
      expect(program.segments[segment].accessCount).toBe(instructions.filter(isAccess).length);
    for (const { instructions, accessCount } of program.segments) {
      const performed = instructions.flatMap(({ access, joined = [] }) =>
        access === undefined ? [] : [access, ...joined],
      );
      expect(new Set(performed).size).toBe(performed.length);
      expect(performed.every((each) => each >= 0 && each < accessCount)).toBe(true);
    }
    const used = program.segments.flatMap(({ instructions }) => instructions.map((each) => each.costClass));
    expect([...new Set(used)].filter((each) => !(each in profile.classes))).toEqual([]);
    expect(program.registersPerThread).toBeLessThanOrEqual(64);
  });
});

function kernel(body: string, size = 64): Module {
  const text = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
var<workgroup> w: array<u32, 512>;
@compute @workgroup_size(${size})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) l: u32) { let i = id.x; ${body} }`;
  return decodeWgsl({ file: 'kernel.wgsl', text }, { constants: {} }).value!;
}

const opcodesOf = (body: string, name: string = profiles[0], size?: number): string[] =>
  programOf(name, kernel(body, size)).segments.flatMap(({ instructions }) =>
    instructions.map(({ opcode }) => opcode),
  );
const count = (opcodes: readonly string[], wanted: string | RegExp) =>
  opcodes.filter((each) => (typeof wanted === 'string' ? each === wanted : wanted.test(each))).length;

describe('the code', () => {
  it('is for as many lanes as Dawn asks for', () => {
    const body = 'b[i] = a[i] + 1u;';
    expect(count(opcodesOf(body), 'send_ugm_load.V1(16)')).toBe(1);
    expect(count(opcodesOf(body, 'intel-arc-b580'), 'send_ugm_load.V1(32)')).toBe(1);
  });

  it('computes what is alike for all lanes in one register, and loads it in a block', () => {
    const opcodes = opcodesOf('b[i] = a[0] * a[1] + a[2];');
    expect(count(opcodes, /^send_ugm_load/)).toBe(1);
    expect(count(opcodes, 'send_ugm_load_block.V8(1)')).toBe(1);
    expect(count(opcodes, 'mul:D(8)')).toBe(2);
    expect(count(opcodes, 'mul:D(16)')).toBe(0);
  });

  it('multiplies words in two steps, words by halves in one', () => {
    expect(count(opcodesOf('b[i] = a[i] * a[i + 1u];'), 'mul:D(16)')).toBe(2);
    expect(count(opcodesOf('b[i] = a[i] * 5u;'), 'mul:D(16)')).toBe(1);
  });

  it('joins neighbours where not even the last place of their stride wraps', () => {
    const loads = (body: string) =>
      opcodesOf(body)
        .filter((each) => each.startsWith('send_ugm_load'))
        .sort();
    expect(loads('b[i] = a[2 * i] + a[2 * i + 1];')).toEqual(['send_ugm_load.V2(16)']);
    expect(loads('b[i] = a[i] + a[i + 1];')).toEqual(['send_ugm_load.V1(16)', 'send_ugm_load.V1(16)']);
    expect(loads('b[i] = a[5 * i] + a[5 * i + 1] + a[5 * i + 2] + a[5 * i + 3];')).toEqual([
      'send_ugm_load.V4(16)',
    ]);
    expect(loads('b[i] = a[3 * i] + a[3 * i + 1] + a[3 * i + 2];')).toEqual([
      'send_ugm_load.V1(16)',
      'send_ugm_load.V2(16)',
    ]);
  });

  it('sums three at a time where the generation can', () => {
    const body = 'b[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2];';
    expect(count(opcodesOf(body), 'add3:D(16)')).toBe(1);
    expect(count(opcodesOf(body, 'intel-iris-xe'), 'add3:D(16)')).toBe(0);
  });

  it('tests with the instruction before, and compares for a branch', () => {
    const opcodes = opcodesOf('if ((a[i] & 1u) == 0u) { b[i] = 1u; }');
    expect(count(opcodes, 'and:D(16)')).toBe(1);
    expect(count(opcodes, /^cmp/)).toBe(0);
    expect(count(opcodesOf('if (a[i] < 7u) { b[i] = 1u; }'), 'cmp:UD(16)')).toBe(1);
  });

  it('needs no barrier where a workgroup is one thread', () => {
    const body = 'w[l] = a[i]; workgroupBarrier(); b[i] = w[(l + 1u) % 16u];';
    expect(count(opcodesOf(body, profiles[0], 16), 'sync_bar(16)')).toBe(0);
    expect(count(opcodesOf(body), 'sync_bar(16)')).toBe(2);
  });

  it('leaves behaviours out by name', () => {
    const loops = modules.find(([each]) => each === 'loops')![1];
    const length = (without: readonly string[]) =>
      programOf(profiles[0], loops, without).segments.reduce(
        (sum, { instructions }) => sum + instructions.length,
        0,
      );
    expect(length(['unrolling'])).not.toBe(length([]));
  });
});

describe('occupancy', () => {
  it('is that of all threads whatever the registers, and of workgroup memory in powers of two', () => {
    const program = programOf(profiles[0], kernel('w[l] = a[i]; workgroupBarrier(); b[i] = w[l ^ 1u];'));
    expect(program.workgroupBytes).toBe(2048);
    const { limits } = loadProfile(profiles[0]).value!;
    expect(limits.registersPerSm.value / limits.registerAllocation.value).toBe(limits.warpsPerSm.value);
  });
});

describe('the listing', () => {
  it('tells accesses by their bytes', () => {
    const listing = listingFor({ compiler: 'intel', generation: 'xe2' });
    expect(listing.accessOf('send_slm_load.V4(32)')).toEqual({ kind: 'SLM load', bytes: 16 });
    expect(listing.accessOf('send_ugm_store.d16u32(32)')).toEqual({ kind: 'store', bytes: 2 });
    expect(listing.accessOf('add:D(32)')).toBeUndefined();
    expect(listing.costClassOf('mad:F(32)')).toBe('fma');
  });
});
