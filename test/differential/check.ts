// The differential test proper: kernels on the device and through kernelcast, and every way in which they differ.

import { setImmediate } from 'node:timers/promises';
import { firstDifference } from './compare.ts';
import { withoutHalves } from './generator/halves.ts';
import { type GpuDevice, type GpuRun, runOnGpu } from './gpu.ts';
import { resourcesOf } from './gpu-textures.ts';
import type { Kernel } from './kernel.ts';
import { decodeKernel, Refusal, runModule, type Source, type SpirvInput, type Stage } from './kernelcast.ts';
import { nagaSpirv, tintSpirv } from './spirv-sources.ts';

/** From which source, and how far compiled. */
export interface Way {
  readonly source: Source;
  readonly stage: Stage;
}

export interface Finding {
  readonly kernel: number;
  /** `device` where it is the device that does not run the kernel, else SOURCE or SOURCE:STAGE. */
  readonly way: string;
  /** `difference`, or why there is no result. Alike for findings of one kind. */
  readonly kind: string;
  readonly message: string;
}

export interface Report {
  readonly device: GpuDevice;
  /** Comparisons that were made, by way. */
  readonly compared: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

export function parseWays(text: string): Way[] {
  return text.split(',').map((each) => {
    const [source, stage] = each.split(':') as [Source, Stage];
    return { source, stage };
  });
}

export async function check(kernels: readonly Kernel[], ways: readonly Way[]): Promise<Report> {
  return compare(kernels, ways, await runOnGpu(kernels));
}

/** kernelcast's results beside those of the device. */
export async function compare(
  kernels: readonly Kernel[],
  ways: readonly Way[],
  run: GpuRun,
): Promise<Report> {
  const { device, results } = run;
  const findings: Finding[] = [];
  const compared: Record<string, number> = {};
  const sources = new Map<Source, readonly (SpirvInput | undefined)[]>();
  const good = kernels.map((_, index) => index).filter((index) => 'outputs' in results[index]);
  for (const source of new Set(ways.map((each) => each.source))) {
    sources.set(source, await inputs(source, kernels, good, findings));
  }
  for (const [index, kernel] of kernels.entries()) {
    // Lets in what a device that runs other kernels meanwhile has to say: it waits while nobody reads.
    await setImmediate();
    const expected = results[index];
    if ('error' in expected) {
      if (isTooLarge(kernel, device))
        compareAmongThemselves(kernel, index, ways, device, { compared, findings });
      else
        findings.push({ kernel: index, way: 'device', kind: alike(expected.error), message: expected.error });
      continue;
    }
    for (const [source, spirv] of sources) {
      const input = spirv[index];
      if (source !== 'wgsl' && !input) continue;
      const note = (stage: string, kind: string, message: string): void => {
        findings.push({ kernel: index, way: stage ? `${source}:${stage}` : source, kind, message });
      };
      const module = attempt(
        () => decodeKernel(kernel, input),
        (kind, message) => note('', kind, message),
      );
      if (!module) continue;
      for (const { stage } of ways.filter((each) => each.source === source)) {
        const actual = attempt(
          () => runModule(kernel, module, stage, device.subgroupMinSize),
          (kind, message) => note(stage, kind, message),
        );
        if (!actual) continue;
        const way = `${source}:${stage}`;
        compared[way] = (compared[way] ?? 0) + 1;
        const difference = firstDifference(kernel, expected.outputs, actual);
        if (difference) note(stage, 'difference', difference);
      }
    }
  }
  return { device, compared, findings };
}

function isTooLarge({ invocations = 1 }: Kernel, device: GpuDevice): boolean {
  return invocations > device.maxInvocations;
}

/** Where the workgroup has more invocations than the device takes: what is compiled against what is decoded. */
function compareAmongThemselves(
  kernel: Kernel,
  index: number,
  ways: readonly Way[],
  device: GpuDevice,
  { compared, findings }: { compared: Record<string, number>; findings: Finding[] },
): void {
  const way = 'without device';
  const fail = (kind: string, message: string): void => {
    findings.push({ kernel: index, way, kind, message });
  };
  const results = attempt(() => {
    const module = decodeKernel(kernel);
    const stages = ways.filter((each) => each.source === 'wgsl').map((each) => each.stage);
    return ['decoded' as const, ...stages].map((stage) =>
      runModule(kernel, module, stage, device.subgroupMinSize),
    );
  }, fail);
  if (!results) return;
  compared[way] = (compared[way] ?? 0) + 1;
  const [expected, ...others] = results;
  for (const actual of others) {
    const difference = firstDifference(kernel, expected, actual);
    if (difference) fail('difference', difference);
  }
}

function attempt<T>(run: () => T, fail: (kind: string, message: string) => void): T | undefined {
  try {
    return run();
  } catch (error) {
    fail(error instanceof Refusal ? error.reason : 'broken', String((error as Error).message));
    return undefined;
  }
}

/** The kernels in SPIR-V, by index; what the other compiler refuses is a finding. */
async function inputs(
  source: Source,
  kernels: readonly Kernel[],
  indices: readonly number[],
  findings: Finding[],
): Promise<readonly (SpirvInput | undefined)[]> {
  const made: (SpirvInput | undefined)[] = kernels.map(() => undefined);
  if (source === 'wgsl') return made;
  // A device without f16 compiles what takes its place.
  const chosen = indices.map((index) => {
    const kernel = kernels[index];
    if (source === 'naga') return kernel;
    const resources = kernel.textures ? { resources: resourcesOf(kernel, kernel.textures) } : {};
    return { ...kernel, ...resources, code: withoutHalves(kernel.code) };
  });
  const answers =
    source === 'naga'
      ? await nagaSpirv(chosen)
      : await tintSpirv(chosen, source === 'bare' ? 'bare' : 'safe');
  for (const [position, index] of indices.entries()) {
    const answer = answers[position];
    if ('error' in answer) {
      findings.push({
        kernel: index,
        way: source,
        kind: `compiler: ${alike(answer.error)}`,
        message: answer.error,
      });
    } else made[index] = answer;
  }
  return made;
}

/** A message without what differs from kernel to kernel. */
function alike(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return first
    .replaceAll(/'[^']*'|`[^`]*`|"[^"]*"/g, '…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 120);
}
