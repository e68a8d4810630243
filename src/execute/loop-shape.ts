// Finds loops that execution may shorten: run some iterations, count them for many, and jump ahead. Each way
// out needs a condition that cannot become true before a number of iterations known on entry. Best is that
// nothing else depends on what the skipped iterations compute: then the parameters that reach addresses or
// conditions are linear in the iteration number (p' = p + invariant), and accumulators may be anything. A
// guard that counts 2^64 iterations down is a way out that never comes first. What a compiler left inside although it
// is the same in every iteration, such as a bound in memory that nobody writes, is computed on entry as well.

import type {
  ConstructId,
  IfInstruction,
  Instruction,
  LoopInstruction,
  Module,
  Region,
  ValueId,
} from '../ir/ir.ts';
import { forEachInstruction, isTerminator, operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';
import { combine, type FirstHold, join, type LinearForm, linear } from './first-hold.ts';
import type { Steering } from './steering.ts';

/**
 * What is known of a loop. `even`: only linear parameters steer it. `growing`: so they do, and how much an iteration
 * does hangs on which one it is. `typical`: skipped values reach its addresses or conditions, but how often it runs is
 * known on entry. `bounded`: it ends after a known number of iterations if not before.
 */
export type LoopKind = 'even' | 'growing' | 'typical' | 'bounded';

export interface LoopShape {
  readonly kind: LoopKind;
  /** Step per iteration of the parameters that are linear, in terms of values that the loop does not change. */
  readonly steps: ReadonlyMap<ValueId, LinearForm>;
  /** The loop runs at least until the earliest of these. */
  readonly exits: readonly FirstHold[];
  /** The loop surely ends with the earliest of these; none when no such end is known. */
  readonly ends: readonly FirstHold[];
  readonly hasBarrier: boolean;
  /** What of the body makes the values that are the same in each iteration, in order. */
  readonly invariants: readonly Instruction[];
}

/**
 * The shape of a loop whose end is known on entry; undefined for others.
 * @param rounds what decides how often the kernel's loops run
 */
export function findLoopShape(
  module: Module,
  loop: LoopInstruction,
  rounds: Steering,
): LoopShape | undefined {
  return new ShapeFinder(module, loop, rounds).find();
}

/** An exit of the loop with the conditions it is under, outermost first. */
interface ExitSite {
  /** False inside loops and switches, which may not come to it. */
  readonly isDirect: boolean;
  readonly path: readonly { readonly branch: IfInstruction; readonly isThen: boolean }[];
}

class ShapeFinder {
  private readonly module: Module;
  private readonly loop: LoopInstruction;
  private readonly rounds: Steering;
  private readonly definitions = new Map<ValueId, Instruction>();
  /** Values that flow into a construct's result or a loop's parameter. */
  private readonly inflows = new Map<ValueId, ValueId[]>();
  private readonly inside = new Set<ConstructId>();
  private readonly exits: ExitSite[] = [];
  private readonly nextValues: (readonly ValueId[])[] = [];
  /** Values with which it is left that decide how often a loop runs. */
  private readonly leaving: ValueId[] = [];
  /** Whether it writes what decides how often another loop runs. */
  private steersLater = false;
  /** Variables that the loop writes: what it reads of them is state, too. */
  private readonly written = new Set<string>();
  private readonly parameters: ReadonlySet<ValueId>;
  private readonly steps = new Map<ValueId, LinearForm>();
  private readonly forms = new Map<ValueId, LinearForm | undefined>();
  /** Whether a value of the body is the same in every iteration. */
  private readonly isFixed = new Map<ValueId, boolean>();
  /** Loads that whoever enters the loop comes to. */
  private readonly surelyLoaded = new Set<Instruction>();
  private hasBarrier = false;
  private nesting = 0;

  constructor(module: Module, loop: LoopInstruction, rounds: Steering) {
    this.module = module;
    this.loop = loop;
    this.rounds = rounds;
    this.parameters = new Set(loop.parameters);
  }

  find(): LoopShape | undefined {
    this.collect();
    if (this.nextValues.length !== 1) return undefined;
    this.findSteps();
    const { hasBarrier } = this;
    const excused = new Set<IfInstruction>();
    const exits: FirstHold[] = [];
    const ends: FirstHold[] = [];
    for (const site of this.exits) {
      const hold = this.exitHold(site, excused);
      if (hold) exits.push(hold);
      if (hold && this.isCertain(site)) ends.push(hold);
    }
    const isKnown = exits.length > 0 && exits.length === this.exits.length;
    const isEven = isKnown && !this.steersLater && this.isSteeredByLinearValues(excused);
    if (!isEven && ends.length === 0) return undefined;
    const kind = isEven ? this.evenKind(excused) : isKnown ? 'typical' : 'bounded';
    const shape = { kind, steps: this.steps, exits, ends, hasBarrier } as const;
    return { ...shape, invariants: this.makersOf(valuesOfShape(shape)) };
  }

  private collect(): void {
    for (const each of this.loop.body.instructions) {
      if ('id' in each) break;
      if (each.kind === 'load') this.surelyLoaded.add(each);
    }
    const sinks = new Map<ConstructId, readonly ValueId[]>([[this.loop.id, this.loop.results]]);
    const loops = new Map<ConstructId, readonly ValueId[]>();
    forEachInstruction(this.loop.body, (instruction) => {
      for (const result of resultsOf(instruction)) this.definitions.set(result, instruction);
      if (instruction.kind === 'barrier') this.hasBarrier = true;
      if (isWrite(instruction)) {
        if (instruction.root.space !== 'buffer') this.written.add(rootKey(instruction));
        this.steersLater ||= this.rounds.hasRoot(instruction.root);
      }
      if (!('id' in instruction)) return;
      this.inside.add(instruction.id);
      sinks.set(instruction.id, instruction.results);
      if (instruction.kind !== 'loop') return;
      loops.set(instruction.id, instruction.parameters);
      instruction.parameters.forEach((each) => {
        this.definitions.set(each, instruction);
      });
      this.flow(instruction.parameters, instruction.initial);
    });
    this.visitRegion(this.loop.body, [], sinks, loops);
  }

  private flow(targets: readonly ValueId[], values: readonly ValueId[]): void {
    targets.forEach((target, index) => {
      const known = this.inflows.get(target);
      if (known) known.push(values[index]);
      else this.inflows.set(target, [values[index]]);
    });
  }

  private visitRegion(
    region: Region,
    path: ExitSite['path'],
    sinks: ReadonlyMap<ConstructId, readonly ValueId[]>,
    loops: ReadonlyMap<ConstructId, readonly ValueId[]>,
  ): void {
    for (const each of region.instructions) {
      if (each.kind === 'break' && each.target === this.loop.id)
        this.leaving.push(...each.values.filter((_, at) => this.rounds.hasValue(this.loop.results[at])));
      if (each.kind === 'break' && this.inside.has(each.target))
        this.flow(sinks.get(each.target)!, each.values);
      else if (each.kind === 'next' && each.target === this.loop.id) this.nextValues.push(each.values);
      else if (each.kind === 'next' && this.inside.has(each.target))
        this.flow(loops.get(each.target)!, each.values);
      else if (isTerminator(each) && each.kind !== 'unreachable')
        this.exits.push({ path, isDirect: this.nesting === 0 });
      if (each.kind === 'if') {
        this.visitRegion(each.then, [...path, { branch: each, isThen: true }], sinks, loops);
        this.visitRegion(each.otherwise, [...path, { branch: each, isThen: false }], sinks, loops);
      } else {
        const inner = each.kind === 'loop' || each.kind === 'switch' ? 1 : 0;
        this.nesting += inner;
        for (const region of regionsOf(each)) this.visitRegion(region, path, sinks, loops);
        this.nesting -= inner;
      }
    }
  }

  private findSteps(): void {
    this.loop.parameters.forEach((parameter, index) => {
      const next = this.form(this.nextValues[0][index]);
      if (!next || this.module.values[parameter].type !== 'i32') return;
      const step = combine(next, linear(0, [[parameter, 1]]), -1);
      if ([...step.terms.keys()].every((value) => !this.parameters.has(value)))
        this.steps.set(parameter, step);
    });
  }

  /** The value as a linear form; undefined when it is not one. */
  private form(value: ValueId): LinearForm | undefined {
    if (this.forms.has(value)) return this.forms.get(value);
    const form = this.findForm(value);
    this.forms.set(value, form);
    return form;
  }

  private findForm(value: ValueId): LinearForm | undefined {
    const { constant, type } = this.module.values[value];
    if (type !== 'i32') return undefined;
    if (constant !== undefined) return linear(constant, []);
    const definition = this.definitions.get(value);
    if (!definition) return linear(0, [[value, 1]]);
    return this.linearForm(definition) ?? (this.isInvariant(value) ? linear(0, [[value, 1]]) : undefined);
  }

  private linearForm(definition: Instruction): LinearForm | undefined {
    if (definition.kind !== 'pure' || !LINEAR_OPERATIONS.has(definition.op)) return undefined;
    const a = this.form(definition.operands[0]);
    const b = a && this.form(definition.operands[1]);
    if (!a || !b) return undefined;
    switch (definition.op) {
      case 'iadd':
        return combine(a, b, 1);
      case 'isub':
        return combine(a, b, -1);
      case 'imul':
        if (a.terms.size === 0) return combine(linear(0, []), b, a.constant);
        return b.terms.size === 0 ? combine(linear(0, []), a, b.constant) : undefined;
      case 'shl':
        return b.terms.size === 0 ? combine(linear(0, []), a, 1 << b.constant) : undefined;
      default:
        return undefined;
    }
  }

  /** True when every iteration finds the value that the first one does. */
  private isInvariant(value: ValueId): boolean {
    if (this.module.values[value].constant !== undefined) return true;
    const definition = this.definitions.get(value);
    if (!definition) return !this.parameters.has(value);
    const known = this.isFixed.get(value);
    if (known !== undefined) return known;
    const isFixed =
      this.isComputedAhead(definition) && operandsOf(definition).every((each) => this.isInvariant(each));
    this.isFixed.set(value, isFixed);
    return isFixed;
  }

  private isComputedAhead(definition: Instruction): boolean {
    if (definition.kind !== 'load')
      return ['pure', 'input', 'bound', 'arrayLength'].includes(definition.kind);
    const { space, index } = definition.root;
    return (
      space === 'buffer' && this.module.buffers[index].access === 'read' && this.surelyLoaded.has(definition)
    );
  }

  /** The instructions of the body that it takes to compute invariant values. */
  private makersOf(values: readonly ValueId[]): readonly Instruction[] {
    const makers = new Set<Instruction>();
    const pending = [...values];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      const definition = this.definitions.get(value);
      if (!definition || makers.has(definition)) continue;
      makers.add(definition);
      pending.push(...operandsOf(definition));
    }
    const ordered: Instruction[] = [];
    forEachInstruction(this.loop.body, (each) => {
      if (makers.has(each)) ordered.push(each);
    });
    return ordered;
  }

  /** True when the exit is taken as soon as its conditions, all of linear forms, hold. */
  private isCertain({ path, isDirect }: ExitSite): boolean {
    return isDirect && path.length === 1 && this.isLinearCondition(path[0].branch.condition);
  }

  private isLinearCondition(condition: ValueId): boolean {
    const definition = this.definitions.get(condition);
    if (definition?.kind === 'pure' && ['not', 'and', 'or'].includes(definition.op))
      return definition.operands.every((operand) => this.isLinearCondition(operand));
    return this.firstHold(condition, true).kind === 'compare';
  }

  /** A form whose parameters all have steps, so that it moves evenly. */
  private evenForm(value: ValueId): LinearForm | undefined {
    const form = this.form(value);
    const isEven =
      form && [...form.terms.keys()].every((each) => !this.parameters.has(each) || this.steps.has(each));
    return isEven ? form : undefined;
  }

  /**
   * When the exit can first be taken, from the innermost condition that tells. That condition's branch goes
   * to `excused`: its outcome is known for all iterations that are skipped.
   */
  private exitHold(site: ExitSite, excused: Set<IfInstruction>): FirstHold | undefined {
    for (const { branch, isThen } of [...site.path].reverse()) {
      const hold = this.firstHold(branch.condition, isThen);
      if (hold.kind === 'any') continue;
      excused.add(branch);
      return hold;
    }
    return undefined;
  }

  private firstHold(condition: ValueId, wanted: boolean): FirstHold {
    const { constant } = this.module.values[condition];
    if (constant !== undefined) return { kind: (constant !== 0) === wanted ? 'any' : 'never' };
    const definition = this.definitions.get(condition);
    if (definition?.kind !== 'pure') return { kind: 'any' };
    const [a, b] = definition.operands as [ValueId, ValueId];
    switch (definition.op) {
      case 'not':
        return this.firstHold(a, !wanted);
      case 'and':
        return join(wanted, [this.firstHold(a, wanted), this.firstHold(b, wanted)]);
      case 'or':
        return join(!wanted, [this.firstHold(a, wanted), this.firstHold(b, wanted)]);
      case 'ieq':
      case 'ine':
        return this.equalityHold(a, b, (definition.op === 'ieq') === wanted);
      case 'slt':
      case 'sle':
      case 'ult':
      case 'ule':
        return this.orderHold(definition.op, a, b, wanted);
      default:
        return { kind: 'any' };
    }
  }

  private equalityHold(a: ValueId, b: ValueId, isEqual: boolean): FirstHold {
    // Words joined by `or` are zero together: the form in which 64-bit counters are tested.
    const [word, other] = this.module.values[a].constant === undefined ? [a, b] : [b, a];
    const joined = this.definitions.get(word);
    const isZeroTest = isEqual && this.module.values[other].constant === 0;
    if (isZeroTest && joined?.kind === 'pure' && joined.op === 'or') {
      return join(
        true,
        joined.operands.map((operand) => this.equalityHold(operand, b, true)),
      );
    }
    const left = this.evenForm(a);
    const right = this.evenForm(b);
    if (!left || !right) return { kind: 'any' };
    return { kind: 'compare', op: isEqual ? 'ieq' : 'ine', left, right };
  }

  private orderHold(op: 'slt' | 'sle' | 'ult' | 'ule', a: ValueId, b: ValueId, wanted: boolean): FirstHold {
    const left = this.evenForm(a);
    const right = this.evenForm(b);
    if (!left || !right) return { kind: 'any' };
    if (wanted) return { kind: 'compare', op, left, right };
    const opposite = ({ slt: 'sle', sle: 'slt', ult: 'ule', ule: 'ult' } as const)[op];
    return { kind: 'compare', op: opposite, left: right, right: left };
  }

  /** Follows addresses, conditions and what later loops go by back: the only loop parameters they reach must be linear. */
  private isSteeredByLinearValues(excused: ReadonlySet<IfInstruction>): boolean {
    const pending = [...this.conditionsInside(excused), ...this.leaving];
    forEachInstruction(this.loop.body, (each) => {
      if (each.kind === 'load' || each.kind === 'store' || each.kind === 'atomic') pending.push(each.address);
      else if (each.kind === 'texture') pending.push(...each.operands);
    });
    const seen = new Set<ValueId>();
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      if (seen.has(value)) continue;
      seen.add(value);
      if (this.parameters.has(value) && !this.steps.has(value)) return false;
      const inflows = this.inflows.get(value);
      const definition = this.definitions.get(value);
      if (inflows) pending.push(...inflows);
      else if (definition && isMemory(definition)) {
        if (this.written.has(rootKey(definition))) return false;
      } else if (definition) pending.push(...operandsOf(definition));
    }
    return true;
  }

  /** What decides where branches of the body go, but for those whose outcome is known. */
  private conditionsInside(excused: ReadonlySet<IfInstruction>): ValueId[] {
    const conditions: ValueId[] = [];
    forEachInstruction(this.loop.body, (each) => {
      if (each.kind === 'if' && !excused.has(each)) conditions.push(each.condition);
      else if (each.kind === 'switch') conditions.push(each.selector);
    });
    return conditions;
  }

  /** Whether branches inside go another way as the loop goes on, by arithmetic on its linear parameters. */
  private evenKind(excused: ReadonlySet<IfInstruction>): LoopKind {
    const pending = this.conditionsInside(excused);
    const seen = new Set<ValueId>();
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      if (seen.has(value)) continue;
      seen.add(value);
      const step = this.steps.get(value);
      if (step && (step.constant !== 0 || step.terms.size > 0)) return 'growing';
      const definition = this.definitions.get(value);
      if (definition?.kind === 'pure') pending.push(...definition.operands);
      pending.push(...(this.inflows.get(value) ?? []));
    }
    return 'even';
  }
}

const LINEAR_OPERATIONS: ReadonlySet<string> = new Set(['iadd', 'isub', 'imul', 'shl']);

type MemoryInstruction = Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>;

function isMemory(instruction: Instruction): instruction is MemoryInstruction {
  return instruction.kind === 'load' || instruction.kind === 'atomic';
}

function isWrite(instruction: Instruction): instruction is MemoryInstruction {
  return instruction.kind === 'store' || instruction.kind === 'atomic';
}

function rootKey({ root }: MemoryInstruction): string {
  return root.space + root.index;
}

/** Values that the functions of a shape read, besides the loop's parameters. */
export function valuesOfShape(shape: Omit<LoopShape, 'invariants'>): ValueId[] {
  const values: ValueId[] = [];
  const visit = (hold: FirstHold): void => {
    if (hold.kind === 'compare') values.push(...hold.left.terms.keys(), ...hold.right.terms.keys());
    else if (hold.kind === 'latest' || hold.kind === 'earliest') hold.parts.forEach(visit);
  };
  shape.exits.forEach(visit);
  shape.ends.forEach(visit);
  for (const step of shape.steps.values()) values.push(...step.terms.keys());
  return values;
}
