// Generated code for control flow: one function per kernel that walks the constructs, keeps the masks of
// lanes and calls the functions of the segments. Lanes diverge by masks and meet again after each construct.
// With barriers the function is a generator that yields the barrier's number and goes on when all warps of
// the workgroup have come to it.

import { unreachable } from '../diagnostics/diagnostic.ts';
import type { ConstructId, Instruction, Region, ValueId } from '../ir/ir.ts';
import { isTerminator, regionsOf } from '../ir/walk.ts';
import { bodiesOf } from '../machine/nodes.ts';
import type { LoopNode, MachineNode, SegmentNode, SwitchNode } from '../machine/program.ts';
import { constantText } from './expressions.ts';
import { type LoopShortening, writeEnds } from './loop-code.ts';
import type { LoopShape } from './loop-shape.ts';
import type { MaskCode } from './mask-code.ts';
import type { Chunk } from './plan.ts';
import { SegmentWriter } from './segment-code.ts';
import { arenaPlace, type Generation } from './writer.ts';

export interface DriverCode {
  /** Functions of the segments and helpers of constructs. */
  readonly functions: readonly string[];
  /** Statements of the driver; the mask of lanes is in `M`. */
  readonly body: readonly string[];
}

export function writeDriver(
  generation: Generation,
  shortening: (loop: LoopNode) => LoopShortening | undefined,
): DriverCode {
  const writer = new DriverWriter(generation, shortening);
  writer.region(generation.plan.program.nodes, 'M');
  return { functions: writer.functions, body: writer.body };
}

/** A set of lanes that grows: a local of the driver, or arena words where single lanes add to it, too. */
interface GrowingSet {
  readonly lanes: string;
  readonly start: string;
  add(lanes: string): string;
}

class DriverWriter {
  readonly functions: string[] = [];
  readonly body: string[] = [];
  private readonly generation: Generation;
  private readonly shortening: (loop: LoopNode) => LoopShortening | undefined;
  /** Constructs that collect the lanes that come to their end. */
  private readonly collects = new Set<ConstructId>();
  /** Loops around, outermost first, as arguments of `endless`: number, iterations still to go. */
  private readonly openLoops: string[] = [];
  private functionCount = 0;
  private regionCount = 0;
  private barrierCount = 0;

  constructor(generation: Generation, shortening: (loop: LoopNode) => LoopShortening | undefined) {
    this.generation = generation;
    this.shortening = shortening;
  }

  /** A list of nodes for the lanes in the variable `mask`, which they may lower. */
  region(nodes: readonly MachineNode[], mask: string): void {
    const label = `r${this.regionCount++}`;
    this.body.push(`${label}: {`);
    nodes.forEach((node, index) => {
      const mayLeave = canLeave(node);
      this.node(node, mask, mayLeave);
      if (mayLeave && index + 1 < nodes.length) {
        this.body.push(`if (${this.masks.isNone(mask)}) break ${label};`);
      }
    });
    this.body.push('}');
  }

  private node(node: MachineNode, mask: string, mayLeave: boolean): void {
    switch (node.kind) {
      case 'segment':
        this.segment(node, mask, mayLeave);
        return;
      case 'if': {
        const { id, condition } = node.instruction;
        this.open(id, mayLeave);
        const taken = this.masks.both(mask, this.maskOf(condition));
        this.body.push(`let t${id} = ${taken}, f${id} = ${this.masks.without(mask, `t${id}`)};`);
        this.arm(node.then, `t${id}`);
        this.arm(node.otherwise, `f${id}`);
        this.close(id, mask, mayLeave);
        return;
      }
      case 'switch':
        this.switch(node, mask, mayLeave);
        return;
      case 'block': {
        const { id } = node.instruction;
        this.open(id, mayLeave);
        this.body.push(`let t${id} = ${mask};`);
        this.region(node.body, `t${id}`);
        this.close(id, mask, mayLeave);
        return;
      }
      case 'loop':
        this.loop(node, mask, mayLeave);
    }
  }

  private arm(nodes: readonly MachineNode[], mask: string): void {
    this.body.push(`if (!(${this.masks.isNone(mask)})) {`);
    this.region(nodes, mask);
    this.body.push('}');
  }

  /** Lanes for which a bool is true. */
  private maskOf(condition: ValueId): string {
    const { constant } = this.generation.plan.program.module.values[condition];
    if (constant !== undefined) return constant ? this.masks.every : this.masks.none;
    return this.masks.read(this.generation.plan.slots[condition]);
  }

  private get masks(): MaskCode {
    return this.generation.plan.masks;
  }

  /** Where the lanes that left construct `id` by `break` are collected. */
  private exits(id: ConstructId): GrowingSet {
    return this.growing(`x${id}`, this.generation.plan.constructs.get(id)!.exitSlot);
  }

  private nexts(id: ConstructId): GrowingSet {
    return this.growing(`n${id}`, this.generation.plan.constructs.get(id)!.nextSlot);
  }

  private growing(name: string, slot: number): GrowingSet {
    const { masks } = this;
    if (slot < 0) {
      const add = (lanes: string): string => `${name} = ${masks.either(name, lanes)};`;
      return { lanes: name, start: `let ${name} = ${masks.none};`, add };
    }
    const lanes = masks.read(slot);
    const add = (more: string): string => masks.write(slot, masks.either(lanes, more));
    return { lanes, start: masks.write(slot, masks.none), add };
  }

  private open(id: ConstructId, mayLeave: boolean): void {
    if (!mayLeave) return;
    this.collects.add(id);
    this.body.push(this.exits(id).start);
  }

  private close(id: ConstructId, mask: string, mayLeave: boolean): void {
    if (mayLeave) this.body.push(`${mask} = ${this.exits(id).lanes};`);
  }

  private segment(node: SegmentNode, mask: string, mayLeave: boolean): void {
    const { plan, isTraced } = this.generation;
    const parts = plan.segments.get(node)!;
    const segment = plan.program.segments[node.segment];
    const writer = new SegmentWriter(this.generation);
    const bodies = parts.map((part) => writer.part(part));
    const { spills = [] } = segment;
    const accesses = writer.accessCount + spills.length;
    if (accesses !== segment.accessCount) {
      unreachable(`segment ${segment.id} has ${accesses} accesses, not ${segment.accessCount}`);
    }
    const isRecorded = isTraced && (segment.instructions.length > 0 || segment.accessCount > 0);
    if (isRecorded) {
      this.body.push(
        `R.enter(${segment.id}, ${segment.instructions.length}, ${segment.accessCount}, ${mask});`,
      );
      if (spills.length > 0) this.body.push(`recordSpills(R, ${mask}, P[${segment.id}].spills);`);
    }
    bodies.forEach((lines, index) => {
      // A body of one line does nothing but return its mask.
      if (lines.length > 1) {
        const name = this.addFunction(lines);
        this.body.push(`${mayLeave ? `${mask} = ` : ''}${name}(I, F, D, ${mask}, R);`);
      }
      if (!parts[index].barrier) return;
      const barrier = this.barrierCount++;
      const isComplete = this.masks.isSame(mask, 'ALL');
      this.body.push(`if (!(${isComplete})) divergedAt(${barrier}, ${mask}, ALL, W);`, `yield ${barrier};`);
    });
    const last = node.instructions.at(-1);
    if (last && isTerminator(last)) this.terminator(last, mask);
  }

  private addFunction(lines: readonly string[]): string {
    const name = `s${this.functionCount++}`;
    this.functions.push(`function ${name}(I, F, D, M, R) {\n${lines.join('\n')}\n}`);
    return name;
  }

  private terminator(terminator: Instruction, mask: string): void {
    if (terminator.kind === 'break' && this.collects.has(terminator.target)) {
      this.body.push(this.exits(terminator.target).add(mask));
    }
    if (terminator.kind === 'next') this.body.push(this.nexts(terminator.target).add(mask));
    this.body.push(`${mask} = ${this.masks.none};`);
  }

  private switch(node: SwitchNode, mask: string, mayLeave: boolean): void {
    const { instruction } = node;
    const { id } = instruction;
    this.open(id, mayLeave);
    const select = this.addSelector(node);
    const cases = instruction.cases.map((_, index) => `t${id}_${index}`);
    cases.forEach((name, index) => {
      this.body.push(`let ${name} = ${select}(I, F, ${mask}, ${index});`);
    });
    node.cases.forEach((body, index) => {
      this.arm(body, cases[index]);
    });
    this.close(id, mask, mayLeave);
  }

  /** A function that gives the lanes of `M` whose selector belongs to a case. */
  private addSelector(node: SwitchNode): string {
    const { instruction } = node;
    const { plan } = this.generation;
    const name = `k${instruction.id}`;
    const { constant } = plan.program.module.values[instruction.selector];
    const slot = plan.slots[instruction.selector];
    const isUniform = plan.isUniform[instruction.selector] === 1;
    const value =
      constant !== undefined ? constantText('i32', constant) : isUniform ? `I[${slot}]` : `I[${slot} + l]`;
    const lines = ['let index = -1;', `switch (${value}) {`];
    instruction.cases.forEach((each, index) => {
      if (each.values.length === 0 && !each.isDefault) return;
      for (const selected of new Set(each.values)) lines.push(`case ${selected}:`);
      if (each.isDefault) lines.push('default:');
      lines.push(`index = ${index}; break;`);
    });
    lines.push('}');
    this.functions.push(
      [
        `function ${name}(I, F, M, wanted) {`,
        `let lanes = ${this.masks.empty};`,
        ...this.masks.loop('M', [...lines, `if (index === wanted) ${this.masks.add('lanes')}`]),
        'return lanes;',
        '}',
      ].join('\n'),
    );
    return name;
  }

  private loop(node: LoopNode, mask: string, mayLeave: boolean): void {
    const { instruction } = node;
    const { id } = instruction;
    const { plan } = this.generation;
    if (!plan.enteredLoops.has(instruction)) {
      const entry: Chunk = { instructions: [], enters: instruction };
      const lines = new SegmentWriter(this.generation).part({ chunks: [entry] });
      if (lines.length > 1) this.body.push(`${this.addFunction(lines)}(I, F, D, ${mask}, R);`);
    }
    this.open(id, mayLeave);
    const shorten = this.shortening(node);
    if (shorten) {
      this.functions.push(...shorten.functions);
      this.invariants(plan.loopShapes.get(instruction)!, mask);
    }
    const nexts = this.nexts(id);
    const ends = writeEnds(this.generation, node);
    if (ends) this.functions.push(ends);
    this.openLoops.push(`${id}, ${ends ? `ends${id}(I, a${id})` : 'Infinity'}`);
    this.body.push(`let a${id} = ${mask};`, ...(shorten?.before(`a${id}`) ?? []), 'for (;;) {');
    this.body.push(...(shorten?.atStart(`a${id}`) ?? []));
    this.body.push(nexts.start, `let t${id} = a${id};`);
    this.region(node.body, `t${id}`);
    this.body.push(`a${id} = ${nexts.lanes};`, `if (${this.masks.isNone(`a${id}`)}) break;`);
    for (const [parameter, shadow] of plan.constructs.get(id)!.shadowSlots) {
      const { type } = plan.program.module.values[parameter];
      const slot = plan.slots[parameter];
      if (type === 'bool') this.body.push(this.masks.write(slot, this.masks.read(shadow)));
      else this.body.push(`${arenaPlace(type, slot)} = ${arenaPlace(type, shadow)};`);
    }
    const whenOver = `endless(iterations, ${this.openLoops.join(', ')});`;
    this.body.push(`if (++iterations > limits.iterations || ${this.isOverBudget()}) ${whenOver}`, '}');
    this.openLoops.pop();
    this.body.push(...(shorten?.after ?? []));
    this.close(id, mask, mayLeave);
  }

  /** What decides how often the loop runs and is computed inside of it, computed in front of it and not traced. */
  private invariants({ invariants }: LoopShape, mask: string): void {
    if (invariants.length === 0) return;
    const writer = new SegmentWriter({ ...this.generation, isTraced: false });
    const lines = writer.part({ chunks: [{ instructions: [...invariants] }] });
    this.body.push(`${this.addFunction(lines)}(I, F, D, ${mask}, R);`);
  }

  private isOverBudget(): string {
    return this.generation.isTraced ? 'R.instructions > limits.instructions' : 'false';
  }
}

/** True when a lane that enters the node may not come out at its end. */
export function canLeave(node: MachineNode): boolean {
  return leavesFrom(node, new Set());
}

function leavesFrom(node: MachineNode, inside: ReadonlySet<ConstructId>): boolean {
  if (node.kind === 'segment') return node.instructions.some((each) => leavesInstruction(each, inside));
  const within = new Set(inside).add(node.instruction.id);
  return bodiesOf(node).some((body) => body.some((each) => leavesFrom(each, within)));
}

function leavesInstruction(instruction: Instruction, inside: ReadonlySet<ConstructId>): boolean {
  if (isTerminator(instruction)) {
    const isLocal = instruction.kind === 'break' || instruction.kind === 'next';
    return !(isLocal && inside.has(instruction.target));
  }
  const regions = regionsOf(instruction);
  if (regions.length === 0) return false;
  const within = 'id' in instruction ? new Set(inside).add(instruction.id) : inside;
  return regions.some((region: Region) =>
    region.instructions.some((each) => leavesInstruction(each, within)),
  );
}
