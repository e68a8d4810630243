// Makes the instance of a configuration: the launch file is read again with the configuration's params and
// constants, so that everything that depends on them follows; then another shader or entry point; then the
// transformations, in the order that `transform/` composes them.

import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import type { Launch } from '../launch/launch.ts';
import { parseLaunch, resolveBeside } from '../launch/parse.ts';
import { kindOf, type ShaderText } from '../space/declare.ts';
import type { Configuration } from '../space/space.ts';
import { type Transformed, transformKernel } from '../transform/index.ts';
import { readKernel } from '../transform/kernel.ts';
import { transformationOf } from './transformation-of.ts';
import type { Instance } from './tunable.ts';

/** What all instances of a launch are made from. */
export interface Template {
  readonly launch: Launch;
  readonly launchText: string;
  readonly params: Readonly<Record<string, string>>;
  readonly shaders: readonly ShaderText[];
}

/** What the stride `warp` means, whatever the device: what is made from a configuration hangs on no device. */
const SUBGROUP_SIZE = 32;

export function instantiate(template: Template, configuration: Configuration): Outcome<Instance> {
  const { value, diagnostics } = transformedInstance(template, configuration);
  return value === undefined ? { diagnostics } : { value: value.instance, diagnostics };
}

/** The instance, and what was done to its kernel where something was. */
export function transformedInstance(
  template: Template,
  configuration: Configuration,
): Outcome<{ readonly instance: Instance; readonly transformed?: Transformed }> {
  const configured = launchOf(template, configuration);
  const launch = configured.value;
  if (launch === undefined) return { diagnostics: configured.diagnostics };
  const shader = template.shaders.find(({ file }) => file === launch.shaderPath);
  if (shader === undefined) return { diagnostics: [missing(launch)] };
  const ownSize = () => workgroupSizeOf(shader.text, launch);
  try {
    const transformation = transformationOf(configuration, ownSize, SUBGROUP_SIZE);
    if (transformation === undefined)
      return { value: { instance: { launch, source: shader.text } }, diagnostics: [] };
    const { value: transformed, diagnostics } = transformKernel(shader.text, launch, transformation);
    if (transformed === undefined) return { diagnostics };
    const { source, dispatch, constants } = transformed;
    const instance = { launch: { ...launch, dispatch, constants }, source };
    return { value: { instance, transformed }, diagnostics: [] };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    // One configuration that shows a bug of kernelcast must not end the search over all others.
    const message = `it could not be made (a bug in kernelcast): ${String((error as Error).message)}`;
    return { diagnostics: [{ severity: 'unsupported', code: 'configure/failed', message }] };
  }
}

/** How large the kernel's workgroups are as the launch has it. @throws DiagnosticError */
export function workgroupSizeOf(source: string, launch: Launch): readonly [number, number, number] {
  const [x, y, z] = readKernel(source, launch).size;
  return [x.value, y.value, z.value];
}

function launchOf(template: Template, configuration: Configuration): Outcome<Launch> {
  const { launch, launchText, shaders } = template;
  const params: Record<string, number | string> = { ...template.params };
  const constants: Record<string, number | boolean> = {};
  for (const [name, value] of Object.entries(configuration)) {
    const kind = kindOf(name, launch, shaders);
    if (kind === 'param') params[name] = value as number;
    else if (kind === 'constant') constants[name] = value as number | boolean;
  }
  const parsed = parseLaunch(launchText, launch.file, { params, constants });
  if (parsed.value === undefined) return parsed;
  const { shader, entryPoint } = configuration;
  const value: Launch = {
    ...parsed.value,
    ...(shader === undefined ? {} : { shaderPath: resolveBeside(launch.file, String(shader)) }),
    ...(entryPoint === undefined ? {} : { entryPoint: String(entryPoint) }),
  };
  return { value, diagnostics: parsed.diagnostics };
}

function missing({ shaderPath }: Launch): Diagnostic {
  return { severity: 'invalid', code: 'configure/shader', message: `the shader ${shaderPath} was not read` };
}

/** A refusal in one line. */
export function reasonOf(diagnostics: readonly Diagnostic[]): string {
  const found = diagnostics.find(({ severity }) => severity !== 'warning');
  return found?.message ?? 'it has no prediction';
}
