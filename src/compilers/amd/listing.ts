// What the mnemonics of RDNA machine code tell: which unit takes an instruction. Names differ between generations
// (`s_load_dwordx4`, `s_load_b128`), their prefixes do not.

import type { Listing } from '../listing.ts';
import { classOfOpcode } from '../mesa/cost-classes.ts';
import type { AmdGeneration } from './generation.ts';

/** Which unit an instruction goes to; `wait` is what only orders or delays others. */
export const instructionClasses = ['vector', 'scalar', 'lds', 'vmem', 'smem', 'branch', 'wait'] as const;
export type InstructionClass = (typeof instructionClasses)[number];

const RULES: readonly (readonly [RegExp, InstructionClass])[] = [
  [/^s_c?branch/, 'branch'],
  [/^s_(load|buffer_load|store|buffer_store|dcache|gl1_inv|memtime|get_waveid|scratch)/, 'smem'],
  [
    /^s_(wait|nop|clause|delay_alu|barrier|endpgm|sleep|code_end|inst_prefetch|set_inst_prefetch|sendmsg|round_mode|denorm_mode|setprio|ttrace|version)/,
    'wait',
  ],
  [/^s_/, 'scalar'],
  [/^v_/, 'vector'],
  [/^ds_/, 'lds'],
  [/^(buffer|global|flat|scratch|tbuffer|image)_/, 'vmem'],
];

/** As AMD's tools name these units. */
const UNITS: Readonly<Record<Exclude<InstructionClass, 'wait'>, string>> = {
  vector: 'valu',
  scalar: 'salu',
  vmem: 'vmem',
  smem: 'smem',
  lds: 'lds',
  branch: 'branch',
};

function unitOf(opcode: string): string | undefined {
  const found = classOfMnemonic(opcode);
  return found === undefined || found === 'wait' ? undefined : UNITS[found];
}

/** The class of a mnemonic; undefined for what is no instruction of RDNA. */
export function classOfMnemonic(mnemonic: string): InstructionClass | undefined {
  return RULES.find(([pattern]) => pattern.test(mnemonic))?.[1];
}

/** What an opcode asks of memory: its kind, alike in both generations' names. */
const ACCESSES: readonly (readonly [RegExp, string])[] = [
  [/^(buffer|global|flat)_load/, 'vector load'],
  [/^(buffer|global|flat)_store/, 'vector store'],
  [/^(buffer|global|flat)_atomic/, 'atomic'],
  [/^ds_(read|load)/, 'LDS load'],
  [/^ds_(write|store)/, 'LDS store'],
  [/^scratch_load/, 'scratch load'],
  [/^scratch_store/, 'scratch store'],
];
const WIDTH = /(?:dword(?:x(\d))?|_[bui](\d+))/;
const WORD_BYTES = 4;

export function amdListing(generation: Pick<AmdGeneration, 'costClasses'>): Listing {
  const kindOf = (opcode: string) => ACCESSES.find(([pattern]) => pattern.test(opcode))?.[1];
  return {
    isPadding: (opcode) => /^s_(nop|code_end)/.test(opcode),
    costClassOf: (opcode) => listedClass(generation, opcode),
    isMove: (opcode) => /^[vs]_mov/.test(opcode),
    accessOf: (opcode) => {
      const kind = kindOf(opcode);
      if (kind === undefined) return undefined;
      const [, words, bits] = WIDTH.exec(opcode) ?? [];
      return { kind, bytes: bits === undefined ? WORD_BYTES * Number(words ?? 1) : Number(bits) / 8 };
    },
    workOf: (opcode) =>
      /^v_(add|sub|mul|fma|fmac)_f32/.test(opcode)
        ? 'float'
        : listedClass(generation, opcode) === 'sfu'
          ? 'transcendental'
          : kindOf(opcode),
    accesses: new Set(ACCESSES.map(([, kind]) => kind).filter((kind) => !kind.startsWith('scratch'))),
    copiedWork: ['buffer_load_dword', 'ds_read_b32', 'v_fma_f32', 'v_rcp_f32'],
    units: Object.values(UNITS),
    unitOf,
    isOf: (opcode, mnemonic) => opcode.startsWith(mnemonic),
  };
}

/** Of an opcode that the table does not have: undefined. */
function listedClass(generation: Pick<AmdGeneration, 'costClasses'>, opcode: string): string | undefined {
  return classOfMnemonic(opcode) === undefined ? undefined : classOfOpcode(generation, opcode);
}
