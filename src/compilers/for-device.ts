// Which compiler makes the code for a device, and how far its model fits that device.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Compiler, DeviceLimits } from './compiler.ts';
import { type Dialect, shaderCompiler } from './dialects.ts';
import type { Listing } from './listing.ts';
import { nvidiaCompiler } from './nvidia/compiler.ts';
import { type Generation, generationNamed, generationNames, onDevice } from './nvidia/generation.ts';
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

/** What kernels are compiled for where no device is asked about: only what they compute matters then. */
const ANY_GENERATION = 'hopper';

/** Lanes of a subgroup that kernels are compiled for where no device is asked about. */
export function anySubgroupSize(): number {
  return generationOf(undefined).subgroupSize;
}

/** The compiler of a device behind that of a dialect. @throws DiagnosticError for one without a model */
export function compilerFor(device: Device | undefined, dialect: Dialect): Compiler {
  const generation = generationOf(device);
  if (device) checkRegisters(device, generation);
  return nvidiaCompiler(device ? onDevice(generation, device.limits) : generation, shaderCompiler(dialect));
}

/** What the mnemonics of a device's machine code tell. @throws DiagnosticError for one without a model */
export function listingFor(device: Pick<Device, 'compiler' | 'generation'>): Listing {
  return nvidiaListing(generationOf(device));
}

/** An instruction has only so many bits to name a register with. */
function checkRegisters({ limits }: Device, { name, registers }: Generation): void {
  if (limits.registersPerThread <= registers.maximum) return;
  const message = `limits.registersPerThread is ${limits.registersPerThread}, but instructions of ${name} can name ${registers.maximum}`;
  throw new DiagnosticError([{ severity: 'invalid', code: 'profile/registers', message }]);
}

function generationOf(device: Pick<Device, 'compiler' | 'generation'> | undefined): Generation {
  const found = generationNamed(device?.generation ?? ANY_GENERATION);
  if (found && (device === undefined || device.compiler === 'nvidia')) return found;
  const message = `the profile names compiler \`${device?.compiler} ${device?.generation}\`, which has no model; known: ${generationNames.map((name) => `nvidia ${name}`).join(', ')}`;
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
  const { name, title, architectures, lacks, assumed } = generationOf(device);
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
