// The launch file of a transformed kernel, from the one that the kernel came with.

import path from 'node:path';
import { changedLaunch } from '../configure/launch-file.ts';
import { requiredLimits } from '../configure/needs.ts';
import type { Launch } from '../launch/launch.ts';
import { readText } from '../launch/load.ts';
import type { Transformed } from '../transform/index.ts';

/** The text of a launch file at `place` for the shader at `shader`. */
export function transformedLaunchFile(
  launch: Launch,
  transformed: Transformed,
  params: Readonly<Record<string, string>>,
  shader: string,
  place: string,
): string {
  const original = readText(launch.file, 'launch/missing-file').value ?? '{}';
  const instance = { launch: { ...launch, ...dispatched(transformed) }, source: transformed.source };
  const wanted = { launch: transformed, transformed, limits: requiredLimits(instance) };
  return changedLaunch(original, wanted, {
    ...placedAt(place, launch.file),
    shader: path.basename(shader),
    params,
  });
}

function dispatched({ dispatch, constants }: Transformed): Pick<Launch, 'dispatch' | 'constants'> {
  return { dispatch, constants };
}

/** A launch file at `place` that names the files which the one at `from` names. */
export function placedAt(place: string, from: string): { file: string; move: (file: string) => string } {
  const move = (file: string) =>
    path.isAbsolute(file) || /^\w+:/.test(file)
      ? file
      : path.relative(path.dirname(place), path.join(path.dirname(from), file)).replaceAll('\\', '/');
  return { file: place, move };
}
