// Steps that the transformations of `kernelcast transform` take: fewer invocations that do more, unrolled loops,
// other workgroups, swapped axes.

import { AXIS_NAMES, type Axis } from '../../transform/index.ts';
import { isGlobal } from '../accesses.ts';
import { elasticityOf, type Findings, sumOf } from '../findings.ts';
import { allowedOf } from '../limits-of-steps.ts';
import { changeBy } from './edited.ts';
import type { Step, Way } from './step.ts';

const AXES: readonly Axis[] = [0, 1, 2];
const LATENCIES = [
  'l1',
  'l2',
  'dram',
  'shared',
  'constant',
  'sfu',
  'alu',
  'fma',
  'imad',
  'branch',
  'barrier',
];

export function transformedSteps(findings: Findings): Step[] {
  if (!findings.editable) return [];
  return [
    ...coarserSteps(findings),
    ...blockSteps(findings),
    ...unrolledSteps(findings),
    ...sizeSteps(findings),
    ...swappedSteps(findings),
  ];
}

/** What is loaded, computed or started once for several where it was done for each. */
function shareable(findings: Findings): number {
  const pipes = sumOf(
    findings,
    ['issue', 'alu', 'fma', 'uniform', 'lsu', 'l1', 'shared', 'l2', 'constant'],
    'gap',
  );
  return pipes + sumOf(findings, ['launch'], 'gap') + sumOf(findings, LATENCIES, 'latency') / 2;
}

function coarserSteps(findings: Findings): Step[] {
  const { launch } = findings.editable!;
  const size = findings.program.module.workgroupSize;
  // What does not fill the device as it is has none to spare.
  const room = Math.min(1, findings.estimate.waves);
  return AXES.filter((axis) => launch.dispatch[axis] * size[axis] >= 4).map((direction) => {
    const axis = AXIS_NAMES[direction];
    const way = (factor: number): Way => ({
      title: `Let each invocation do the work of ${factor} along ${axis}`,
      why: 'what these load and compute alike is then done once, and their loads are under way together',
      larger: factor,
      change: changeBy(findings, { coarsen: [{ direction, factor }] }),
    });
    // Along x invocations mostly share less, as they load next to one another.
    const promise = shareable(findings) * room * (direction === 0 ? 0.4 : 0.5);
    return { promise, ways: [way(4), way(2), way(8)] };
  });
}

function blockSteps(findings: Findings): Step[] {
  const { launch } = findings.editable!;
  const hasShared = findings.program.module.variables.some(({ space }) => space === 'workgroup');
  if (!hasShared) return [];
  const wait = elasticityOf(findings, ['barrier', 'shared', 'l1', 'l2', 'dram'], 'latency');
  return AXES.filter((axis) => launch.dispatch[axis] >= 4).map((direction) => ({
    promise: (shareable(findings) + wait) * 0.4,
    ways: [2, 4].map((factor) => ({
      title: `Let each workgroup do the work of ${factor} along ${AXIS_NAMES[direction]}`,
      why: 'what they keep alike in workgroup memory is loaded once, and barriers are shared',
      larger: factor,
      change: changeBy(findings, { blockCoarsen: [{ direction, factor }] }),
    })),
  }));
}

function unrolledSteps(findings: Findings): Step[] {
  const latencies = sumOf(findings, LATENCIES, 'latency');
  const slots = sumOf(findings, ['issue', 'alu', 'uniform', 'branch'], 'gap');
  const ways = ([4, 2, 'full'] as const).map((factor) => ({
    title: factor === 'full' ? 'Unroll the inner loops in full' : `Unroll the inner loops ${factor} times`,
    why: 'loads of several iterations are then under way together, and tests and steps are shared',
    larger: factor === 'full' ? 4 : factor,
    change: changeBy(findings, { unroll: [{ loop: 'all', factor }] }),
  }));
  return [{ promise: (latencies + slots) * 0.4, ways }];
}

function sizeSteps(findings: Findings): Step[] {
  const { launch } = findings.editable!;
  const [x, y, z] = findings.program.module.workgroupSize;
  const { maxComputeInvocationsPerWorkgroup: most } = allowedOf(findings);
  const wanted: (readonly [number, number, number])[] = [
    [x * 2, y, z],
    [x / 2, y, z],
    [x * 4, y, z],
    [x / 4, y, z],
    ...(y > 1 ? [[x * 2, y / 2, z] as const, [x / 2, y * 2, z] as const] : []),
  ];
  const isTaken = (size: readonly number[]) => {
    const count = size.reduce((product, each) => product * each, 1);
    return size.every(Number.isInteger) && count >= 32 && count <= most;
  };
  const sizes = wanted.filter(isTaken);
  const starts = sumOf(findings, ['launch', 'barrier']);
  const latencies = sumOf(findings, LATENCIES, 'latency');
  const rest = 1 - findings.estimate.occupancy.fraction;
  return [
    {
      // One size in five gains anything.
      promise: 0.15 * (starts + latencies * rest) + (launch.dispatch[0] > 1 ? 0.03 : 0),
      ways: sizes.map((workgroup) => ({
        title: `Take workgroups of ${shapeOf(workgroup)} instead of ${shapeOf([x, y, z])}`,
        why: `an SM then holds other numbers of them: now ${findings.estimate.occupancy.workgroupsPerSm}, limited by ${findings.estimate.occupancy.limit}`,
        change: changeBy(findings, { workgroup }),
      })),
    },
  ];
}

function shapeOf(size: readonly number[]): string {
  return size.join(' × ').replace(/( × 1)+$/, '');
}

/** Where lanes next to one another touch what lies far apart, they may lie along the wrong axis. */
function swappedSteps(findings: Findings): Step[] {
  const { launch } = findings.editable!;
  const size = findings.program.module.workgroupSize;
  const uses = findings.uses.filter(({ kind }) => isGlobal(kind));
  const all = uses.reduce((sum, { sectors }) => sum + sectors, 0);
  const wasted = uses.reduce((sum, { sectors, leastSectors }) => sum + sectors - leastSectors, 0);
  if (wasted === 0 || launch.dispatch[1] * size[1] === 1) return [];
  const memory = sumOf(findings, ['lsu', 'l1', 'l2', 'dram']);
  return [
    {
      promise: (memory * wasted) / all,
      ways: [
        {
          title: 'Swap what runs along x and y',
          why: 'neighbouring invocations then touch neighbouring elements where they did not',
          change: changeBy(findings, { swapAxes: true }),
        },
      ],
    },
  ];
}
