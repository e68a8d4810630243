// The search for a faster configuration, as a function of texts: what `kernelcast search` does in one thread.

import { inProcess } from '../configure/backend.ts';
import { ModelEvaluator } from '../configure/model-evaluator.ts';
import { type Instance, strideDoubts, type Tunable } from '../configure/tunable.ts';
import { tunableOf } from '../configure/tunable-of.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { type Algorithm, type SearchResult, search } from '../search/search.ts';
import { Random } from '../space/random.ts';
import type { KernelSettings } from './kernel.ts';
import { parseKernel } from './kernel.ts';
import { optionsOf, type Settings } from './settings.ts';

/** How a search goes; whatever is left out is as `kernelcast search` has it. */
export interface SearchSettings extends Settings, Pick<KernelSettings, 'file'> {
  /** Params of the launch file that are overridden. */
  readonly params?: Readonly<Record<string, string>>;
  /** Configurations that may be evaluated; 60 when left out. */
  readonly budget?: number;
  /** `saake`: the paper's search alone; `full` when left out. */
  readonly algorithm?: Algorithm;
  /** Ends the search, with what there is, once it answers true. */
  readonly isTimeUp?: () => boolean;
  /** Told after each batch, with the best predicted time so far. */
  readonly onProgress?: (evaluations: number, bestNs: number) => void;
}

/** What a search has found. */
export interface Found {
  readonly result: SearchResult;
  /** The launch and the source of the recommended configuration, which may be the kernel as it is. */
  readonly winner: Instance;
  /** The space, and `instantiate` for its other points. */
  readonly tunable: Tunable;
}

/**
 * Searches the space that a launch file declares, or else one of what its kernel allows, for the configuration with
 * the shortest predicted time. WGSL only; a tunable `shader`, which names further files, is for `kernelcast/node`.
 */
export async function searchKernel(
  launchText: string,
  shader: string,
  { file = 'launch.json', params = {}, budget = 60, algorithm = 'full', ...rest }: SearchSettings = {},
): Promise<Outcome<Found>> {
  const kernel = parseKernel(launchText, shader, { file, params });
  if (kernel.value === undefined) return { diagnostics: kernel.diagnostics };
  const { launch, source } = kernel.value;
  if (typeof source !== 'string') return { diagnostics: [notWgsl(launch.shaderPath)] };
  const shaders = [{ file: launch.shaderPath, text: source, own: shader }];
  const opened = tunableOf({ launch, launchText, params, shaders });
  const diagnostics = [...kernel.diagnostics, ...opened.diagnostics];
  if (opened.value === undefined) return { diagnostics };
  const tunable = opened.value;
  const { isTimeUp = () => false, onProgress = () => {}, ...settings } = rest;
  const options = optionsOf(settings);
  const evaluator = new ModelEvaluator(tunable, inProcess(options), options.profile);
  const { space, points, base } = tunable;
  const { result, refused } = await search(
    { space, points, base, evaluator, doubtOf: (point) => strideDoubts(tunable, point) },
    { algorithm, budget, random: new Random(options.seed), isTimeUp, onProgress },
  );
  if (result === undefined) return { diagnostics: [...diagnostics, nothing(refused[0]?.reason)] };
  const winner = tunable.instantiate(result.best.point).value!;
  return { value: { result, winner, tunable }, diagnostics };
}

function notWgsl(shaderPath: string): Diagnostic {
  const message = `${shaderPath}: only kernels in WGSL (.wgsl) can be searched`;
  return { severity: 'unsupported', code: 'configure/not-wgsl', message };
}

function nothing(reason = 'the budget had no room'): Diagnostic {
  const message = `no configuration has a prediction: ${reason}`;
  return { severity: 'unsupported', code: 'search/nothing', message };
}
