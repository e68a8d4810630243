// Steps that change how many workgroups there are, on an SM or in the launch.

import { scaleResource } from '../../profile/scale.ts';
import { percent } from '../causes-of-launch.ts';
import { type Findings, sumOf } from '../findings.ts';
import { withLargerDispatch } from './changed-trace.ts';
import type { Experiment } from './experiment.ts';
import { nextStep } from './occupancy.ts';

export function occupancySteps(findings: Findings): Experiment[] {
  const { timing, estimate } = findings;
  const { registersPerThread, workgroupBytes } = timing.trace.program;
  const latencies = findings.sensitivities
    .filter(({ resource, parameter }) => parameter === 'latency' && resource !== 'launch')
    .reduce((sum, { elasticity }) => sum + Math.max(0, elasticity), 0);
  const stepOf = (need: 'registersPerThread' | 'workgroupBytes', title: (value: number) => string) => {
    const step = nextStep(timing, need);
    if (!step) return [];
    return [
      {
        title: title(step.value),
        why: `occupancy would rise to ${percent(step.fraction)}`,
        experiment: `the same code with ${need === 'workgroupBytes' ? 'less workgroup memory' : 'fewer registers'}`,
        promise: latencies * (1 - estimate.occupancy.fraction / step.fraction),
        timing: () => step.changed,
      },
    ];
  };
  return [
    ...stepOf(
      'registersPerThread',
      (value) => `Bring registers from ${registersPerThread} down to ${value} per invocation`,
    ),
    ...stepOf(
      'workgroupBytes',
      (value) => `Bring workgroup memory from ${workgroupBytes} down to ${value} bytes`,
    ),
  ];
}

/** Small launches leave SMs idle or pay mostly for being launched. */
export function largerDispatch(findings: Findings): Experiment[] {
  const { estimate } = findings;
  const overhead = estimate.launchNs / estimate.timeNs;
  const isSmall = estimate.waves < FEW_WAVES;
  if (!isSmall && overhead < LEAST_OVERHEAD) return [];
  const factor = Math.max(2, Math.min(64, Math.ceil(8 / Math.max(0.125, estimate.waves))));
  const idle = estimate.waves < FEW_WAVES ? [idleness(estimate.waves)] : [];
  const launching =
    overhead >= 0.01 ? [`each dispatch pays ${percent(overhead)} of this time for being launched`] : [];
  return [
    {
      title: `Do ${factor} times as much in one dispatch, where there is more to do (gain per unit of work)`,
      why: [...idle, ...launching].join('; '),
      experiment: `${factor} times the workgroups over as much more data; time per workgroup compared`,
      promise:
        overhead + (isSmall ? Math.max(sumOf(findings, ['launch']), 1 - estimate.waves / FEW_WAVES) : 0),
      timing: () => withLargerDispatch(findings.timing, factor),
      work: factor,
    },
  ];
}

const FEW_WAVES = 4;
/** Of the time: what a larger dispatch would pay once instead of several times. */
const LEAST_OVERHEAD = 0.2;

function idleness(waves: number): string {
  return waves < 0.995
    ? `the workgroups fill ${percent(waves)} of the places on the device`
    : `${waves.toFixed(2)} waves do not fill all SMs to the end`;
}

/** Where the rate at which workgroups start holds the kernel back. */
export function fewerStarts(findings: Findings): Experiment[] {
  const { timing } = findings;
  const gap = sumOf(findings, ['launch'], 'gap');
  return [
    {
      title: 'Start half as many workgroups: twice as large ones, or two elements per invocation',
      why: `the device starts ${timing.trace.totalWorkgroups} workgroups one after the other`,
      experiment: 'the same work with half of the starts',
      promise: gap / 2,
      timing: () => ({ ...timing, profile: scaleResource(timing.profile, 'launch', 'gap', 0.5) }),
    },
  ];
}
