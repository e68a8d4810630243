// Pairs of the same kernel in WGSL and in SPIR-V whose predictions should agree: through Tint, through naga, and
// written in GLSL.

import type { Dialect } from '../../src/compilers/dialects.ts';
import type { Module } from '../../src/ir/ir.ts';
import type { Launch } from '../../src/launch/launch.ts';
import type { Failure } from '../differential/jobs.ts';
import { nagaSpirv, type TintStyle, tintSpirv } from '../differential/spirv-sources.ts';
import { nagaWithNativeZeros, tintWithRobustAccess, withBindingsOf } from './as-on-device.ts';
import { fromAssembly, fromBinary, fromWgsl } from './decode.ts';
import { binaryOf, exampleLaunch, exampleNames, FORMS, glslKernels, launchOf, twinOf } from './kernels.ts';
import { type Forecast, forecast } from './pipeline.ts';
import { entryPointOf } from './suite.ts';

export interface Pair {
  readonly name: string;
  /** In WGSL. */
  readonly code: string;
  readonly launch: Launch;
  /** What the driver gets when it is given the WGSL by this dialect's compiler. */
  readonly dialect: Dialect;
  readonly without: readonly string[];
  readonly wgsl: () => Module;
  readonly spirv: () => Module;
}

export interface Source {
  readonly name: string;
  readonly code: string;
  readonly launch: Launch;
}

/** The examples and the twins of the GLSL kernels, at realistic sizes. */
export const sources: readonly Source[] = [
  ...exampleNames.map((name) => ({ name, ...exampleLaunch(name) })),
  ...glslKernels
    .filter((kernel) => kernel.twin !== false)
    .map((kernel) => ({
      name: `glsl/${kernel.name}`,
      code: twinOf(kernel),
      launch: launchOf(kernel, 'large'),
    })),
];

export async function tintPairs(all: readonly Source[] = sources, style?: TintStyle): Promise<Pair[]> {
  const compiled = await tintSpirv(
    all.map(({ code, launch }) => ({
      code,
      constants: launch.constants,
      entryPoint: launch.entryPoint ?? entryPointOf(code),
    })),
    style,
  );
  return all.map((source, k) =>
    pairOf(source, 'dawn', [], () => {
      const text = tintWithRobustAccess(made(compiled[k]).text);
      return fromAssembly(withBindingsOf(fromWgsl(source.code, source.launch), text));
    }),
  );
}

/** naga leaves indices alone unless it is told otherwise, which the package at hand cannot. */
export async function nagaPairs(all: readonly Source[] = sources): Promise<Pair[]> {
  const compiled = await nagaSpirv(all.map(({ code, launch }) => ({ code, constants: launch.constants })));
  return all.map((source, k) =>
    pairOf(source, 'naga', ['index-clamp'], () => {
      const bytes = nagaWithNativeZeros(made(compiled[k]).bytes);
      return fromBinary(bytes, {
        constants: {},
        entryPoint: source.launch.entryPoint ?? entryPointOf(source.code),
      });
    }),
  );
}

export function glslPairs(): Pair[] {
  return glslKernels
    .filter((kernel) => kernel.twin !== false)
    .flatMap((kernel) =>
      FORMS.map((form) => {
        const launch = launchOf(kernel, 'large');
        const source = { name: `${kernel.name} (${form})`, code: twinOf(kernel), launch };
        return pairOf(source, 'raw', [], () => fromBinary(binaryOf(kernel, form), launch));
      }),
    );
}

function pairOf(
  { name, code, launch }: Source,
  dialect: Dialect,
  without: readonly string[],
  spirv: () => Module,
): Pair {
  return {
    name,
    code,
    launch: withWholeUniforms(launch),
    dialect,
    without,
    spirv,
    wgsl: () => fromWgsl(code, launch),
  };
}

/** Tint makes uniform blocks of 16-byte units, which are bound as a whole. */
function withWholeUniforms(launch: Launch): Launch {
  const bindings = launch.bindings.map((each) =>
    each.usage === 'uniform' ? { ...each, sizeBytes: Math.ceil(each.sizeBytes / 16) * 16 } : each,
  );
  return { ...launch, bindings };
}

export function made<T extends object>(result: T | Failure): T {
  if ('error' in result) throw new Error(result.error);
  return result;
}

export interface Comparison {
  readonly wgsl: Forecast;
  readonly spirv: Forecast;
  /** Time of the SPIR-V over that of the WGSL. */
  readonly ratio: number;
}

/** Of the GLSL kernels' twins, which more than one form is compared with. */
const forecasts = new Map<string, Forecast>();

function forecastWgsl({ code, wgsl, launch, dialect, without }: Pair): Forecast {
  const key = JSON.stringify([dialect, without, code, launch.constants, launch.dispatch]);
  const known = forecasts.get(key) ?? forecast(wgsl(), launch, dialect, without);
  forecasts.set(key, known);
  return known;
}

export function compare(pair: Pair): Comparison {
  const wgsl = forecastWgsl(pair);
  const spirv = forecast(pair.spirv(), pair.launch, 'raw');
  return { wgsl, spirv, ratio: spirv.timeNs / wgsl.timeNs };
}

/** One line: times, their ratio, registers, and the counts of classes that differ. */
export function describeComparison(name: string, { wgsl, spirv, ratio }: Comparison): string {
  const classes = [...new Set([...Object.keys(wgsl.byClass), ...Object.keys(spirv.byClass)])].sort();
  const differing = classes
    .map((each) => [each, wgsl.byClass[each] ?? 0, spirv.byClass[each] ?? 0] as const)
    .filter(([, a, b]) => a !== b)
    .map(([each, a, b]) => `${each} ${a}:${b}`);
  const times = `${wgsl.timeNs.toFixed(0)} ns : ${spirv.timeNs.toFixed(0)} ns`;
  return `${name.padEnd(34)} ${ratio.toFixed(3)}  ${times}  registers ${wgsl.registers}:${spirv.registers}  ${differing.join(', ')}`;
}
