// What the mnemonics of this machine code tell, as the driver's disassembler spells them: which unit takes an
// instruction, and what it asks of memory.

import type { Listing } from '../listing.ts';
import { classOfOpcode } from '../mesa/cost-classes.ts';
import type { AppleGeneration } from './generation.ts';

/**
 * Where an instruction goes: `simple` and `float` are issued every cycle, `complex` (products of integers, shifts,
 * conversions, special functions) takes the unit of its own for several; `control` changes the mask of lanes.
 */
export const instructionClasses = [
  'float',
  'simple',
  'complex',
  'move',
  'local',
  'device',
  'control',
  'wait',
] as const;
export type InstructionClass = (typeof instructionClasses)[number];

const RULES: readonly (readonly [RegExp, InstructionClass])[] = [
  [/^[fh](add|mul|fma)$/, 'float'],
  [/^(mov|ldimm)$/, 'move'],
  [/^(lload|lstore|latomic)$/, 'local'],
  [/^(load|store|atomic|stack_(load|store)|sm?p[fi]|smp[fi]|imgw|txl)/, 'device'],
  [/^(if|else|while|pop_exec|jmp_|update_exec)/, 'control'],
  [
    /^(wait|stop|barrier|memory_barrier|image_barrier|unknown_barrier|device_barrier|flush|stack_adjust|trap)/,
    'wait',
  ],
  [
    /^(im|sh[lr]|asr|bfe|bfi|extr|ffs|popcnt|bitrev|intl|exp2|log2|rcp|rsqrt|sin[rc]|floor|ceil|trunc|rint|[su](8|16|32)_to_f|f_to_[su])/,
    'complex',
  ],
  [/^[a-z]/, 'simple'],
];

/** The class of a mnemonic; undefined for what is none. */
export function classOfMnemonic(mnemonic: string): InstructionClass | undefined {
  return RULES.find(([pattern]) => pattern.test(mnemonic))?.[1];
}

const ACCESSES: Readonly<Record<string, string>> = {
  load: 'device load',
  store: 'device store',
  atomic: 'atomic',
  lload: 'threadgroup load',
  lstore: 'threadgroup store',
  stack_load: 'stack load',
  stack_store: 'stack store',
};
const WORD_BYTES = 4;

export function appleListing(generation: Pick<AppleGeneration, 'costClasses'>): Listing {
  const costClassOf = (opcode: string) => classOfOpcode(generation, opcode);
  return {
    isPadding: () => false,
    costClassOf,
    isMove: (opcode) => classOfMnemonic(opcode) === 'move',
    accessOf: (opcode) => {
      const kind = ACCESSES[opcode];
      return kind === undefined ? undefined : { kind, bytes: WORD_BYTES };
    },
    workOf: (opcode) =>
      classOfMnemonic(opcode) === 'float'
        ? 'float'
        : /^(exp2|log2|rcp|rsqrts?|sinc)$/.test(opcode)
          ? 'transcendental'
          : ACCESSES[opcode],
    accesses: new Set(Object.values(ACCESSES).filter((kind) => !kind.startsWith('stack'))),
    copiedWork: ['load', 'lload', 'ffma', 'rcp'],
    isOf: (opcode, mnemonic) => opcode === mnemonic,
  };
}
