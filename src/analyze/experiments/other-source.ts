// Steps that another compilation answers: the source edited as the user would edit it, or the guards of array
// accesses left out.

import { Kind } from '../../emulate/flat-program.ts';
import { isGlobal } from '../accesses.ts';
import { type Findings, instructionsOf, sumOf, timeShareOf } from '../findings.ts';
import { withoutInstructions } from './changed-trace.ts';
import type { Experiment } from './experiment.ts';

/** Guards of array accesses, by the behaviour that adds them. */
const ACCESS_GUARDS = ['bounds-check', 'index-clamp'];

export function otherSources(findings: Findings): Experiment[] {
  return [...unchecked(findings), ...readOnly(findings), ...fixedSizes(findings)];
}

function unchecked(findings: Findings): Experiment[] {
  const { recompile } = findings;
  const promise = guardShare(findings, ACCESS_GUARDS);
  if (!recompile || promise === 0) return [];
  return [
    {
      title:
        'Avoid the guards of array accesses: `disable_robustness` where the device is yours, else fewer and wider accesses',
      why: 'each access to a buffer is compared with its size, each array index clamped',
      experiment: 'the kernel compiled without these guards, and executed anew',
      promise,
      isCompiled: true,
      timing: () => (mayGain(findings, ACCESS_GUARDS) ? recompile({ without: ACCESS_GUARDS }) : undefined),
    },
  ];
}

function guardShare(findings: Findings, guards: readonly string[]): number {
  const code = instructionsOf(findings.program);
  const picked = (index: number) => guards.includes(code[index].origin ?? '');
  const { issues } = findings.watched;
  const all = issues.reduce((sum, count) => sum + count, 0);
  const own = issues.reduce((sum, count, index) => (picked(index) ? sum + count : sum), 0);
  const slots = sumOf(findings, ['issue', 'alu', 'fma', 'uniform'], 'gap');
  return timeShareOf(findings, picked) + (own / all) * Math.min(1, slots);
}

/** Compiling takes longer than leaving the guards' instructions out of the trace, which shows whether to try it. */
function mayGain({ timing, clock }: Findings, guards: readonly string[]): boolean {
  const without = withoutInstructions(timing, ({ origin }) => guards.includes(origin ?? ''));
  return clock.timeNs / clock.timeOf(without) >= WORTH_COMPILING;
}

const WORTH_COMPILING = 1.05;

/** Buffers bound for writing that are only read: their loads may not be cached or combined as freely. */
function readOnly(findings: Findings): Experiment[] {
  const { recompile, source, program, uses } = findings;
  if (!recompile || !source) return [];
  const touched = uses.filter(({ kind }) => isGlobal(kind));
  const isWritten = (buffer: number) =>
    touched.some(({ kind, shape }) => kind !== Kind.loadGlobal && shape.buffer === buffer);
  return program.module.buffers.flatMap((buffer, index) => {
    const loads = touched.filter(({ shape }) => shape.buffer === index);
    if (buffer.access !== 'read_write' || loads.length === 0 || isWritten(index)) return [];
    const declaration = declarationOf(source.text, buffer.name);
    const text = source.text.replace(declaration, (found) => found.replace(/,\s*read_write/, ', read'));
    const instructions = new Set(loads.map(({ instruction }) => instruction));
    return {
      title: `Bind \`${buffer.name}\` as \`var<storage, read>\``,
      why: 'nothing writes to it, and loads of what may change are checked and ordered more strictly',
      experiment: 'the source with this binding read-only, compiled and executed anew',
      promise: Math.max(
        0.1,
        timeShareOf(findings, (each) => instructions.has(each)),
      ),
      isCompiled: true,
      timing: () => (text === source.text ? undefined : recompile({ text })),
    };
  });
}

/** Arrays that end with their buffer, as arrays of the size that this launch binds. */
function fixedSizes(findings: Findings): Experiment[] {
  const { recompile, source, program, timing, uses } = findings;
  const promise = guardShare(findings, ['bounds-check']);
  if (!recompile || !source || promise === 0) return [];
  let text = source.text;
  const names: string[] = [];
  program.module.buffers.forEach(({ name, kind, runtimeArray }, index) => {
    if (kind !== 'storage' || !runtimeArray || !uses.some(({ shape }) => shape.buffer === index)) return;
    const count = Math.floor(
      (timing.trace.bufferBytes[index] - runtimeArray.offsetBytes) / runtimeArray.strideBytes,
    );
    const isUsed = new RegExp(`arrayLength\\s*\\(\\s*&\\s*${name}\\b`).test(text);
    const edited = text.replace(declarationOf(text, name), (found) =>
      found.replace(/:\s*array\s*<([^,;]+)>\s*;$/, `: array<$1, ${count}>;`),
    );
    if (isUsed || edited === text) return;
    text = edited;
    names.push(`\`${name}\``);
  });
  if (names.length === 0) return [];
  return [
    {
      title: `Declare ${names.join(', ')} with a fixed size`,
      why: 'what is provably inside an array of known size is not checked',
      experiment: 'the source with these sizes, compiled and executed anew',
      promise,
      isCompiled: true,
      timing: () => (mayGain(findings, ['bounds-check']) ? recompile({ text }) : undefined),
    },
  ];
}

function declarationOf(text: string, name: string): RegExp {
  return new RegExp(`var\\s*<\\s*storage[^>]*>\\s*${name}\\s*:[^;]*;`).test(text)
    ? new RegExp(`var\\s*<\\s*storage[^>]*>\\s*${name}\\s*:[^;]*;`)
    : /(?!)/;
}
