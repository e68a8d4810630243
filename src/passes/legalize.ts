// The last step: what execution and code generation need not see. No access moves three components or more
// than 128 bits, and no `bound` is left.

import type { LoadInstruction, Module, ScalarType, StoreInstruction } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { scalarBytes } from '../ir/scalars.ts';

/** The widest access of any modelled machine. */
const ACCESS_BYTES = 16;

export function legalize(module: Module): Module {
  return rewriteModule(module, (instruction, rewriter) => {
    switch (instruction.kind) {
      case 'bound':
        rewriter.rename(instruction.result, instruction.index);
        return true;
      case 'load':
      case 'store':
        return split(instruction, rewriter);
      default:
        return false;
    }
  });
}

function split(instruction: LoadInstruction | StoreInstruction, rewriter: Rewriter): boolean {
  const count = instruction.kind === 'load' ? instruction.results.length : instruction.values.length;
  const widths = legalWidths(count, instruction.type);
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

/** The widths, largest first, that together move `count` components. */
function legalWidths(count: number, type: ScalarType): number[] {
  const widest = ACCESS_BYTES / scalarBytes(type);
  const widths: number[] = [];
  for (let left = count; left > 0; left -= widths.at(-1)!) {
    widths.push(left >= 4 && widest >= 4 ? 4 : left >= 2 && widest >= 2 ? 2 : 1);
  }
  return widths;
}
