// What adapting a kernel came to: the answer in the first line, then the variants, the rule, and what it loses where.

import type { Adaptation, Outcome } from '../adapt/adaptation.ts';
import type { Choice } from '../adapt/choice.ts';
import type { Feature } from '../adapt/features.ts';
import { printable } from '../diagnostics/printable.ts';
import type { Configuration } from '../space/space.ts';
import { columnsOf, fitted, type Style, table, wrap } from './layout.ts';
import { formatTime } from './units.ts';

export interface AdaptationReport {
  readonly name: string;
  /** Times are measured, not predicted. */
  readonly isMeasured: boolean;
  readonly asItIs: Configuration;
  readonly adaptation: Adaptation;
  /** Configurations that were evaluated or measured. */
  readonly evaluations: number;
  readonly written?: readonly string[];
}

/** Rows of the table of inputs; the ones that lose most are shown. */
const SHOWN = 16;

export function adaptationText(report: AdaptationReport, style: Style): string {
  const { adaptation, written } = report;
  const { refused, late } = adaptation;
  const parts = [
    style.bold(wrap(answer(report))),
    wrap(effort(report)),
    ...leftOut(adaptation),
    '',
    variantsTable(report, style),
    '',
    ...ruleText(adaptation),
    '',
    inputsTable(adaptation, style),
  ];
  if (refused.length > 0) {
    const { input, reason } = refused[0];
    const which = inputWords(adaptation, input);
    parts.push(
      '',
      style.warn(
        wrap(`note: ${count(refused.length, 'input')} without a kernel, such as ${which}: ${reason}`),
      ),
    );
  }
  if (late > 0)
    parts.push(
      '',
      style.warn(wrap(`note: ${count(late, 'input')} left out for want of time: --time gives more`)),
    );
  if (written) parts.push('', wrap(`written: ${written.map(printable).join(', ')}`));
  return `${parts.join('\n')}\n`;
}

/** A share of the best speed as `97.3 %`. */
function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

function count(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}

function answer({ name, isMeasured, adaptation }: AdaptationReport): string {
  const { targets, variants, outcomes, shares } = adaptation;
  const where = targets.length === 1 ? targets[0].name : `${targets.length} devices`;
  const inputs = outcomes.length / targets.length;
  const how = isMeasured ? 'measured' : 'by prediction';
  const what = variants.length === 1 ? 'one configuration has' : `${variants.length} variants have`;
  const beside = variants.length === 1 ? '' : `one configuration for all ${share(shares.single)}, `;
  return `${printable(name)} on ${printable(where)}: ${what} ${share(shares.chosen)} of the best speed over ${count(inputs, 'input')}, ${how}; ${beside}the kernel as it is ${share(shares.asItIs)}`;
}

function effort({ isMeasured, evaluations, adaptation: { outcomes } }: AdaptationReport): string {
  const worst = outcomes.reduce((a, b) => (ofBest(b) < ofBest(a) ? b : a));
  const what = isMeasured ? `${evaluations} trials` : `${evaluations} kernels evaluated; nothing was run`;
  return `worst input ${share(ofBest(worst))} of its best; ${what}`;
}

function leftOut({ shares }: Adaptation): string[] {
  if (shares.leftOut === undefined) return [];
  const { chosen, single, nearest } = shares.leftOut;
  return [
    wrap(
      `inputs left out one by one: the rule learnt from the others has ${share(chosen)}, the best of the nearest input ${share(nearest)}, one configuration ${share(single)}`,
    ),
  ];
}

const ofBest = ({ timeNs, bestNs }: Outcome): number => (timeNs === undefined ? 0 : bestNs / timeNs);

function variantsTable(
  { asItIs, adaptation: { variants, outcomes } }: AdaptationReport,
  style: Style,
): string {
  const columns = columnsOf('variant', '>inputs', 'configuration');
  const rows = variants.map((each, at) => [
    String(at + 1),
    String(outcomes.filter(({ variant }) => variant === at).length),
    wrap(changeWords(asItIs, each), 78),
  ]);
  return table(columns, rows, style);
}

function changeWords(from: Configuration, to: Configuration): string {
  const changed = Object.entries(to).filter(([name, value]) => from[name] !== value);
  if (changed.length === 0) return 'as it is';
  return changed.map(([name, value]) => `${name} ${from[name]} → ${value}`).join(', ');
}

function ruleText({ choice, variants }: Adaptation): string[] {
  if (variants.length === 1) return ['which variant: always 1'];
  return ['which variant:', ...lines(choice, '  ')];
}

function lines(choice: Choice, indent: string): string[] {
  if ('variant' in choice) return [`${indent}${choice.variant + 1}`];
  const { feature, limit, low, high } = choice;
  return [...side('<=', low), ...side('>', high)];

  function side(sign: string, to: Choice): string[] {
    const question = `${indent}${featureWords(feature)} ${sign} ${limit}`;
    return 'variant' in to ? [`${question}: ${to.variant + 1}`] : [question, ...lines(to, `${indent}  `)];
  }
}

/** `N`, `M * N`, `M / N`, `power of two in N`, `multiprocessors`. */
export function featureWords(feature: Feature): string {
  switch (feature.kind) {
    case 'param':
      return feature.param;
    case 'product':
      return feature.params.join(' * ');
    case 'ratio':
      return `${feature.of} / ${feature.to}`;
    case 'alignment':
      return `power of two in ${feature.param}`;
    case 'device':
      return feature.fact;
  }
}

function inputsTable(adaptation: Adaptation, style: Style): string {
  const { outcomes, targets } = adaptation;
  const isShort = outcomes.length <= SHOWN;
  const byLoss = [...outcomes].sort((a, b) => ofBest(a) - ofBest(b));
  const shown = isShort ? outcomes : byLoss.slice(0, SHOWN);
  const hasDevices = targets.length > 1;
  const columns = columnsOf(
    'input',
    ...(hasDevices ? ['device'] : []),
    '>variant',
    '>time',
    '>as it is',
    '>best',
    '>of the best',
  );
  const rows = shown.map((each) => [
    inputWords(adaptation, each.input),
    ...(hasDevices ? [each.target] : []),
    String(each.variant + 1),
    timeWords(each.timeNs),
    timeWords(each.asItIsNs),
    formatTime(each.bestNs),
    share(ofBest(each)),
  ]);
  const rest = isShort ? '' : `\nand ${outcomes.length - SHOWN} more that lose less`;
  return table(columns, fitted(columns, rows), style) + rest;
}

const timeWords = (ns: number | undefined): string => (ns === undefined ? 'none' : formatTime(ns));

function inputWords({ space }: Adaptation, input: readonly number[]): string {
  return space.map(({ name }, at) => `${name} ${input[at]}`).join(', ');
}

/** For programs: `kernelcast/choice@1`, by src/adapt/choice.schema.json. Fields may be added, never renamed. */
export function choiceDocument(
  { name, isMeasured, asItIs, adaptation, evaluations, written }: AdaptationReport,
  files: readonly { readonly shader: string; readonly launch: string }[] = [],
): object {
  const { space, targets, variants, choice, outcomes, shares, refused, late } = adaptation;
  const namedInput = (input: readonly number[]) =>
    Object.fromEntries(space.map((axis, at) => [axis.name, input[at]]));
  return {
    schema: 'kernelcast/choice@1',
    name,
    times: isMeasured ? 'measured' : 'predicted',
    devices: targets.map((target) => ({ name: target.name, facts: target.facts ?? null })),
    inputs: space.map((axis) => ({ name: axis.name, from: axis.values[0], to: axis.values.at(-1)! })),
    asItIs,
    variants: variants.map((configuration, at) => ({ configuration, ...files[at] })),
    choice: choiceOf(choice),
    shares: { ...shares, leftOut: shares.leftOut ?? null },
    expected: outcomes.map(({ input, target, variant, timeNs = null, asItIsNs = null, bestNs }) => ({
      input: namedInput(input),
      device: target,
      variant,
      timeNs,
      asItIsNs,
      bestNs,
      loss: timeNs === null ? null : timeNs / bestNs - 1,
    })),
    refused: refused.map(({ input, reason }) => ({ input: namedInput(input), reason })),
    late,
    evaluations,
    ...(written ? { written } : {}),
  };
}

function choiceOf(choice: Choice): object {
  if ('variant' in choice) return { variant: choice.variant };
  const { feature, limit, low, high } = choice;
  return { feature, limit, low: choiceOf(low), high: choiceOf(high) };
}
