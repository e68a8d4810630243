// Every i64 becomes two i32: values, accesses to memory, results and parameters of constructs. It is no
// behaviour of a compiler but what every machine with 32-bit integer units needs, so `optimize` always runs it
// first; tests that execute a decoded module run it themselves. No instruction of the result touches an i64.

import { type Diagnostic, DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { Builder } from '../../ir/builder.ts';
import type {
  AtomicInstruction,
  Construct,
  Instruction,
  LoadInstruction,
  Module,
  PureInstruction,
  Region,
  StoreInstruction,
  SubgroupInstruction,
  ValueId,
} from '../../ir/ir.ts';
import { subgroupProblem } from '../../ir/subgroup-ops.ts';
import { mapOperands } from '../../ir/walk.ts';
import { WideOperations } from './wide-operations.ts';
import { type Pair, WordMaker } from './wide-words.ts';

/**
 * The module without 64-bit integers; the same module when it has none.
 * @throws DiagnosticError (`optimize/wide-type`) for subgroup arithmetic on i64.
 */
export function wideIntegers(module: Module): Module {
  if (!module.values.some(({ type }) => type === 'i64')) return module;
  const splitting = new Splitting(module);
  const body = splitting.region(module.body);
  const { values, nextConstruct } = splitting.builder;
  return { ...module, body, values, nextConstruct };
}

const WIDE_BYTES = 8;
/** An access moves four words at most. */
const WIDE_PER_ACCESS = 2;

class Splitting {
  readonly builder: Builder;
  private readonly words: WordMaker;
  private readonly operations: WideOperations;
  private readonly pairs: (Pair | undefined)[] = [];
  /** What stands for a value that is not an i64 and whose operation went. */
  private readonly replacement: (ValueId | undefined)[] = [];
  private readonly replace = (id: ValueId): ValueId => this.replacement[id] ?? id;

  constructor(module: Module) {
    this.builder = new Builder(module);
    this.words = new WordMaker(this.builder);
    this.operations = new WideOperations(this.builder, this.words, {
      pair: (id) => this.pair(id),
      replace: this.replace,
    });
  }

  region(region: Region): Region {
    return this.builder.region(() => {
      for (const instruction of region.instructions) {
        this.builder.span = instruction.span;
        this.instruction(instruction);
      }
    });
  }

  private instruction(instruction: Instruction): void {
    switch (instruction.kind) {
      case 'pure':
        if (this.isWide(instruction.result) || instruction.operands.some((each) => this.isWide(each)))
          this.pure(instruction);
        else this.keep(instruction);
        return;
      case 'load':
        if (instruction.type === 'i64') this.load(instruction);
        else this.keep(instruction);
        return;
      case 'store':
        if (instruction.type === 'i64') this.store(instruction);
        else this.keep(instruction);
        return;
      case 'atomic':
        if (instruction.type === 'i64') this.atomic(instruction);
        else this.keep(instruction);
        return;
      case 'subgroup':
        if (instruction.operand !== undefined && this.isWide(instruction.operand)) this.subgroup(instruction);
        else this.keep(instruction);
        return;
      case 'break':
      case 'next':
        this.builder.emit({ ...instruction, values: this.expanded(instruction.values) });
        return;
      case 'if':
      case 'switch':
      case 'block':
      case 'loop':
        this.construct(instruction);
        return;
      default:
        this.keep(instruction);
    }
  }

  private keep(instruction: Instruction): void {
    this.builder.emit(mapOperands(instruction, this.replace));
  }

  private isWide(value: ValueId): boolean {
    return this.builder.typeOf(value) === 'i64';
  }

  /** The words of an i64. */
  private pair(value: ValueId): Pair {
    let known = this.pairs[value];
    if (!known) {
      // Only a constant can come without a definition.
      known = this.words.integer(BigInt(this.builder.constantOf(value) ?? 0));
      this.pairs[value] = known;
    }
    return known;
  }

  private fresh(value: ValueId): Pair {
    const { name } = this.builder.values[value];
    const word = (suffix: string): ValueId =>
      this.builder.value('i32', name === undefined ? undefined : `${name}_${suffix}`);
    return (this.pairs[value] = { low: word('lo'), high: word('hi') });
  }

  private expanded(values: readonly ValueId[]): ValueId[] {
    return values.flatMap((value) => {
      if (!this.isWide(value)) return [this.replace(value)];
      const { low, high } = this.pair(value);
      return [low, high];
    });
  }

  private expandedResults(results: readonly ValueId[]): ValueId[] {
    return results.flatMap((result) => {
      if (!this.isWide(result)) return [result];
      const { low, high } = this.fresh(result);
      return [low, high];
    });
  }

  private construct(construct: Construct): void {
    let outer: Construct = construct;
    if (construct.kind === 'loop') {
      const initial = this.expanded(construct.initial);
      outer = { ...construct, initial, parameters: this.expandedResults(construct.parameters) };
    }
    // An expanded list of initial values has nothing left to replace.
    const inner = mapOperands(outer, this.replace, (region) => this.region(region)) as Construct;
    this.builder.span = construct.span;
    this.builder.emit({ ...inner, results: this.expandedResults(construct.results) });
  }

  private load(load: LoadInstruction): void {
    for (let at = 0; at < load.results.length; at += WIDE_PER_ACCESS) {
      const part = load.results.slice(at, at + WIDE_PER_ACCESS);
      this.builder.emit({
        ...load,
        type: 'i32',
        address: this.replace(load.address),
        offsetBytes: load.offsetBytes + at * WIDE_BYTES,
        results: this.expandedResults(part),
      });
    }
  }

  private store(store: StoreInstruction): void {
    for (let at = 0; at < store.values.length; at += WIDE_PER_ACCESS) {
      this.builder.emit({
        ...store,
        type: 'i32',
        address: this.replace(store.address),
        offsetBytes: store.offsetBytes + at * WIDE_BYTES,
        values: this.expanded(store.values.slice(at, at + WIDE_PER_ACCESS)),
      });
    }
  }

  private atomic(atomic: AtomicInstruction): void {
    const { result: _, ...rest } = atomic;
    const address = this.replace(atomic.address);
    const operands = this.expanded(atomic.operands);
    if (atomic.result === undefined) {
      this.builder.emit({ ...rest, address, operands });
      return;
    }
    const { low, high } = this.fresh(atomic.result);
    this.builder.emit({ ...rest, address, operands, result: low, resultHigh: high });
  }

  /** Moves and bitwise operations go word by word. */
  private subgroup(instruction: SubgroupInstruction): void {
    const { op, lane } = instruction;
    const problem = subgroupProblem(op, 'i64');
    if (problem) refuse(instruction, `\`${op}\` of 64-bit integers across a subgroup`);
    const { low, high } = this.pair(instruction.operand!);
    const move = (word: ValueId): ValueId =>
      this.builder.subgroup(op, ['i32'], word, lane === undefined ? undefined : this.replace(lane))[0];
    this.pairs[instruction.results[0]] = { low: move(low), high: move(high) };
  }

  private pure(instruction: PureInstruction): void {
    const { result } = instruction;
    if (this.isWide(result)) this.pairs[result] = this.operations.wideResult(instruction);
    else this.replacement[result] = this.operations.shortResult(instruction);
  }
}

function refuse(instruction: Instruction, what: string): never {
  const diagnostic: Diagnostic = {
    severity: 'unsupported',
    code: 'optimize/wide-type',
    message: `This kernel uses ${what}, which the model does not cover; use 32-bit integers there.`,
    ...(instruction.span ? { span: instruction.span } : {}),
  };
  throw new DiagnosticError([diagnostic]);
}
