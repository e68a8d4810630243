// From a configuration's launch and source to what the GPU is asked to run: the bindings that the kernel uses,
// what it writes into them, and how that is compared.

import type { Instance } from '../../configure/tunable.ts';
import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import type { DeviceInfo, VariantBinding } from '../../hardware/job.ts';
import type { VariantRequest } from '../../hardware/variants.ts';
import { isImmediate, matchBindings, wordsGiven } from '../../predict/bindings.ts';
import { compileKernel } from '../../predict/compile.ts';
import { decodeKernel, isFatal } from '../../predict/compile-stages.ts';
import { buffersToRestore, wordKinds } from '../../predict/reference.ts';

type Place = Pick<VariantBinding, 'group' | 'binding'>;

/** What is known of the base kernel and holds for all of its configurations. */
export interface BaseFacts {
  /** Buffers that decide where the kernel goes and are overwritten by it. */
  readonly restored: readonly string[];
  /** Names of the buffers by place. */
  readonly names: ReadonlyMap<string, string>;
  /** Integers that floats decide, so that some may fall to the other side of a step. */
  readonly isRounded: boolean;
}

export function placeOf({ group, binding }: Place): string {
  return `${group}.${binding}`;
}

export function factsOf({ launch, source }: Instance): Outcome<BaseFacts> {
  const compiled = compileKernel(launch, source, { without: [] });
  if (!compiled.value) return { diagnostics: compiled.diagnostics };
  const { program } = compiled.value;
  const { buffers, values } = program.module;
  const restored = buffersToRestore(program).map((index) => placeOf(buffers[index]));
  const names = new Map(buffers.map((buffer) => [placeOf(buffer), buffer.name]));
  const isRounded = values.some(({ type, constant }) => constant === undefined && /^f/.test(type));
  return { value: { restored, names, isRounded }, diagnostics: compiled.diagnostics };
}

type Module = NonNullable<ReturnType<typeof decodeKernel>['value']>;
type Run = Omit<VariantRequest, 'samples' | 'limitNs'>;

export function variantOf({ launch, source }: Instance, facts: BaseFacts): Outcome<Run & { module: Module }> {
  const decoded = decodeKernel(launch, source);
  if (!decoded.value) return { diagnostics: decoded.diagnostics };
  const module = decoded.value;
  const matched = matchBindings(module, launch, source);
  const diagnostics = [...decoded.diagnostics, ...matched.diagnostics];
  if (!matched.value || isFatal(diagnostics)) return { diagnostics };
  const kinds = wordKinds({ module });
  const bindings = matched.value.flatMap((bound, index): VariantBinding[] => {
    const { group, binding, usage, sizeBytes, data, texture, sampler } = bound;
    if (isImmediate(bound)) return [];
    const kind = kinds.get(index);
    const isRestored = facts.restored.includes(placeOf({ group, binding }));
    const isChecked = launch.check?.group === undefined || isAt(launch.check, { group, binding });
    const compares = kind !== undefined && isChecked ? { compares: kind } : {};
    const isStorageTexture = module.buffers[index].texture?.format !== undefined;
    const seen = { ...(texture ? { texture, isStorageTexture } : {}), ...(sampler ? { sampler } : {}) };
    const isWritten = kind !== undefined;
    return [{ group, binding, usage, sizeBytes, data, ...seen, isRestored, isWritten, ...compares }];
  });
  const { entryPoint } = module;
  const { constants, dispatch } = launch;
  const given = wordsGiven(launch, matched.value);
  return {
    value: { code: source, entryPoint, constants, dispatch, bindings, ...given, module },
    diagnostics,
  };
}

function isAt(one: Place, other: Place): boolean {
  return one.group === other.group && one.binding === other.binding;
}

/** Why the device would refuse it, without asking: it says so more clearly than a validation error. */
export function beyondLimits(module: Module, { limits }: DeviceInfo): string | undefined {
  const [x, y, z] = module.workgroupSize;
  const most = limits['maxComputeInvocationsPerWorkgroup'];
  if (most !== undefined && x * y * z > most) {
    return `workgroups of ${x} × ${y} × ${z} invocations; the device allows ${most} in all`;
  }
  const axes = ['maxComputeWorkgroupSizeX', 'maxComputeWorkgroupSizeY', 'maxComputeWorkgroupSizeZ'] as const;
  for (const [axis, name] of axes.entries()) {
    const limit = limits[name];
    if (limit !== undefined && module.workgroupSize[axis] > limit) {
      return `workgroups of ${x} × ${y} × ${z} invocations; the device allows ${limit} along ${'xyz'[axis]}`;
    }
  }
  return undefined;
}

/** One line of the problems that make a configuration impossible. */
export function reasonOf(diagnostics: readonly Diagnostic[]): string {
  const worst = diagnostics.find((each) => each.severity !== 'warning');
  return worst?.message.split('\n')[0] ?? 'it cannot be made';
}
