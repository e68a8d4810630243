// Opens a launch file as something that can be tuned: its launch, its shaders and their space, each file read
// once.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { assemble } from '../launch/assemble.ts';
import { DEFAULT_LIMITS, type DeviceLimits } from '../launch/device-limits.ts';
import type { Launch } from '../launch/launch.ts';
import { loadLaunch, type ReadOptions, readText, refusalToRead } from '../launch/load.ts';
import { resolveBeside } from '../launch/parse.ts';
import type { GivenSpace, ShaderText } from '../space/declare.ts';
import type { Tunable } from './tunable.ts';
import { tunableOf } from './tunable-of.ts';

export type { Instance, Tunable } from './tunable.ts';

/**
 * Warnings come with the value; without one, the diagnostics say why.
 * @param given a space in place of the one that launch file and comments declare
 * @param limits what configurations may use of a device; more, where the launch says or needs it as it is
 */
export function openTunable(
  path: string,
  params: Readonly<Record<string, string>> = {},
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
  const kernel = { launch, launchText, params, shaders };
  const { value, diagnostics } = tunableOf(kernel, given, limits);
  return { ...(value ? { value } : {}), diagnostics: [...loaded.diagnostics, ...diagnostics] };
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
