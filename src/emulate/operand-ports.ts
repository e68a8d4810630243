// Ports of the register file: where a profile has resource `operands`, each of a scheduler's two banks gives a warp one
// register per gap, and an instruction that has not read all of its own within the latency holds the scheduler. An
// operand of the instruction in front is kept if the warp goes on at once (machine/operand-reads.ts).

import type { i32 } from './integers.ts';
import type { SmState } from './state.ts';

/** Books what the instruction that `slot` issues reads, and gives the cycles that it waits for it. */
export function readOperands(sm: SmState, slot: i32, scheduler: i32, time: number): number {
  const { costs, prepared } = sm.setup;
  const packed: i32 = prepared.program.bankReads[sm.pc[slot]];
  if (packed === 0) return 0;
  const goesOn = sm.lastSlot[scheduler] === slot && sm.lastIssue[slot] === time;
  const reads: i32 = goesOn ? packed >> 4 : packed & 15;
  const first = (reads & 3) * costs.operandCycles;
  const second = (reads >> 2) * costs.operandCycles;
  const bank = 2 * scheduler;
  const { bankFree } = sm;
  const last = Math.max(first > 0 ? bankFree[bank] + first : 0, second > 0 ? bankFree[bank + 1] + second : 0);
  const held = Math.max(0, last - costs.operandWindowCycles - time);
  if (first > 0) bankFree[bank] = Math.max(bankFree[bank], time + held) + first;
  if (second > 0) bankFree[bank + 1] = Math.max(bankFree[bank + 1], time + held) + second;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  sm.firstBankBusy += first * weight;
  sm.secondBankBusy += second * weight;
  statistics.busy[costs.operandResource] = Math.max(sm.firstBankBusy, sm.secondBankBusy);
  sm.lastIssue[slot] += held;
  if (held > 0 && sm.setup.isOnlyTime !== true) {
    statistics.busyStall[costs.operandResource] += held * weight;
    statistics.waitByInstruction[sm.pc[slot]] += held * weight;
  }
  return held;
}
