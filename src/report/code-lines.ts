// Machine code by the lines of the source that it was made of: what the views of it have in common.

import type { LineHeat } from '../analyze/diagnosis.ts';
import type { MachineCode } from '../analyze/machine-code.ts';

export interface Source {
  readonly file: string;
  readonly text: string;
}

/** A line of the source with the instructions made of it. */
export interface LineOfCode {
  /** Where it is not the shader's. */
  readonly file?: string;
  /** From 1; none for what no line asked for. */
  readonly line?: number;
  /** Empty where the file was not read. */
  readonly text: string;
  /** Indices, in the order of issue. */
  readonly instructions: readonly number[];
  readonly timeFraction: number;
  /** What its warps mostly wait for. */
  readonly mostly: string;
}

/**
 * Lines that have instructions, in the order of the source; what no line asked for comes last.
 * @param heat where the time goes, of a launch that was emulated
 */
export function codeLines(
  { instructions }: MachineCode,
  source: Source | undefined,
  heat: readonly LineHeat[] = [],
): LineOfCode[] {
  const texts = source?.text.split(/\r?\n/) ?? [];
  const byPlace = new Map<string, number[]>();
  instructions.forEach(({ file = '', line = 0 }, index) => {
    const key = JSON.stringify([file, line]);
    const known = byPlace.get(key);
    if (known) known.push(index);
    else byPlace.set(key, [index]);
  });
  const heatAt = new Map(
    heat.map((each) => [JSON.stringify([each.file === source?.file ? '' : each.file, each.line]), each]),
  );
  const lines = [...byPlace].map(([key, indices]): LineOfCode => {
    const { file, line } = instructions[indices[0]];
    const costs = indices.flatMap((index) => instructions[index].cost ?? []);
    const [hottest] = [...costs].sort((a, b) => b.timeFraction - a.timeFraction);
    const { mostly = hottest?.mostly ?? '' } = heatAt.get(key) ?? {};
    return {
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      text: file === undefined && line !== undefined ? (texts[line - 1] ?? '') : '',
      instructions: indices,
      timeFraction: costs.reduce((sum, { timeFraction }) => sum + timeFraction, 0),
      mostly,
    };
  });
  const rank = ({ line = Number.MAX_SAFE_INTEGER }: LineOfCode) => line;
  return lines.sort((a, b) => {
    const [here, there] = [a.file ?? '', b.file ?? ''];
    return here === there ? rank(a) - rank(b) : here < there ? -1 : 1;
  });
}

export function hottestLine(lines: readonly LineOfCode[]): LineOfCode | undefined {
  const [most] = [...lines].sort((a, b) => b.timeFraction - a.timeFraction);
  return most && most.timeFraction > 0 ? most : undefined;
}

export function placeName({ file, line }: Pick<LineOfCode, 'file' | 'line'>): string {
  if (line === undefined) return 'no line';
  return file === undefined ? `line ${line}` : `${file}:${line}`;
}
