// Registers made on the way that later code uses again: constants moved into registers, base addresses, and
// whatever equal requests of one segment share. In a loop they are made in front of it, as many as the driver
// keeps there.

import type { ValueId } from '../../../ir/ir.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { bufferBase, immediateOf } from './immediates.ts';
import type { SegmentWriter } from './segment-writer.ts';
import type { SelectionPlan } from './selection-plan.ts';
import { FREE, IMMEDIATE, type ValueRegisters, wordsOf } from './value-registers.ts';

/** Registers that later code of the same region, or of regions inside, may reuse. */
interface Scope {
  readonly cache: Map<number, number>;
  /** For a loop's body: the segment in front of the loop. */
  readonly preheader: SegmentDraft | undefined;
  readonly loopDepth: number;
  hoisted: number;
}

export class SharedRegisters {
  readonly plan: SelectionPlan;
  private readonly code: SegmentWriter;
  private readonly values: ValueRegisters;
  private readonly scopes: Scope[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly uniformBuffers = new Set<number>();
  /** Base registers by segment and buffer. */
  private readonly bases = new Map<number, number>();

  constructor(plan: SelectionPlan, code: SegmentWriter, values: ValueRegisters) {
    this.plan = plan;
    this.code = code;
    this.values = values;
  }

  pushScope(preheader: SegmentDraft | undefined, loopDepth: number): void {
    this.scopes.push({ cache: new Map(), preheader, loopDepth, hoisted: 0 });
  }

  popScope(): void {
    this.scopes.pop();
  }

  /** A register that equal requests in the same segment share. */
  inSegment(key: string, make: () => number): number {
    return this.remembered(`${this.code.current.id} ${key}`, make);
  }

  /** A register made once, in the first segment, that all later code may use. */
  atStart(key: string, make: (draft: SegmentDraft) => number): number {
    return this.remembered(`start ${key}`, () => make(this.code.drafts[0]));
  }

  private remembered(key: string, make: () => number): number {
    let register = this.byKey.get(key);
    if (register === undefined) {
      register = make();
      this.byKey.set(key, register);
    }
    return register;
  }

  /** Base address of a buffer in a uniform register pair, loaded once per segment that needs it. */
  bufferBase(buffer: number): number {
    const key = this.code.current.id * this.plan.module.buffers.length + buffer;
    let register = this.bases.get(key);
    if (register === undefined) {
      register = this.values.newUniform(2);
      const immediates = [bufferBase(this.plan, buffer)];
      this.code.emit(this.code.current, 'ULDC.64', [register], [], { immediates });
      this.bases.set(key, register);
    }
    return register;
  }

  /** Loads the handle through which instructions name a uniform buffer's words, once, at the top. */
  uniformBuffer(buffer: number): void {
    if (this.uniformBuffers.has(buffer) || !this.code.has('ULDC')) return;
    this.uniformBuffers.add(buffer);
    const immediates = [bufferBase(this.plan, buffer)];
    this.code.emit(this.code.drafts[0], 'ULDC.64', [this.values.newUniform(2)], [], { immediates });
  }

  /** A vector register that holds the value; zero stays free. */
  inVectorRegister(value: ValueId): number {
    const { values } = this;
    const found = values.locate(value);
    if (found === FREE || (found >= 0 && !values.isUniformRegister(found))) return found;
    const key = found === IMMEDIATE ? value : this.plan.module.values.length + found;
    return this.cached(key, this.plan.facts.loopDepth[value], (draft) => {
      const register = values.newGeneral(wordsOf(values.typeOf(value)));
      const immediates = found >= 0 ? [] : immediateOf(this, value);
      this.code.emit(draft, 'MOV', [register], found >= 0 ? [found] : [], { immediates });
      return register;
    });
  }

  /** A uniform register with a value that is constant or in a constant bank, for the uniform datapath. */
  inUniformRegister(value: ValueId): number {
    return this.cached(-1 - value, this.plan.facts.loopDepth[value], (draft) => {
      const register = this.values.newUniform();
      this.code.emit(draft, 'ULDC', [register], [], { immediates: immediateOf(this, value) });
      return register;
    });
  }

  /**
   * A register made by `make` once per region, or in front of the loop when what it needs is known there:
   * `depth` is the loop depth of its definition.
   */
  private cached(key: number, depth: number, make: (draft: SegmentDraft) => number): number {
    for (let index = this.scopes.length - 1; index >= 0; index--) {
      const found = this.scopes[index].cache.get(key);
      if (found !== undefined) return found;
    }
    const scope = this.scopeFor(depth);
    const register = make(scope.preheader ?? this.code.current);
    scope.cache.set(key, register);
    return register;
  }

  private scopeFor(depth: number): Scope {
    const innermost = this.scopes.at(-1)!;
    for (let index = this.scopes.length - 1; index >= 0; index--) {
      const scope = this.scopes[index];
      if (!scope.preheader) continue;
      if (scope.loopDepth <= depth || scope.hoisted >= this.plan.generation.scheduling.hoistedConstants)
        return innermost.preheader ? this.bodyScope() : innermost;
      scope.hoisted++;
      return scope;
    }
    return innermost;
  }

  /** A throw-away scope for what must be made in the current segment although a loop's scope is innermost. */
  private bodyScope(): Scope {
    const innermost = this.scopes.at(-1)!;
    return { cache: innermost.cache, preheader: undefined, loopDepth: innermost.loopDepth, hoisted: 0 };
  }
}
