// Operations across the lanes of a SIMD group: votes by ballots, reductions and scans by one instruction where the unit
// has them, exchanges by shuffles. A shuffle takes one lane of each quad, so that any choice of lanes takes four.

import type { SubgroupInstruction } from '../../../ir/ir.ts';
import { subgroupOps } from '../../../ir/subgroup-ops.ts';
import type { Selection } from './selection.ts';

const QUAD = 4;
/** The unit does not multiply integers across lanes: it takes a shuffle of any lanes for each halving. */
const HALVINGS = 5;

export function selectSubgroup(s: Selection, { op, operand, lane, results }: SubgroupInstruction): void {
  const registers = results.map((each) => s.code.register(each));
  const inputs = [operand].filter((each) => each !== undefined).map((each) => s.inRegister(each));
  const signature = subgroupOps[op];
  switch (signature.kind) {
    case 'vote':
      selectVote(s, op, registers, inputs);
      return;
    case 'broadcast':
      if (op === 'broadcast_first') s.code.emit('ballot', [s.code.create()], []);
      if (op === 'broadcast_first') s.code.emit('ffs', [s.code.create()], []);
      s.code.emit('shuffle', registers, inputs);
      return;
    case 'exchange': {
      if (op.startsWith('quad')) {
        s.code.emit('shuffle', registers, inputs, { kind: 'exchange' });
        return;
      }
      const from = lane === undefined ? [] : s.sources([lane]);
      if (op !== 'shuffle') s.code.emit(op === 'shuffle_xor' ? 'xor' : 'iadd', [s.code.create()], from);
      selectShuffle(s, registers, inputs, from);
      return;
    }
    default: {
      const isProduct = signature.reduction === 'mul' && s.module.values[results[0]].type !== 'f32';
      if (isProduct) selectProduct(s, registers, inputs);
      else {
        const hasMore = signature.kind === 'scan' && signature.isInclusive;
        const whole = hasMore ? [s.code.create()] : registers;
        s.code.emit('simd', whole, inputs);
        if (hasMore) s.code.emit('iadd', registers, [...whole, ...inputs]);
      }
    }
  }
}

function selectVote(s: Selection, op: string, registers: number[], inputs: number[]): void {
  if (op === 'elect') {
    const active = s.code.create();
    s.code.emit('mov', [active], []);
    s.code.emit('csel', registers, [active]);
    return;
  }
  if (op === 'ballot') {
    s.code.emit('ballot', registers.slice(0, 1), inputs);
    for (const each of registers.slice(1)) s.code.emit('ldimm', [each], []);
    return;
  }
  let asked = inputs;
  if (op === 'all') {
    asked = [s.code.create()];
    s.code.emit('xor', asked, inputs);
  }
  const lanes = s.code.create();
  s.code.emit('ballot', [lanes], asked);
  s.code.emit('csel', registers, [lanes]);
}

/** A shuffle from each lane of the quads, and the choice of the wanted one. */
function selectShuffle(s: Selection, results: number[], inputs: number[], from: number[]): void {
  const first = s.code.create();
  s.code.emit('and', [first], from);
  let last: number[] = [];
  for (let k = 0; k < QUAD; k++) {
    const place = k === 0 ? first : s.code.create();
    if (k > 0) s.code.emit('iadd', [place], [first]);
    const taken = s.code.create();
    s.code.emit('shuffle', [taken], [...inputs, place], { kind: 'exchange' });
    if (k === 0) {
      last = [taken];
      continue;
    }
    const chosen = k === QUAD - 1 ? results : [s.code.create()];
    s.code.emit('csel', chosen, [...from, taken, ...last]);
    last = chosen;
  }
}

function selectProduct(s: Selection, results: number[], inputs: number[]): void {
  let last = inputs;
  for (let k = 0; k < HALVINGS; k++) {
    const other = [s.code.create()];
    const from = [s.code.create()];
    s.code.emit('iadd', from, []);
    selectShuffle(s, other, last, from);
    const next = k === HALVINGS - 1 ? results : [s.code.create()];
    s.code.emit('imul', next, [...last, ...other]);
    last = next;
  }
}
