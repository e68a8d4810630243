// What every part of code generation shares: how a value is named where it is used, and where lines of
// generated code go. A part's function is a sequence of chunks; each chunk is `head` lines (uniform values,
// run once), a loop over the active lanes around `lane` lines, and `tail` lines.
//
// Names in generated code: I, F and D are the warp's arena as integers, floats and doubles, M the mask of active lanes,
// R the recorder; l is the lane and b its bit (mask-code.ts). vN is value N in one lane, uN a uniform value, mN the
// lanes for which a bool from the arena is true, nN those for which one that is being computed is.

import type { Span } from '../diagnostics/diagnostic.ts';
import { unreachable } from '../diagnostics/diagnostic.ts';
import type { MemoryRoot, ScalarType, ValueId } from '../ir/ir.ts';
import type { TextureSink } from './bound-texture.ts';
import { constantText, type HelperFunctions } from './expressions.ts';
import type { VariableLayout } from './layout.ts';
import type { MaskCode } from './mask-code.ts';
import type { Plan } from './plan.ts';
import type { Steering } from './steering.ts';

/** A place in the source that may leave its memory; execution counts how often it does. */
export interface AccessSite {
  readonly root: MemoryRoot;
  readonly isWrite: boolean;
  readonly span?: Span;
}

/** State of one code generation. */
export interface Generation {
  readonly plan: Plan;
  readonly layout: VariableLayout;
  readonly isTraced: boolean;
  /** What is computed; the rest is left out. */
  readonly steering: Steering;
  readonly helpers: HelperFunctions;
  readonly sites: AccessSite[];
  /** Bytes per access that each buffer is checked for, as `index_bytes`. */
  readonly limits: Set<string>;
  /** Operations across lanes that are used, as `operation_type`. */
  readonly subgroupOps: Set<string>;
  /** One for each access to a texture. */
  readonly sinks: TextureSink[];
  /** Arena word where private memory starts. */
  readonly privateWord: number;
}

export function typeOf(generation: Generation, value: ValueId): ScalarType {
  return generation.plan.program.module.values[value].type;
}

/** The arena view that holds values of a type: bools and integers in `I`, floats in `F`, doubles in `D`. */
export function arenaOf(type: ScalarType): 'I' | 'F' | 'D' {
  if (type === 'f64') return 'D';
  return type === 'f32' || type === 'f16' ? 'F' : 'I';
}

/** A uniform value's place in the arena, from the word where it starts. */
export function arenaPlace(type: ScalarType, slot: number): string {
  return `${arenaOf(type)}[${type === 'f64' ? slot / 2 : slot}]`;
}

/** The place of lane `l` of a value that varies. */
export function arenaRow(type: ScalarType, slot: number): string {
  return `${arenaOf(type)}[${type === 'f64' ? slot / 2 : slot} + l]`;
}

/** Writes a uniform value, given as an expression, to its arena words. */
export function writeUniform(generation: Generation, value: ValueId, slot: number, text: string): string {
  const type = typeOf(generation, value);
  if (type === 'bool') return generation.plan.masks.writeUniform(slot, text);
  return `${arenaPlace(type, slot)} = ${text};`;
}

export class ChunkWriter {
  readonly generation: Generation;
  head: string[] = [];
  lane: string[] = [];
  tail: string[] = [];
  /** The first of the accesses whose addresses differ by constants, by what they have in common. */
  readonly accesses = new Map<string, { readonly index: number; readonly offsetBytes: number }>();
  /** Accesses whose page cache the head declares: the first of a family that reads or writes declares it. */
  readonly pages = new Set<number>();
  /** Inside how many predicated constructs the writer is. */
  laneDepth = 0;
  /** Names declared in the function, which later chunks see. */
  private readonly declared: Set<string>;
  private readonly inLane = new Set<ValueId>();

  constructor(generation: Generation, declared: Set<string>) {
    this.generation = generation;
    this.declared = declared;
  }

  get masks(): MaskCode {
    return this.generation.plan.masks;
  }

  typeOf(value: ValueId): ScalarType {
    return typeOf(this.generation, value);
  }

  isUniform(value: ValueId): boolean {
    return this.constantOf(value) !== undefined || this.generation.plan.isUniform[value] === 1;
  }

  slotOf(value: ValueId): number {
    return this.generation.plan.slots[value];
  }

  private constantOf(value: ValueId): number | undefined {
    return this.generation.plan.program.module.values[value].constant;
  }

  /** Declares a name at function level; false when it was there already. */
  declare(name: string): boolean {
    if (this.declared.has(name)) return false;
    this.declared.add(name);
    return true;
  }

  /** The value as an atom of generated code, valid in lane code (and in head code when it is uniform). */
  use(value: ValueId): string {
    const constant = this.constantOf(value);
    const type = this.typeOf(value);
    if (constant !== undefined) return constantText(type, constant);
    const slot = this.slotOf(value);
    if (this.generation.plan.isUniform[value]) {
      const name = `u${value}`;
      if (this.declare(name)) {
        if (slot < 0) unreachable(`value ${value} has no place`);
        this.head.push(`const ${name} = ${arenaPlace(type, slot)}${type === 'bool' ? ' !== 0' : ''};`);
      }
      return name;
    }
    const name = `v${value}`;
    if (this.inLane.has(value)) return name;
    if (slot < 0) unreachable(`value ${value} has no place`);
    this.inLane.add(value);
    if (type === 'bool') {
      if (this.declare(`m${value}`)) this.head.push(`const m${value} = ${this.masks.read(slot)};`);
      this.lane.push(`const ${name} = ${this.masks.has(`m${value}`)};`);
    } else {
      this.lane.push(`const ${name} = ${arenaRow(type, slot)};`);
    }
    return name;
  }

  /** Declares a value that lane code is about to compute and returns its name. */
  defineInLane(value: ValueId): string {
    this.inLane.add(value);
    return `v${value}`;
  }

  defineUniform(value: ValueId): string {
    this.declare(`u${value}`);
    return `u${value}`;
  }

  /** After a definition: writes the value to its arena word when something elsewhere uses it. */
  keep(value: ValueId): void {
    const slot = this.slotOf(value);
    if (slot < 0) return;
    const isUniform = this.isUniform(value);
    const isBool = this.typeOf(value) === 'bool';
    if (isUniform) {
      this.head.push(writeUniform(this.generation, value, slot, `u${value}`));
    } else if (isBool) {
      this.head.push(`let n${value} = ${this.masks.empty};`);
      this.lane.push(`if (v${value}) ${this.masks.add(`n${value}`)}`);
      this.tail.push(this.masks.write(slot, `n${value}`));
    } else {
      this.lane.push(`${arenaRow(this.typeOf(value), slot)} = v${value};`);
    }
  }

  /** The chunk as lines of the part's function. */
  finish(): string[] {
    const loop = this.lane.length === 0 ? [] : this.masks.loop('M', this.lane);
    return [...this.head, ...loop, ...this.tail];
  }
}
