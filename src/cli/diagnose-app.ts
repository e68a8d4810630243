// `kernelcast diagnose APP`: which of an app's kernels are worth working on; and which dispatch `--dispatch` means.

import { type AppDiagnosis, appDiagnosis, type DiagnosedKernel } from '../app/diagnosis.ts';
import { isAppFile } from '../app/load.ts';
import type { AppOptions, ForecastDispatch } from '../app/predict.ts';
import { kernelsByWork, kernelsThatMatter, longestOf } from '../app/worth.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { Forecast } from '../predict/predict.ts';
import { jsonText } from '../report/json.ts';
import { formatTime } from '../report/units.ts';
import { dispatchedOf, type PredictedApp, predictApp } from './apps.ts';
import type { DiagnoseFlags } from './diagnose.ts';
import { diagnoseForecast } from './diagnose-forecast.ts';
import { type ExitCode, exitCodeOf } from './exit-codes.ts';
import { failed } from './per-launch.ts';
import { type Progress, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Kernels that are diagnosed, each at the cost of two predictions. */
const MOST_KERNELS = 8;

/** What `diagnose` of one launch can do and that of a whole app cannot. */
const OF_ONE_KERNEL = ['fix', 'against', 'baseline', 'reporter', 'html', 'trace'] as const;

/**
 * Whether a whole app is to be diagnosed.
 * @throws UsageError where it is asked for together with what it does not go with
 */
export function refuseForApps(flags: DiagnoseFlags): boolean {
  const { launch, dispatch, profile, whatIf } = flags;
  const apps = launch.filter(isAppFile);
  if (dispatch !== undefined && apps.length < launch.length)
    throw new UsageError(`--dispatch ${dispatch}: ${launch.find((each) => !apps.includes(each))} is no app`);
  if (apps.length === 0) return false;
  const [app] = apps;
  if (flags.fix !== undefined)
    throw new UsageError(`--fix: ${app} is an app; search ${app} -o FOLDER writes changed kernels`);
  if (dispatch !== undefined) return false;
  if (launch.length > 1 || profile.length > 1)
    throw new UsageError(`${app} is an app: expected it alone, on one profile`);
  const asked = [
    ...OF_ONE_KERNEL.filter((name) => flags[name] !== undefined),
    ...(whatIf.length > 0 ? ['what-if'] : []),
  ];
  if (asked.length === 0) return true;
  const instead =
    asked[0] === 'html' || asked[0] === 'trace' ? `; predict ${app} --${asked[0]} shows all of it` : '';
  throw new UsageError(
    `--${asked[0]}: ${app} is an app; say which dispatch is meant, --dispatch NAME|NUMBER${instead}`,
  );
}

/** Runs the diagnosis and prints it. */
export async function diagnoseApp(
  flags: DiagnoseFlags,
  params: Record<string, string>,
  options: Omit<AppOptions, 'sourceOf' | 'progress'>,
  step: number | undefined,
  progress: Progress,
): Promise<{ readonly code: ExitCode }> {
  const [path] = flags.launch;
  const { value, diagnostics } = await predictApp(path, params, flags, options, progress);
  if (!value) return failed(diagnostics);
  const { prediction } = value;
  const dispatches = dispatchedOf(value);
  const chosen = kernelsThatMatter(prediction, MOST_KERNELS);
  const diagnosed: DiagnosedKernel[] = [];
  for (const kernel of chosen) {
    progress.show(`${path}: ${kernel.pipeline}, ${diagnosed.length + 1} of ${chosen.length}`);
    const { launch, source, forecast } = dispatches[kernel.longest];
    if (!forecast) continue;
    const { diagnosis } = await diagnoseForecast({ launch, source }, forecast, options, step);
    diagnosed.push({ kernel, diagnosis });
  }
  progress.clear();
  const known = new Set(diagnosed.map(({ kernel }) => kernel.pipeline));
  const rest = kernelsByWork(prediction).filter(({ pipeline }) => !known.has(pipeline));
  await print(appDiagnosis(prediction, diagnosed, rest, options.profile), flags.format);
  return { code: exitCodeOf(diagnostics) };
}

async function print(diagnosis: AppDiagnosis, format: DiagnoseFlags['format']): Promise<void> {
  if (format === 'json') {
    process.stdout.write(jsonText(diagnosis));
    return;
  }
  const { appDiagnosisText } = await import('../report/app-diagnosis-text.ts');
  const { styleFor } = await import('../report/layout.ts');
  process.stdout.write(appDiagnosisText(diagnosis, styleFor(wantsColor(process.stdout))));
}

/**
 * The dispatch that a number, counted from 1, or a name means: of several with the name, the longest.
 * @throws UsageError
 */
export function dispatchOf(
  app: PredictedApp,
  asked: string,
): ForecastDispatch & { readonly forecast: Forecast } {
  const { dispatches } = app.prediction;
  const named = [...dispatches.keys()].filter(
    (at) => dispatches[at].name === asked || dispatches[at].pipeline === asked,
  );
  const isNumber = /^\d+$/.test(asked) && Number(asked) >= 1 && Number(asked) <= dispatches.length;
  if (named.length === 0 && !isNumber) {
    const names = [...new Set(dispatches.flatMap(({ name, pipeline }) => [name, pipeline]))];
    const hint = didYouMean(asked, names);
    throw new UsageError(
      `--dispatch ${asked}: expected a name or a number from 1 to ${dispatches.length}${hint}`,
    );
  }
  const at = named.length > 0 ? longestOf(dispatches, named) : Number(asked) - 1;
  const { forecast, ...rest } = dispatchedOf(app)[at];
  if (!forecast)
    throw new UsageError(
      `--dispatch ${asked}: it runs no workgroup, which takes ${formatTime(dispatches[at].timeNs)}`,
    );
  return { ...rest, forecast };
}
