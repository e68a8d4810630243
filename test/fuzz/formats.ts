// The formats that are fuzzed: how input number `index` of a run is made, and what it goes through.

import { readSpirv } from '../../src/decode/spirv/read.ts';
import { disassemble } from '../decode/disassemble.ts';
import { checkApp } from './check-app.ts';
import { checkLaunch } from './check-launch.ts';
import { checkProfile } from './check-profile.ts';
import { checkCache, checkSpaceRecord, checkT1, checkT4 } from './check-recording.ts';
import { checkSpirv } from './check-spirv.ts';
import { checkTrials, mutateTrials } from './check-trials.ts';
import { checkWgsl } from './check-wgsl.ts';
import { assemblyCorpus, launchCorpus, type Seed, spirvCorpus, wgslCorpus } from './corpus.ts';
import {
  appDocuments,
  cacheDocuments,
  profileDocuments,
  spaceRecordDocuments,
  t1Documents,
  t4Documents,
  trialDocuments,
} from './json-corpus.ts';
import { mutateApp } from './mutate-app.ts';
import { type Grammar, grammarOf, type Json, mutateJsonText } from './mutate-json.ts';
import { mutateLaunch } from './mutate-launch.ts';
import { mutateSpirv } from './mutate-spirv.ts';
import { mutateWgsl } from './mutate-wgsl.ts';
import { type Random, randomOf } from './random.ts';
import { damageText, mutateTokens, tokensOf } from './tokens.ts';

export interface Format {
  /** How a found input's file ends. */
  readonly ending: string;
  /** The same bytes for the same seed and index, as long as the corpus stays. */
  make(seed: number, index: number): string | Uint8Array;
  /** The outcome in a word. Throws on a finding. `index` steers what else is by chance. */
  check(input: string | Uint8Array, index: number): string | Promise<string>;
}

type Mutator = (random: Random, text: string, donor: string) => string;

function textFormat(
  name: string,
  ending: string,
  corpus: readonly { content: string }[],
  mutate: Mutator,
  check: (text: string, random: Random) => string | Promise<string>,
): Format {
  return {
    ending,
    make: (seed, index) => {
      const random = randomOf(seed, name, index);
      return mutate(random, random.pick(corpus).content, random.pick(corpus).content);
    },
    check: (input, index) => check(String(input), randomOf(0, 'check', index)),
  };
}

async function binaryFormat(): Promise<Format> {
  const corpus = await spirvCorpus();
  return {
    ending: 'spv',
    make: (seed, index) => {
      const random = randomOf(seed, 'spirv', index);
      return mutateSpirv(random, random.pick(corpus).content, random.pick(corpus).content);
    },
    check: (input, index) => checkSpirv(input, randomOf(0, 'check', index)),
  };
}

/** The binaries as text, beside what is assembly already. */
async function assemblyTexts(): Promise<Seed<string>[]> {
  const texts = (await spirvCorpus()).flatMap(({ file, content }) => {
    const { value } = readSpirv({ file, bytes: new Uint8Array(content.buffer) });
    return value ? [{ file, content: disassemble(value) }] : [];
  });
  return [...assemblyCorpus(), ...texts];
}

function mutateAssembly(random: Random, text: string, donor: string): string {
  const tokens = tokensOf(text);
  const donorTokens = tokensOf(donor);
  for (let i = random.few(); i > 0; i--) mutateTokens(random, tokens, donorTokens);
  return random.oneIn(8) ? damageText(random, tokens.join('')) : tokens.join('');
}

function jsonFormat(
  name: string,
  documents: readonly Json[],
  check: (text: string, random: Random) => string | Promise<string>,
  mutate: (random: Random, grammar: Grammar) => string = mutateJsonText,
): Format {
  const grammar = grammarOf(documents);
  return {
    ending: name,
    make: (seed, index) => mutate(randomOf(seed, name, index), grammar),
    check: (input, index) => check(String(input), randomOf(0, 'check', index)),
  };
}

/** Loaded when asked for: the corpus of SPIR-V takes a moment to make. */
export const formats: Readonly<Record<string, () => Promise<Format>>> = {
  wgsl: async () => textFormat('wgsl', 'wgsl', wgslCorpus(), mutateWgsl, checkWgsl),
  spirv: binaryFormat,
  assembly: async () => textFormat('assembly', 'spvasm', await assemblyTexts(), mutateAssembly, checkSpirv),
  launch: async () => textFormat('launch', 'launch', launchCorpus(), mutateLaunch, checkLaunch),
  app: async () => jsonFormat('app', appDocuments, checkApp, mutateApp),
  cache: async () => jsonFormat('cache', cacheDocuments, checkCache),
  t4: async () => jsonFormat('t4', t4Documents, checkT4),
  t1: async () => jsonFormat('t1', t1Documents, checkT1),
  record: async () => jsonFormat('record', spaceRecordDocuments, checkSpaceRecord),
  trials: async () => jsonFormat('trials', trialDocuments, checkTrials, mutateTrials),
  profile: async () => jsonFormat('profile', profileDocuments, checkProfile),
};
