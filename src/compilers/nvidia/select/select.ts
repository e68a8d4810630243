// Selects the machine instructions of one IR instruction that does not branch.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { Instruction } from '../../../ir/ir.ts';
import { selectAtomic } from './select-atomic.ts';
import { selectArrayLength, selectInput } from './select-input.ts';
import { selectLoad, selectStore } from './select-memory.ts';
import { selectPure } from './select-pure.ts';
import { selectBarrier, selectSubgroup } from './select-subgroup.ts';
import { selectTexture, selectTextureQuery } from './select-texture.ts';
import type { Selection } from './selection.ts';

export function selectInstruction(s: Selection, instruction: Instruction): void {
  switch (instruction.kind) {
    case 'pure':
      selectPure(s, instruction);
      return;
    case 'input':
      selectInput(s, instruction);
      return;
    case 'arrayLength':
      selectArrayLength(s, instruction);
      return;
    case 'load':
      selectLoad(s, instruction);
      return;
    case 'store':
      selectStore(s, instruction);
      return;
    case 'atomic':
      selectAtomic(s, instruction);
      return;
    case 'texture':
      selectTexture(s, instruction);
      return;
    case 'textureQuery':
      selectTextureQuery(s, instruction);
      return;
    case 'subgroup':
      selectSubgroup(s, instruction);
      return;
    case 'barrier':
      selectBarrier(s, instruction);
      return;
    case 'bound':
      // The dialect decided that it costs nothing.
      s.values.alias(instruction.result, s.values.locate(instruction.index));
      return;
    default:
      unreachable(`${instruction.kind} reached instruction selection`);
  }
}
