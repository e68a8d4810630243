// From a kernel's texts to what can be tuned: its space, the valid points, and what each of them stands for.

import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { DEFAULT_LIMITS, type DeviceLimits, raised } from '../launch/device-limits.ts';
import type { Launch } from '../launch/launch.ts';
import { declareSpace, type GivenSpace, type ShaderText } from '../space/declare.ts';
import { pointsOf } from '../space/points.ts';
import { configurationOf, type Space } from '../space/space.ts';
import { basePoint } from './base.ts';
import { defaultSpace } from './default-space.ts';
import { instantiate, transformedInstance } from './instantiate.ts';
import { withLimits } from './limits.ts';
import { needsOf, sizeOf } from './needs.ts';
import type { Tunable } from './tunable.ts';

/** A launch and the shaders that it may run, as texts. */
export interface KernelTexts {
  readonly launch: Launch;
  readonly launchText: string;
  /** Params of the launch file that are overridden. */
  readonly params: Readonly<Record<string, string>>;
  /** The launch's own first, then those that its tunables name. */
  readonly shaders: readonly ShaderText[];
}

/**
 * Warnings come with the value; without one, the diagnostics say why.
 * @param given a space in place of the one that launch file and comments declare
 * @param limits what configurations may use of a device; more, where the launch says or needs it as it is
 */
export function tunableOf(
  { launch, launchText, params, shaders }: KernelTexts,
  given?: GivenSpace,
  limits: DeviceLimits = DEFAULT_LIMITS,
): Outcome<Tunable> {
  const declared = declareSpace(launch, shaders, given);
  if (declared.value === undefined) return { diagnostics: declared.diagnostics };
  const workgroupSize = ownSize(shaders[0], launch);
  const allowed = raised(raised(limits, launch.limits), ownNeeds(shaders[0], launch));
  const found = spaceOf(declared.value, shaders[0], launch, workgroupSize, allowed);
  const space = withLimits(found.space, { launch, launchText, shaders, workgroupSize, allowed });
  const points = pointsOf(space);
  const diagnostics = [...declared.diagnostics, ...found.diagnostics, ...points.diagnostics];
  if (points.value === undefined) return { diagnostics };
  const base = basePoint(points.value, { launch, workgroupSize, defaults: defaultsOf(shaders[0].text) });
  const template = { launch, launchText, params, shaders, allowed };
  const value: Tunable = {
    space,
    points: points.value,
    base: base.point,
    launchText,
    launch,
    shaders,
    instantiate: (point) => instantiate(template, configurationOf(space, point)),
    transformedAt: (point) => transformedInstance(template, configurationOf(space, point)).value?.transformed,
  };
  return { value, diagnostics: [...diagnostics, ...base.diagnostics] };
}

function ownSize({ text }: ShaderText, launch: Launch): readonly [number, number, number] | undefined {
  try {
    return sizeOf(text, launch);
  } catch (error) {
    // Another entry point or constant may be what makes the kernel complete.
    if (error instanceof DiagnosticError) return undefined;
    throw error;
  }
}

/** A launch that needs more than is allowed as it is may go on so. */
function ownNeeds({ text }: ShaderText, launch: Launch): Partial<DeviceLimits> {
  try {
    return needsOf({ launch, source: text });
  } catch (error) {
    if (error instanceof DiagnosticError) return {};
    throw error;
  }
}

function spaceOf(
  declared: Space,
  shader: ShaderText,
  launch: Launch,
  workgroupSize: readonly [number, number, number] | undefined,
  allowed: DeviceLimits,
): { readonly space: Space; readonly diagnostics: readonly Diagnostic[] } {
  if (declared.parameters.length > 0 || workgroupSize === undefined)
    return { space: declared, diagnostics: [] };
  const { space, refusals } = defaultSpace(shader.text, launch, workgroupSize, allowed);
  const tried = space.parameters.map(({ name }) => name).join(', ') || 'nothing';
  const notes = [`varied: ${tried}`, ...refusals.map(({ name, reason }) => `not ${name}: ${reason}`)];
  const message = 'the launch declares no tunables; what its kernel allows is varied';
  return {
    space,
    diagnostics: [{ severity: 'warning', code: 'configure/default-space', message, notes }],
  };
}

/** Override constants with a number of their own. */
function defaultsOf(text: string): ReadonlyMap<string, number> {
  const declarations = text.matchAll(/\boverride\s+(\w+)\s*(?::\s*\w+)?\s*=\s*(-?\d+(?:\.\d+)?)[iufh]?\s*;/g);
  return new Map([...declarations].map((match) => [match[1], Number(match[2])]));
}
