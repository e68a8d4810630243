// Private arrays that a kernel indexes at run time: those with known indices became values, and no longer show.

import type { Program } from '../machine/program.ts';
import type { PrivateArray } from './prediction.ts';
import { type ShaderSource, textOf } from './shader.ts';

export function privateArraysOf(
  { module, registerArrays, constantTables }: Program,
  source: ShaderSource,
): PrivateArray[] {
  const text = textOf(source);
  return module.variables.flatMap(({ name, space, sizeBytes, span }, index): PrivateArray[] => {
    if (space !== 'private') return [];
    const memory = constantTables.has(index) ? 'constant' : registerArrays.has(index) ? 'registers' : 'local';
    const known = text !== undefined && span ? text.slice(0, span.start).split('\n').length : undefined;
    const line = span?.source?.line ?? known;
    return [{ name, bytes: sizeBytes, memory, ...(line === undefined ? {} : { line }) }];
  });
}
