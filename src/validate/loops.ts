// Unrolling decisions against the driver's: the loops that its machine code still has, each with the work that its
// body holds, beside those of the modelled program. A loop that is gone was unrolled entirely; how often the body
// was copied shows in its work. Both lists are aligned in order; what finds no partner was decided differently.

import type { Listing } from '../compilers/listing.ts';
import { bodiesOf } from '../machine/nodes.ts';
import type { MachineNode, Program } from '../machine/program.ts';
import { opcodesOf, workOf } from './opcodes.ts';

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

/** A loop of the modelled program with the segments that are its own. */
export interface ProgramLoop extends DriverLoop {
  readonly segments: readonly number[];
}

/** The loops of a modelled program in the order of their headers. */
export function loopsOf(program: Program, listing: Listing): DriverLoop[] {
  return programLoops(program, listing).map(({ depth, instructions, work }) => ({
    depth,
    instructions,
    work,
  }));
}

/** As `loopsOf`, with the segments of each loop. */
export function programLoops(program: Program, listing: Listing): ProgramLoop[] {
  const found: { readonly depth: number; readonly segments: number[] }[] = [];
  const walk = (nodes: readonly MachineNode[], depth: number, own: number[]): void => {
    for (const node of nodes) {
      if (node.kind === 'segment') own.push(node.segment);
      else if (node.kind === 'loop') {
        const segments: number[] = [];
        found.push({ depth, segments });
        walk(node.body, depth + 1, segments);
      } else for (const body of bodiesOf(node)) walk(body, depth, own);
    }
  };
  walk(program.nodes, 1, []);
  return found.map(({ depth, segments }) => {
    const opcodes = segments.flatMap((segment) => opcodesOf(program.segments[segment], listing));
    return { depth, segments, instructions: opcodes.length, work: workOf(opcodes, listing) };
  });
}

/** `total` is the number of loops of the source. */
export function loopAgreement(
  model: readonly DriverLoop[],
  driver: readonly DriverLoop[],
  total: number,
): LoopAgreement {
  const wrong = Math.max(model.length, driver.length) - alignedLoops(model, driver).length;
  return { total, right: Math.max(0, total - wrong), model, driver };
}

/** The most pairs of alike loops, as positions, that keep the order of both lists (longest common subsequence). */
export function alignedLoops(
  model: readonly DriverLoop[],
  driver: readonly DriverLoop[],
): readonly (readonly [model: number, driver: number])[] {
  type Pairs = readonly (readonly [number, number])[];
  let best: Pairs[] = new Array(driver.length + 1).fill([]);
  model.forEach((ours, i) => {
    const next: Pairs[] = [[]];
    driver.forEach((theirs, k) => {
      const paired: Pairs = isAlike(ours, theirs) ? [...best[k], [i, k]] : [];
      next.push([paired, best[k + 1], next[k]].reduce((a, b) => (b.length > a.length ? b : a)));
    });
    best = next;
  });
  return best.at(-1)!;
}

/** What counts as agreement throughout. */
export const TOLERANCE = 0.15;
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
