// Other workgroup sizes of the same kernel, as far as its launch file's params reach them: each param that
// ends up in `@workgroup_size` through an override constant is halved and doubled, and a launch counts when it
// still runs about as many invocations.

import type { Alternative } from '../analyze/advice.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { type Forecast, forecastLaunch, type PredictOptions } from '../predict/predict.ts';
import { type Kernel, loadKernel } from './kernels.ts';

const FACTORS = [0.5, 2];
const MOST_TRIALS = 6;
/** Rounding up to whole workgroups may add some. */
const SAME_WORK = 0.05;

export async function otherSizes(
  path: string,
  params: Record<string, string>,
  base: { readonly kernel: Kernel; readonly forecast: Forecast },
  options: PredictOptions,
): Promise<Alternative[]> {
  const { launch, source } = base.kernel;
  if (typeof source !== 'string') return [];
  const names = constantsOfSize(source, launch.entryPoint ?? base.forecast.program.module.entryPoint);
  const values = new Set(names.map((name) => launch.constants[name]));
  const changes = Object.entries(launch.params)
    .filter(([, value]) => Number.isInteger(value) && values.has(value))
    .flatMap(([name, value]) => FACTORS.map((factor) => [name, value * factor] as const))
    .filter(([, value]) => Number.isInteger(value) && value >= 1)
    .slice(0, MOST_TRIALS);
  const found: Alternative[] = [];
  const before = sizeOf(base.forecast);
  for (const [name, value] of changes) {
    const forecast = await forecastWith(path, { ...params, [name]: String(value) }, options);
    if (!forecast) continue;
    const after = sizeOf(forecast);
    if (after === before || !isSameWork(base.forecast, forecast)) continue;
    const { occupancy, timeNs } = forecast.prediction;
    found.push({
      title: `Take workgroups of ${after} instead of ${before} (-D ${name}=${value})`,
      why: `${occupancy.warpsPerSm} warps per SM, limited by ${occupancy.limit}`,
      experiment: 'the launch with this size, predicted from the start',
      timeNs,
    });
  }
  return found;
}

/** Override constants that the entry point's size names. */
function constantsOfSize(source: string, entryPoint: string): string[] {
  const entry = source.search(new RegExp(`\\bfn\\s+${entryPoint}\\b`));
  const before = source.slice(0, entry < 0 ? source.length : entry);
  const [attribute] = [...before.matchAll(/@\s*workgroup_size\s*\(([^)]*)\)/g)].slice(-1);
  return attribute?.[1]?.match(/[A-Za-z_]\w*/g) ?? [];
}

async function forecastWith(
  path: string,
  params: Record<string, string>,
  options: PredictOptions,
): Promise<Forecast | undefined> {
  try {
    const kernel = await loadKernel(path, params);
    if (!kernel.value) return undefined;
    return forecastLaunch(kernel.value.launch, kernel.value.source, options).value;
  } catch (error) {
    // A size that the kernel cannot have is no problem of the user's.
    if (error instanceof DiagnosticError) return undefined;
    throw error;
  }
}

function sizeOf({ program }: Forecast): string {
  return program.module.workgroupSize.join('×').replace(/(×1)+$/, '');
}

function isSameWork(a: Forecast, b: Forecast): boolean {
  const invocations = ({ timing }: Forecast) => timing.trace.totalWorkgroups * timing.workgroupSize;
  return Math.abs(invocations(b) / invocations(a) - 1) <= SAME_WORK;
}
