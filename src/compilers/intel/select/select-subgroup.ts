// Operations across the lanes of a thread: reductions and scans add parts of a register's lanes to others, step by step;
// votes write the flag and read it; exchanges read registers through an address.

import type { SubgroupInstruction } from '../../../ir/ir.ts';
import { subgroupOps } from '../../../ir/subgroup-ops.ts';
import type { Selection } from './selection.ts';

/** With lanes that are not there at the neutral value: steps of one, two, four lanes, then registers. */
const FLOAT_STEPS = 'mov mov mov op mov mov mov op mov mov mov op mov op op op mov'.split(' ');
const SCAN_STEPS = 'mov mov op op op op op op'.split(' ');
const SHIFTED = 'mov:UW shl:UW add:UW mov_indirect mov:UD'.split(' ');

export function selectSubgroup(s: Selection, { op, operand, lane, results }: SubgroupInstruction): void {
  const registers = results.map((each) => s.code.register(each));
  const inputs = s.sources([operand, lane].filter((each) => each !== undefined));
  const signature = subgroupOps[op];
  switch (signature.kind) {
    case 'vote':
      selectVote(s, op, registers, inputs);
      return;
    case 'broadcast':
      if (op === 'broadcast') s.code.emit('mov:UD', registers, inputs, { width: 'uniform' });
      else
        for (const each of ['mov:UD', 'and:UD', 'fbl:UD', 'shl:UD', 'add:UD', 'mov:UD'])
          s.code.emit(each, registers, inputs, { width: 'word' });
      return;
    case 'exchange':
      if (op.startsWith('quad')) s.code.emit('mov:UD', registers, inputs);
      else {
        if (op !== 'shuffle') s.code.emit('add:D', [s.code.create('lanes')], inputs);
        for (const each of ['mov:UW', 'shl:UW', 'add:UW']) s.code.emit(each, [], inputs);
        s.code.emit('mov_indirect:UD', registers, inputs, { kind: 'exchange' });
      }
      return;
    default: {
      const isFloat = operand !== undefined && s.module.values[operand].type === 'f32';
      const name = `add:${isFloat ? 'F' : 'D'}`;
      const steps = signature.kind === 'scan' ? SCAN_STEPS : FLOAT_STEPS;
      const shifted = signature.kind === 'scan' && !signature.isInclusive ? SHIFTED : [];
      for (const each of [...shifted, ...steps])
        s.code.emit(each === 'op' ? name : each === 'mov' ? 'mov:UD' : each, registers, inputs, {
          width: 'uniform',
        });
    }
  }
}

function selectVote(s: Selection, op: string, results: number[], inputs: number[]): void {
  if (op === 'elect') s.code.emit('cmp:D', results, []);
  else if (op === 'ballot') {
    s.code.emit('mov:UW', [], [], { width: 'word' });
    s.code.emit('cmp:D', [], inputs);
    s.code.emit('mov:UD', results, [], { width: 'uniform' });
  } else {
    for (const each of ['mov:UW', 'mov:D']) s.code.emit(each, [], [], { width: 'word' });
    s.code.emit('cmp:D', [], inputs);
    s.code.emit('mov:D', results, [], { width: 'word' });
  }
}
