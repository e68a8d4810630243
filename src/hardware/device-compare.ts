// Compares buffers on the device, by the rules of `compare.ts`: of many variants only counts have to come back.

import { HALF_RELATIVE, OF_LARGEST, RELATIVE, SMALLEST_NORMAL } from './compare.ts';
import type { BufferComparison, TexelKind, VariantBinding, WordKind } from './job.ts';
import { checked } from './pipeline.ts';
import { FIELDS } from './texel-words.ts';
import { copyWhole } from './transfer.ts';

const TEXELS = Object.entries(FIELDS) as [TexelKind, readonly number[]][];
const KINDS: readonly WordKind[] = ['integer', 'float', 'half', 'mixed', ...TEXELS.map(([kind]) => kind)];
const FIRST_TEXEL = KINDS.length - TEXELS.length;
const WORKGROUP = 256;
const MOST_WORKGROUPS = 2048;
/** `largest`, `mismatches`, `first`, `padding`. */
const RESULT_BYTES = 16;
const NONE = 0xffffffff;

const SHADER = `
struct Question { words: u32, kind: u32 }
struct Result { largest: atomic<u32>, mismatches: atomic<u32>, first: atomic<u32>, padding: u32 }
@group(0) @binding(0) var<storage, read> expected: array<u32>;
@group(0) @binding(1) var<storage, read> actual: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: Result;
@group(0) @binding(3) var<uniform> question: Question;

const EXPONENT = 0x7f800000u;

fn isClose(a: f32, b: f32, relative: f32, slack: f32) -> bool {
  return abs(a - b) <= relative * max(abs(a), abs(b)) + slack;
}

fn isNan(bits: u32) -> bool { return (bits & 0x7fffffffu) > EXPONENT; }

fn areFloatsClose(a: u32, b: u32, slack: f32) -> bool {
  if (isNan(a)) { return isNan(b); }
  if ((a & EXPONENT) == EXPONENT || (b & EXPONENT) == EXPONENT) { return a == b; }
  return isClose(bitcast<f32>(a), bitcast<f32>(b), ${RELATIVE}, slack);
}

fn areHalvesClose(a: u32, b: u32) -> bool {
  if ((a & 0x7fffu) > 0x7c00u) { return (b & 0x7fffu) > 0x7c00u; }
  if ((a & 0x7c00u) == 0x7c00u || (b & 0x7c00u) == 0x7c00u) { return a == b; }
  return isClose(unpack2x16float(a).x, unpack2x16float(b).x, ${HALF_RELATIVE}, 0.0);
}

fn isStep(a: u32, b: u32, shift: u32, bits: u32) -> bool {
  return abs(i32(extractBits(a, shift, bits)) - i32(extractBits(b, shift, bits))) <= 1;
}

fn isSignedStep(a: u32, b: u32, shift: u32, bits: u32) -> bool {
  return abs(extractBits(i32(a), shift, bits) - extractBits(i32(b), shift, bits)) <= 1;
}

fn isEqual(a: u32, b: u32, slack: f32) -> bool {
  if (a == b) { return true; }
  switch question.kind {
    case 1u: { return areFloatsClose(a, b, slack); }
    case 2u: { return areHalvesClose(a & 0xffffu, b & 0xffffu) && areHalvesClose(a >> 16u, b >> 16u); }
    case 3u: { return abs(bitcast<f32>(a & 0x7fffffffu)) >= ${SMALLEST_NORMAL} && areFloatsClose(a, b, 0.0); }
${TEXELS.map(texelCase).join('\n')}
    default: { return false; }
  }
}

@compute @workgroup_size(${WORKGROUP})
fn findLargest(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  var most = 0u;
  for (var i = id.x; i < question.words; i += groups.x * ${WORKGROUP}u) {
    let size = expected[i] & 0x7fffffffu;
    if (size < EXPONENT) { most = max(most, size); }
  }
  atomicMax(&result.largest, most);
}

@compute @workgroup_size(${WORKGROUP})
fn compareAll(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let slack = bitcast<f32>(atomicLoad(&result.largest)) * ${OF_LARGEST};
  var mismatches = 0u;
  var first = ${NONE}u;
  for (var i = id.x; i < question.words; i += groups.x * ${WORKGROUP}u) {
    if (!isEqual(expected[i], actual[i], slack)) {
      mismatches += 1u;
      first = min(first, i);
    }
  }
  if (mismatches > 0u) {
    atomicAdd(&result.mismatches, mismatches);
    atomicMin(&result.first, first);
  }
}
`;

/** A step of the format is room for where rounding falls. */
function texelCase([kind, fields]: (typeof TEXELS)[number], at: number): string {
  const close = kind.startsWith('snorm') ? 'isSignedStep' : 'isStep';
  const shiftOf = (index: number) => fields.slice(0, index).reduce((sum, bits) => sum + bits, 0);
  const tests = fields.map((bits, index) => `${close}(a, b, ${shiftOf(index)}u, ${bits}u)`);
  return `    case ${FIRST_TEXEL + at}u: { return ${tests.join(' && ')}; }`;
}

interface Expected {
  readonly words: GPUBuffer;
  readonly result: GPUBuffer;
  readonly question: GPUBuffer;
}

export class DeviceComparer {
  private readonly device: GPUDevice;
  private readonly layout: GPUBindGroupLayout;
  private readonly findLargest: GPUComputePipeline;
  private readonly compareAll: GPUComputePipeline;
  /** By place. */
  private readonly expected = new Map<string, Expected>();

  private constructor(
    device: GPUDevice,
    layout: GPUBindGroupLayout,
    [findLargest, compareAll]: readonly [GPUComputePipeline, GPUComputePipeline],
  ) {
    this.device = device;
    this.layout = layout;
    this.findLargest = findLargest;
    this.compareAll = compareAll;
  }

  static async create(device: GPUDevice): Promise<DeviceComparer> {
    const types = ['read-only-storage', 'read-only-storage', 'storage', 'uniform'] as const;
    const entries = types.map((type, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type },
    }));
    const bindGroupLayout = device.createBindGroupLayout({ entries });
    const layout = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout] });
    const module = device.createShaderModule({ code: SHADER });
    const make = (entryPoint: string) =>
      device.createComputePipelineAsync({ layout, compute: { module, entryPoint } });
    const pipelines = await Promise.all([make('findLargest'), make('compareAll')] as const);
    return new DeviceComparer(device, bindGroupLayout, pipelines);
  }

  /** Takes what the buffers of compared bindings hold now for what others must hold. @throws JobFailure */
  async expect(
    bindings: readonly VariantBinding[],
    buffers: readonly (GPUBuffer | undefined)[],
  ): Promise<void> {
    const { device } = this;
    const { STORAGE, COPY_DST, COPY_SRC, UNIFORM } = GPUBufferUsage;
    for (const { words, result, question } of this.expected.values()) {
      for (const each of [words, result, question]) each.destroy();
    }
    this.expected.clear();
    for (const [i, binding] of bindings.entries()) {
      if (!binding.compares) continue;
      const actual = buffers[i]!;
      const expected = await checked(device, () => ({
        words: device.createBuffer({ size: actual.size, usage: STORAGE | COPY_DST }),
        result: device.createBuffer({ size: RESULT_BYTES, usage: STORAGE | COPY_DST | COPY_SRC }),
        question: device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST }),
      }));
      this.expected.set(placeOf(binding), expected);
      copyWhole(device, actual, expected.words);
      const kind = KINDS.indexOf(binding.compares);
      device.queue.writeBuffer(expected.question, 0, Uint32Array.of(actual.size / 4, kind));
      if (binding.compares === 'float') this.dispatch(this.findLargest, expected, actual);
    }
  }

  async compare(
    bindings: readonly VariantBinding[],
    buffers: readonly (GPUBuffer | undefined)[],
  ): Promise<BufferComparison[]> {
    const { device } = this;
    const compared = bindings.flatMap((binding, i) => {
      if (!binding.compares) return [];
      const expected = this.expected.get(placeOf(binding));
      const actual = buffers[i]!;
      const isComparable = expected !== undefined && expected.words.size === actual.size;
      return [{ binding, actual, expected: isComparable ? expected : undefined }];
    });
    if (compared.length === 0) return [];
    for (const { expected, actual } of compared) {
      if (!expected) continue;
      device.queue.writeBuffer(expected.result, 4, Uint32Array.of(0, NONE));
      this.dispatch(this.compareAll, expected, actual);
    }
    const results = await this.read(compared.map(({ expected }) => expected?.result));
    return compared.map(({ binding: { group, binding }, actual, expected }, i) => {
      const place = { group, binding, words: actual.size / 4 };
      if (!expected) return { ...place, words: 0, mismatches: 0, isStrange: true };
      const [, mismatches, first] = results.subarray(4 * i, 4 * i + 4);
      return { ...place, mismatches: mismatches, ...(mismatches ? { first: first } : {}) };
    });
  }

  private dispatch(pipeline: GPUComputePipeline, expected: Expected, actual: GPUBuffer): void {
    const buffers = [expected.words, actual, expected.result, expected.question];
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.device.createBindGroup({ layout: this.layout, entries }));
    pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil(actual.size / 4 / WORKGROUP)));
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  private async read(results: readonly (GPUBuffer | undefined)[]): Promise<Uint32Array> {
    const { device } = this;
    const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    const staging = device.createBuffer({ size: RESULT_BYTES * results.length, usage });
    const encoder = device.createCommandEncoder();
    results.forEach((result, i) => {
      if (result) encoder.copyBufferToBuffer(result, 0, staging, RESULT_BYTES * i, RESULT_BYTES);
    });
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const words = new Uint32Array(staging.getMappedRange().slice(0));
    staging.destroy();
    return words;
  }
}

function placeOf({ group, binding }: VariantBinding): string {
  return `${group}.${binding}`;
}
