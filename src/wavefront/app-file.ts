// A wavefront as an app file: the dispatches of `phases.ts` as expressions over params, so that `-D tile=32`, a search
// or a tuner changes the whole of it.

import type { JsonValue } from '../launch/document.ts';
import { resolveBeside } from '../launch/parse.ts';
import type { Configuration } from './phases.ts';
import { BAND_SHARES, constraintsOf, DIAGONALS, TILES, WORKGROUPS } from './space.ts';
import { PATTERN_GROUP, STEP_BYTES } from './template.ts';
import type { Wavefront } from './wavefront.ts';

type Json = { readonly [key: string]: JsonValue };

/** The name that the app file has the shader by. */
export const SHADER_FILE = 'wavefront.wgsl';

/** What follows from the params of a table and a configuration; the names of `phasesOf`. */
const DERIVED: Readonly<Record<string, string>> = {
  tilesDown: 'ceil(rows / tile)',
  tilesAcross: 'ceil(columns / tile)',
  tileDiagonals: 'tilesDown + tilesAcross - 1',
  mainDiagonal: 'floor((tileDiagonals - 1) / 2)',
  bandFirst: 'band < 0 ? tileDiagonals : max(0, mainDiagonal - ceil(band / tile))',
  bandEnd: 'band < 0 ? tileDiagonals : min(tileDiagonals, mainDiagonal + ceil(band / tile) + 1)',
  halfOfAll: 'ceil((rows + columns) / 2)',
};

const TILED: Json = {
  repeat: 'tile > 1 ? bandEnd - bandFirst : 0',
  index: 'step',
  steps: [
    dispatchOf('tiles', [
      'min(bandFirst + step + 1, tilesDown) - max(0, bandFirst + step - (tilesAcross - 1))',
    ]),
  ],
};

const UNTILED: Json = {
  repeat: 'tile > 1 ? 0 : ceil((bandEnd - bandFirst) / diagonals)',
  index: 'step',
  steps: [
    dispatchOf('diagonals', [
      'ceil((min(bandFirst + (step + 1) * diagonals, bandEnd, rows) - max(0, bandFirst + step * diagonals - (columns - 1))) / (workgroup - diagonals + 1))',
    ]),
  ],
};

/** A dispatch of which the app's bindings are filled in later; its number is at an offset of "steps". */
function dispatchOf(pipeline: string, dispatch: readonly JsonValue[]): Json {
  return { dispatch, pipeline };
}

/**
 * The text of the app file.
 * @param shader path of the whole source, seen from the app file
 */
export function appFileText(
  wavefront: Wavefront,
  configuration: Configuration,
  shader = SHADER_FILE,
): string {
  return `${JSON.stringify(appOf(wavefront, configuration, shader), null, 2)}\n`;
}

function appOf({ name, cellBytes, declared }: Wavefront, configuration: Configuration, shader: string): Json {
  const inputs = declared.bindings.map((each) => ({
    each,
    buffer: `input${each['group']}_${each['binding']}`,
  }));
  const sizes = { ROWS: 'rows', COLUMNS: 'columns', TILE: 'tile' };
  const pipeline = (entryPoint: string, constants: Json): Json => ({
    shader,
    entryPoint,
    constants: { ...declared.constants, ...sizes, ...constants },
  });
  const bound = (step: Json, offset: JsonValue): Json => ({
    ...step,
    bindings: [
      { group: PATTERN_GROUP, binding: 0, buffer: 'table' },
      { group: PATTERN_GROUP, binding: 1, buffer: 'steps', offset, size: 4 },
      ...inputs.map(({ each, buffer }) => ({ group: each['group'], binding: each['binding'], buffer })),
    ],
  });
  const numbered = (repeat: Json): Json => ({
    ...repeat,
    steps: (repeat['steps'] as readonly Json[]).map((step) => bound(step, `${STEP_BYTES} * step`)),
  });
  const once = (repeat: string, name: string): Json => ({
    repeat,
    steps: [bound(dispatchOf(name, [1]), 0)],
  });
  return {
    schema: 'kernelcast/app@1',
    name,
    params: { ...declared.params, ...configuration, ...DERIVED },
    tunables: {
      band: [-1, ...BAND_SHARES.map((share) => (share === 1 ? 'halfOfAll' : `ceil(${share} * halfOfAll)`))],
      tile: TILES,
      diagonals: DIAGONALS,
      workgroup: WORKGROUPS,
    },
    constraints: constraintsOf(cellBytes),
    ...(declared.limits ? { limits: declared.limits } : {}),
    buffers: {
      table: { size: `${cellBytes} * rows * (rows + columns - 1)`, data: { kind: 'zeros' } },
      steps: { size: `${STEP_BYTES} * (rows + columns)`, data: { kind: 'iota-u32' } },
      ...Object.fromEntries(
        inputs.map(({ each: { size, data }, buffer }) => [
          buffer,
          { size, ...(data ? { data: beside(data as Json) } : {}) },
        ]),
      ),
    },
    pipelines: {
      opening: pipeline('strips', { THREADS: 'workgroup', FIRST: 0, END: 'bandFirst' }),
      tiles: pipeline('tiles', { THREADS: 'tile', FIRST: 'bandFirst' }),
      diagonals: pipeline('diagonals', {
        THREADS: 'workgroup',
        FIRST: 'bandFirst',
        END: 'bandEnd',
        DIAGONALS: 'diagonals',
      }),
      closing: pipeline('strips', { THREADS: 'workgroup', FIRST: 'bandEnd', END: 'tileDiagonals' }),
    },
    steps: [
      once('bandFirst > 0 ? 1 : 0', 'opening'),
      numbered(TILED),
      numbered(UNTILED),
      once('bandEnd < tileDiagonals ? 1 : 0', 'closing'),
    ],
  };
}

/** Files of data lie beside the app file, by their own names. */
function beside(data: Json): Json {
  return data['kind'] === 'file' ? { ...data, path: baseName(String(data['path'])) } : data;
}

/** The files that buffers are filled from: where they are, and what the app file calls them. */
export function dataFilesOf({ file, declared }: Wavefront): { readonly from: string; readonly to: string }[] {
  return declared.bindings.flatMap(({ data }) => {
    const { kind, path } = (data ?? {}) as Json;
    if (kind !== 'file') return [];
    return [{ from: resolveBeside(file, String(path)), to: baseName(String(path)) }];
  });
}

function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, '');
}
