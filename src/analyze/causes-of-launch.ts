// Causes that lie in the launch rather than in the code: how many workgroups an SM holds, how they start, what any
// dispatch pays, how the last ones end.

import type { Cause } from './diagnosis.ts';
import { elasticityOf, type Findings } from './findings.ts';
import { nextStep, occupancyOf } from './occupancy.ts';

export function launchCauses(findings: Findings): Cause[] {
  return [...occupancyLimit(findings), ...launchFloor(findings), ...starts(findings), ...tail(findings)];
}

/** Workgroups start one after the other, whatever they do. */
function starts(findings: Findings): Cause[] {
  const { timing } = findings;
  const { totalWorkgroups } = timing.trace;
  const { launch, clockHz } = timing.profile;
  const ns = ((totalWorkgroups * launch.workgroupGapCycles.value) / clockHz.value) * 1e9;
  const workgroups = `${totalWorkgroups} workgroup${totalWorkgroups === 1 ? '' : 's'}`;
  const text = `starting ${workgroups} of ${timing.workgroupSize} invocations one after the other takes ${duration(ns)}`;
  return [{ kind: 'launch', text, weight: elasticityOf(findings, ['launch'], 'gap') }];
}

function occupancyLimit(findings: Findings): Cause[] {
  const { timing, estimate } = findings;
  const now = occupancyOf(timing);
  const latency = findings.sensitivities
    .filter(({ parameter, resource }) => parameter === 'latency' && resource !== 'launch')
    .reduce((sum, { elasticity }) => sum + Math.max(0, elasticity), 0);
  const weight = Math.min(1, latency) * (1 - now.fraction) * 0.9;
  const share = percent(now.fraction);
  if (now.limit === 'grid') {
    const { totalWorkgroups } = timing.trace;
    const give = totalWorkgroups === 1 ? '1 workgroup gives' : `${totalWorkgroups} workgroups give`;
    const text = `the grid is too small: ${give} an SM ${now.workgroupsPerSm} of the ${now.workgroupsThatFit} that fit; occupancy ${share}`;
    return [{ kind: 'occupancy', text, weight: Math.max(weight, estimate.waves < 1 ? 0.05 : 0) }];
  }
  if (now.limit === 'registers') {
    const registers = timing.trace.program.registersPerThread;
    const step = nextStep(timing, 'registersPerThread');
    const next = step ? `: ${step.value} would allow ${percent(step.fraction)}` : '';
    return [
      { kind: 'occupancy', text: `registers (${registers}) limit occupancy to ${share}${next}`, weight },
    ];
  }
  if (now.limit === 'workgroup-memory') {
    const bytes = timing.trace.program.workgroupBytes;
    const step = nextStep(timing, 'workgroupBytes');
    const next = step ? `: ${step.value} bytes would allow ${percent(step.fraction)}` : '';
    const text = `workgroup memory (${bytes} bytes) limits occupancy to ${share}${next}`;
    return [{ kind: 'occupancy', text, weight }];
  }
  const what = now.limit === 'workgroups' ? 'the number of workgroups per SM' : 'the number of warps per SM';
  return [{ kind: 'occupancy', text: `${what} limits occupancy to ${share}`, weight }];
}

function launchFloor({ estimate }: Findings): Cause[] {
  const share = estimate.launchNs / estimate.timeNs;
  const text = `launch floor: the dispatch takes ${duration(estimate.timeNs)}, of which ${duration(estimate.launchNs)} is what any dispatch takes`;
  return share < 0.2 ? [] : [{ kind: 'launch', text, weight: share }];
}

function tail({ estimate }: Findings): Cause[] {
  const share = (estimate.imbalanceFraction * (estimate.timeNs - estimate.launchNs)) / estimate.timeNs;
  const full = Math.ceil(estimate.waves - 1e-9);
  const lost = estimate.waves > 1 ? (full - estimate.waves) / full : 0;
  const causes: Cause[] = [];
  if (share > 0) {
    const text = `workgroups do different amounts of work: SMs wait ${percent(share)} of the time for the last one`;
    causes.push({ kind: 'tail', text, weight: share });
  }
  if (lost > 0.05) {
    const text = `${estimate.waves.toFixed(2)} waves: the last one leaves up to ${percent(lost)} of the device idle`;
    causes.push({ kind: 'tail', text, weight: lost * 0.5 });
  }
  return causes;
}

/** As a whole number of percent. */
export function percent(share: number): string {
  return share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`;
}

/** Three significant digits, as the reports write times. */
function duration(ns: number): string {
  const units = ['ns', 'µs', 'ms', 's'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(ns) / 3)));
  const value = ns / 1000 ** power;
  return `${value >= 100 ? Math.round(value) : value.toPrecision(3)} ${units[power]}`;
}
