// What the mnemonics of NVIDIA's machine code (SASS) tell, as `nvdisasm` prints them.

import type { ListedAccess, Listing } from '../listing.ts';
import { costClassOf, type Generation } from './generation.ts';

/** Moves and constants that run on a pipe of arithmetic to balance the load. */
const MOVE = /^(IMAD\.(MOV|U32)|HFMA2\.MMA)/;

/** `REDG` is what newer generations call a `RED` to storage. */
const ACCESS = /^(LDG|STG|LDS|STS|LDL|STL|ATOMG|ATOMS|REDG|RED)(?:\.|$)/;
const WIDTH = /\.[US]?(8|16|32|64|128)(?=\.|$)/;
const WORD_BYTES = 4;

/** Accesses of which an iteration of the source has a fixed number; those of local memory are the compiler's own. */
const ACCESSES = ['LDG', 'STG', 'LDS', 'STS', 'ATOMG', 'ATOMS', 'RED'];

/** Kinds of work of which an iteration of the source has a fixed number, by mnemonic. */
const LOOP_WORK: ReadonlyMap<string, string> = new Map([
  ...[...ACCESSES, 'MUFU', 'SHFL', 'BAR'].map((each) => [each, each] as const),
  ...['FFMA', 'FADD', 'FMUL'].map((each) => [each, 'float'] as const),
]);

export function nvidiaListing({ opcodes }: Pick<Generation, 'opcodes'>): Listing {
  return {
    isPadding: (opcode) => opcode === 'NOP',
    costClassOf: (opcode) => costClassOf(opcodes, opcode),
    isMove: (opcode) => MOVE.test(opcode),
    accessOf,
    workOf: (opcode) => LOOP_WORK.get(stem(opcode)),
    accesses: new Set(ACCESSES),
    copiedWork: ['LDG', 'LDS', 'FFMA', 'MUFU'],
    isOf: (opcode, mnemonic) => stem(opcode) === mnemonic,
  };
}

function accessOf(opcode: string): ListedAccess | undefined {
  const kind = ACCESS.exec(opcode)?.[1].replace(/^REDG$/, 'RED');
  if (kind === undefined) return undefined;
  const width = WIDTH.exec(opcode)?.[1];
  return { kind, bytes: width === undefined ? WORD_BYTES : Number(width) / 8 };
}

/** The mnemonic without its modifiers. */
function stem(opcode: string): string {
  return opcode.split('.')[0];
}
