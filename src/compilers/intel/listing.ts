// What the mnemonics of Xe machine code tell, as the model writes them: `mad:F(16)`, `send_ugm_load.V4(16)`.

import type { ListedAccess, Listing } from '../listing.ts';
import { classOfOpcode } from '../mesa/cost-classes.ts';
import type { IntelGeneration } from './generation.ts';

/** What an opcode asks of memory. */
const ACCESSES: readonly (readonly [RegExp, string])[] = [
  [/^send_ugm_load/, 'load'],
  [/^send_ugm_store/, 'store'],
  [/^send_ugm_atomic/, 'atomic'],
  [/^send_slm_load/, 'SLM load'],
  [/^send_slm_store/, 'SLM store'],
  [/^send_scratch_load/, 'scratch load'],
  [/^send_scratch_store/, 'scratch store'],
];
const WIDTH = /\.(?:V(\d+)|d(\d+)u32)/;
const WORD_BYTES = 4;

/** Of an opcode: maths run on a pipe of the ALU, and what synchronises is none of them. */
function unitOf(opcode: string): string | undefined {
  if (opcode.startsWith('send')) return 'send';
  if (opcode.startsWith('sync')) return undefined;
  return /^(if|else|endif|while|break|cont)\b/.test(opcode) ? 'branch' : 'alu';
}

export function intelListing(generation: Pick<IntelGeneration, 'costClasses'>): Listing {
  const kindOf = (opcode: string) => ACCESSES.find(([pattern]) => pattern.test(opcode))?.[1];
  const accessOf = (opcode: string): ListedAccess | undefined => {
    const kind = kindOf(opcode);
    if (kind === undefined) return undefined;
    const [, words, bits] = WIDTH.exec(opcode) ?? [];
    return { kind, bytes: bits === undefined ? WORD_BYTES * Number(words ?? 1) : Number(bits) / 8 };
  };
  return {
    isPadding: (opcode) => opcode.startsWith('sync_nop'),
    costClassOf: (opcode) => classOfOpcode(generation, opcode),
    isMove: (opcode) => opcode.startsWith('mov:'),
    accessOf,
    workOf: (opcode) =>
      /^(add|mul|mad):F/.test(opcode)
        ? 'float'
        : opcode.startsWith('math_')
          ? 'transcendental'
          : kindOf(opcode),
    accesses: new Set(ACCESSES.map(([, kind]) => kind).filter((kind) => !kind.startsWith('scratch'))),
    copiedWork: ['send_ugm_load', 'send_slm_load', 'mad:F', 'math_inv'],
    units: ['alu', 'send', 'branch'],
    unitOf,
    isOf: (opcode, mnemonic) => opcode.startsWith(mnemonic),
  };
}
