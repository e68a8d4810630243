// One instruction of the IR that is no control flow: to the file that selects its kind.

import type { Instruction } from '../../../ir/ir.ts';
import { emitBarrier, emitFence, selectInput } from './entry.ts';
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
      s.code.emit('mov:UD', [s.code.register(instruction.result)], s.sources([instruction.index]), {
        width: s.width(instruction.result),
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
      selectStore(s, instruction);
      return;
    case 'atomic':
      selectAtomic(s, instruction);
      return;
    case 'texture':
      selectTexture(s, instruction);
      return;
    case 'textureQuery':
      s.code.emit('send_sampler_resinfo', [s.code.register(instruction.result)], []);
      return;
    case 'subgroup':
      selectSubgroup(s, instruction);
      return;
    case 'barrier':
      if (instruction.scope === 'workgroup' || instruction.scope === 'storage') {
        if (instruction.scope === 'storage') emitFence(s, 'ugm', 1);
        emitBarrier(s);
      }
      return;
    default:
  }
}

/** Fields of the descriptor that together are the length. */
const FIELDS = ['mov:D', 'and:UD', 'asr:D', 'asr:D', 'and:UD', 'and:UD', 'and:UD', 'shl:D', 'shl:D'] as const;
const TOGETHER = ['cmp:D', 'or:UD', 'or:UD', 'add:D', 'sel:UD'] as const;

/** The descriptor is read from memory; elements are a shift or a product away. */
function selectLength(s: Selection, { buffer, result }: Extract<Instruction, { kind: 'arrayLength' }>): void {
  const width = 'uniform';
  const bytes = s.shared(`length ${buffer}`, () => {
    const set = s.shared('descriptors', () => {
      const register = s.code.create(width);
      s.code.emit('and:UD', [register], [], { width });
      return register;
    });
    const place = s.code.create(width);
    s.code.emit('add:D', [place], [set], { width });
    const address = s.code.create(width);
    s.code.emit('mov:D', [address], [place], { width });
    s.code.emit('mov:UD', [], [], { width: 'word' });
    const register = s.code.create(width);
    s.code.emit('send_ugm_load_block.V8', [register], [address], { width: 'word', kind: 'arithmetic' });
    if (!s.generation.packsLengths) return register;
    const fields = FIELDS.map((each) => {
      const field = s.code.create(width);
      s.code.emit(each, [field], [register], { width });
      return field;
    });
    const length = s.code.create(width);
    for (const each of TOGETHER) s.code.emit(each, [length], [length, ...fields.slice(-3)], { width });
    return length;
  });
  const stride = s.module.buffers[buffer].runtimeArray?.strideBytes ?? 1;
  const register = s.code.register(result);
  if (Number.isInteger(Math.log2(stride))) s.code.emit('shr:UD', [register], [bytes], { width });
  else for (const each of ['mul:UD', 'mach:UD', 'shr:UD']) s.code.emit(each, [register], [bytes], { width });
}
