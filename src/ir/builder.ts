// Makes values and instructions; the only way that front ends and passes should. A builder owns a growing
// copy of a module's value table and a stack of open regions; constants are interned.

import { type Span, unreachable } from '../diagnostics/diagnostic.ts';
import type {
  AtomicOp,
  Builtin,
  ConstructId,
  Instruction,
  MemoryRoot,
  Module,
  PureOp,
  Region,
  ScalarType,
  SubgroupOp,
  TextureInstruction,
  TextureOp,
  TextureQuery,
  Value,
  ValueId,
} from './ir.ts';
import { GrowingNotes } from './notes.ts';

export class Builder {
  readonly values: Value[];
  nextConstruct: ConstructId;
  readonly notes: GrowingNotes;
  /** Span given to the instructions made next. */
  span: Span | undefined;
  /** By type and number; negative zero apart, since map keys do not tell it from zero. */
  private constants: Map<ScalarType, Map<number, ValueId>> | undefined;
  private readonly negativeZeros = new Map<ScalarType, ValueId>();
  private readonly open: Instruction[][] = [];

  constructor(base?: Pick<Module, 'values' | 'nextConstruct' | 'notes'>) {
    this.values = base ? [...base.values] : [];
    this.nextConstruct = base?.nextConstruct ?? 0;
    this.notes = new GrowingNotes(base?.notes);
  }

  /** A fresh value id, for results and loop parameters. */
  value(type: ScalarType, name?: string): ValueId {
    this.values.push(name === undefined ? { type } : { type, name });
    return this.values.length - 1;
  }

  /** The id of a constant; numbers are normalised to the type (i32 signed, f32 rounded, bool 0 or 1). */
  constant(type: ScalarType, constant: number): ValueId {
    const normal = normalizeConstant(type, constant);
    const isNegativeZero = Object.is(normal, -0);
    const byType = this.interned();
    const known = isNegativeZero ? this.negativeZeros.get(type) : byType.get(type)?.get(normal);
    if (known !== undefined) return known;
    const id = this.values.push({ type, constant: normal }) - 1;
    this.intern(byType, type, normal, id);
    return id;
  }

  /** The constants so far, collected when the first one is asked for. */
  private interned(): Map<ScalarType, Map<number, ValueId>> {
    if (this.constants) return this.constants;
    const byType = new Map<ScalarType, Map<number, ValueId>>();
    this.constants = byType;
    const { values } = this;
    for (let id = 0; id < values.length; id++) {
      const { type, constant } = values[id];
      if (constant !== undefined) this.intern(byType, type, constant, id);
    }
    return byType;
  }

  private intern(
    byType: Map<ScalarType, Map<number, ValueId>>,
    type: ScalarType,
    constant: number,
    id: ValueId,
  ): void {
    if (Object.is(constant, -0)) {
      this.negativeZeros.set(type, id);
      return;
    }
    const ids = byType.get(type);
    if (ids) ids.set(constant, id);
    else byType.set(type, new Map([[constant, id]]));
  }

  constantOf(id: ValueId): number | undefined {
    return this.values[id].constant;
  }

  typeOf(id: ValueId): ScalarType {
    return this.values[id].type;
  }

  /** A construct id for `if`, `switch`, `block` or `loop`. */
  construct(): ConstructId {
    return this.nextConstruct++;
  }

  /** Collects what `fill` emits into a region. */
  region(fill: () => void): Region {
    const instructions: Instruction[] = [];
    this.open.push(instructions);
    try {
      fill();
    } finally {
      this.open.pop();
    }
    return { instructions };
  }

  emit(instruction: Instruction): void {
    this.innermost().push(this.span && !instruction.span ? { ...instruction, span: this.span } : instruction);
  }

  private innermost(): Instruction[] {
    return this.open.at(-1) ?? unreachable('instruction emitted outside a region');
  }

  pure(op: PureOp, type: ScalarType, operands: readonly ValueId[], component?: number): ValueId {
    const result = this.value(type);
    const { span } = this;
    // Most instructions come through here: they are made in one piece.
    if (component !== undefined) this.emit({ kind: 'pure', op, result, operands, component });
    else
      this.innermost().push(
        span ? { kind: 'pure', op, result, operands, span } : { kind: 'pure', op, result, operands },
      );
    return result;
  }

  input(builtin: Builtin): ValueId {
    const result = this.value('i32', builtin);
    this.emit({ kind: 'input', builtin, result });
    return result;
  }

  bound(index: ValueId, size: { constant: number } | { buffer: number }): ValueId {
    const result = this.value('i32');
    this.emit({ kind: 'bound', result, index, size });
    return result;
  }

  arrayLength(buffer: number): ValueId {
    const result = this.value('i32');
    this.emit({ kind: 'arrayLength', result, buffer });
    return result;
  }

  load(root: MemoryRoot, type: ScalarType, width: number, address: ValueId, offsetBytes = 0): ValueId[] {
    const results = Array.from({ length: width }, () => this.value(type));
    this.emit({ kind: 'load', root, type, address, offsetBytes, results });
    return results;
  }

  store(
    root: MemoryRoot,
    type: ScalarType,
    address: ValueId,
    values: readonly ValueId[],
    offsetBytes = 0,
  ): void {
    this.emit({ kind: 'store', root, type, address, offsetBytes, values });
  }

  atomic(
    op: AtomicOp,
    root: MemoryRoot,
    address: ValueId,
    operands: readonly ValueId[],
    hasResult: boolean,
    offsetBytes = 0,
    type: 'i32' | 'i64' = 'i32',
  ): ValueId | undefined {
    const result = hasResult ? this.value(type) : undefined;
    this.emit({
      kind: 'atomic',
      op,
      root,
      type,
      address,
      offsetBytes,
      operands,
      ...(result === undefined ? {} : { result }),
    });
    return result;
  }

  /** An access to a texture: its results, of the given types. */
  texture(
    op: TextureOp,
    buffer: number,
    operands: readonly ValueId[],
    types: readonly ScalarType[],
    options: Pick<TextureInstruction, 'sampler' | 'offset' | 'component'> = {},
  ): ValueId[] {
    const results = types.map((type) => this.value(type));
    this.emit({ kind: 'texture', op, buffer, operands, results, ...options });
    return results;
  }

  textureQuery(query: TextureQuery, buffer: number, level?: ValueId): ValueId {
    const result = this.value('i32');
    this.emit({ kind: 'textureQuery', query, buffer, result, ...(level === undefined ? {} : { level }) });
    return result;
  }

  subgroup(op: SubgroupOp, types: readonly ScalarType[], operand?: ValueId, lane?: ValueId): ValueId[] {
    const results = types.map((type) => this.value(type));
    this.emit({
      kind: 'subgroup',
      op,
      results,
      ...(operand === undefined ? {} : { operand }),
      ...(lane === undefined ? {} : { lane }),
    });
    return results;
  }
}

/** The number as the type holds it. */
export function normalizeConstant(type: ScalarType, value: number): number {
  switch (type) {
    case 'bool':
      return value ? 1 : 0;
    case 'i8':
      return (value << 24) >> 24;
    case 'i16':
      return (value << 16) >> 16;
    case 'i32':
      return value | 0;
    case 'f32':
      return Math.fround(value);
    default:
      return value;
  }
}
