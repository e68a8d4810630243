// The state of selecting one kernel: its code so far, what stands in uniform registers, what becomes part of other
// instructions, and which constants and sums the code at hand has in registers already.

import { constantTables } from '../../../ir/analyses/constant-tables.ts';
import type { IfInstruction, Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import type { AppleGeneration } from '../generation.ts';
import { Code } from './code.ts';
import { type Fusion, fuse } from './fuse.ts';
import { preambleValues } from './preamble.ts';

export class Selection {
  readonly module: Module;
  readonly generation: AppleGeneration;
  readonly preamble: ReadonlySet<ValueId>;
  readonly fusion: Fusion;
  readonly code: Code;
  /** Private arrays of constants, which lie behind the code. */
  readonly tables: ReadonlySet<number>;
  /** Where each workgroup variable begins in the memory of the workgroup. */
  readonly workgroupOffsets: readonly number[];
  readonly definitions: ReadonlyMap<ValueId, PureInstruction>;
  /** Registers by what they hold, of each open region, innermost last. */
  private readonly scopes: Map<string, number>[] = [new Map()];
  /** The code in front of the outermost loop that is open. */
  beforeLoops: SegmentDraft | undefined;

  constructor(module: Module, generation: AppleGeneration) {
    this.module = module;
    this.generation = generation;
    this.preamble = preambleValues(module, generation.preambleHalves);
    this.code = new Code(module);
    this.tables = constantTables(module);
    this.workgroupOffsets = offsetsOf(module);
    const definitions = new Map<ValueId, PureInstruction>();
    forEachInstruction(module.body, (each) => {
      if (each.kind === 'pure') definitions.set(each.result, each);
    });
    this.definitions = definitions;
    this.fusion = fuse(module, definitions, (value) => this.isFree(value));
  }

  /** Instructions can name it without a register of the lane's. */
  isFree(value: ValueId): boolean {
    return this.module.values[value].constant !== undefined || this.preamble.has(value);
  }

  /** Registers that hold the values, or what values without an instruction of their own are made of. */
  sources(values: readonly ValueId[]): number[] {
    return values.flatMap((value) => {
      if (this.isFree(value)) return [];
      const definition = this.fusion.absorbed.has(value) ? this.definitions.get(value) : undefined;
      return definition ? this.sources(definition.operands) : [this.code.register(value)];
    });
  }

  /** What a branch or a selection compares, where the comparison has no instruction of its own. */
  conditionSources({ condition }: Pick<IfInstruction, 'condition'>): number[] {
    return this.sources([condition]);
  }

  /** A register with the value, for what cannot take constants and uniform registers. */
  inRegister(value: ValueId): number {
    if (!this.isFree(value)) return this.sources([value])[0] ?? this.code.register(value);
    const { constant, type } = this.module.values[value];
    const words = type === 'f16' || type === 'bool' ? 0.5 : 1;
    const opcode = constant === undefined ? 'mov' : 'ldimm';
    return this.shared(`${opcode} ${constant ?? `u${value}`} ${words}`, true, () => {
      const register = this.code.create(words);
      this.code.emit(opcode, [register], []);
      return register;
    });
  }

  /** What is made once per region. @param isHoisted it depends on nothing and goes in front of loops */
  shared(key: string, isHoisted: boolean, make: () => number): number {
    for (const scope of this.scopes) {
      const found = scope.get(key);
      if (found !== undefined) return found;
    }
    const before = isHoisted ? this.beforeLoops : undefined;
    const current = this.code.current;
    if (before) this.code.current = before;
    const made = make();
    this.code.current = current;
    // Of what stands in front of loops, every region knows.
    (before ? this.scopes[0] : this.scopes.at(-1)!).set(key, made);
    return made;
  }

  pushScope(): void {
    this.scopes.push(new Map());
  }

  popScope(): void {
    this.scopes.pop();
  }
}

function offsetsOf({ variables }: Module): number[] {
  let end = 0;
  return variables.map(({ space, sizeBytes, alignBytes }) => {
    if (space !== 'workgroup') return 0;
    const offset = Math.ceil(end / alignBytes) * alignBytes;
    end = offset + sizeBytes;
    return offset;
  });
}
