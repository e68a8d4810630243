// The last step: what execution and code generation need not see. No access moves three components or more bytes
// than the machine's widest, and no `bound` is left. A load of three words from a storage buffer stays one, as the
// machine loads the word behind along: vectors of three lie at multiples of four words.

import type { LoadInstruction, Module, StoreInstruction } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { scalarBytes } from '../ir/scalars.ts';

/** @param widestBytes what an access of the machine moves at most */
export function legalize(module: Module, widestBytes: number): Module {
  return rewriteModule(module, (instruction, rewriter) => {
    switch (instruction.kind) {
      case 'bound':
        rewriter.rename(instruction.result, instruction.index);
        return true;
      case 'load':
      case 'store':
        return !isTriple(instruction, module, widestBytes) && split(instruction, widestBytes, rewriter);
      default:
        return false;
    }
  });
}

function isTriple(
  access: LoadInstruction | StoreInstruction,
  { buffers }: Module,
  widestBytes: number,
): boolean {
  if (access.kind !== 'load' || access.root.space !== 'buffer' || access.results.length !== 3) return false;
  return buffers[access.root.index].kind === 'storage' && 4 * scalarBytes(access.type) === widestBytes;
}

function split(
  instruction: LoadInstruction | StoreInstruction,
  widestBytes: number,
  rewriter: Rewriter,
): boolean {
  const count = instruction.kind === 'load' ? instruction.results.length : instruction.values.length;
  const widths = legalWidths(count, widestBytes / scalarBytes(instruction.type));
  if (widths.length === 1) return false;
  let at = 0;
  for (const width of widths) {
    const offsetBytes = instruction.offsetBytes + at * scalarBytes(instruction.type);
    if (instruction.kind === 'load') {
      rewriter.keep({ ...instruction, offsetBytes, results: instruction.results.slice(at, at + width) });
    } else {
      rewriter.keep({ ...instruction, offsetBytes, values: instruction.values.slice(at, at + width) });
    }
    at += width;
  }
  return true;
}

/** The widths, largest first, that together move `count` components, at most `widest` each. */
function legalWidths(count: number, widest: number): number[] {
  const widths: number[] = [];
  for (let left = count; left > 0; left -= widths.at(-1)!) {
    widths.push(left >= 4 && widest >= 4 ? 4 : left >= 2 && widest >= 2 ? 2 : 1);
  }
  return widths;
}
