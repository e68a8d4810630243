// The text of an opcode is for people: forecasts and diagnoses of the same machine program under other names for
// its instructions are the same.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/analyze/diagnose.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import type { Program } from '../../src/machine/program.ts';
import type { Forecast } from '../../src/predict/predict.ts';
import { forecastFile } from './support.ts';

const examples = readdirSync(path.join(import.meta.dirname, '../../examples'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => `examples/${file}`);
/** Kernels with what the examples lack: divisions by variables, scans (which are calls), short floats. */
const others = ['reduction-interleaved', 'half-scale', 'scan-subgroup'].map(
  (name) => `bench/accuracy/${name}.json`,
);

/** The program with names that would mislead whoever read them. */
function renamed(program: Program): Program {
  const misleading = ['MUFU', 'LDG.E.128.STRONG.GPU', 'CALL', 'BAR.SYNC', 'ATOMS.8', 'qux.64'];
  let count = 0;
  const segments = program.segments.map((segment) => ({
    ...segment,
    instructions: segment.instructions.map((each) => ({
      ...each,
      opcode: misleading[count++ % misleading.length],
    })),
  }));
  return { ...program, segments };
}

function renamedForecast({ program: given, timing, ...rest }: Forecast): Forecast {
  const program = renamed(given);
  const trace = { ...timing.trace, program };
  const changed = { ...timing, trace, preparation: prepare(trace, timing.profile) };
  return { ...rest, program, timing: changed, estimate: predictTime(changed) };
}

describe('an opcode under another name', () => {
  it.each([...examples, ...others])('changes nothing about %s', (file) => {
    const { forecast, source } = forecastFile(file);
    const other = renamedForecast(forecast);
    expect(other.program).not.toEqual(forecast.program);
    expect(other.estimate).toEqual(forecast.estimate);
    expect(diagnose({ ...other, source }).diagnosis).toEqual(diagnose({ ...forecast, source }).diagnosis);
  });
});
