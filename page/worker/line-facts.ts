// What lines of the shader cost, as its editor shows beside and above them.

import { accessUses } from '../../src/analyze/accesses.ts';
import type { Diagnosis } from '../../src/analyze/diagnosis.ts';
import { instructionsOf } from '../../src/analyze/findings.ts';
import type { Forecast } from '../../src/predict/predict.ts';
import type { LineFacts } from '../messages.ts';
import type { Opened } from './open.ts';

type Collected = { instructions: string[]; accesses: LineFacts['accesses'][number][] };

/** Lines of the shader itself; those of texts before it are left out. */
export function lineFacts(
  { launch, source, origin }: Opened,
  { program, timing }: Forecast,
  diagnosis: Diagnosis,
) {
  const starts = startsOfLines(source);
  const shaderStarts = shaderLines(origin, starts, launch.shaderPath);
  const byLine = new Map<number, Collected>();
  const collectedAt = (offset: number): Collected => {
    const line = lineAt(starts, offset);
    const known = byLine.get(line) ?? { instructions: [], accesses: [] };
    byLine.set(line, known);
    return known;
  };
  const instructions = instructionsOf(program);
  for (const { span, opcode } of instructions) if (span) collectedAt(span.start).instructions.push(opcode);
  for (const use of accessUses(program, timing.preparation!.prepared)) {
    const { span } = instructions[use.instruction];
    if (!span || use.requests === 0) continue;
    collectedAt(span.start).accesses.push({
      name: use.shape.name,
      sectorsPerRequest: use.sectors / use.requests,
      passesPerRequest: use.passes / use.requests,
    });
  }
  return diagnosis.lines.flatMap(({ line, timeFraction, issueFraction, mostly }): LineFacts[] => {
    const shown = shaderStarts[line - 1];
    const collected = byLine.get(line) ?? { instructions: [], accesses: [] };
    return shown === undefined ? [] : [{ line: shown, timeFraction, issueFraction, mostly, ...collected }];
  });
}

function startsOfLines(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** From 1. */
function lineAt(starts: readonly number[], offset: number): number {
  const next = starts.findIndex((start) => start > offset);
  return next < 0 ? starts.length : next;
}

/** By line of the whole source: the line of the shader, from 1; undefined for lines that stand before it. */
function shaderLines(
  origin: Opened['origin'],
  starts: readonly number[],
  shaderPath: string,
): (number | undefined)[] {
  let line = 0;
  return starts.map((start) => (origin(start).file === shaderPath ? ++line : undefined));
}
