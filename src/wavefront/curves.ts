// What the model says of the dispatches of a wavefront: predicted for a few numbers of workgroups, taken to be straight
// in between. A table of a thousand rows has hundreds of dispatches that differ in nothing else, and other sizes and
// bands of the table are other sums over the same curves.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { predictTime } from '../emulate/estimate.ts';
import type { JsonValue } from '../launch/document.ts';
import type { Launch } from '../launch/launch.ts';
import { parseLaunch } from '../launch/parse.ts';
import { invocationsOf } from '../predict/limits.ts';
import { type PredictOptions, prepareLaunch } from '../predict/predict.ts';
import { type CompiledLaunch, compileLaunch } from '../predict/traced-launch.ts';
import type { Configuration } from './phases.ts';
import { STEP_BYTES } from './template.ts';
import type { Wavefront } from './wavefront.ts';

/** Numbers of workgroups that are predicted, up to the number that is asked for; what is beyond goes on straight. */
const KNOTS = [1, 4, 16, 64, 256, 1024];
type EntryPoint = 'strips' | 'tiles' | 'diagonals';
type Piece = Pick<Configuration, 'tile' | 'diagonals' | 'workgroup'>;

/** @throws DiagnosticError from each of its functions, where the model has no time */
export class Curves {
  private readonly wavefront: Wavefront;
  private readonly options: PredictOptions;
  private readonly compiled = new Map<string, CompiledLaunch>();
  private readonly times = new Map<string, number>();
  /** Dispatches that were predicted. */
  predicted = 0;

  /** @param options `cache` is what L2 holds before each dispatch */
  constructor(wavefront: Wavefront, options: PredictOptions) {
    this.wavefront = wavefront;
    this.options = options;
  }

  /** From the first workgroup of a dispatch in the band to its last, in ns. */
  bandNs(piece: Piece, groups: number): number {
    const [low, high] = knotsAround(groups);
    const [lowNs, highNs] = [this.bandKnotNs(piece, low), this.bandKnotNs(piece, high)];
    return low === high ? lowNs : lowNs + ((highNs - lowNs) * (groups - low)) / (high - low);
  }

  /** The same of a dispatch by one workgroup, in ns. */
  stripsNs(workgroup: number, strips: number, steps: number): number {
    // Columns of one strip, of a wider one and of two: what more of either costs when all threads have work.
    const at = (rows: number, columns: number) => this.stripsKnotNs(workgroup, rows, columns);
    const one = at(workgroup, workgroup);
    const perStep = (at(workgroup, 2 * workgroup) - one) / workgroup;
    const stepsOfStrip = 2 * workgroup - 1;
    const perStrip = at(2 * workgroup, workgroup) - one - perStep * stepsOfStrip;
    const once = one - perStrip - perStep * stepsOfStrip;
    return once + perStrip * strips + perStep * steps;
  }

  /** Diagonals behind the main one, so that no workgroup stands at an edge of the table. */
  private bandKnotNs({ tile, diagonals, workgroup }: Piece, groups: number): number {
    if (tile > 1) {
      const size = tile * (groups + 1);
      const constants = { THREADS: tile, TILE: tile };
      return this.workNs('tiles', constants, { rows: size, columns: size }, groups + 1, groups);
    }
    const cells = groups * (workgroup - diagonals + 1);
    const step = Math.ceil((cells + 1) / diagonals);
    const size = Math.floor((cells + step * diagonals + 1) / 2);
    const constants = { THREADS: workgroup, DIAGONALS: diagonals, END: 2 ** 30 };
    return this.workNs('diagonals', constants, { rows: size, columns: size }, step, groups);
  }

  private stripsKnotNs(workgroup: number, rows: number, columns: number): number {
    return this.workNs('strips', { THREADS: workgroup, END: 2 ** 30 }, { rows, columns }, 0, 1);
  }

  private workNs(
    entryPoint: EntryPoint,
    constants: Readonly<Record<string, number>>,
    size: { readonly rows: number; readonly columns: number },
    step: number,
    groups: number,
  ): number {
    const key = JSON.stringify([entryPoint, constants, entryPoint === 'strips' ? size : [step, groups]]);
    const known = this.times.get(key);
    if (known !== undefined) return known;
    const launch = this.launchOf(entryPoint, constants, size, step, groups);
    const { source } = this.wavefront;
    const compiled = this.compiledOf(JSON.stringify([entryPoint, launch.constants]), launch);
    const { value, diagnostics } = prepareLaunch(launch, source, this.options, undefined, {
      value: compiled,
      diagnostics: [],
    });
    if (!value) throw new DiagnosticError(diagnostics);
    const { trace, preparation, program } = value;
    const { profile, cache } = this.options;
    const workgroupSize = invocationsOf(program.module);
    const { timeNs } = predictTime({ trace, profile, workgroupSize, cache, preparation });
    this.predicted++;
    const workNs = timeNs - profile.launch.overheadNs.value;
    this.times.set(key, workNs);
    return workNs;
  }

  private compiledOf(key: string, launch: Launch): CompiledLaunch {
    const known = this.compiled.get(key);
    if (known) return known;
    const { value, diagnostics } = compileLaunch(launch, this.wavefront.source, this.options);
    if (!value) throw new DiagnosticError(diagnostics);
    this.compiled.set(key, value);
    return value;
  }

  private launchOf(
    entryPoint: EntryPoint,
    constants: Readonly<Record<string, number>>,
    { rows, columns }: { readonly rows: number; readonly columns: number },
    step: number,
    groups: number,
  ): Launch {
    const { name, file, cellFile, cellBytes, declared } = this.wavefront;
    const json: JsonValue = {
      name,
      shader: cellFile,
      entryPoint,
      params: { ...declared.params, rows, columns },
      constants: { ...declared.constants, ...constants, ROWS: rows, COLUMNS: columns },
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
}

/** The knots on both sides, the same where a number is one itself. */
function knotsAround(groups: number): [number, number] {
  const at = KNOTS.findIndex((knot) => knot >= groups);
  if (at < 0) return [KNOTS.at(-2)!, KNOTS.at(-1)!];
  return KNOTS[at] === groups ? [groups, groups] : [KNOTS[at - 1], KNOTS[at]];
}
