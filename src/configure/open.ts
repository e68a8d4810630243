// Opens a launch file as something that can be tuned: its launch, its shaders and their space, each file read
// once.

import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { assemble } from '../launch/assemble.ts';
import { DEFAULT_LIMITS, type DeviceLimits, raised } from '../launch/device-limits.ts';
import type { Launch } from '../launch/launch.ts';
import { loadLaunch, type ReadOptions, readText, refusalToRead } from '../launch/load.ts';
import { resolveBeside } from '../launch/parse.ts';
import { declareSpace, type GivenSpace, type ShaderText } from '../space/declare.ts';
import { pointsOf } from '../space/points.ts';
import { configurationOf, type Space } from '../space/space.ts';
import { basePoint } from './base.ts';
import { defaultSpace } from './default-space.ts';
import { instantiate, transformedInstance } from './instantiate.ts';
import { withLimits } from './limits.ts';
import { needsOf, sizeOf } from './needs.ts';
import type { Tunable } from './tunable.ts';

export type { Instance, Tunable } from './tunable.ts';

/**
 * Warnings come with the value; without one, the diagnostics say why.
 * @param given a space in place of the one that launch file and comments declare
 * @param limits what configurations may use of a device; more, where the launch says or needs it as it is
 */
export function openTunable(
  path: string,
  params: Readonly<Record<string, string>>,
  given?: GivenSpace,
  limits: DeviceLimits = DEFAULT_LIMITS,
  options: ReadOptions = {},
): Outcome<Tunable> {
  const loaded = loadLaunch(path, { params }, options);
  const launch = loaded.value;
  if (launch === undefined) return { diagnostics: loaded.diagnostics };
  const launchText = readText(path, 'launch/missing-file').value!;
  const read = readShaders(launch, given, options);
  const shaders = read.value;
  if (shaders === undefined) return { diagnostics: [...loaded.diagnostics, ...read.diagnostics] };
  const declared = declareSpace(launch, shaders, given);
  if (declared.value === undefined) return { diagnostics: [...loaded.diagnostics, ...declared.diagnostics] };
  const workgroupSize = ownSize(shaders[0], launch);
  const allowed = raised(raised(limits, launch.limits), ownNeeds(shaders[0], launch));
  const found = spaceOf(declared.value, shaders[0], launch, workgroupSize, allowed);
  const space = withLimits(found.space, { launch, launchText, shaders, workgroupSize, allowed });
  const points = pointsOf(space);
  const diagnostics = [
    ...loaded.diagnostics,
    ...declared.diagnostics,
    ...found.diagnostics,
    ...points.diagnostics,
  ];
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

/** The launch's own shader first, then the alternatives to it that its tunables name. */
function readShaders(
  launch: Launch,
  given: GivenSpace | undefined,
  options: ReadOptions,
): Outcome<ShaderText[]> {
  const files = new Set([launch.shaderPath]);
  const declared = (given ?? launch).tunables?.find(({ name }) => name === 'shader')?.values ?? [];
  for (const file of declared) files.add(resolveBeside(launch.file, String(file)));
  const shaders: ShaderText[] = [];
  const diagnostics: Diagnostic[] = [];
  // A comment in a shader may name further ones: the set grows while it is gone through.
  for (const file of files) {
    if (!file.endsWith('.wgsl')) {
      diagnostics.push(notWgsl(file, launch));
      continue;
    }
    const refusal = refusalToRead(file, launch.file, options);
    if (refusal !== undefined) {
      const message = `cannot read the shader ${file}: ${refusal}`;
      diagnostics.push({ severity: 'invalid', code: 'launch/missing-file', message });
      continue;
    }
    const { value, diagnostics: problems } = readText(file, 'launch/missing-file');
    diagnostics.push(...problems);
    if (value === undefined) continue;
    shaders.push({ file, text: assemble({ ...launch, shaderPath: file }, value).text, own: value });
    for (const [, list] of value.matchAll(/\/\/[ \t]*@tune[ \t]+shader[ \t]+alternatives[ \t]+([^\r\n]+)/g)) {
      for (const each of list.split(',')) files.add(resolveBeside(launch.file, each.trim()));
    }
  }
  return diagnostics.length > 0 ? { diagnostics } : { value: shaders, diagnostics };
}

function notWgsl(file: string, { shaderSpan }: Launch): Diagnostic {
  const message = `${file}: only kernels in WGSL (.wgsl) can be searched; predict and diagnose take SPIR-V`;
  const span = shaderSpan === undefined ? {} : { span: shaderSpan };
  return { severity: 'unsupported', code: 'configure/not-wgsl', message, ...span };
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
