// The rule that picks a variant for an input at run time, as a TypeScript module without dependencies.

import type { Adaptation } from '../adapt/adaptation.ts';
import type { Choice } from '../adapt/choice.ts';
import { DEVICE_FACTS, type Feature, MOST_ALIGNMENT } from '../adapt/features.ts';
import { MARK } from '../report/mark.ts';
import { findCode, type Known, type VariantFiles, wordsCode } from './variants-module.ts';

/** A device that was looked at, with the words that tell it. */
export type KnownDevice = Known & { readonly name: string };

/**
 * @param files of the variants, in their order
 * @param devices in the order of the adaptation's targets; none for the device at hand
 */
export function choiceModule(
  { space, targets, features, choice, shares }: Adaptation,
  files: readonly VariantFiles[],
  devices: readonly KnownDevice[],
): string {
  const byDevice = features.some(({ kind }) => kind === 'device');
  const variants = files.map((each) => `  ${JSON.stringify(each)},`).join('\n');
  const fields = space.map(({ name }) => `  readonly ${name}: number;`).join('\n');
  const usesAlignment = choiceCode(choice, '').includes('alignmentOf(');
  return `// ${MARK}.
// Picks the variant of a kernel for an input${byDevice ? ' and a device' : ''}: over the inputs that were looked at it has ${(shares.chosen * 100).toFixed(1)} % of the best
// speed, by the numbers in choice.json.

/** Files of a variant, beside this one. */
export interface Variant {
  readonly shader: string;
  readonly launch: string;
}

export interface Input {
${fields}
}

export const variants: readonly Variant[] = [
${variants}
];
${usesAlignment ? ALIGNMENT : ''}${byDevice ? deviceCode(targets, devices) : ''}
/** The variant to run. */
export function chooseVariant(input: Input${byDevice ? ', device: Device = devices[0]' : ''}): Variant {
  const { ${space.map(({ name }) => name).join(', ')} } = input;
  return variants[variantOf()];

  function variantOf(): number {
${choiceCode(choice, '    ')}
  }
}
`;
}

const ALIGNMENT = `
/** The largest power of two, up to ${MOST_ALIGNMENT}, that divides a number. */
function alignmentOf(value: number): number {
  let alignment = 1;
  while (alignment < ${MOST_ALIGNMENT} && value % (2 * alignment) === 0) alignment *= 2;
  return alignment;
}
`;

function choiceCode(choice: Choice, indent: string): string {
  if ('variant' in choice) return `${indent}return ${choice.variant};`;
  const { feature, limit, low, high } = choice;
  const condition = `if (${featureCode(feature)} <= ${limit})`;
  if ('variant' in low) return `${indent}${condition} return ${low.variant};\n${choiceCode(high, indent)}`;
  return `${indent}${condition} {\n${choiceCode(low, `${indent}  `)}\n${indent}}\n${choiceCode(high, indent)}`;
}

function featureCode(feature: Feature): string {
  switch (feature.kind) {
    case 'param':
      return feature.param;
    case 'product':
      return feature.params.join(' * ');
    case 'ratio':
      return `${feature.of} / ${feature.to}`;
    case 'alignment':
      return `alignmentOf(${feature.param})`;
    case 'device':
      return `device.${feature.fact}`;
  }
}

function deviceCode(targets: Adaptation['targets'], devices: readonly KnownDevice[]): string {
  const facts = Object.entries(DEVICE_FACTS);
  const fields = facts
    .map(([name, what]) => `  /** ${sentence(what)}. */\n  readonly ${name}: number;`)
    .join('\n');
  const rows = devices.map((known, at) => `  ${JSON.stringify({ ...known, ...targets[at].facts })},`);
  return `
/** What the choice asks of a device. */
export interface Device {
${fields}
}

/** Devices that were looked at, in their order. */
const devices = [
${rows.join('\n')}
];

${wordsCode('text: unknown')}

/** What is known of a device by \`adapter.info\`: the first device's numbers for one that was not looked at. */
export function deviceOf(info: {
  readonly vendor?: string;
  readonly architecture?: string;
  readonly device?: string;
  readonly description?: string;
}): Device {
${findCode('info', 'devices')}
  return found ?? devices[0];
}
`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
