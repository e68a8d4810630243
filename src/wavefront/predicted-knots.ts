// Times of single dispatches of a wavefront as the model predicts them, each when it is first asked for.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { predictTime } from '../emulate/estimate.ts';
import type { JsonValue } from '../launch/document.ts';
import type { Launch } from '../launch/launch.ts';
import { parseLaunch } from '../launch/parse.ts';
import { invocationsOf } from '../predict/limits.ts';
import { type PredictOptions, prepareLaunch } from '../predict/predict.ts';
import { type CompiledLaunch, compileLaunch } from '../predict/traced-launch.ts';
import { type Knot, type KnotTimes, nameOfKnot } from './curves.ts';
import type { TableSize } from './phases.ts';
import { STEP_BYTES } from './template.ts';
import type { Wavefront } from './wavefront.ts';

/** More diagonals than any table has. */
const ALL_DIAGONALS = 2 ** 30;

/** A knot as a dispatch: of which table, and which of its phase's it is. */
interface Placed {
  readonly constants: Readonly<Record<string, number>>;
  readonly size: TableSize;
  readonly step: number;
  readonly groups: number;
}

/**
 * @param options `cache` is what L2 holds before each dispatch
 * @param onPredicted told of each prediction, for whoever waits
 * @returns a function that throws a DiagnosticError where the model has no time
 */
export function predictedKnots(
  wavefront: Wavefront,
  options: PredictOptions,
  onPredicted: (name: string, timeNs: number) => void = () => {},
): KnotTimes {
  const times = new Map<string, number>();
  const compiled = new Map<string, CompiledLaunch>();
  return (knot) => {
    const name = nameOfKnot(knot);
    const known = times.get(name);
    if (known !== undefined) return known;
    const launch = launchOf(wavefront, knot);
    const code = JSON.stringify([launch.entryPoint, launch.constants]);
    const kernel = compiled.get(code) ?? compile(launch, wavefront, options);
    compiled.set(code, kernel);
    const timeNs = workNs(launch, kernel, wavefront, options);
    times.set(name, timeNs);
    onPredicted(name, timeNs);
    return timeNs;
  };
}

function compile(launch: Launch, { source }: Wavefront, options: PredictOptions): CompiledLaunch {
  const { value, diagnostics } = compileLaunch(launch, source, options);
  if (!value) throw new DiagnosticError(diagnostics);
  return value;
}

function workNs(
  launch: Launch,
  compiled: CompiledLaunch,
  { source }: Wavefront,
  options: PredictOptions,
): number {
  const outcome = { value: compiled, diagnostics: [] };
  const { value, diagnostics } = prepareLaunch(launch, source, options, undefined, outcome);
  if (!value) throw new DiagnosticError(diagnostics);
  const { trace, preparation, program } = value;
  const { profile, cache } = options;
  const workgroupSize = invocationsOf(program.module);
  const { timeNs } = predictTime({ trace, profile, workgroupSize, cache, preparation });
  return timeNs - profile.launch.overheadNs.value;
}

/** Diagonals behind the main one, so that no workgroup stands at an edge of the table. */
function placed(knot: Knot): Placed {
  const { threads } = knot;
  if (knot.kind === 'strips') {
    const { rows, columns } = knot;
    return { constants: { END: ALL_DIAGONALS }, size: { rows, columns }, step: 0, groups: 1 };
  }
  const { groups } = knot;
  if (knot.kind === 'tiles') {
    const side = threads * (groups + 1);
    return { constants: { TILE: threads }, size: { rows: side, columns: side }, step: groups + 1, groups };
  }
  const { diagonals } = knot;
  const cells = groups * (threads - diagonals + 1);
  const step = Math.ceil((cells + 1) / diagonals);
  const side = Math.floor((cells + step * diagonals + 1) / 2);
  const constants = { DIAGONALS: diagonals, END: ALL_DIAGONALS };
  return { constants, size: { rows: side, columns: side }, step, groups };
}

function launchOf({ name, file, cellFile, cellBytes, declared }: Wavefront, knot: Knot): Launch {
  const { constants, size, step, groups } = placed(knot);
  const { rows, columns } = size;
  const json: JsonValue = {
    name,
    shader: cellFile,
    entryPoint: knot.kind,
    params: { ...declared.params, rows, columns },
    constants: { ...declared.constants, ...constants, THREADS: knot.threads, ROWS: rows, COLUMNS: columns },
    dispatch: [groups],
    bindings: [
      { group: 0, binding: 0, size: cellBytes * rows * (rows + columns - 1), data: { kind: 'zeros' } },
      {
        group: 0,
        binding: 1,
        usage: 'uniform',
        size: 4,
        data: { kind: 'words', values: [(STEP_BYTES / 4) * step] },
      },
      ...declared.bindings,
    ],
    ...(declared.limits ? { limits: declared.limits } : {}),
  };
  const { value, diagnostics } = parseLaunch(JSON.stringify(json), file);
  if (!value) throw new DiagnosticError(diagnostics);
  return value;
}
