// The simplest possible code generator: every IR instruction becomes one machine instruction, straight runs
// become segments, constructs become nodes unless they are predicated.

import { createMemory, type Geometry, type Memory, readBuffer } from '../../src/execute/index.ts';
import { Builder } from '../../src/ir/builder.ts';
import type { Buffer, Instruction, MemoryRoot, Module, Region, Variable } from '../../src/ir/ir.ts';
import { regionsOf } from '../../src/ir/walk.ts';
import type { Binding, BufferData } from '../../src/launch/launch.ts';
import type { MachineInstruction, MachineNode, Program, Segment } from '../../src/machine/program.ts';

export function wrap(module: Module): Program {
  const segments: Segment[] = [];

  const flatten = (
    instruction: Instruction,
    into: MachineInstruction[],
    counter: { accesses: number },
  ): void => {
    const isAccess = ['load', 'store', 'atomic', 'texture'].includes(instruction.kind);
    into.push({
      opcode: instruction.kind.toUpperCase(),
      kind: 'arithmetic',
      costClass: 'alu',
      destinations: [],
      sources: [],
      ...(isAccess ? { access: counter.accesses++ } : {}),
      ...(instruction.span ? { span: instruction.span } : {}),
    });
    for (const region of regionsOf(instruction)) {
      for (const inner of region.instructions) flatten(inner, into, counter);
    }
  };

  const segment = (instructions: readonly Instruction[]): MachineNode => {
    const machine: MachineInstruction[] = [];
    const counter = { accesses: 0 };
    for (const instruction of instructions) flatten(instruction, machine, counter);
    const id = segments.length;
    segments.push({ id, instructions: machine, accessCount: counter.accesses });
    return { kind: 'segment', segment: id, instructions };
  };

  const nodes = (region: Region): MachineNode[] => {
    const result: MachineNode[] = [];
    let run: Instruction[] = [];
    const flush = (): void => {
      if (run.length > 0) result.push(segment(run));
      run = [];
    };
    for (const instruction of region.instructions) {
      if (instruction.kind === 'if' && !instruction.isPredicated) {
        flush();
        const then = nodes(instruction.then);
        result.push({ kind: 'if', instruction, then, otherwise: nodes(instruction.otherwise) });
      } else if (instruction.kind === 'switch') {
        flush();
        result.push({
          kind: 'switch',
          instruction,
          cases: instruction.cases.map((each) => nodes(each.body)),
        });
      } else if (instruction.kind === 'block' || instruction.kind === 'loop') {
        flush();
        result.push({ kind: instruction.kind, instruction, body: nodes(instruction.body) } as MachineNode);
      } else {
        run.push(instruction);
      }
    }
    flush();
    return result;
  };

  return {
    module,
    nodes: nodes(module.body),
    segments,
    registerSlots: 0,
    registersPerThread: 32,
    spillBytes: 0,
    workgroupBytes: 0,
    privateBytes: 0,
    registerArrays: new Set(),
    constantTables: new Set(),
    hasConstantBanks: true,
  };
}

/** What traces of these tests are counted in, unless they say otherwise. */
export const GEOMETRY: Geometry = { subgroupSize: 32, sectorBytes: 32, bankCount: 32, bankBytes: 4 };

export interface KernelShape {
  readonly workgroupSize?: readonly [number, number, number];
  readonly buffers?: readonly Buffer[];
  readonly variables?: readonly Variable[];
}

/** A module whose body `fill` builds; `return` is added at the end. */
export function build(shape: KernelShape, fill: (builder: Builder) => void): Module {
  const builder = new Builder();
  const body = builder.region(() => {
    fill(builder);
    builder.emit({ kind: 'return' });
  });
  return {
    name: 'test',
    entryPoint: 'main',
    workgroupSize: shape.workgroupSize ?? [32, 1, 1],
    buffers: shape.buffers ?? [storage('out', 0)],
    variables: shape.variables ?? [],
    values: builder.values,
    body,
    nextConstruct: builder.nextConstruct,
    notes: builder.notes,
  };
}

export function storage(name: string, binding: number, access: 'read' | 'read_write' = 'read_write'): Buffer {
  return {
    group: 0,
    binding,
    name,
    kind: 'storage',
    access,
    minBytes: 4,
    runtimeArray: { offsetBytes: 0, strideBytes: 4 },
  };
}

export function workgroupArray(name: string, sizeBytes: number): Variable {
  return { name, space: 'workgroup', sizeBytes, alignBytes: 16 };
}

export function privateArray(name: string, sizeBytes: number): Variable {
  return { name, space: 'private', sizeBytes, alignBytes: 4 };
}

export const buffer = (index: number): MemoryRoot => ({ space: 'buffer', index });
export const workgroup = (index: number): MemoryRoot => ({ space: 'workgroup', index });
export const privateMemory = (index: number): MemoryRoot => ({ space: 'private', index });

/** Memory with one binding per buffer: its size in bytes and its data. */
export function memoryOf(module: Module, ...contents: readonly (readonly [number, BufferData?])[]): Memory {
  const bindings: Binding[] = contents.map(([sizeBytes, data], index) => ({
    group: 0,
    binding: module.buffers[index]?.binding ?? index,
    ...(module.buffers[index]?.element === undefined ? {} : { element: module.buffers[index].element }),
    usage: 'storage',
    sizeBytes,
    data: data ?? { kind: 'zeros' },
  }));
  return createMemory(module.buffers, bindings, () => new Uint8Array(0));
}

export function integersOf(memory: Memory, index: number): number[] {
  const bytes = readBuffer(memory, index);
  return [...new Int32Array(bytes.buffer, 0, bytes.length / 4)];
}

export function floatsOf(memory: Memory, index: number): number[] {
  const bytes = readBuffer(memory, index);
  return [...new Float32Array(bytes.buffer, 0, bytes.length / 4)];
}
