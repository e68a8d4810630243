// The tables of isa/nvidia: each follows the schema, names what exists, and reads as a whole with its basis.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compilerFor, compilerModel, type Device } from '../../src/compilers/for-device.ts';
import { driverBehaviours } from '../../src/compilers/nvidia/behaviours.ts';
import {
  costClassOf,
  type GenerationFile,
  generationNamed,
  generationNames,
  onDevice,
  readGeneration,
  resultClassOf,
} from '../../src/compilers/nvidia/generation.ts';
import { instructionCost } from '../../src/compilers/nvidia/optimize/numbers.ts';
import { pureOps } from '../../src/ir/ops.ts';
import { deviceOf } from '../../src/predict/compile-stages.ts';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import { hopper } from '../compile.ts';
import { kernel } from './support.ts';

const isa = path.join(import.meta.dirname, '../../isa');
const read = (file: string) => JSON.parse(readFileSync(path.join(isa, file), 'utf8'));
const allClasses: string[] = read('cost-classes.json').classes.map((each: { name: string }) => each.name);
/** Those of this vendor's instructions. */
const classNames: string[] = read('cost-classes.json')
  .classes.filter(({ compilers }: { compilers?: string[] }) => compilers?.includes('nvidia') ?? true)
  .map((each: { name: string }) => each.name);

const SOURCE = /^(driver-sm90|sass-public|h200-measured|nak|doc:|guess:)/;

describe.each(generationNames)('the table of %s', (name) => {
  const file = read(`nvidia/${name}.json`);
  const generation = generationNamed(name)!;

  it('follows the schema', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(read('nvidia/generation.schema.json'));
    validate(file);
    expect(validate.errors).toBeNull();
    expect(file.generation).toBe(name);
  });

  it('uses cost classes that exist, and assumes a latency for each of them', () => {
    for (const each of generation.opcodes.values()) expect(classNames).toContain(each);
    for (const each of classNames)
      expect(generation.scheduling.latencyCycles.get(each), each).toBeGreaterThan(0);
  });

  it('has a cost class for each opcode that it names, and steps that read what is there', () => {
    const opcodes = [...generation.expansions.values()].flatMap(({ steps }) =>
      steps.map((each) => each.opcode),
    );
    for (const opcode of [...opcodes, ...generation.uniformOperations.values()])
      expect(resultClassOf(generation, opcode), opcode).toBeDefined();
    for (const [operation, { steps }] of generation.expansions)
      steps.forEach((step, index) => {
        for (const from of step.from) expect(-1 - from, operation).toBeLessThan(index);
      });
  });

  it('says where every expansion comes from', () => {
    for (const [operation, { source }] of generation.expansions) expect(source, operation).toMatch(SOURCE);
  });

  it('spells out what it lacks in opcodes that it has, by steps that read what is there', () => {
    for (const [opcode, { steps, source }] of generation.replacements) {
      expect(source, opcode).toMatch(SOURCE);
      steps.forEach((step, index) => {
        expect(resultClassOf(generation, step.opcode), step.opcode).toBeDefined();
        for (const each of step.reads) expect(each, opcode).toBeLessThan(index);
      });
    }
  });

  it('lacks behaviours that exist', () => {
    const known = Object.keys(driverBehaviours);
    expect([...generation.lacks.keys()].filter((each) => !known.includes(each))).toEqual([]);
  });

  it('has every number that Hopper has', () => {
    for (const section of ['scheduling', 'registers', 'privateArrays', 'optimizer'] as const)
      expect(Object.keys(generation[section]).sort()).toEqual(Object.keys(hopper[section]).sort());
  });
});

describe('tables of generations', () => {
  it('are all of the files in isa/nvidia', () => {
    const files = readdirSync(path.join(isa, 'nvidia')).filter((each) => !each.includes('schema'));
    expect(files.map((each) => each.replace('.json', '')).sort()).toEqual([...generationNames].sort());
  });

  it('take from their basis what they do not say', () => {
    const basis: GenerationFile = read('nvidia/hopper.json');
    const child = readGeneration(
      {
        generation: 'child',
        title: 'A child',
        architectures: ['sm_1'],
        basis: 'hopper',
        opcodes: { VIADD: 'alu', ELECT: null },
        replacements: {
          IMAD: { steps: [{ opcode: 'FMUL' }, { opcode: 'VIADD', from: ['*', '@0'] }], source: 'guess: x' },
        },
        lacks: { folding: 'why' },
        optimizer: { unrollCopies: { value: 9 } },
      },
      { hopper: basis },
    );
    expect(child.opcodes.get('VIADD')).toBe('alu');
    expect(child.opcodes.get('FFMA')).toBe('fma');
    expect(child.opcodes.has('ELECT')).toBe(false);
    expect([...child.lacks.keys()]).toEqual(['folding']);
    expect(child.optimizer).toEqual({ ...hopper.optimizer, unrollCopies: 9 });
    expect(child.expansions.get('exp')).toEqual(hopper.expansions.get('exp'));
  });

  it('find the class of an opcode by its longest known prefix', () => {
    expect(costClassOf(hopper.opcodes, 'IMAD.HI.U32')).toBe('imad_hi');
    expect(costClassOf(hopper.opcodes, 'IMAD.MOV.U32')).toBe('imad');
    expect(costClassOf(hopper.opcodes, 'LDG.E.128.CONSTANT')).toBe('load_global');
    expect(costClassOf(hopper.opcodes, 'IMADX')).toBeUndefined();
  });

  it('have nothing under a name that others stand in for', () => {
    const pascal = generationNamed('pascal')!;
    expect(costClassOf(pascal.opcodes, 'IMAD.HI.U32')).toBeUndefined();
    expect(resultClassOf(pascal, 'IMAD.HI.U32')).toBe('alu');
    expect(resultClassOf(pascal, 'IMAD.MOV.U32')).toBe('mov');
    expect(resultClassOf(pascal, 'MUFU.EX2')).toBe('sfu');
    expect(costClassOf(generationNamed('kepler')!.opcodes, 'IMAD.HI.U32')).toBe('imad_hi');
    expect(resultClassOf(generationNamed('kepler')!, 'I2FP.F32.U32')).toBe('convert');
  });

  it('differ where the instruction sets do: a uniform datapath came with Turing', () => {
    const without = generationNames.filter((name) => generationNamed(name)!.lacks.has('uniform-datapath'));
    expect(without).toEqual(['kepler', 'pascal']);
  });
});

describe('the numbers of the optimiser', () => {
  const { instructionCosts, unrollCosts } = hopper.optimizer;

  it('name only operations that exist', () => {
    const accesses = ['load', 'store', 'atomic'].flatMap((kind) =>
      ['buffer', 'workgroup', 'private'].flatMap((space) => [`${kind}_${space}`, `${kind}_${space}_further`]),
    );
    const known = new Set([...Object.keys(pureOps), ...accesses, 'default', 'load_predicated']);
    const isUnknown = (name: string) => !known.has(name);
    expect(Object.keys(instructionCosts).filter(isUnknown)).toEqual([]);
    expect(Object.keys(unrollCosts).filter(isUnknown).sort()).toEqual([
      'address_scaling',
      'address_sum',
      'atomic_checked',
      'block',
      'branch',
      'buffer_further',
      'exit',
      'load_checked',
      'store_checked',
    ]);
  });

  it('cost an instruction by its operation or by what it accesses', () => {
    const module = kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %b:i32 = udiv %a, %a
      %c:i32 = iadd %a, %b
      store i32 buffer 1 [0] %c
      return`);
    const costs = module.body.instructions.map((each) => instructionCost(each, instructionCosts));
    const { load_buffer, udiv, default: other, store_buffer } = instructionCosts;
    expect(costs.slice(0, 4)).toEqual([load_buffer, udiv, other, store_buffer]);
  });
});

describe('a device and its compiler', () => {
  /** What no public compiler makes code for: taken to be their predecessors'. */
  const CODE_OF_OLDER: readonly string[] = ['apple-m3', 'apple-m4', 'apple-m4-pro'];
  const compilerGuesses = (device: Device): string[] => [...compilerModel(device).guesses.keys()];

  it.each(profileNames())('%s names one that has a model', (name) => {
    const device = deviceOf(loadProfile(name).value!);
    expect(compilerFor(device, 'dawn').name).toBe(`${device.compiler} ${device.generation}`);
    const isGuess = compilerGuesses(device).includes('compiler.generation');
    expect(isGuess).toBe(CODE_OF_OLDER.includes(name));
  });

  it('count the code as a guess where the table is for other architectures', () => {
    const device = deviceOf(loadProfile('nvidia-h200').value!);
    expect(compilerGuesses(device)).toEqual([]);
    expect(compilerGuesses({ ...device, architecture: 'sm_100' })).toEqual(['compiler.generation']);
    expect(compilerGuesses({ ...device, generation: 'turing', architecture: 'sm_75' })).toContain(
      'compiler.optimizer',
    );
  });

  it('are refused by name where nothing models them', () => {
    const device = deviceOf(loadProfile('nvidia-h200').value!);
    for (const wrong of [{ compiler: 'other' }, { generation: 'maxwell' }])
      expect(() => compilerFor({ ...device, ...wrong }, 'dawn')).toThrow(
        /has no model; known: nvidia kepler/,
      );
  });

  it('are refused where a thread has more registers than an instruction can name', () => {
    const device = deviceOf(loadProfile('nvidia-h200').value!);
    const limits = { ...device.limits, registersPerThread: 512 };
    expect(() => compilerFor({ ...device, limits }, 'dawn')).toThrow(
      /512, but instructions of hopper can name 255/,
    );
  });

  it('agree on how much an SM holds', () => {
    const { limits } = deviceOf(loadProfile('nvidia-rtx-4090').value!);
    const { registers } = onDevice(generationNamed('ada')!, limits);
    expect(registers).toMatchObject({ threadsPerSm: 1536, workgroupsPerSm: 24, perThreadStep: 8 });
  });
});

it('emulation knows what to do with every cost class', () => {
  expect([...hopper.kinds.keys()]).toEqual(allClasses);
  expect(hopper.kinds.get('compare_shared')).toBe('atomicShared');
});
