// From source to machine program: the steps that depend on the kernel and the driver's behaviours alone.

import driverFile from '../../isa/driver-nvidia.json' with { type: 'json' };
import familyFile from '../../isa/nvidia.json' with { type: 'json' };
import { type FamilyTable, generate, loadFamily } from '../codegen/index.ts';
import type { Program } from '../codegen/machine.ts';
import { decodeWgsl } from '../decode/wgsl/index.ts';
import { type Diagnostic, DiagnosticError, type Outcome, unreachable } from '../diagnostics/diagnostic.ts';
import type { Module } from '../ir/ir.ts';
import type { Launch } from '../launch/launch.ts';
import { factsFromDriverFile, optimize } from '../optimize/index.ts';

export interface DriverOptions {
  readonly dialect: 'dawn' | 'raw';
  /** Driver behaviours to leave out, by name. */
  readonly without: readonly string[];
}

let family: FamilyTable | undefined;

function nvidia(): FamilyTable {
  if (family) return family;
  const loaded = loadFamily(familyFile);
  if (!loaded.value) unreachable(loaded.diagnostics.map((each) => each.message).join('; '));
  family = loaded.value;
  return family;
}

export function decodeKernel(launch: Launch, source: string): Outcome<Module> {
  const options = {
    constants: launch.constants,
    ...(launch.entryPoint === undefined ? {} : { entryPoint: launch.entryPoint }),
  };
  return decodeWgsl({ file: launch.shaderPath, text: source }, options);
}

export function optimizeKernel(module: Module, options: DriverOptions): Module {
  return optimize(module, {
    dialect: options.dialect,
    without: new Set(options.without),
    facts: factsFromDriverFile(driverFile),
  });
}

export function generateKernel(module: Module, options: DriverOptions): Program {
  return generate(module, { family: nvidia(), without: new Set(options.without) });
}

/**
 * Runs a part of the model at the boundary of the library: problems that it throws come back as values, and
 * so does the end of the stack, which only kernels of absurd depth or size reach.
 */
export function guarded<T>(run: () => Outcome<T>): Outcome<T> {
  try {
    return run();
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    if (!(error instanceof RangeError && /call stack/i.test(error.message))) throw error;
    const message = 'the kernel nests too deeply or grows too large';
    return { diagnostics: [{ severity: 'unsupported', code: 'predict/too-deep', message }] };
  }
}

/** Whether any problem is more than a warning. */
export function isFatal(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity !== 'warning');
}
