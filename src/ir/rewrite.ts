// Rewriting a module one instruction at a time, in program order. A pass gives a callback that may put other
// instructions in an instruction's place; values it replaces are renamed in everything that follows. A region
// in which nothing changed is kept as the same object, and a pass that changes nothing returns its module.

import { normalizeConstant } from './builder.ts';
import type { Instruction, Module, PureOp, Region, ScalarType, Value, ValueId } from './ir.ts';
import { mapOperands, operandsOf, regionsOf } from './walk.ts';

/** Puts an instruction's replacement together; returns true when it did, false to keep the instruction. */
export type RewriteInstruction = (instruction: Instruction, rewriter: Rewriter) => boolean;

export interface RewriterOptions {
  /** Given to every instruction that the pass makes, unless it copies one. */
  readonly origin?: string;
}

/** The module under change: its growing value table and the region being written. */
export class Rewriter {
  private readonly module: Module;
  private readonly origin: string | undefined;
  private grown: Value[] | undefined;
  private constants: Map<number, Map<ScalarType, ValueId>> | undefined;
  private readonly renamed: ValueId[] = [];
  private isRenaming = false;
  private output: Instruction[] = [];
  private current: Instruction | undefined;
  private nextConstruct: number;

  constructor(module: Module, options: RewriterOptions = {}) {
    this.module = module;
    this.origin = options.origin;
    this.nextConstruct = module.nextConstruct;
  }

  get values(): readonly Value[] {
    return this.grown ?? this.module.values;
  }

  typeOf(value: ValueId): ScalarType {
    return this.values[value].type;
  }

  constantOf(value: ValueId): number | undefined {
    return this.values[value].constant;
  }

  /** A fresh value. */
  value(type: ScalarType, name?: string): ValueId {
    const values = this.growable();
    values.push(name === undefined ? { type } : { type, name });
    return values.length - 1;
  }

  /** The id of a constant; numbers are normalised to the type. */
  constant(type: ScalarType, number: number): ValueId {
    const normal = normalizeConstant(type, number);
    this.constants ??= internConstants(this.values);
    let byType = this.constants.get(normal);
    // Map keys do not tell -0 from 0, so a negative zero is never shared.
    const isShared = !Object.is(normal, -0);
    const known = isShared ? byType?.get(type) : undefined;
    if (known !== undefined) return known;
    const values = this.growable();
    values.push({ type, constant: normal });
    if (!isShared) return values.length - 1;
    if (!byType) this.constants.set(normal, (byType = new Map()));
    byType.set(type, values.length - 1);
    return values.length - 1;
  }

  construct(): number {
    return this.nextConstruct++;
  }

  /** Adds an instruction; one without span or origin gets those of the instruction being replaced. */
  emit(instruction: Instruction): void {
    const span = instruction.span ?? this.current?.span;
    const origin = instruction.origin ?? this.origin ?? this.current?.origin;
    const isComplete = span === instruction.span && origin === instruction.origin;
    this.output.push(
      isComplete
        ? instruction
        : { ...instruction, ...(span ? { span } : {}), ...(origin === undefined ? {} : { origin }) },
    );
  }

  /** Adds an instruction exactly as it is. */
  keep(instruction: Instruction): void {
    this.output.push(instruction);
  }

  pure(op: PureOp, type: ScalarType, operands: readonly ValueId[]): ValueId {
    const result = this.value(type);
    this.emit({ kind: 'pure', op, result, operands });
    return result;
  }

  /** Adds a pure instruction that defines a value which exists already. */
  define(result: ValueId, op: PureOp, operands: readonly ValueId[]): void {
    this.emit({ kind: 'pure', op, result, operands });
  }

  /** From here on, `to` stands where `from` was used. */
  rename(from: ValueId, to: ValueId): void {
    this.renamed[from] = to;
    this.isRenaming = true;
  }

  /** Collects what `fill` emits into a region. */
  region(fill: () => void): Region {
    const outer = this.output;
    this.output = [];
    fill();
    const instructions = this.output;
    this.output = outer;
    return { instructions };
  }

  /** Rewrites a region; the same object comes back when nothing changed. */
  rewrite(region: Region, visit: RewriteInstruction): Region {
    const outer = this.output;
    const outerCurrent = this.current;
    const output: Instruction[] = [];
    this.output = output;
    let isChanged = false;
    for (const original of region.instructions) {
      const instruction = this.update(original, visit);
      this.current = instruction;
      if (visit(instruction, this)) isChanged = true;
      else {
        output.push(instruction);
        isChanged ||= instruction !== original;
      }
    }
    this.output = outer;
    this.current = outerCurrent;
    // A callback may also have added instructions in front of one that it keeps.
    return isChanged || output.length !== region.instructions.length ? { instructions: output } : region;
  }

  /** The module with another body and all values made so far. */
  finish(body: Region): Module {
    if (body === this.module.body && !this.grown) return this.module;
    return { ...this.module, body, values: this.values, nextConstruct: this.nextConstruct };
  }

  private update(instruction: Instruction, visit: RewriteInstruction): Instruction {
    const regions = regionsOf(instruction);
    if (regions.length === 0) {
      return this.isRenaming && operandsOf(instruction).some((id) => this.renamed[id] !== undefined)
        ? mapOperands(instruction, (id) => this.resolve(id))
        : instruction;
    }
    const isRenamed = this.isRenaming && operandsOf(instruction).some((id) => this.renamed[id] !== undefined);
    const inner = regions.map((region) => this.rewrite(region, visit));
    if (!isRenamed && inner.every((region, index) => region === regions[index])) return instruction;
    let next = 0;
    return mapOperands(
      instruction,
      (id) => this.resolve(id),
      () => inner[next++],
    );
  }

  private resolve(value: ValueId): ValueId {
    let current = value;
    for (let to = this.renamed[current]; to !== undefined; to = this.renamed[current]) current = to;
    return current;
  }

  private growable(): Value[] {
    this.grown ??= [...this.module.values];
    return this.grown;
  }
}

/** Rewrites a whole module with one callback. */
export function rewriteModule(module: Module, visit: RewriteInstruction, options?: RewriterOptions): Module {
  const rewriter = new Rewriter(module, options);
  return rewriter.finish(rewriter.rewrite(module.body, visit));
}

function internConstants(values: readonly Value[]): Map<number, Map<ScalarType, ValueId>> {
  const known = new Map<number, Map<ScalarType, ValueId>>();
  values.forEach(({ type, constant }, id) => {
    if (constant === undefined || Object.is(constant, -0)) return;
    const byType = known.get(constant);
    if (!byType) known.set(constant, new Map([[type, id]]));
    else if (!byType.has(type)) byType.set(type, id);
  });
  return known;
}
