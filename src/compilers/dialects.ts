// Shader compilers: what each puts around a kernel before the driver sees it, one pass per behaviour. A behaviour that a
// dialect lacks costs nothing there.

import type { ShaderCompiler } from './compiler.ts';
import { nagaClamps } from './naga/clamps.ts';
import { nagaDivisionGuards } from './naga/division.ts';
import { nagaGuards } from './naga/guards.ts';
import { type Owner, type Pass, passOf } from './pass.ts';
import { CONVERSION_CLAMP, conversionClamps, DIVISION_GUARD, divisionGuards } from './tint/arithmetic.ts';
import { INDEX_CLAMP, tintClamps } from './tint/clamps.ts';
import { LOOP_GUARD, tintGuards } from './tint/guards.ts';
import { tintRules } from './tint/source-rules.ts';
import { spirvWorkgroupInit, tintWorkgroupInit, WORKGROUP_INIT } from './tint/workgroup-init.ts';

/** What a shader compiler adds is called by its behaviour. */
const pass = (behaviour: string, owner: Owner, run: Pass['run']): Pass =>
  passOf(`${owner}-${behaviour}`, owner, run, behaviour);

/**
 * `dawn` is Tint as Dawn runs it, `naga` is naga as wgpu runs it on Vulkan; `raw` takes the kernel as the
 * driver's own language. Both compilers have the driver zero workgroup memory and convert floats alike.
 */
const dialects = {
  dawn: {
    additions: [
      pass(LOOP_GUARD, 'tint', tintGuards),
      pass(DIVISION_GUARD, 'tint', divisionGuards),
      pass(CONVERSION_CLAMP, 'tint', conversionClamps),
      pass(WORKGROUP_INIT, 'tint', tintWorkgroupInit),
    ],
    indexClamp: pass(INDEX_CLAMP, 'tint', tintClamps),
  },
  naga: {
    additions: [
      pass(LOOP_GUARD, 'naga', nagaGuards),
      pass(DIVISION_GUARD, 'naga', nagaDivisionGuards),
      pass(CONVERSION_CLAMP, 'naga', conversionClamps),
      pass(WORKGROUP_INIT, 'naga', tintWorkgroupInit),
    ],
    indexClamp: pass(INDEX_CLAMP, 'naga', nagaClamps),
  },
  raw: { additions: [pass(WORKGROUP_INIT, 'tint', spirvWorkgroupInit)] },
} as const satisfies Readonly<Record<string, ShaderCompiler>>;

/** What the decoder notes beside the IR for the shader compilers: only Tint goes by the shape of the source. */
export const sourceRules = tintRules;

/** Whose safety code is added to a shader. */
export type Dialect = keyof typeof dialects;

/** All dialects, in the order in which they are offered. */
export const dialectNames = Object.keys(dialects) as readonly Dialect[];

/** The dialects in a line, for people who choose one. */
export const dialectsText =
  'Dawn’s (default for WGSL), that of naga in wgpu, or none (raw; default for SPIR-V)';

/** What browsers on Dawn do with WGSL. */
export const DEFAULT_DIALECT: Dialect = 'dawn';
/** That of a language whose compiler has put its safety code in already. */
export const GUARDED_DIALECT: Dialect = 'raw';

export function shaderCompiler(dialect: Dialect): ShaderCompiler {
  return dialects[dialect];
}
