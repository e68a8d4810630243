// What the time would be with a piece of the driver's code in place of the model's: the trace stays, and the emulator
// times it with the driver's registers, or with as many instructions as the driver's parts have. Nothing else moves,
// so the change of the time is what that one difference is worth.

import type { Listing } from '../compilers/listing.ts';
import type { TimingInput } from '../emulate/device.ts';
import { prepare } from '../emulate/prepare.ts';
import type { MachineInstruction, Program } from '../machine/program.ts';
import { isArithmetic } from './opcodes.ts';
import type { CodePart } from './parts.ts';

/** The occupancy that so many registers per thread allow. */
export function withRegisters(timing: TimingInput, registersPerThread: number): TimingInput {
  return withProgram(timing, { ...timing.trace.program, registersPerThread });
}

/** As many instructions in each part as the driver has there: arithmetic is left out or issued twice, evenly. */
export function withInstructions(
  timing: TimingInput,
  parts: readonly CodePart[],
  listing: Listing,
): TimingInput {
  const { program } = timing.trace;
  const segments = [...program.segments];
  for (const { segments: own, instructions } of parts) {
    const codes = resized(
      own.map((id) => segments[id].instructions),
      instructions.driver - instructions.model,
      (each) => isArithmetic(each, listing),
    );
    own.forEach((id, i) => {
      segments[id] = { ...segments[id], instructions: codes[i] };
    });
  }
  const changed = withProgram(timing, { ...program, segments });
  return { ...changed, preparation: prepare(changed.trace, timing.profile) };
}

function withProgram(timing: TimingInput, program: Program): TimingInput {
  return { ...timing, trace: { ...timing.trace, program } };
}

/**
 * Straight lines of code with `more` of the free instructions in all, fewer where that is negative. What is left
 * out has no result to wait for; what is added waits for the operands of its original and writes nothing.
 */
function resized(
  codes: readonly (readonly MachineInstruction[])[],
  more: number,
  isFree: (instruction: MachineInstruction) => boolean,
): (readonly MachineInstruction[])[] {
  const free = codes.reduce((sum, code) => sum + code.filter(isFree).length, 0);
  if (free === 0 || more === 0) return [...codes];
  const change = Math.max(more, -free);
  let seen = 0;
  return codes.map((code) =>
    code.flatMap((instruction) => {
      if (!isFree(instruction)) return [instruction];
      const before = Math.trunc((seen * change) / free);
      seen++;
      const copies = 1 + Math.trunc((seen * change) / free) - before;
      const copy = { ...instruction, destinations: [] };
      return Array.from({ length: copies }, (_, i) => (i === 0 ? instruction : copy));
    }),
  );
}
