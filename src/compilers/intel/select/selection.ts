// The state of selecting one kernel: its code so far, which values are alike for all lanes, what becomes part of other
// instructions, and what the flag holds.

import { constantTables } from '../../../ir/analyses/constant-tables.ts';
import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import { analyzeUniformity, UNIFORM, type Uniformity } from '../../../ir/analyses/uniformity.ts';
import type { Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { upperBounds } from '../../mesa/bounds.ts';
import type { IntelGeneration } from '../generation.ts';
import { Code, type Width } from './code.ts';
import { type Fusion, fuse } from './fuse.ts';
import { uniformValues } from './uniform-values.ts';

export interface SelectionOptions {
  readonly generation: IntelGeneration;
  /** Whether the driver has to. */
  readonly zeroesWorkgroupMemory: boolean;
}

/** No workgroup is as long: lanes always have ids of their own. */
const LONGEST_SIDE = 2 ** 20;

export class Selection {
  readonly module: Module;
  readonly generation: IntelGeneration;
  readonly uniformity: Uniformity;
  readonly fusion: Fusion;
  readonly code: Code;
  /** Private arrays of constants, which lie behind the code. */
  readonly tables: ReadonlySet<number>;
  readonly ranges: Ranges;
  /** The largest value of an integer, read as unsigned. */
  readonly upperBound: (value: ValueId) => number;
  readonly definitions = new Map<ValueId, PureInstruction>();
  /** Whether the driver zeroes workgroup memory at entry. */
  readonly zeroesWorkgroupMemory: boolean;
  /** Loops around the code at hand that lanes leave one by one. */
  splitLoops = 0;
  private readonly uniform: ReadonlySet<ValueId>;
  /** By what was computed: its register, of each open region. */
  private readonly scopes: Map<string, number>[] = [new Map()];
  /** Where each bool was made, which can be moved next to its first reader there. */
  private readonly fresh = new Map<ValueId, SegmentDraft>();
  private flag: { readonly value: ValueId; readonly draft: SegmentDraft } | undefined;

  constructor(module: Module, { generation, zeroesWorkgroupMemory }: SelectionOptions) {
    this.module = module;
    this.generation = generation;
    this.zeroesWorkgroupMemory = zeroesWorkgroupMemory;
    this.uniformity = analyzeUniformity(module, {
      lanes: LONGEST_SIDE,
      isSharedLoad: () => true,
      isPredicatedByLane: false,
    });
    this.uniform = uniformValues(module, this.uniformity, generation);
    this.tables = constantTables(module);
    this.ranges = valueRanges(module);
    this.upperBound = upperBounds(module, this.ranges);
    this.fusion = fuse(module, generation, this.upperBound);
    this.code = new Code(
      module,
      generation,
      (value) => this.uniform.has(value),
      (value) => module.values[value].type === 'bool' && !this.fusion.isStored(value),
    );
    forEachInstruction(module.body, (instruction) => {
      if (instruction.kind === 'pure') this.definitions.set(instruction.result, instruction);
    });
  }

  width(value: ValueId): Width {
    return this.uniform.has(value) ? 'uniform' : 'lanes';
  }

  isAlike(value: ValueId): boolean {
    return this.uniformity.values[value] === UNIFORM;
  }

  constantOf(value: ValueId): number | undefined {
    return this.module.values[value].constant;
  }

  isConstant(value: ValueId): boolean {
    return this.code.isConstant(value);
  }

  /** Registers that hold the values, or what values without an instruction of their own are made of. */
  sources(values: readonly ValueId[]): number[] {
    return values.flatMap((value) => {
      if (this.isConstant(value)) return [];
      const definition = this.fusion.absorbed.has(value) ? this.definitions.get(value) : undefined;
      return definition ? this.sources(definition.operands) : [this.code.register(value)];
    });
  }

  /** A bool was just made: an instruction behind it can take it from the flag. */
  made(value: ValueId): void {
    this.fresh.set(value, this.code.current);
  }

  /** Brings a bool into the flag, which costs a move unless it was made for this reader. */
  takeFlag(value: ValueId, options: { readonly place?: 'end' } = {}): void {
    if (this.isConstant(value)) return;
    const draft = this.code.current;
    if (this.flag?.value === value && this.flag.draft === draft) return;
    const isFresh = this.fresh.get(value) === draft && this.width(value) === 'lanes';
    this.fresh.delete(value);
    this.flag = { value, draft };
    if (!isFresh) this.code.emit('mov:D', [], this.sources([value]), options);
  }

  /** What was computed before here, or in a region around, is there. */
  shared(key: string, make: () => number): number {
    for (const scope of this.scopes) {
      const found = scope.get(key);
      if (found !== undefined) return found;
    }
    const register = make();
    this.scopes.at(-1)!.set(key, register);
    return register;
  }

  /** What is computed once for the whole kernel, in front of where it is first wanted. */
  kernelShared(key: string, make: () => void): void {
    if (this.scopes[0].has(key)) return;
    make();
    this.scopes[0].set(key, -1);
  }

  pushScope(): void {
    this.scopes.push(new Map());
  }

  popScope(): void {
    this.scopes.pop();
  }
}
