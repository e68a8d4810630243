// Other workgroup sizes of the same kernel, as far as its launch file's params reach them: each param that
// ends up in `@workgroup_size` through an override constant is halved and doubled, and a launch counts when it
// still runs about as many invocations.

import type { Alternative } from '../analyze/advice.ts';
import { occupancyOf } from '../analyze/experiments/occupancy.ts';
import type { TimingInput } from '../emulate/device.ts';
import { loadLaunch } from '../launch/load.ts';
import type { Forecast, PredictOptions } from '../predict/predict.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { recompiler } from './diagnose-recompile.ts';
import type { Kernel } from './kernels.ts';

const FACTORS = [0.5, 2];
const MOST_TRIALS = 4;
/** Rounding up to whole workgroups may add some. */
const SAME_WORK = 0.05;

export function otherSizes(
  path: string,
  params: Record<string, string>,
  base: { readonly kernel: Kernel; readonly forecast: Forecast },
  options: PredictOptions,
): Alternative[] {
  const { launch, source } = base.kernel;
  if (typeof source !== 'string') return [];
  const names = constantsOfSize(source, launch.entryPoint ?? base.forecast.program.module.entryPoint);
  const values = new Set(names.map((name) => launch.constants[name]));
  const changes = Object.entries(launch.params)
    .filter(([, value]) => Number.isInteger(value) && values.has(value))
    .flatMap(([name, value]) => FACTORS.map((factor) => [name, value * factor] as const))
    .filter(([, value]) => Number.isInteger(value) && value >= 1)
    .slice(0, MOST_TRIALS);
  const now = base.forecast.timing;
  const isOther = (timing: TimingInput) => sizeOf(timing) !== sizeOf(now) && isSameWork(now, timing);
  return changes.map(([name, value]) => ({
    timing: () => {
      const timing = timingWith(path, { ...params, [name]: String(value) }, source, options);
      return timing && isOther(timing) ? timing : undefined;
    },
    describe: (timing) => {
      const { warpsPerSm, limit } = occupancyOf(timing);
      return {
        title: `Take workgroups of ${sizeOf(timing)} instead of ${sizeOf(now)} (-D ${name}=${value})`,
        why: `${warpsPerSm} warps per SM, limited by ${limit}`,
        experiment: 'the launch with this size, compiled and executed anew',
      };
    },
  }));
}

/** Override constants that the entry point's size names. */
function constantsOfSize(source: string, entryPoint: string): string[] {
  const entry = source.search(new RegExp(`\\bfn\\s+${entryPoint}\\b`));
  const before = source.slice(0, entry < 0 ? source.length : entry);
  const [attribute] = [...before.matchAll(/@\s*workgroup_size\s*\(([^)]*)\)/g)].slice(-1);
  return attribute?.[1]?.match(/[A-Za-z_]\w*/g) ?? [];
}

/** A size that the kernel cannot have is no problem of the user's. */
function timingWith(
  path: string,
  params: Record<string, string>,
  source: ShaderSource,
  options: PredictOptions,
): TimingInput | undefined {
  const { value: launch } = loadLaunch(path, { params });
  return launch && recompiler(launch, source, options)({});
}

function sizeOf({ trace }: TimingInput): string {
  return trace.program.module.workgroupSize.join('×').replace(/(×1)+$/, '');
}

function isSameWork(a: TimingInput, b: TimingInput): boolean {
  const invocations = ({ trace, workgroupSize }: TimingInput) => trace.totalWorkgroups * workgroupSize;
  return Math.abs(invocations(b) / invocations(a) - 1) <= SAME_WORK;
}
