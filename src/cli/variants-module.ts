// The rule that picks a variant of a kernel at run time, as a JavaScript module without dependencies: by the words of
// `adapter.info`, a device's own name before its architecture.

import { plainName } from '../profile/device-name.ts';
import type { Profile } from '../profile/profile.ts';
import { MARK } from '../report/mark.ts';

/** Files of a variant, beside the module. */
export interface VariantFiles {
  readonly shader: string;
  readonly launch: string;
}

/** A device that was searched for, and what it runs. */
export interface VariantDevice extends VariantFiles {
  readonly profile: Pick<Profile, 'name' | 'title' | 'vendor' | 'generation' | 'adapterNames'>;
  /** What made its code, whose title has further names of the architecture. */
  readonly compilerTitle: string;
}

/** How a device is known by its adapter's words. */
export interface Known {
  readonly vendor: string;
  /** Words of its name, all of which the adapter's have. */
  readonly model: readonly string[];
  /** Names of its architecture, one of which the adapter's is. */
  readonly architectures: readonly string[];
}

const SHORTEST_NAME = 4;

/** @param fallback what devices run that are none of these */
export function variantsModule(devices: readonly VariantDevice[], fallback: VariantFiles): string {
  const files = ({ shader, launch }: VariantFiles): VariantFiles => ({ shader, launch });
  const known = devices.map((each): Known & VariantFiles => ({ ...knownBy(each), ...files(each) }));
  const lines = known.map((each) => `  ${JSON.stringify(each)},`).join('\n');
  return `// ${MARK}.
// Picks the variant of a kernel that a device runs fastest, by prediction: nothing was run.

/** Devices that were searched for, in their order. */
const devices = [
${lines}
];

/** What any other device runs: the variant that loses least over all of them. */
export const fallback = ${JSON.stringify(files(fallback))};

${wordsCode('text')}

/**
 * @param {{vendor?: string, architecture?: string, device?: string, description?: string}} info \`adapter.info\`
 * @returns {{shader: string, launch: string}} files beside this one
 */
export function variantFor(info) {
${findCode('info', 'devices')}
  return found ? { shader: found.shader, launch: found.launch } : fallback;
}
`;
}

/** A function that cuts a text into words, as code. @param parameter with its type, where the language has types */
export function wordsCode(parameter: string): string {
  return `const wordsOf = (${parameter}) => String(text ?? '').toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);`;
}

/** Statements that find the entry of an adapter among known devices, as code; it is in `found`. */
export function findCode(info: string, devices: string): string {
  return `  const words = [${info}.vendor, ${info}.architecture, ${info}.device, ${info}.description].flatMap(wordsOf);
  const architecture = wordsOf(${info}.architecture).join('');
  const ofVendor = ${devices}.filter(({ vendor }) => words.includes(vendor));
  const found =
    ofVendor.find(({ model }) => model.every((word) => words.includes(word))) ??
    ofVendor.find(({ architectures }) => architectures.includes(architecture));`;
}

/** What an adapter's words are compared with. */
export function knownBy({ profile, compilerTitle }: Pick<VariantDevice, 'profile' | 'compilerTitle'>): Known {
  const vendor = plainName(profile.vendor);
  const words = (text: string) => plainName(text).split(' ');
  const ofTitle = words(compilerTitle.split(',')[0]).filter(
    (word) => word !== vendor && word.length >= SHORTEST_NAME,
  );
  const generations = [profile.generation, ...(profile.adapterNames ?? [])];
  return {
    vendor,
    model: words(profile.name).filter((word) => word !== vendor),
    architectures: [...new Set([...generations.map((each) => words(each).join('')), ...ofTitle])],
  };
}
