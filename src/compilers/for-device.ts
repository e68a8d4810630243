// Which compiler makes the code for a device, and how far its model fits that device.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { WorkgroupLayout } from '../ir/workgroup-storage.ts';
import { amdCompiler } from './amd/compiler.ts';
import { amdGeneration, amdGenerationNames, amdOnDevice } from './amd/generation.ts';
import { amdListing } from './amd/listing.ts';
import { appleCompiler } from './apple/compiler.ts';
import { appleGeneration, appleGenerationNames, appleOnDevice } from './apple/generation.ts';
import { appleListing } from './apple/listing.ts';
import type { Compiler, DeviceLimits, ShaderCompiler } from './compiler.ts';
import { type Dialect, shaderCompiler } from './dialects.ts';
import { intelCompiler } from './intel/compiler.ts';
import {
  intelGeneration,
  intelGenerationNames,
  intelOnDevice,
  registersPerLane,
} from './intel/generation.ts';
import { intelListing } from './intel/listing.ts';
import type { Listing } from './listing.ts';
import { ROW_PADDING } from './nvidia/behaviours.ts';
import { nvidiaCompiler } from './nvidia/compiler.ts';
import { generationNamed, generationNames, onDevice, workgroupLayoutOf } from './nvidia/generation.ts';
import { nvidiaListing } from './nvidia/listing.ts';

/** What a profile says of a device's code. */
export interface Device {
  /** Whose compiler. */
  readonly compiler: string;
  readonly generation: string;
  /** As the vendor numbers it; a generation's table lists those that it was made for. */
  readonly architecture: string;
  readonly limits: DeviceLimits;
}

/** What a compiler's model offers for one of its generations. */
interface Model {
  readonly name: string;
  readonly title: string;
  readonly architectures: readonly string[];
  readonly lacks: ReadonlyMap<string, string>;
  readonly assumed: ReadonlyMap<string, string>;
  readonly subgroupSize: number;
  /** Registers that an instruction can name. */
  readonly mostRegisters: number;
  readonly compiler: (shader: ShaderCompiler, limits: DeviceLimits | undefined) => Compiler;
  readonly listing: Listing;
  /** How its driver lays workgroup memory out, if not by the rules of the language. */
  readonly workgroupLayout?: WorkgroupLayout;
}

/** By compiler, its generations and what there is for one of a name. */
const MODELS: Readonly<
  Record<string, { readonly names: readonly string[]; readonly find: (name: string) => Model | undefined }>
> = {
  nvidia: { names: generationNames, find: nvidiaModel },
  amd: { names: amdGenerationNames, find: amdModel },
  apple: { names: appleGenerationNames, find: appleModel },
  intel: { names: intelGenerationNames, find: intelModel },
};

function nvidiaModel(name: string): Model | undefined {
  const generation = generationNamed(name);
  return (
    generation && {
      ...generation,
      mostRegisters: generation.registers.maximum,
      compiler: (shader, limits) =>
        nvidiaCompiler(limits ? onDevice(generation, limits) : generation, shader),
      listing: nvidiaListing(generation),
      ...workgroupLayoutOf(generation),
    }
  );
}

function amdModel(name: string): Model | undefined {
  const generation = amdGeneration(name);
  return (
    generation && {
      ...generation,
      lacks: new Map(),
      subgroupSize: generation.waveThreads,
      mostRegisters: generation.vgprsPerWave,
      compiler: (shader, limits) =>
        amdCompiler(limits ? amdOnDevice(generation, limits) : generation, shader),
      listing: amdListing(generation),
    }
  );
}

function appleModel(name: string): Model | undefined {
  const generation = appleGeneration(name);
  return (
    generation && {
      ...generation,
      lacks: new Map(),
      subgroupSize: generation.simdThreads,
      mostRegisters: generation.registersPerThread,
      compiler: (shader, limits) =>
        appleCompiler(limits ? appleOnDevice(generation, limits) : generation, shader),
      listing: appleListing(generation),
    }
  );
}

function intelModel(name: string): Model | undefined {
  const generation = intelGeneration(name);
  return (
    generation && {
      ...generation,
      lacks: new Map(),
      subgroupSize: generation.lanes,
      mostRegisters: registersPerLane(generation),
      compiler: (shader, limits) =>
        intelCompiler(limits ? intelOnDevice(generation, limits) : generation, shader),
      listing: intelListing(generation),
    }
  );
}

/** What kernels are compiled for where no device is asked about: only what they compute matters then. */
const ANY_DEVICE = { compiler: 'nvidia', generation: 'hopper' };

/** Lanes of a subgroup that kernels are compiled for where no device is asked about. */
export function anySubgroupSize(): number {
  return modelOf(undefined).subgroupSize;
}

/** The compiler of a device behind that of a dialect. @throws DiagnosticError for one without a model */
export function compilerFor(device: Device | undefined, dialect: Dialect): Compiler {
  const model = modelOf(device);
  if (device) checkRegisters(device, model);
  return model.compiler(shaderCompiler(dialect), device?.limits);
}

/** How the driver of a device lays workgroup memory out; not where `without` names that. */
export function workgroupLayoutFor(
  device: Device | undefined,
  without: readonly string[],
): { readonly workgroupLayout?: WorkgroupLayout } {
  const { workgroupLayout } = device && !without.includes(ROW_PADDING) ? modelOf(device) : {};
  return workgroupLayout ? { workgroupLayout } : {};
}

/** What the mnemonics of a device's machine code tell. @throws DiagnosticError for one without a model */
export function listingFor(device: Pick<Device, 'compiler' | 'generation'>): Listing {
  return modelOf(device).listing;
}

/** An instruction has only so many bits to name a register with. */
function checkRegisters({ limits }: Device, { name, mostRegisters }: Model): void {
  if (limits.registersPerThread <= mostRegisters) return;
  const message = `limits.registersPerThread is ${limits.registersPerThread}, but instructions of ${name} can name ${mostRegisters}`;
  throw new DiagnosticError([{ severity: 'invalid', code: 'profile/registers', message }]);
}

function modelOf(device: Pick<Device, 'compiler' | 'generation'> | undefined): Model {
  const { compiler, generation } = device ?? ANY_DEVICE;
  const found = Object.hasOwn(MODELS, compiler) ? MODELS[compiler].find(generation) : undefined;
  if (found) return found;
  const known = Object.entries(MODELS).flatMap(([each, { names }]) => names.map((name) => `${each} ${name}`));
  const message = `the profile names compiler \`${compiler} ${generation}\`, which has no model; known: ${known.join(', ')}`;
  throw new DiagnosticError([{ severity: 'invalid', code: 'profile/compiler', message }]);
}

/** What stands behind the code that is modelled for a device. */
export interface CompilerModel {
  /** Vendor's compiler and generation, e.g. `nvidia hopper`. */
  readonly name: string;
  /** What the table was made from. */
  readonly title: string;
  /** Architectures that the table is for. */
  readonly architectures: readonly string[];
  /** What its instruction set and compiler lack of a newer generation's, each with the reason. */
  readonly lacks: ReadonlyMap<string, string>;
  /**
   * Parts of the model that are guesses for this device, as `compiler.PART`, each with the reason: all of it where
   * the table is for other architectures, else the sections that nobody observed for this generation.
   */
  readonly guesses: ReadonlyMap<string, string>;
}

/** @throws DiagnosticError for a device without a model */
export function compilerModel(device: Device): CompilerModel {
  const { name, title, architectures, lacks, assumed } = modelOf(device);
  const isMeant = architectures.includes(device.architecture);
  const reason = `the table is for ${architectures.join(', ')}, not for ${device.architecture}`;
  const guesses = isMeant ? [...assumed] : [['generation', reason] as const];
  return {
    name: `${device.compiler} ${name}`,
    title,
    architectures,
    lacks,
    guesses: new Map(guesses.map(([part, why]) => [`compiler.${part}`, why])),
  };
}
