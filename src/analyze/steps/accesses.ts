// Steps that change how memory is read and written: atomics gathered in workgroup memory, vectors for scalars.

import { stepsOf } from '../../transform/index.ts';
import { gatheredAtomics } from '../../transform/rewrites/gathered-atomics.ts';
import { vectorElements } from '../../transform/rewrites/vector-elements.ts';
import { isAtomic, isGlobal } from '../accesses.ts';
import { accessAt, type Findings, placeOf, sumOf } from '../findings.ts';
import { changeWith } from './edited.ts';
import type { Step, Way } from './step.ts';

export function accessSteps(findings: Findings): Step[] {
  return [...gathered(findings), ...vectors(findings)];
}

/** Workgroups that add up for fewer elements each gain little: invocations take several, too. */
const TAKEN = [4, 1];
const WORD_BYTES = 4;

function gathered(findings: Findings): Step[] {
  const { timing, uses } = findings;
  const most = timing.profile.limits.sharedBytesPerWorkgroup.value;
  const atomics = uses.filter(
    ({ kind, shape, requests }) =>
      isAtomic(kind) && requests > 0 && timing.trace.bufferBytes[shape.buffer ?? -1] <= most,
  );
  const [busiest] = atomics.toSorted((a, b) => b.requests - a.requests);
  if (!busiest) return [];
  const { name, buffer = 0, span } = busiest.shape;
  const count = timing.trace.bufferBytes[buffer] / WORD_BYTES;
  const gather = gatheredAtomics(name, count);
  const ways = TAKEN.map((factor): Way => {
    const coarser = stepsOf({ coarsen: factor === 1 ? [] : [{ direction: 0, factor }] });
    const taking = factor === 1 ? '' : `, with ${factor} elements per invocation`;
    return {
      title: `Gather in workgroup memory first, and add once per workgroup to \`${name}\`${taking}`,
      why: 'its few places are what all workgroups wait for',
      ...placeOf(findings, span),
      change: changeWith(findings, ...coarser, gather),
    };
  });
  return [{ promise: sumOf(findings, ['atomic', 'l2']), ways }];
}

const WIDTHS = [4, 2];

/** Kernels that stream scalars: accesses could move as many bytes as four lanes do. */
function vectors(findings: Findings): Step[] {
  const narrow = findings.uses.filter(
    ({ kind, shape, requests }) => isGlobal(kind) && requests > 0 && shape.bytesPerLane === WORD_BYTES,
  );
  const [busiest] = narrow.toSorted((a, b) => b.requests - a.requests);
  if (!busiest) return [];
  const ways = WIDTHS.map((width) => ({
    title: `Let each invocation take ${width} neighbouring elements as one vector, as in ${accessAt(findings, busiest)}`,
    why: `accesses move ${WORD_BYTES} bytes per invocation where one instruction could move ${width * WORD_BYTES}`,
    ...placeOf(findings, busiest.shape.span),
    change: changeWith(findings, vectorElements(width)),
  }));
  const promise =
    sumOf(findings, ['launch', 'issue', 'lsu', 'alu', 'uniform', 'l1'], 'gap') +
    sumOf(findings, ['l2', 'dram'], 'latency');
  return [{ promise, ways }];
}
