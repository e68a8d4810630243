// Where in the source the time goes, line by line.

import type { LineHeat } from './diagnosis.ts';
import { type Findings, instructionsOf, placeOf } from './findings.ts';
import { mostlyWaitedFor } from './machine-code.ts';

/** Lines that have instructions, in order. Time waits at the line that needs a value, not where it is asked for. */
export function lineHeat(
  findings: Pick<Findings, 'program' | 'estimate' | 'watched' | 'source'>,
): LineHeat[] {
  const { program, estimate, watched, source } = findings;
  const shares = estimate.instructionShares.flatMap((each) => [...each]);
  const reasonCount = watched.reasons.length;
  const allIssues = watched.issues.reduce((sum, count) => sum + count, 0);
  const byLine = new Map<
    string,
    { file: string; line: number; time: number; issues: number; waits: Float64Array }
  >();
  instructionsOf(program).forEach(({ span }, index) => {
    const place = placeOf(findings, span).span;
    if (!place) return;
    const { file, startLine } = place;
    const key = `${file}:${startLine}`;
    const heat = byLine.get(key) ?? {
      file,
      line: startLine,
      time: 0,
      issues: 0,
      waits: new Float64Array(reasonCount),
    };
    byLine.set(key, heat);
    heat.time += shares[index];
    heat.issues += watched.issues[index];
    for (let reason = 0; reason < reasonCount; reason++) {
      heat.waits[reason] += watched.waits[index * reasonCount + reason];
    }
  });
  return [...byLine.values()]
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, time, issues, waits }) => ({
      file,
      line,
      text: file === source?.file ? source.line(line) : '',
      timeFraction: time,
      issueFraction: allIssues > 0 ? issues / allIssues : 0,
      mostly: mostlyWaitedFor(waits, issues, watched.reasons),
    }));
}
