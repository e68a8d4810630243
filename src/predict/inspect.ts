// `kernelcast inspect`: the kernel as text at one of three stages.

import type { Pass, PassObserver } from '../compilers/pass.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/suggest.ts';
import { printModule } from '../ir/print.ts';
import type { Launch } from '../launch/launch.ts';
import { countClasses, printProgram } from '../machine/print.ts';
import type { Program } from '../machine/program.ts';
import {
  compilerOf,
  type DriverChoice,
  decodeKernel,
  generateKernel,
  guarded,
  optimizeKernel,
  settle,
} from './compile-stages.ts';
import { type ShaderSource, textOf } from './shader.ts';

/** As decoded, after the modelled optimiser, or as machine code. */
export type Stage = 'ir' | 'optimized' | 'machine';

/** A kernel as text at one stage. */
export interface Inspection {
  readonly stage: Stage;
  readonly text: string;
  /** For the machine stage. */
  readonly registersPerThread?: number;
  readonly spillBytes?: number;
  /** Static machine instructions by cost class. */
  readonly byClass?: Readonly<Record<string, number>>;
}

export type MachineInspection = Inspection &
  Required<Pick<Inspection, 'registersPerThread' | 'spillBytes' | 'byClass'>> & { readonly stage: 'machine' };

/** A pass after which the IR was asked for, each time that it changed something. */
export interface PassInspection {
  readonly pass: string;
  /** Whose doing the pass models. */
  readonly owner: string;
  /** The IR behind each application that changed it, in order. */
  readonly texts: readonly string[];
}

export function inspectLaunch(
  launch: Launch,
  source: ShaderSource,
  stage: Stage,
  options: DriverChoice,
): Outcome<Inspection> {
  return guarded(() => inspectStage(launch, source, stage, options));
}

/** The IR behind the pass `name`; an unknown name is a diagnostic that lists those there are. */
export function inspectPass(
  launch: Launch,
  source: ShaderSource,
  name: string,
  options: DriverChoice,
): Outcome<PassInspection> {
  return guarded(() => {
    const driver = settle(source, options);
    const { passes } = compilerOf(driver);
    const found = passes.find((each) => each.name === name);
    if (!found) return { diagnostics: [unknownPass(name, passes)] };
    const { value, diagnostics } = decodeKernel(launch, source, options);
    if (!value) return { diagnostics };
    const texts: string[] = [];
    const observe: PassObserver = (pass, module) => {
      options.observe?.(pass, module);
      if (pass.name === name) texts.push(printModule(module));
    };
    optimizeKernel(value, { ...driver, observe });
    return { value: { pass: name, owner: found.owner, texts }, diagnostics };
  });
}

function unknownPass(name: string, passes: readonly Pass[]): Diagnostic {
  const names = passes.map((each) => each.name);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const message = `no pass \`${name}\`${hint}`;
  return {
    severity: 'invalid',
    code: 'inspect/unknown-pass',
    message,
    notes: [`passes: ${names.join(', ')}`],
  };
}

function inspectStage(
  launch: Launch,
  source: ShaderSource,
  stage: Stage,
  options: DriverChoice,
): Outcome<Inspection> {
  const decoded = decodeKernel(launch, source, options);
  if (!decoded.value) return { diagnostics: decoded.diagnostics };
  const { diagnostics } = decoded;
  if (stage === 'ir') return { value: { stage, text: printModule(decoded.value) }, diagnostics };
  const driver = settle(source, options);
  const optimized = optimizeKernel(decoded.value, driver);
  if (stage === 'optimized') return { value: { stage, text: printModule(optimized) }, diagnostics };
  return { value: inspectionOf(generateKernel(optimized, driver), textOf(source)), diagnostics };
}

/** @param source text of the shader, where it has one */
export function inspectionOf(program: Program, source: string | undefined): MachineInspection {
  const { registersPerThread, spillBytes } = program;
  return {
    stage: 'machine',
    text: printProgram(program, { ...(source === undefined ? {} : { source }), immediates: true }),
    registersPerThread,
    spillBytes,
    byClass: Object.fromEntries(countClasses(program)),
  };
}
