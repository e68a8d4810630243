// From source to machine program: the steps that depend on the kernel and the driver's behaviours alone.

import driverFile from '../../isa/driver-nvidia.json' with { type: 'json' };
import familyFile from '../../isa/nvidia.json' with { type: 'json' };
import keplerFile from '../../isa/nvidia-kepler.json' with { type: 'json' };
import { type FamilyTable, generate, loadFamily } from '../codegen/index.ts';
import type { Program } from '../codegen/machine.ts';
import { decodeSpirv } from '../decode/spirv/index.ts';
import { decodeWgsl } from '../decode/wgsl/index.ts';
import { type Diagnostic, DiagnosticError, type Outcome, unreachable } from '../diagnostics/diagnostic.ts';
import type { Module } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import type { Launch } from '../launch/launch.ts';
import { type Dialect, factsFromDriverFile, optimize } from '../optimize/index.ts';
import type { Family } from '../profile/profile.ts';
import type { ShaderSource } from './shader.ts';

export interface DriverOptions {
  readonly dialect: Dialect;
  /** Driver behaviours to leave out, by name. */
  readonly without: readonly string[];
  /** What the code is for; `nvidia` when left out. */
  readonly family?: Family;
  /** Lanes of a subgroup, which the driver knows; those of the family's devices when left out. */
  readonly subgroupSize?: number;
}

/** Options before the shader's language has settled the dialect. */
export interface DriverChoice extends Omit<DriverOptions, 'dialect'> {
  /** Left out: `dawn` for WGSL, `raw` for SPIR-V. */
  readonly dialect?: Dialect | undefined;
}

/** The dialect that is asked for; else that of browsers on Dawn, but SPIR-V already holds its guards. */
export function settle(source: ShaderSource, { dialect, ...rest }: DriverChoice): DriverOptions {
  return { ...rest, dialect: dialect ?? (typeof source === 'string' ? 'dawn' : 'raw') };
}

const variants: Readonly<Record<Family, unknown>> = { nvidia: undefined, 'nvidia-kepler': keplerFile };
const tables = new Map<Family, FamilyTable>();

function tableOf(family: Family): FamilyTable {
  const known = tables.get(family);
  if (known) return known;
  const { value, diagnostics } = loadFamily(familyFile, variants[family]);
  if (!value) return unreachable(diagnostics.map((each) => each.message).join('; '));
  tables.set(family, value);
  return value;
}

/** The IR of the launch's entry point. WGSL is taken to be valid; SPIR-V is checked as it is read. */
export function decodeKernel(launch: Launch, source: ShaderSource): Outcome<Module> {
  const { entryPoint, workgroupSize, constants } = launch;
  const options = {
    constants,
    ...(entryPoint === undefined ? {} : { entryPoint }),
  };
  const decoded =
    typeof source === 'string'
      ? decodeWgsl({ file: launch.shaderPath, text: source }, options)
      : decodeSpirv(source, {
          ...options,
          ...(workgroupSize === undefined ? {} : { workgroupSize }),
        });
  if (!decoded.value) return decoded;
  return {
    ...decoded,
    diagnostics: [...decoded.diagnostics, ...unusedSize(decoded.value, launch)],
  };
}

/** A workgroup size of the launch that the shader's own overrules. */
function unusedSize(module: Module, { workgroupSize, workgroupSizeSpan }: Launch): Diagnostic[] {
  if (!workgroupSize || workgroupSize.every((size, axis) => size === module.workgroupSize[axis])) return [];
  const own = module.workgroupSize.join(' × ');
  const message = `"workgroupSize" is ignored: it is for SPIR-V that says nothing about it, and this shader gives ${own}; change it there, or by "constants" if it depends on some`;
  const place = workgroupSizeSpan === undefined ? {} : { span: workgroupSizeSpan };
  return [
    {
      severity: 'warning',
      code: 'launch/unused-workgroup-size',
      message,
      ...place,
    },
  ];
}

export function optimizeKernel(module: Module, options: DriverOptions): Module {
  const facts = factsFromDriverFile(driverFile);
  const { dialect, without, subgroupSize = facts.subgroupSize } = options;
  return optimize(module, { dialect, without: new Set(without), facts: { ...facts, subgroupSize } });
}

export function generateKernel(module: Module, options: DriverOptions): Program {
  return generate(module, {
    family: tableOf(options.family ?? 'nvidia'),
    without: new Set(options.without),
    ...(options.subgroupSize === undefined ? {} : { subgroupSize: options.subgroupSize }),
  });
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
    return {
      diagnostics: [{ severity: 'unsupported', code: 'predict/too-deep', message }],
    };
  }
}

/** Whether any problem is more than a warning. */
export function isFatal(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity !== 'warning');
}

/** Loops of the kernel's source, calls inlined. */
export function sourceLoops(launch: Launch, source: ShaderSource): number {
  const { value: module } = decodeKernel(launch, source);
  let loops = 0;
  if (module)
    forEachInstruction(module.body, (each) => {
      if (each.kind === 'loop') loops++;
    });
  return loops;
}
