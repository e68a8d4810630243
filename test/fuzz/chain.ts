// What a module goes through once decoded: the whole model behind the decoder, with limits that keep the
// execution short. Every module that a decoder gives must pass.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { compileProgram, createMemory, runSampled } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import type { Binding, Launch } from '../../src/launch/launch.ts';
import { generateKernel, guarded, isFatal, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { checkResources, checkWorkgroup } from '../../src/predict/limits.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { outcomeOf } from './oracle.ts';
import type { Random } from './random.ts';

const profile = loadProfile('nvidia-h200').value!;
const DIALECTS = ['dawn', 'raw'] as const;
const MAXIMUM_ITERATIONS = 200;

export class InvalidModule extends Error {}

/** @throws InvalidModule when the IR breaks its own rules */
export function requireValid(module: Module, stage: string): void {
  const [problem] = validateModule(module);
  if (problem) throw new InvalidModule(`${stage} IR: ${problem.code} ${problem.message}`);
}

const DATA: readonly Binding['data'][] = [
  { kind: 'zeros' },
  { kind: 'iota-u32' },
  { kind: 'random-f32', seed: 1, min: -2, max: 2 },
  { kind: 'random-u32', seed: 2, modulo: 64 },
  { kind: 'random-u32', seed: 3, modulo: 2 ** 32 },
];

/** Bindings as the module wants them, some only just large enough. */
function bindingsFor(module: Module, random: Random): Binding[] {
  return module.buffers.map(({ group, binding, kind, minBytes }) => {
    const sizeBytes = random.oneIn(4) ? minBytes : Math.max(minBytes, 65536);
    return { group, binding, usage: kind, sizeBytes: Math.ceil(sizeBytes / 4) * 4, data: random.pick(DATA) };
  });
}

function launchFor(module: Module, file: string, random: Random, constants: Launch['constants']): Launch {
  return {
    name: 'fuzz',
    file: 'launch.json',
    shaderPath: file,
    entryPoint: module.entryPoint,
    params: {},
    constants,
    dispatch: [1 + random.below(3), 1 + random.below(2), 1],
    bindings: bindingsFor(module, random),
  };
}

interface Source {
  readonly file: string;
  /** Empty for a binary. */
  readonly text: string;
}

/** The outcome of the model for a module that passed `requireValid`. */
export function runChain(
  module: Module,
  source: Source,
  random: Random,
  constants: Launch['constants'],
): string {
  const launch = launchFor(module, source.file, random, constants);
  const outcome = guarded(() => {
    const diagnostics: Diagnostic[] = checkWorkgroup(module, launch, source.text, profile);
    return isFatal(diagnostics) ? { diagnostics } : execute(module, launch, random);
  });
  return outcomeOf(outcome.diagnostics);
}

function execute(module: Module, launch: Launch, random: Random) {
  const options = { dialect: random.pick(DIALECTS), without: [] };
  const optimized = optimizeKernel(module, options);
  requireValid(optimized, 'optimized');
  const program = generateKernel(optimized, options);
  const diagnostics = checkResources(program, profile);
  if (isFatal(diagnostics)) return { diagnostics };
  const kernel = compileProgram(program, { subgroupSize: 32 });
  const memory = createMemory(program.module.buffers, launch.bindings, () => new Uint8Array(64));
  const run = runSampled(kernel, memory, launch, {
    geometry: { sectorBytes: 32, bankCount: 32, bankBytes: 4 },
    workgroups: [0, 1].slice(0, launch.dispatch[0]),
    maximumWarpInstructions: 2_000,
    maximumLoopIterations: MAXIMUM_ITERATIONS,
    shortenLoops: random.oneIn(2),
  });
  return { diagnostics: [...diagnostics, ...run.diagnostics] };
}

/** The same by the library's front door, from source to prediction. */
export function runPrediction(
  module: Module,
  source: Source,
  random: Random,
  constants: Launch['constants'],
): string {
  const launch = launchFor(module, source.file, random, constants);
  const { diagnostics } = predictLaunch(launch, source.text, {
    dialect: random.pick(DIALECTS),
    without: [],
    profile,
    seed: random.below(100),
    cache: random.oneIn(2) ? 'warm' : 'cold',
    files: () => new Uint8Array(64),
    now: () => 0,
  });
  return outcomeOf(diagnostics);
}
