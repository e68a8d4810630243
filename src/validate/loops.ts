// Unrolling decisions against the driver's: the loops that its machine code still has, each with the work that its
// body holds, beside those of the modelled program. A loop that is gone was unrolled entirely; how often the body
// was copied shows in its work. Both lists are aligned in order; what finds no partner was decided differently.

import type { MachineNode, Program } from '../machine/program.ts';
import { opcodesOf, workOf } from './mnemonics.ts';

/** Counts of a loop's own instructions, without those of loops inside it. */
export interface DriverLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
  readonly instructions: number;
  readonly work: Readonly<Record<string, number>>;
}

/** What a `kernelcast/driver-loops@1` file holds. */
export interface DriverLoopsFile {
  readonly schema: 'kernelcast/driver-loops@1';
  readonly device: string;
  readonly driver: string;
  readonly webgpu: string;
  readonly date: string;
  readonly method: string;
  readonly rows: readonly {
    readonly name: string;
    readonly loops: readonly DriverLoop[];
  }[];
}

export interface LoopAgreement {
  /** Loops that the source has, calls inlined. */
  readonly total: number;
  readonly right: number;
  readonly model: readonly DriverLoop[];
  readonly driver: readonly DriverLoop[];
}

/** The loops of a modelled program in the order of their headers. */
export function loopsOf(program: Program): DriverLoop[] {
  const loops: DriverLoop[] = [];
  const walk = (nodes: readonly MachineNode[], depth: number, own: string[]): void => {
    for (const node of nodes) {
      switch (node.kind) {
        case 'segment':
          own.push(...opcodesOf(program.segments[node.segment]));
          break;
        case 'loop': {
          const opcodes: string[] = [];
          const at = loops.push({ depth, instructions: 0, work: {} }) - 1;
          walk(node.body, depth + 1, opcodes);
          loops[at] = {
            depth,
            instructions: opcodes.length,
            work: workOf(opcodes),
          };
          break;
        }
        case 'if':
          walk(node.then, depth, own);
          walk(node.otherwise, depth, own);
          break;
        case 'switch':
          for (const each of node.cases) walk(each, depth, own);
          break;
        default:
          walk(node.body, depth, own);
      }
    }
  };
  walk(program.nodes, 1, []);
  return loops;
}

/** `total` is the number of loops of the source. */
export function loopAgreement(
  model: readonly DriverLoop[],
  driver: readonly DriverLoop[],
  total: number,
): LoopAgreement {
  const wrong = Math.max(model.length, driver.length) - aligned(model, driver);
  return { total, right: Math.max(0, total - wrong), model, driver };
}

/** The most pairs of alike loops that keep the order of both lists (longest common subsequence). */
function aligned(model: readonly DriverLoop[], driver: readonly DriverLoop[]): number {
  let best: number[] = new Array(driver.length + 1).fill(0);
  for (const ours of model) {
    const next = [0];
    driver.forEach((theirs, k) => {
      const paired = isAlike(ours, theirs) ? best[k] + 1 : 0;
      next.push(Math.max(paired, best[k + 1], next[k]));
    });
    best = next;
  }
  return best.at(-1)!;
}

const TOLERANCE = 0.15;
/** A slow path that only one side has, or an access that only one side shares. */
const SLACK = 1;

/** As deep, and with as many copies of the commonest work; without any, of about as many instructions. */
function isAlike(ours: DriverLoop, theirs: DriverLoop): boolean {
  if (ours.depth !== theirs.depth) return false;
  const [most] = Object.entries(theirs.work).sort(([, a], [, b]) => b - a);
  const [model, driver] = most
    ? [ours.work[most[0]] ?? 0, most[1]]
    : [ours.instructions, theirs.instructions];
  const slack = most ? SLACK : 4 * SLACK;
  return (
    Math.abs(model - driver) <= Math.max(slack, TOLERANCE * driver) &&
    (most !== undefined || total(ours) === 0)
  );
}

function total({ work }: DriverLoop): number {
  return Object.values(work).reduce((sum, each) => sum + each, 0);
}
