// What the mnemonics of RDNA machine code tell: which unit takes an instruction. Names differ between generations
// (`s_load_dwordx4`, `s_load_b128`), their prefixes do not.

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

/** The class of a mnemonic; undefined for what is no instruction of RDNA. */
export function classOfMnemonic(mnemonic: string): InstructionClass | undefined {
  return RULES.find(([pattern]) => pattern.test(mnemonic))?.[1];
}
