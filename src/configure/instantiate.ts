// Makes the instance of a configuration: the launch file is read again with the configuration's params and
// constants, so that everything that depends on them follows; then another shader or entry point; then the
// transformations, in the order that `transform/` composes them.

import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { emptyTable } from '../diagnostics/names.ts';
import { assemble, isTemplate } from '../launch/assemble.ts';
import { beyond, type DeviceLimits, type LimitName } from '../launch/device-limits.ts';
import type { Launch } from '../launch/launch.ts';
import { parseLaunch, resolveBeside } from '../launch/parse.ts';
import { kindOf, type ShaderText } from '../space/declare.ts';
import type { Configuration } from '../space/space.ts';
import { type Transformed, transformKernel } from '../transform/index.ts';
import { needsOf, sizeOf } from './needs.ts';
import { transformationOf } from './transformation-of.ts';
import type { Instance } from './tunable.ts';

/** What all instances of a launch are made from. */
export interface Template {
  readonly launch: Launch;
  readonly launchText: string;
  readonly params: Readonly<Record<string, string>>;
  readonly shaders: readonly ShaderText[];
  /** What of a device instances may use. */
  readonly allowed: DeviceLimits;
}

/** What the stride `warp` means, whatever the device: what is made from a configuration hangs on no device. */
export const SUBGROUP_SIZE = 32;

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
  const found = template.shaders.find(({ file }) => file === launch.shaderPath);
  if (found === undefined) return { diagnostics: [missing(launch)] };
  // What names stand for may hang on what varies.
  const whole = isTemplate(template.launch) && found.own !== undefined;
  const { preludes } = template.launch;
  const shader = whole
    ? { ...found, text: assemble({ ...launch, ...(preludes ? { preludes } : {}) }, found.own).text }
    : found;
  const ownSize = () => sizeOf(shader.text, launch);
  try {
    const transformation = transformationOf(configuration, ownSize, SUBGROUP_SIZE);
    if (transformation === undefined) {
      const instance = { launch, source: shader.text };
      return within(template.allowed, { instance }, needsOf(instance));
    }
    const { value: transformed, diagnostics } = transformKernel(shader.text, launch, transformation);
    if (transformed === undefined) return { diagnostics };
    const { source, dispatch, constants } = transformed;
    const instance = { launch: { ...launch, dispatch, constants }, source };
    return within(template.allowed, { instance, transformed }, needsOf(instance, transformed.workgroupSize));
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    // One configuration that shows a bug of kernelcast must not end the search over all others.
    const message = `it could not be made (a bug in kernelcast): ${String((error as Error).message)}`;
    return { diagnostics: [{ severity: 'unsupported', code: 'configure/failed', message }] };
  }
}

/** The value, unless it needs more than is allowed. */
function within<T>(allowed: DeviceLimits, value: T, needs: DeviceLimits): Outcome<T> {
  const excess = Object.entries(beyond(needs, allowed));
  if (excess.length === 0) return { value, diagnostics: [] };
  const reasons = excess.map(
    ([name, need]) => `${name} of ${need}, where ${allowed[name as LimitName]} is allowed`,
  );
  const message = `it needs a ${reasons.join(' and a ')}`;
  return { diagnostics: [{ severity: 'unsupported', code: 'configure/limits', message }] };
}

function launchOf(template: Template, configuration: Configuration): Outcome<Launch> {
  const { launch, launchText, shaders } = template;
  const params: Record<string, number | string> = Object.assign(emptyTable(), template.params);
  const constants = emptyTable<number | boolean>();
  for (const [name, value] of Object.entries(configuration)) {
    const kind = kindOf(name, launch, shaders);
    if (kind === 'param') params[name] = value as number;
    else if (kind === 'constant') constants[name] = value as number | boolean;
  }
  const isVaried = Object.keys(configuration).some((name) =>
    ['param', 'constant'].includes(kindOf(name, launch, shaders)!),
  );
  // Nothing in the file follows what only transforms the kernel.
  const parsed: Outcome<Launch> = isVaried
    ? parseLaunch(launchText, launch.file, { params, constants })
    : { value: launch, diagnostics: [] };
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
