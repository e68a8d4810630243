// Programs of the RDNA model: the tree names the segments in order, instructions the accesses of their segments, and
// every class is one that profiles price.

import { describe, expect, it } from 'vitest';
import { sourceRules } from '../../../src/compilers/dialects.ts';
import { compilerFor } from '../../../src/compilers/for-device.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import type { Module } from '../../../src/ir/ir.ts';
import type { MachineNode, Program } from '../../../src/machine/program.ts';
import { decodeKernel, deviceOf } from '../../../src/predict/compile-stages.ts';
import { loadProfile } from '../../../src/profile/load.ts';
import { overrideProfile } from '../../../src/profile/override.ts';
import { cases } from '../../golden/cases.ts';

const profile = loadProfile('amd-rx-7900-xtx').value!;

function programOf(module: Module, set: readonly string[] = [], without: readonly string[] = []): Program {
  const compiler = compilerFor(deviceOf(overrideProfile(profile, set).value!), 'dawn');
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

  it('counts the accesses that execution records', () => {
    for (const { segment, instructions } of nodes)
      expect(program.segments[segment].accessCount).toBe(instructions.filter(isAccess).length);
  });

  it('performs no access twice', () => {
    for (const { instructions, accessCount } of program.segments) {
      const performed = instructions.flatMap(({ access, joined = [] }) =>
        access === undefined ? [] : [access, ...joined],
      );
      expect(new Set(performed).size).toBe(performed.length);
      expect(performed.every((each) => each >= 0 && each < accessCount)).toBe(true);
    }
  });

  it('has instructions of classes that the profile prices', () => {
    const used = program.segments.flatMap(({ instructions }) => instructions.map((each) => each.costClass));
    expect([...new Set(used)].filter((each) => !(each in profile.classes))).toEqual([]);
  });
});

const opcodesOf = ({ segments }: Program): string[] =>
  segments.flatMap(({ instructions }) => instructions.map(({ opcode }) => opcode));
const moduleOf = (wanted: string): Module => modules.find(([name]) => name === wanted)![1];

describe('the program', () => {
  it('has all loads of a table by the scalar unit know their accesses', () => {
    const loads = programOf(moduleOf('wave-table')).segments.flatMap(({ instructions }) =>
      instructions.filter(({ opcode }) => opcode.startsWith('s_buffer_load')),
    );
    expect(loads.length).toBeGreaterThan(4);
    expect(loads.every(({ access }) => access !== undefined)).toBe(true);
  });

  it('calls doubles doubles', () => {
    expect(opcodesOf(programOf(moduleOf('spirv-doubles'))).some((each) => each.endsWith('_f64'))).toBe(true);
  });

  it('zeroes workgroup memory at entry unless told not to', () => {
    const zeroing = (without: readonly string[]) =>
      programOf(moduleOf('reduction'), [], without).segments[0].instructions.filter(
        ({ origin }) => origin === 'workgroup-init',
      ).length;
    expect(zeroing([])).toBeGreaterThan(5);
    expect(zeroing(['workgroup-init'])).toBe(0);
  });

  it('divides by one number with one reciprocal, and asks for quotient and rest with one division', () => {
    const steps = (body: string) => {
      const text = `@group(0) @binding(0) var<storage, read_write> w: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = w[3u * id.x]; let b = w[3u * id.x + 1u]; let c = w[3u * id.x + 2u]; w[id.x] = ${body};
}`;
      const module = decodeWgsl({ file: 'k.wgsl', text }, { constants: {}, rules: sourceRules() }).value!;
      const opcodes = opcodesOf(programOf(module, [], ['safe-division']));
      return ['v_rcp_f32', 'v_mul_hi_u32'].map((wanted) => opcodes.filter((each) => each === wanted).length);
    };
    expect(steps('a / b')).toEqual([1, 2]);
    expect(steps('a / b + c / b')).toEqual([1, 3]);
    expect(steps('a / b + a % b')).toEqual([1, 2]);
    expect(steps('a / b + a / c')).toEqual([2, 4]);
  });

  it('sums up products of bytes in one instruction, and on RDNA 2 reads a byte where it is converted', () => {
    const opcodes = (name: string, body: string) => {
      const text = `@group(0) @binding(0) var<storage, read_write> w: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = w[3u * id.x]; let b = w[3u * id.x + 1u]; let c = w[3u * id.x + 2u]; w[id.x] = ${body};
}`;
      const compiler = compilerFor(deviceOf(loadProfile(name).value!), 'dawn');
      const module = decodeWgsl({ file: 'k.wgsl', text }, { constants: {}, rules: sourceRules() }).value!;
      return opcodesOf(
        compiler.generate(compiler.optimize(module, new PassRunner(new Set())), new Set()),
      ).filter((each) => /^v_(dot|bfe|add|cvt)/.test(each));
    };
    expect(opcodes('amd-rx-7600', 'dot4U8Packed(a, b) + c')).toEqual(['v_dot4_u32_u8']);
    const byte = 'bitcast<u32>(f32(extractBits(i32(a), 8u, 8u)))';
    expect(opcodes('amd-rx-7600', byte)).toEqual(['v_bfe_i32', 'v_cvt_f32_i32']);
    expect(opcodes('amd-rx-6600', byte)).toEqual(['v_cvt_f32_i32']);
  });

  // As Mesa 26.1 does for such lines.
  it.each([
    ['s = sin(x)', 1],
    ['s = sin(x) + cos(x)', 1],
    ['let p = 6.2831853 * x; s = sin(p) + cos(p)', 0],
    ['let p = 2.5 * x; s = sin(p) + cos(p)', 1],
    ['let p = 2.5 * x; s = max(sin(p) + cos(p), p)', 2],
  ])('makes turns of an angle once: %s', (body, products) => {
    const text = `@group(0) @binding(0) var<storage, read_write> w: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = w[id.x]; var s = 0.0; ${body}; w[id.x] = s;
}`;
    const module = decodeWgsl({ file: 'k.wgsl', text }, { constants: {}, rules: sourceRules() }).value!;
    expect(opcodesOf(programOf(module)).filter((each) => each === 'v_mul_f32')).toHaveLength(products);
  });

  it('zeroes two registers at once where the generation can', () => {
    const moves = (name: string) => {
      const compiler = compilerFor(deviceOf(loadProfile(name).value!), 'dawn');
      const optimized = compiler.optimize(moduleOf('reduction'), new PassRunner(new Set()));
      const opcodes = opcodesOf(compiler.generate(optimized, new Set()));
      return opcodes.filter((each) => each === 'v_lshrrev_b64').length;
    };
    expect([moves('amd-rx-6800-xt'), moves('amd-rx-7900-xtx')]).toEqual([2, 0]);
  });

  it('reads and writes workgroup memory two words at a time, near, far apart in rows, and of two variables', () => {
    const accesses = (body: string) => {
      const text = `@group(0) @binding(0) var<storage, read_write> w: array<f32>;
var<workgroup> p: array<f32, 1024>; var<workgroup> q: array<f32, 1024>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) l: u32) {
  p[l] = w[l]; q[l] = w[l + 64u]; workgroupBarrier(); w[l] = ${body};
}`;
      const module = decodeWgsl({ file: 'k.wgsl', text }, { constants: {}, rules: sourceRules() }).value!;
      return opcodesOf(programOf(module, [], ['workgroup-init'])).filter((each) => each.startsWith('ds_'));
    };
    expect(accesses('p[l] + p[l + 5u]')).toEqual(['ds_write2st64_b32', 'ds_read2_b32']);
    expect(accesses('p[l] + p[l + 256u]')).toEqual(['ds_write2st64_b32', 'ds_read2st64_b32']);
    expect(accesses('p[l] + q[l]')).toEqual(['ds_write2st64_b32', 'ds_read2st64_b32']);
    expect(accesses('p[l] + p[l + 300u]')).toEqual(['ds_write2st64_b32', 'ds_read_b32', 'ds_read_b32']);
  });

  it('needs no barrier where a workgroup is one wave', () => {
    const barriers = (lanes: number) =>
      opcodesOf(programOf(moduleOf('small-workgroups'), [`limits.subgroupSize=${lanes}`])).filter(
        (each) => each === 's_barrier',
      ).length;
    const { workgroupSize } = moduleOf('small-workgroups');
    expect(workgroupSize[0] * workgroupSize[1]).toBeLessThanOrEqual(64);
    expect(barriers(64)).toBe(0);
  });

  it('leaves behaviours out by name', () => {
    const loops = moduleOf('loops');
    const all = opcodesOf(programOf(loops)).length;
    expect(opcodesOf(programOf(loops, [], ['unrolling'])).length).not.toBe(all);
  });
});
