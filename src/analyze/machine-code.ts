// Machine code beside its source, as data that a terminal, a report and the page show: each instruction with its
// operands, the line that it was made of, and, where the launch was emulated, what it cost.

import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
import type { Trace } from '../execute/trace.ts';
import { printOperands } from '../machine/print.ts';
import type { MachineNode, Program } from '../machine/program.ts';
import type { Watched } from './observe.ts';
import type { SourceText } from './source-text.ts';

/** What an instruction cost in the emulation of the launch. */
export interface InstructionCost {
  /** How often a warp issues it, mean over the warps that were executed. */
  readonly issuesPerWarp: number;
  /** Cycles that a warp stands before it issues the instruction, each time; none where the emulation ended before. */
  readonly stallCycles?: number;
  /** Share of the warps' time: stalls and issues. */
  readonly timeFraction: number;
  /** What warps mostly wait for here: `dram latency`; `issuing` where they hardly wait. */
  readonly mostly: string;
}

/** A machine instruction for people. */
export interface CodeInstruction {
  readonly mnemonic: string;
  /** `v3 <- v1 0x10 v2`: virtual registers, and in base 16 or as floats what the instruction itself holds. */
  readonly operands: string;
  /** The unit that it takes and for how long: a name of `isa/cost-classes.json`. */
  readonly costClass: string;
  /** Loops around it. */
  readonly loopDepth: number;
  /** Where it begins a straight run of code. */
  readonly isFirstOfSegment: boolean;
  /** Of the source that it was made of, from 1; none for what no line asked for. */
  readonly line?: number;
  /** Where the line lies, if not in the shader: SPIR-V names the files that it was compiled from. */
  readonly file?: string;
  /** Why a compiler added it: `bounds-check`. */
  readonly origin?: string;
  readonly cost?: InstructionCost;
}

/** A kernel's machine code on a device. */
export interface MachineCode {
  readonly name: string;
  readonly profile: string;
  /** Registers of `operands` are numbered before allocation; how many the device gives is `registersPerThread`. */
  readonly registers: 'virtual';
  readonly virtualRegisters: number;
  readonly registersPerThread: number;
  readonly spillBytes: number;
  /** In the order of issue. */
  readonly instructions: readonly CodeInstruction[];
}

/** What was seen of a launch, instruction by instruction. */
export interface Costs {
  readonly timing: Pick<TimingInput, 'trace'>;
  readonly estimate: Estimate;
  readonly watched: Watched;
}

/**
 * @param program with its zeroing placed (`zeroing.ts`)
 * @param costs when left out, the code stands without them
 */
export function machineCode(
  names: { readonly name: string; readonly profile: string },
  program: Program,
  source: SourceText | undefined,
  costs?: Costs,
): MachineCode {
  const depths = loopDepths(program);
  const costOf = costs ? costReader(costs) : undefined;
  const entries = costs ? entriesPerWarp(costs.timing.trace, program.segments.length) : undefined;
  const instructions: CodeInstruction[] = [];
  for (const { id, instructions: own } of program.segments) {
    own.forEach((each, position) => {
      const { opcode, costClass, span, origin } = each;
      const cost = costOf?.(instructions.length, entries![id]);
      instructions.push({
        mnemonic: opcode,
        operands: printOperands(each, 'v'),
        costClass,
        loopDepth: depths[id],
        isFirstOfSegment: position === 0,
        ...(span?.source
          ? { file: span.source.file, line: span.source.line }
          : span && source
            ? { line: source.lineAt(span.start) }
            : {}),
        ...(origin === undefined ? {} : { origin }),
        ...(cost ? { cost } : {}),
      });
    });
  }
  const { registersPerThread, spillBytes, registerSlots } = program;
  return {
    name: names.name,
    profile: names.profile,
    registers: 'virtual',
    virtualRegisters: registerSlots,
    registersPerThread,
    spillBytes,
    instructions,
  };
}

/** By segment. */
function loopDepths({ nodes, segments }: Program): Int32Array {
  const depths = new Int32Array(segments.length);
  const visit = (list: readonly MachineNode[], depth: number): void => {
    for (const node of list) {
      if (node.kind === 'segment') depths[node.segment] = depth;
      else if (node.kind === 'if') visit([...node.then, ...node.otherwise], depth);
      else if (node.kind === 'switch') for (const each of node.cases) visit(each, depth);
      else visit(node.body, depth + (node.kind === 'loop' ? 1 : 0));
    }
  };
  visit(nodes, 0);
  return depths;
}

/** How often a warp of the launch enters each segment. */
function entriesPerWarp(trace: Trace, segments: number): Float64Array {
  const { workgroupFirstWarp, warpFirstEntry, entrySegment, entryWeight, coResidents = 0 } = trace;
  const workgroups = workgroupFirstWarp.length - 1;
  const first = workgroupFirstWarp[coResidents < workgroups ? coResidents : 0];
  const last = workgroupFirstWarp[workgroups];
  const entered = new Float64Array(segments);
  for (let entry = warpFirstEntry[first]; entry < warpFirstEntry[last]; entry++)
    entered[entrySegment[entry]] += entryWeight[entry];
  return entered.map((count) => count / Math.max(1, last - first));
}

function costReader({ estimate, watched }: Costs): (index: number, issuesPerWarp: number) => InstructionCost {
  const { issues, waits, reasons } = watched;
  const shares = estimate.instructionShares.flatMap((each) => [...each]);
  return (index, issuesPerWarp) => {
    const own = waits.subarray(index * reasons.length, (index + 1) * reasons.length);
    const stalled = own.reduce((sum, cycles) => sum + cycles, 0);
    return {
      issuesPerWarp,
      ...(issues[index] > 0 ? { stallCycles: stalled / issues[index] } : {}),
      timeFraction: shares[index],
      mostly: mostlyWaitedFor(own, issues[index], reasons),
    };
  };
}

/** The largest of the waits, unless issuing takes longer. */
export function mostlyWaitedFor(waits: Float64Array, issues: number, reasons: readonly string[]): string {
  const most = waits.reduce((best, cycles, index) => (cycles > waits[best] ? index : best), 0);
  return waits[most] > issues ? reasons[most] : 'issuing';
}
