// Loop unrolling: loops with a constant trip count and no second exit, innermost first; fully, or by
// the factor that the caller gives, the remaining iterations peeled in front of the loop. Loops
// that a dialect guards have a second exit and stay as they are. Run it again after folding: that decides about loops around unrolled ones.

import { analyzeLoop, type LoopShape } from '../ir/analyses/loops.ts';
import { Builder } from '../ir/builder.ts';
import { countNexts } from '../ir/inline-region.ts';
import type { Instruction, LoopInstruction, Module, Region, Value, ValueId } from '../ir/ir.ts';
import { forEachInstruction, mapOperands, operandsOf, regionsOf } from '../ir/walk.ts';
import { expand, UNROLLED, type UnrollPlan } from './unroll-code.ts';

/** The caller decides about each loop. */
export interface UnrollOptions {
  /**
   * Copies of the body that the loop shall hold: `tripCount` for no loop at all, 1 to leave it. `body` is what an
   * iteration executes, inner instructions included, without what only counts and compares. A loop with further
   * exits is unrolled fully or not at all.
   */
  readonly factorOf: (
    shape: LoopShape,
    tripCount: number,
    body: readonly Instruction[],
    values: readonly Value[],
  ) => number;
  /** What else than `analyzeLoop` can tell how often a loop runs; asked where that cannot. */
  readonly shapeOf?: (module: Pick<Module, 'values'>, loop: LoopInstruction) => LoopShape | undefined;
}

/** The module with counted loops unrolled; the same module when there are none. */
export function unroll(module: Module, options: UnrollOptions): Module {
  const unroller = new Unroller(module, options);
  const body = unroller.region(module.body);
  if (body === module.body) return module;
  const { values, nextConstruct, notes } = unroller.builder;
  return { ...module, body, values, nextConstruct, notes };
}

class Unroller {
  readonly builder: Builder;
  private readonly options: UnrollOptions;
  private readonly replacement: (ValueId | undefined)[] = [];
  /** Loops unrolled so far. */
  private expanded = 0;
  private readonly replace = (id: ValueId): ValueId => this.replacement[id] ?? id;

  constructor(module: Module, options: UnrollOptions) {
    this.builder = new Builder(module);
    this.options = options;
  }

  /** The region with its loops unrolled, inner ones first; the same region when there are none. */
  region(region: Region): Region {
    let output: Instruction[] | undefined;
    region.instructions.forEach((instruction, k) => {
      const treated = this.instruction(instruction);
      if (treated.length !== 1 || treated[0] !== instruction) output ??= region.instructions.slice(0, k);
      output?.push(...treated);
    });
    return output ? { instructions: output } : region;
  }

  private instruction(instruction: Instruction): readonly Instruction[] {
    const expandedBefore = this.expanded;
    const regions = regionsOf(instruction);
    const treated = regions.map((region) => this.region(region));
    const isRenamed = operandsOf(instruction).some((id) => this.replacement[id] !== undefined);
    const isChanged = isRenamed || treated.some((region, k) => region !== regions[k]);
    let next = 0;
    const current = isChanged ? mapOperands(instruction, this.replace, () => treated[next++]) : instruction;
    return current.kind === 'loop' ? this.loop(current, this.expanded > expandedBefore) : [current];
  }

  /**
   * An outer loop is left to another run when one inside it has just been unrolled: what the copies inside cost
   * is known when they are folded.
   */
  private loop(loop: LoopInstruction, isFreshInside: boolean): readonly Instruction[] {
    // Folding makes the body of an unrolled loop smaller; that is no reason to unroll it further.
    if (loop.origin === UNROLLED) return [loop];
    const analyzed = analyzeLoop(this.builder, loop);
    const shape =
      analyzed?.tripCount === undefined ? (this.options.shapeOf?.(this.builder, loop) ?? analyzed) : analyzed;
    const plan = shape && this.plan(shape);
    if (!plan || isFreshInside) return [loop];
    this.expanded++;
    const { instructions, results } = expand(plan, this.builder);
    results?.forEach((value, k) => {
      this.replacement[loop.results[k]] = value;
    });
    return instructions;
  }

  private plan(shape: LoopShape): UnrollPlan | undefined {
    const { tripCount } = shape;
    if (tripCount === undefined) return undefined;
    const skipped = controlOnly(shape);
    const body = iterationOf(shape, skipped);
    const factor = this.options.factorOf(shape, tripCount, body, this.builder.values);
    if (factor >= tripCount) return { shape, tripCount, skipped, factor: tripCount };
    if (!shape.isTestOnlyExit || factor < 2 || hasLoop(shape.loop.body)) return undefined;
    return { shape, tripCount, skipped, factor };
  }
}

/** What an iteration executes, inner instructions included. */
function iterationOf({ loop, test }: LoopShape, skipped: ReadonlySet<Instruction>): Instruction[] {
  const body: Instruction[] = [];
  const add = (instruction: Instruction): void => {
    body.push(instruction);
  };
  for (const instruction of loop.body.instructions) {
    if (instruction === test.instruction) forEachInstruction(test.stay, add);
    else if (!skipped.has(instruction)) forEachInstruction({ instructions: [instruction] }, add);
  }
  return body;
}

function hasLoop(region: Region): boolean {
  return region.instructions.some((each) => each.kind === 'loop' || regionsOf(each).some(hasLoop));
}

/** Operations at the top of the body that only count and compare: copies do not need them. */
function controlOnly({ loop, test, inductions }: LoopShape): ReadonlySet<Instruction> {
  const uses = new Map<ValueId, number>();
  // With several ways to the next iteration, each passes its own step on.
  const isCounted = new Set(hasSingleNext(loop) ? inductions.map((each) => each.index) : []);
  forEachInstruction(loop.body, (instruction) => {
    operandsOf(instruction).forEach((id, k) => {
      const isStep = instruction.kind === 'next' && instruction.target === loop.id && isCounted.has(k);
      if (instruction !== test.instruction && !isStep) uses.set(id, (uses.get(id) ?? 0) + 1);
    });
  });
  const skipped = new Set<Instruction>();
  const { instructions } = loop.body;
  for (let k = instructions.length - 1; k >= 0; k--) {
    const instruction = instructions[k];
    if (instruction.kind !== 'pure' || uses.get(instruction.result)) continue;
    skipped.add(instruction);
    for (const id of instruction.operands) uses.set(id, (uses.get(id) ?? 0) - 1);
  }
  return skipped;
}

/** True when the only way to the next iteration is the end of the body. */
function hasSingleNext(loop: LoopInstruction): boolean {
  const last = loop.body.instructions.at(-1)!;
  return last.kind === 'next' && last.target === loop.id && countNexts(loop.body, loop.id) === 1;
}
