// From source to machine program: the steps that depend on the kernel and the driver's behaviours alone.

import type { Compiler } from '../compilers/compiler.ts';
import { DEFAULT_DIALECT, type Dialect, GUARDED_DIALECT, sourceRules } from '../compilers/dialects.ts';
import { compilerFor, type Device, workgroupLayoutFor } from '../compilers/for-device.ts';
import { type PassObserver, PassRunner } from '../compilers/pass.ts';
import { decodeSpirv } from '../decode/spirv/index.ts';
import { decodeWgsl } from '../decode/wgsl/index.ts';
import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { IMMEDIATES, type Module } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { ADDRESSED_GROUP, type Launch } from '../launch/launch.ts';
import type { Program } from '../machine/program.ts';
import type { Profile } from '../profile/profile.ts';
import type { ShaderSource } from './shader.ts';

export interface DriverOptions {
  readonly dialect: Dialect;
  /** Driver behaviours to leave out, by name. */
  readonly without: readonly string[];
  /** What the code is for; any when left out, where only what the kernel computes matters. */
  readonly device?: Device;
  /** Sees the IR behind each pass that changed it. */
  readonly observe?: PassObserver;
}

/** Options before the shader's language has settled the dialect. */
export interface DriverChoice extends Omit<DriverOptions, 'dialect'> {
  /** Left out: `DEFAULT_DIALECT` for WGSL, `GUARDED_DIALECT` for SPIR-V. */
  readonly dialect?: Dialect | undefined;
}

/** The dialect that is asked for; else the usual one of WGSL, but SPIR-V already holds its guards. */
export function settle(source: ShaderSource, { dialect, ...rest }: DriverChoice): DriverOptions {
  return { ...rest, dialect: dialect ?? (typeof source === 'string' ? DEFAULT_DIALECT : GUARDED_DIALECT) };
}

/** The part of a profile that compilers read. */
export function deviceOf({ compiler, generation, architecture, limits }: Profile): Device {
  return {
    compiler,
    generation,
    architecture,
    limits: {
      subgroupSize: limits.subgroupSize.value,
      registersPerThread: limits.registersPerThread.value,
      registersPerSm: limits.registersPerSm.value,
      registerAllocation: limits.registerAllocation.value,
      warpAllocation: limits.warpAllocation.value,
      warpsPerSm: limits.warpsPerSm.value,
      workgroupsPerSm: limits.workgroupsPerSm.value,
    },
  };
}

/**
 * The IR of the launch's entry point. WGSL is taken to be valid; SPIR-V is checked as it is read.
 * @param driver whose layout of workgroup memory counts; that of the language where none is asked about
 */
export function decodeKernel(
  launch: Launch,
  source: ShaderSource,
  driver: Omit<DriverChoice, 'dialect'> = { without: [] },
): Outcome<Module> {
  const { entryPoint, workgroupSize, constants } = launch;
  const options = {
    constants,
    ...workgroupLayoutFor(driver.device, driver.without),
    ...(entryPoint === undefined ? {} : { entryPoint }),
  };
  const decoded =
    typeof source === 'string'
      ? decodeWgsl({ file: launch.shaderPath, text: source }, { ...options, rules: sourceRules() })
      : decodeSpirv(source, {
          ...options,
          ...(workgroupSize === undefined ? {} : { workgroupSize }),
          bound: boundBuffers(launch),
          addressed: launch.bindings.filter(({ group }) => group === ADDRESSED_GROUP),
        });
  if (!decoded.value) return decoded;
  return {
    ...decoded,
    diagnostics: [...decoded.diagnostics, ...unusedSize(decoded.value, launch)],
  };
}

/** What the launch binds, with the words that it gives. */
function boundBuffers({ bindings, immediates }: Launch) {
  const bound = bindings.filter(({ group }) => group !== ADDRESSED_GROUP);
  const places = bound.map(({ data, ...place }) =>
    data.kind === 'words' ? { ...place, words: data.words } : place,
  );
  return immediates ? [...places, { ...IMMEDIATES, words: immediates.words }] : places;
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

/** The compilers between the shader and the machine, that of the language and that of the device. */
export function compilerOf({ device, dialect }: DriverOptions): Compiler {
  return compilerFor(device, dialect);
}

export function optimizeKernel(module: Module, options: DriverOptions): Module {
  return compilerOf(options).optimize(module, new PassRunner(new Set(options.without), options.observe));
}

export function generateKernel(module: Module, options: DriverOptions): Program {
  return compilerOf(options).generate(module, new Set(options.without));
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
