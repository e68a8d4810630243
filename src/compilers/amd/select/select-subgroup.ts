// Operations across the lanes of a wave: votes on masks by the scalar unit, one lane's value by a read of that lane,
// exchanges by the workgroup memory's crossbar, reductions and scans by steps with DPP and permlane.

import type { SubgroupInstruction } from '../../../ir/ir.ts';
import { subgroupOps } from '../../../ir/subgroup-ops.ts';
import { asMask } from './select-pure.ts';
import type { Selection } from './selection.ts';

/** Within rows of 16 lanes by DPP, across them by permlane, then one value of each half. */
const REDUCTION = [
  ...Array<string>(4).fill('v_add_nc_u32_dpp'),
  'v_permlanex16_b32',
  'v_add_nc_u32',
  'v_readlane_b32',
  'v_readlane_b32',
  's_add_u32',
];
const SCAN = [
  's_mov_b64',
  'v_mov_b32',
  ...Array<string>(4).fill('v_add_nc_u32_dpp'),
  's_bitreplicate_b64_b32',
  's_mov_b64',
  'v_permlanex16_b32',
  'v_add_nc_u32_dpp',
  'v_readlane_b32',
  's_mov_b64',
  'v_add_nc_u32',
  's_mov_b64',
];

export function selectSubgroup(s: Selection, { op, operand, lane, results }: SubgroupInstruction): void {
  const registers = results.map((each) => s.code.register(each));
  const inputs = s.sources([operand, lane].filter((each) => each !== undefined));
  const signature = subgroupOps[op];
  switch (signature.kind) {
    case 'vote':
      if (op === 'elect') {
        s.code.emit('s_ff1_i32_b64', [s.code.create('scalar')], []);
        s.code.emit('v_mbcnt_lo_u32_b32', [s.code.create('vector')], []);
        s.code.emit('v_cmp_eq_u32', registers, []);
      } else if (op === 'ballot') {
        const mask = operand === undefined ? undefined : asMask(s, operand);
        s.code.emit('s_and_b64', registers, mask === undefined ? [] : [mask]);
      } else {
        s.code.emit('s_andn2_b64', [s.code.create('mask')], inputs);
        s.code.emit('s_cmp_eq_u64', registers, []);
      }
      return;
    case 'broadcast':
      s.code.emit(op === 'broadcast' ? 'v_readlane_b32' : 'v_readfirstlane_b32', registers, inputs);
      return;
    case 'exchange':
      if (op.startsWith('quad')) s.code.emit('v_mov_b32_dpp', registers, inputs);
      else {
        const place = s.code.create('vector');
        if (op !== 'shuffle') s.code.emit('v_add_nc_u32', [s.code.create('vector')], inputs);
        s.code.emit('v_lshlrev_b32', [place], inputs);
        s.code.emit('ds_bpermute_b32', registers, [place, ...inputs], { kind: 'exchange' });
      }
      return;
    default:
      emitSteps(s, signature.kind === 'scan' ? SCAN : REDUCTION, registers, inputs);
  }
}

function emitSteps(
  s: Selection,
  steps: readonly string[],
  results: number[],
  inputs: readonly number[],
): void {
  let last = [...inputs];
  steps.forEach((opcode, k) => {
    const isLast = k === steps.length - 1;
    const next = isLast ? results : [s.code.create(opcode.startsWith('s_') ? 'scalar' : 'vector')];
    s.code.emit(opcode, next, last);
    if (!isLast) last = [...next, ...inputs];
  });
}
