// Support for the tests of the WGSL decoder: decoding with every check on, counting instructions, and a plain
// interpreter that runs one invocation after the other, for kernels without communication between them.

import { expect } from 'vitest';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { bitsOfFloat, evaluatePure } from '../../src/ir/evaluate.ts';
import { halfBitsOf, halfFromBits } from '../../src/ir/half.ts';
import type { Instruction, MemoryRoot, Module, Region, ScalarType } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';

export type Constants = Readonly<Record<string, number>>;

/** The module; fails the test on any diagnostic, from decoding or from the IR's validator. */
export function decode(text: string, constants: Constants = {}, entryPoint?: string): Module {
  const options = { constants, rules: tintRules(), ...(entryPoint === undefined ? {} : { entryPoint }) };
  const { value, diagnostics } = decodeWgsl({ file: 'test.wgsl', text }, options);
  expect(diagnostics).toEqual([]);
  expect(validateModule(value!)).toEqual([]);
  return value!;
}

/** The one diagnostic of a source that does not decode, with the text that it points at. */
export function problem(
  text: string,
  constants: Constants = {},
  entryPoint?: string,
): Diagnostic & { text: string } {
  const options = entryPoint === undefined ? { constants } : { constants, entryPoint };
  const { value, diagnostics } = decodeWgsl({ file: 'test.wgsl', text }, options);
  expect(value).toBeUndefined();
  expect(diagnostics).toHaveLength(1);
  const { span } = diagnostics[0];
  return { ...diagnostics[0], text: span ? text.slice(span.start, span.end) : '' };
}

export function instructions(module: Module): Instruction[] {
  const all: Instruction[] = [];
  forEachInstruction(module.body, (instruction) => all.push(instruction));
  return all;
}

/** How many instructions of each kind there are; pure ones count under their operation. */
export function counts(module: Module): Record<string, number> {
  const result: Record<string, number> = {};
  for (const instruction of instructions(module)) {
    const key = instruction.kind === 'pure' ? instruction.op : instruction.kind;
    result[key] = (result[key] ?? 0) + 1;
  }
  return result;
}

export function ofKind<K extends Instruction['kind']>(
  module: Module,
  kind: K,
): Extract<Instruction, { kind: K }>[] {
  return instructions(module).filter((each) => each.kind === kind) as Extract<Instruction, { kind: K }>[];
}

/** A kernel of one invocation that writes `out[i]` with `count` words. */
export function kernel(body: string, declarations = ''): string {
  return `${declarations}
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
${body}
}`;
}

/** Runs such a kernel and gives the words that it wrote; `data` holds 0, 1, 2, ... */
export function runKernel(body: string, declarations = '', constants: Constants = {}): number[] {
  const module = decode(kernel(body, declarations), constants);
  const words = new Uint32Array(64);
  const data = Uint32Array.from({ length: 64 }, (_, i) => i);
  run(module, (binding) => (binding === 0 ? words.buffer : data.buffer));
  return Array.from(words);
}

/** Runs one invocation with all inputs zero (sizes one). */
export function run(module: Module, bufferOf: (binding: number) => ArrayBuffer): void {
  new Interpreter(module, bufferOf).run();
}

interface Exit {
  readonly kind: 'break' | 'next' | 'return';
  readonly target: number;
  readonly values: readonly number[];
}

const MAXIMUM_STEPS = 1_000_000;

class Interpreter {
  private readonly module: Module;
  private readonly registers: number[];
  private readonly buffers: DataView[];
  private readonly variables: DataView[];
  private steps = 0;

  constructor(module: Module, bufferOf: (binding: number) => ArrayBuffer) {
    this.module = module;
    this.registers = module.values.map((value) => value.constant ?? Number.NaN);
    this.buffers = module.buffers.map((buffer) => new DataView(bufferOf(buffer.binding)));
    this.variables = module.variables.map((variable) => {
      // Private memory starts with garbage: only what the kernel clears is zero.
      const bytes = new Uint8Array(variable.sizeBytes).fill(variable.space === 'private' ? 0xcd : 0);
      return new DataView(bytes.buffer);
    });
  }

  run(): void {
    expect(this.region(this.module.body).kind).toBe('return');
  }

  private region(region: Region): Exit {
    for (const instruction of region.instructions) {
      if (++this.steps > MAXIMUM_STEPS) throw new Error('the kernel does not end');
      const exit = this.execute(instruction);
      if (exit) return exit;
    }
    throw new Error('a region ended without a terminator');
  }

  private read(ids: readonly number[]): number[] {
    return ids.map((id) => this.registers[id]);
  }

  private write(ids: readonly number[], values: readonly number[]): void {
    ids.forEach((id, i) => {
      this.registers[id] = values[i];
    });
  }

  private view(root: MemoryRoot): DataView {
    return root.space === 'buffer' ? this.buffers[root.index] : this.variables[root.index];
  }

  private sizeOf(size: { constant: number } | { buffer: number }): number {
    if ('constant' in size) return size.constant;
    const { runtimeArray } = this.module.buffers[size.buffer];
    const bytes = this.buffers[size.buffer].byteLength - runtimeArray!.offsetBytes;
    return Math.floor(bytes / runtimeArray!.strideBytes);
  }

  private execute(instruction: Instruction): Exit | undefined {
    switch (instruction.kind) {
      case 'pure': {
        const { op, result, operands, component } = instruction;
        const types = operands.map((id) => this.module.values[id].type);
        const type = this.module.values[result].type;
        this.registers[result] = evaluatePure(op, type, types, this.read(operands), component);
        return undefined;
      }
      case 'input':
        this.registers[instruction.result] = /size|num_/.test(instruction.builtin) ? 1 : 0;
        return undefined;
      case 'bound': {
        const size = this.sizeOf(instruction.size);
        const index = this.registers[instruction.index] >>> 0;
        this.registers[instruction.result] = Math.min(index, size - 1);
        return undefined;
      }
      case 'arrayLength':
        this.registers[instruction.result] = this.sizeOf({ buffer: instruction.buffer });
        return undefined;
      case 'barrier':
        return undefined;
      case 'subgroup':
        throw new Error('subgroup operations are not interpreted');
      case 'load':
      case 'store':
      case 'atomic':
        this.access(instruction);
        return undefined;
      case 'if': {
        const arm = this.registers[instruction.condition] ? instruction.then : instruction.otherwise;
        return this.leave(instruction.id, instruction.results, this.region(arm));
      }
      case 'switch': {
        const selector = this.registers[instruction.selector];
        const chosen =
          instruction.cases.find((each) => each.values.includes(selector)) ??
          instruction.cases.find((each) => each.isDefault)!;
        return this.leave(instruction.id, instruction.results, this.region(chosen.body));
      }
      case 'block':
        return this.leave(instruction.id, instruction.results, this.region(instruction.body));
      case 'loop': {
        this.write(instruction.parameters, this.read(instruction.initial));
        for (;;) {
          const exit = this.region(instruction.body);
          if (exit.kind !== 'next' || exit.target !== instruction.id) {
            return this.leave(instruction.id, instruction.results, exit);
          }
          this.write(instruction.parameters, exit.values);
        }
      }
      case 'break':
      case 'next':
        return { kind: instruction.kind, target: instruction.target, values: this.read(instruction.values) };
      case 'return':
        return { kind: 'return', target: -1, values: [] };
      case 'unreachable':
        throw new Error('unreachable was reached');
    }
  }

  private leave(id: number, results: readonly number[], exit: Exit): Exit | undefined {
    if (exit.kind !== 'break' || exit.target !== id) return exit;
    this.write(results, exit.values);
    return undefined;
  }

  private access(instruction: Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>): void {
    const { type, root } = instruction;
    const bytes = type === 'f16' || type === 'i16' ? 2 : 4;
    const start = (this.registers[instruction.address] >>> 0) + instruction.offsetBytes;
    const view = this.view(root);
    const isInside = (offset: number) => offset + bytes <= view.byteLength;
    if (root.space !== 'buffer' && !isInside(start)) throw new Error('a variable was accessed out of bounds');
    if (instruction.kind === 'load') {
      instruction.results.forEach((id, i) => {
        const offset = start + i * bytes;
        this.registers[id] = isInside(offset) ? readScalar(view, type, offset) : 0;
      });
    } else if (instruction.kind === 'store') {
      instruction.values.forEach((id, i) => {
        const offset = start + i * bytes;
        if (isInside(offset)) writeScalar(view, type, offset, this.registers[id]);
      });
    } else if (isInside(start)) {
      const old = view.getInt32(start, true);
      const next = atomicResult(instruction.op, old, this.read(instruction.operands));
      view.setInt32(start, next, true);
      if (instruction.result !== undefined) this.registers[instruction.result] = old;
    }
  }
}

function readScalar(view: DataView, type: ScalarType, offset: number): number {
  if (type === 'f32') return view.getFloat32(offset, true);
  if (type === 'f16') return halfFromBits(view.getUint16(offset, true));
  return view.getInt32(offset, true);
}

function writeScalar(view: DataView, type: ScalarType, offset: number, value: number): void {
  if (type === 'f32') view.setInt32(offset, bitsOfFloat(value), true);
  else if (type === 'f16') view.setUint16(offset, halfBitsOf(value), true);
  else view.setInt32(offset, value, true);
}

function atomicResult(op: string, old: number, [value = 0, exchanged = 0]: readonly number[]): number {
  switch (op) {
    case 'load':
      return old;
    case 'add':
      return (old + value) | 0;
    case 'sub':
      return (old - value) | 0;
    case 'smin':
      return Math.min(old, value);
    case 'smax':
      return Math.max(old, value);
    case 'umin':
      return Math.min(old >>> 0, value >>> 0) | 0;
    case 'umax':
      return Math.max(old >>> 0, value >>> 0) | 0;
    case 'and':
      return old & value;
    case 'or':
      return old | value;
    case 'xor':
      return old ^ value;
    case 'compare_exchange':
      return old === value ? exchanged : old;
    default:
      return value;
  }
}
