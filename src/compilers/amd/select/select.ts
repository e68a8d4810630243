// One instruction of the IR that is no control flow: to the file that selects its kind.

import type { Instruction } from '../../../ir/ir.ts';
import { emitBarrier, selectInput } from './entry.ts';
import { type Run, selectAtomic, selectLoad, selectStore, selectTexture } from './select-memory.ts';
import { selectPure } from './select-pure.ts';
import { selectSubgroup } from './select-subgroup.ts';
import type { Selection } from './selection.ts';

export function selectInstruction(s: Selection, instruction: Instruction, run: Run): void {
  switch (instruction.kind) {
    case 'pure':
      selectPure(s, instruction);
      return;
    case 'input':
      selectInput(s, instruction);
      return;
    case 'bound':
      s.code.emit('s_mov_b32', [s.code.register(instruction.result)], s.sources([instruction.index]), {
        isCopy: true,
      });
      return;
    case 'arrayLength':
      selectLength(s, instruction);
      return;
    case 'load':
      selectLoad(s, instruction, run);
      return;
    case 'store':
      selectStore(s, instruction, run);
      return;
    case 'atomic':
      selectAtomic(s, instruction);
      return;
    case 'texture':
      selectTexture(s, instruction);
      return;
    case 'textureQuery':
      s.code.emit('s_bfe_u32', [s.code.register(instruction.result)], [s.descriptor(instruction.buffer)]);
      s.code.emit('s_add_u32', [s.code.create('scalar')], []);
      return;
    case 'subgroup':
      selectSubgroup(s, instruction);
      return;
    case 'barrier':
      if (instruction.scope === 'workgroup' || instruction.scope === 'storage') emitBarrier(s);
      return;
    default:
  }
}

/** The descriptor has the bytes; elements are a shift or a product away. */
function selectLength(s: Selection, { buffer, result }: Extract<Instruction, { kind: 'arrayLength' }>): void {
  const descriptor = s.descriptor(buffer);
  const stride = s.module.buffers[buffer].runtimeArray?.strideBytes ?? 1;
  const isPower = Number.isInteger(Math.log2(stride));
  s.code.emit(isPower ? 's_lshr_b32' : 's_mul_hi_u32', [s.code.register(result)], [descriptor]);
  if (!isPower) s.code.emit('s_lshr_b32', [s.code.create('scalar')], []);
}
