// One instruction of the IR that is no control flow: to the file that selects its kind.

import type { Instruction } from '../../../ir/ir.ts';
import { selectBarrier, selectInput } from './entry.ts';
import { selectAtomic, selectLoad, selectStore, selectTexture } from './select-memory.ts';
import { selectPure } from './select-pure.ts';
import { selectSubgroup } from './select-subgroup.ts';
import type { Selection } from './selection.ts';

export function selectInstruction(s: Selection, instruction: Instruction): void {
  switch (instruction.kind) {
    case 'pure':
      if (!s.isFree(instruction.result)) selectPure(s, instruction);
      return;
    case 'input':
      selectInput(s, instruction);
      return;
    case 'bound':
      s.code.emit('mov', [s.code.register(instruction.result)], s.sources([instruction.index]), {
        isCopy: true,
      });
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
      if (!s.isFree(instruction.result)) s.code.emit('bfeil', [s.code.register(instruction.result)], []);
      return;
    case 'subgroup':
      selectSubgroup(s, instruction);
      return;
    case 'barrier':
      selectBarrier(s, instruction);
      return;
    default:
  }
}
