// The state that lowering threads through: the builder, the names in scope, the function being inlined, and
// the loop or switch that `break` and `continue` refer to. One `Lowering` makes one module.

import type { ExpressionElem, ForElem } from 'wesl/core';
import type { Span } from '../../diagnostics/diagnostic.ts';
import { Builder } from '../../ir/builder.ts';
import type { ConstructId, Region, Terminator, ValueId, Variable } from '../../ir/ir.ts';
import type { WorkgroupLayout } from '../../ir/workgroup-storage.ts';
import { inWorkgroupMemory } from '../workgroup-layout.ts';
import { alignOf, sizeOf, strideOf } from './layout.ts';
import { unsupported } from './problems.ts';
import { type Entity, Scope } from './scope.ts';
import type { WgslType } from './types.ts';
import type { Reference } from './values.ts';

/** Anything of the syntax tree that has a place in the source. */
export interface Located {
  readonly start: number;
  readonly end: number;
}

/** Where `return` goes: out of the entry point, or out of an inlined function. */
export interface Frame {
  /** The block around the inlined body; absent in the entry point and where the only `return` comes last. */
  readonly block?: ConstructId;
  readonly isEntryPoint: boolean;
  readonly resultType?: WgslType;
  /** Filled by a `return` that needs no block. */
  result?: readonly ValueId[];
}

/** What `break` and `continue` refer to. A switch keeps the `continue` of the loop around it. */
export interface Breakable {
  readonly breakTo: ConstructId;
  continueTo?: ConstructId;
  /** Set when something breaks out, so that what follows can be reached. */
  isLeft: boolean;
}

/** More values than this mean that calls multiply without bound, or that large arrays are copied about. */
const MAXIMUM_VALUES = 500_000;

/**
 * What a shader compiler may look at while its source is decoded: things that it concludes from the shape of the source
 * and that the IR no longer shows. What it says is noted in the module and changes nothing else.
 */
export interface SourceRules {
  /** A name is about to stand for what `initializer` gives or, without one, for an input of the entry point. */
  declares(lowering: Lowering, entity: Entity, initializer?: ExpressionElem): void;
  /** Facts to note about a `for` loop, asked when its index is declared in the scope. */
  factsOfFor(lowering: Lowering, statement: ForElem): readonly string[];
  /** Facts to note about an index into an array of known size. */
  factsOfIndex(lowering: Lowering, index: ExpressionElem): readonly string[];
}

export const NO_RULES: SourceRules = {
  declares: () => {},
  factsOfFor: () => [],
  factsOfIndex: () => [],
};

/** What the caller of the decoder has to say. */
export interface LoweringOptions {
  readonly constants: Readonly<Record<string, number>>;
  readonly rules?: SourceRules;
  readonly workgroupLayout?: WorkgroupLayout;
}

export class Lowering {
  readonly builder = new Builder();
  readonly file: string;
  readonly variables: Variable[] = [];
  readonly moduleScope = new Scope();
  scope: Scope = this.moduleScope;
  frame: Frame = { isEntryPoint: true };
  breakable: Breakable | undefined;
  callDepth = 0;
  /** The open region has its terminator: nothing more may be emitted. */
  isTerminated = false;
  /** Values for overrides, by name or by id. */
  readonly constants: Readonly<Record<string, number>>;
  readonly rules: SourceRules;
  readonly workgroupLayout: WorkgroupLayout | undefined;
  /** Where each buffer that the entry point uses stands in the module, by its name. */
  readonly bufferIndices = new Map<string, number>();
  private readonly integers = new Map<number, ValueId>();
  private readonly mapOffset: (offset: number) => number;

  constructor(
    file: string,
    mapOffset: (offset: number) => number,
    { constants, rules = NO_RULES, workgroupLayout }: LoweringOptions,
  ) {
    this.file = file;
    this.mapOffset = mapOffset;
    this.constants = constants;
    this.rules = rules;
    this.workgroupLayout = workgroupLayout;
    this.builder.span = { file, start: 0, end: 0 };
  }

  spanOf(element: Located): Span {
    return { file: this.file, start: this.mapOffset(element.start), end: this.mapOffset(element.end) };
  }

  /** The instructions emitted next come from this element. */
  at(element: Located): void {
    this.builder.span = this.spanOf(element);
  }

  /** The id of a constant. Integers are looked up by number, which is much faster than by the builder's key. */
  constant(type: 'i32' | 'f32' | 'f16' | 'bool', value: number): ValueId {
    if (type !== 'i32') return this.builder.constant(type, value);
    const known = this.integers.get(value);
    if (known !== undefined) return known;
    const id = this.builder.constant('i32', value);
    this.integers.set(value, id);
    return id;
  }

  /** Emits the terminator of the open region. */
  terminate(terminator: Terminator): void {
    if (this.isTerminated) return;
    this.builder.emit(terminator);
    this.isTerminated = true;
  }

  /** A region filled by `fill`; `finish` gives the terminator where `fill` did not end the region itself. */
  region(fill: () => void, finish: () => Terminator): Region {
    const outer = this.isTerminated;
    this.isTerminated = false;
    const region = this.builder.region(() => {
      fill();
      if (!this.isTerminated) this.terminate(finish());
    });
    this.isTerminated = outer;
    return region;
  }

  /** Runs `body` with names declared in it kept apart from those outside. */
  inScope<T>(body: () => T, parent: Scope = this.scope): T {
    const outer = this.scope;
    this.scope = new Scope(parent);
    try {
      return body();
    } finally {
      this.scope = outer;
    }
  }

  /** New memory that belongs to the invocation or the workgroup. */
  allocate(name: string, space: 'private' | 'workgroup', declared: WgslType, span?: Span): Reference {
    const layout = space === 'workgroup' ? this.workgroupLayout : undefined;
    const { type, ...padding } = inWorkgroupMemory(declared, layout, { sizeOf, alignOf, strideOf });
    this.variables.push({
      name,
      space,
      sizeBytes: sizeOf(type),
      alignBytes: alignOf(type),
      ...padding,
      ...(span ? { span } : {}),
    });
    return { kind: 'reference', root: { space, index: this.variables.length - 1 }, type, offsetBytes: 0 };
  }

  /** Gives values the source's name where they have none. */
  name(ids: readonly ValueId[], name: string): void {
    for (const id of ids) {
      const value = this.builder.values[id];
      if (value.constant === undefined && value.name === undefined) {
        this.builder.values[id] = { type: value.type, name };
      }
    }
  }

  checkSize(element: Located): void {
    if (this.builder.values.length > MAXIMUM_VALUES) {
      unsupported(
        'too-large',
        'the kernel grows too large when its calls are inlined and its values taken apart',
        this.spanOf(element),
      );
    }
  }
}
