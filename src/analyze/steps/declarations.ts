// Steps that change declarations: bindings for reading alone, arrays of the size that the launch binds, arrays of
// workgroup memory with padded rows; and the guards of array accesses, which a device can be created without.

import { Kind } from '../../emulate/flat-program.ts';
import { placeValue } from '../../ir/memory-value.ts';
import { asksLength, boundReadOnly, paddedRows, sizedArrays } from '../../transform/rewrites/declarations.ts';
import { paddedFlat } from '../../transform/rewrites/padded-flat.ts';
import { specialized } from '../../transform/rewrites/specialized.ts';
import { isGlobal, isShared } from '../accesses.ts';
import { divisions } from '../divisions.ts';
import { codeAt, type Findings, instructionsOf, placeOf, sumOf, timeShareOf } from '../findings.ts';
import { changeWith } from './edited.ts';
import type { Step } from './step.ts';

/** Guards of array accesses, by the behaviour that adds them. */
const ACCESS_GUARDS = ['bounds-check', 'index-clamp'];

export function declarationSteps(findings: Findings): Step[] {
  return [
    ...unchecked(findings),
    ...readOnly(findings),
    ...fixedSizes(findings),
    ...padded(findings),
    ...constants(findings),
  ];
}

function unchecked(findings: Findings): Step[] {
  const promise = guardShare(findings, ACCESS_GUARDS) / 2;
  const way = {
    title: 'Create the device with `disable_robustness`, where that is yours to say',
    why: 'each access to a buffer is compared with its size, each array index clamped',
    change: () => ({ without: ACCESS_GUARDS }),
  };
  return [{ promise, ways: [way] }];
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

/** Buffers bound for writing that are only read: their loads may not be cached or combined as freely. */
function readOnly(findings: Findings): Step[] {
  const { program, uses } = findings;
  const touched = uses.filter(({ kind }) => isGlobal(kind));
  const isWritten = (buffer: number) =>
    touched.some(({ kind, shape }) => kind !== Kind.loadGlobal && shape.buffer === buffer);
  return program.module.buffers.flatMap((buffer, index) => {
    const loads = touched.filter(({ shape }) => shape.buffer === index);
    if (buffer.access !== 'read_write' || loads.length === 0 || isWritten(index)) return [];
    const instructions = new Set(loads.map(({ instruction }) => instruction));
    const promise = Math.max(
      0.1,
      timeShareOf(findings, (each) => instructions.has(each)),
    );
    const way = {
      title: `Bind \`${buffer.name}\` as \`var<storage, read>\``,
      why: 'nothing writes to it, and loads of what may change are checked and ordered more strictly',
      change: changeWith(findings, boundReadOnly(buffer.name)),
    };
    return { promise, ways: [way] };
  });
}

/** Arrays that end with their buffer, as arrays of the size that this launch binds. */
function fixedSizes(findings: Findings): Step[] {
  const { program, timing, uses, editable } = findings;
  // One in fourteen gains anything.
  const promise = 0.3 * guardShare(findings, ['bounds-check']);
  const counts = new Map<string, number>();
  program.module.buffers.forEach(({ name, kind, runtimeArray }, index) => {
    if (kind !== 'storage' || !runtimeArray || !uses.some(({ shape }) => shape.buffer === index)) return;
    const bytes = timing.trace.bufferBytes[index] - runtimeArray.offsetBytes;
    if (!asksLength(editable?.text ?? '', name))
      counts.set(name, Math.floor(bytes / runtimeArray.strideBytes));
  });
  if (counts.size === 0) return [];
  const names = [...counts.keys()].map((name) => `\`${name}\``).join(', ');
  const way = {
    title: `Declare ${names} with the size that is bound`,
    why: 'what is provably inside an array of known size is not checked',
    change: changeWith(findings, sizedArrays(counts)),
  };
  return [{ promise, ways: [way] }];
}

function padded(findings: Findings): Step[] {
  const shared = findings.uses.filter(({ kind }) => isShared(kind));
  const uses = shared.filter(({ passes, leastPasses }) => passes > 1.1 * leastPasses);
  const all = shared.reduce((sum, { passes }) => sum + passes, 0);
  const pipes = sumOf(findings, ['shared', 'lsu', 'l1']);
  return [...new Set(uses.map(({ shape }) => shape.name))].map((name) => {
    const own = uses.filter(({ shape }) => shape.name === name);
    const wasted = own.reduce((sum, { passes, leastPasses }) => sum + passes - leastPasses, 0);
    const [worst] = own.toSorted((a, b) => b.passes - b.leastPasses - (a.passes - a.leastPasses));
    const ways = [paddedRows(name), paddedFlat(name)].map((edit) => ({
      title: `Pad the rows of \`${name}\`, so that lanes meet in different banks`,
      why: `${codeAt(findings, worst.shape.span)} takes ${(worst.passes / worst.requests).toFixed(1)} passes of the banks`,
      ...placeOf(findings, worst.shape.span),
      change: changeWith(findings, edit),
    }));
    return { promise: (pipes * wasted) / all, ways };
  });
}

/** Numbers of uniform buffers that could be known when the pipeline is made. */
function constants(findings: Findings): Step[] {
  const { editable, program } = findings;
  const words = new Map<string, Uint32Array>();
  for (const { name, kind, group, binding, type } of program.module.buffers) {
    const bound = editable?.launch.bindings.find((each) => each.group === group && each.binding === binding);
    if (kind !== 'uniform') continue;
    if (bound?.data.kind === 'words') words.set(name, bound.data.words);
    if (bound?.data.kind === 'struct' && type) words.set(name, placeValue(type, bound.data.value).words);
  }
  if (words.size === 0) return [];
  const code = instructionsOf(program);
  const divided = divisions(findings).instructions;
  const isPicked = (index: number) => divided.has(index) || code[index].origin === 'loop-guard';
  const latencies = sumOf(findings, ['constant', 'uniform', 'l1', 'l2', 'dram'], 'latency');
  const slots = sumOf(findings, ['issue', 'alu', 'uniform', 'imad', 'sfu'], 'gap');
  const names = [...words.keys()].map((name) => `\`${name}\``).join(', ');
  const way = {
    title: `Make the whole numbers of ${names} override constants, with a pipeline for each set of them`,
    why: 'loops then have known ends, divisions known divisors, and addresses are worked out beforehand',
    change: changeWith(findings, specialized(words)),
  };
  return [{ promise: timeShareOf(findings, isPicked) + 0.3 * slots + 0.3 * latencies, ways: [way] }];
}
