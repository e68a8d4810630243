// The state of selecting one kernel: its code so far, where its values live, what becomes part of other instructions,
// and which descriptors the code at hand has loaded.

import { constantTables } from '../../../ir/analyses/constant-tables.ts';
import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import { analyzeUniformity, UNIFORM } from '../../../ir/analyses/uniformity.ts';
import type { Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { upperBounds } from '../../mesa/bounds.ts';
import type { AmdGeneration } from '../generation.ts';
import { Code } from './code.ts';
import { type Fusion, fuse } from './fuse.ts';
import { type Place, placesOf } from './places.ts';

/** Stands among buffers for the address of their descriptors. */
const SET_ADDRESS = -1;

/** Lanes always have ids of their own, also where all of a wave have the same. */
const ALL_APART = Number.POSITIVE_INFINITY;

export interface SelectionOptions {
  readonly generation: AmdGeneration;
  /** Whether the driver has to. */
  readonly zeroesWorkgroupMemory: boolean;
}

export class Selection {
  readonly module: Module;
  readonly generation: AmdGeneration;
  readonly places: readonly Place[];
  readonly fusion: Fusion;
  readonly code: Code;
  /** Private arrays of constants, which lie behind the code. */
  readonly tables: ReadonlySet<number>;
  readonly ranges: Ranges;
  /** The largest value of an integer, read as unsigned. */
  readonly upperBound: (value: ValueId) => number;
  readonly varying: (value: ValueId) => boolean;
  readonly readers = new Map<ValueId, number>();
  readonly definitions = new Map<ValueId, PureInstruction>();
  /** Descriptors by buffer, of each open region; and where each was asked for. */
  private readonly scopes: Map<number, number>[] = [new Map()];
  /** Results that several instructions need, by name, likewise. */
  private readonly sharedResults: Map<string, number>[] = [new Map()];
  private readonly wanted = new Map<SegmentDraft, Map<number, number>>();
  /** Where the address of the descriptors is put together, for the code behind. */
  readonly setAddresses = new Set<SegmentDraft>();
  /** Whether the driver zeroes workgroup memory at entry. */
  readonly zeroesWorkgroupMemory: boolean;
  /** The code in front of a loop, as long as all that the loop does there is done in every case. */
  hoistsTo: SegmentDraft | undefined;

  constructor(module: Module, { generation, zeroesWorkgroupMemory }: SelectionOptions) {
    this.module = module;
    this.generation = generation;
    this.zeroesWorkgroupMemory = zeroesWorkgroupMemory;
    const uniformity = analyzeUniformity(module, {
      lanes: ALL_APART,
      isSharedLoad: () => true,
      isPredicatedByLane: false,
    });
    this.places = placesOf(module, uniformity, generation);
    this.varying = (value) => uniformity.values[value] !== UNIFORM;
    this.code = new Code(module, this.places);
    this.tables = constantTables(module);
    this.ranges = valueRanges(module);
    this.upperBound = upperBounds(module, this.ranges);
    this.fusion = fuse(module, this.places, generation, this.upperBound);
    forEachInstruction(module.body, (instruction) => {
      if (instruction.kind === 'pure') this.definitions.set(instruction.result, instruction);
    });
  }

  place(value: ValueId): Place {
    return this.places[value];
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

  /** The register of a buffer's descriptor, which is loaded where the current segment starts unless it is there. */
  descriptor(buffer: number): number {
    for (const scope of this.scopes) {
      const found = scope.get(buffer);
      if (found !== undefined) return found;
    }
    const words = this.module.buffers[buffer].kind === 'texture' ? 8 : 4;
    const register = this.code.create('scalar', words);
    // Of the three innermost scopes of a loop's start, two are the loop's own.
    const scope = this.scopes.at(this.hoistsTo ? -3 : -1)!;
    scope.set(buffer, register);
    const draft = this.hoistsTo ?? this.code.current;
    if (!this.scopes.some((each) => each.has(SET_ADDRESS))) {
      scope.set(SET_ADDRESS, -1);
      this.setAddresses.add(draft);
    }
    const wanted = this.wanted.get(draft) ?? new Map<number, number>();
    this.wanted.set(draft, wanted.set(buffer, register));
    return register;
  }

  /** The register with a place beyond an address, which is added up once. */
  addressSum(address: ValueId, offsetBytes: number): number {
    const key = `sum ${address} ${offsetBytes}`;
    const found = this.shared(key);
    if (found !== undefined) return found;
    const place = this.place(address);
    const sum = this.code.create(place);
    this.code.emit(place === 'vector' ? 'v_add_nc_u32' : 's_add_u32', [sum], this.sources([address]));
    this.share(key, sum);
    return sum;
  }

  /** The register of what was computed under that name where the code at hand can see it. */
  shared(key: string): number | undefined {
    for (const scope of this.sharedResults) {
      const found = scope.get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  share(key: string, register: number): void {
    this.sharedResults.at(-1)!.set(key, register);
  }

  pushScope(): void {
    this.scopes.push(new Map());
    this.sharedResults.push(new Map());
  }

  popScope(): void {
    this.scopes.pop();
    this.sharedResults.pop();
  }

  /** By segment: the descriptors that are loaded there, by buffer. */
  descriptors(): ReadonlyMap<SegmentDraft, ReadonlyMap<number, number>> {
    return this.wanted;
  }
}
