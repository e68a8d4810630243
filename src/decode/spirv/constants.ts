// Constants of a module: their values when first asked for, spec constants with what the launch file gives them.
// OpSpecConstantOp is lowered like the instruction that it names and folded; a copy of that instruction, written
// as it would stand in a function, is appended to the words for this. Constants that hold 64-bit integers are no
// numbers in the IR: they are built anew wherever one is used.

import { entryOf } from '../../diagnostics/names.ts';
import { floatFromBits } from '../../ir/evaluate.ts';
import { halfFromBits } from '../../ir/half.ts';
import type { PureOp, ScalarType, ValueId } from '../../ir/ir.ts';
import { replayFolded } from '../fold.ts';
import type { Declarations } from './declarations.ts';
import { instructionName } from './grammar.ts';
import { isOpaque, scalarCount, scalarKinds, typeName } from './layout.ts';
import type { Handler, Lowering } from './lowering.ts';
import { lengthAt, opcodeAt, type SpirvModule } from './module.ts';
import { Decoration, Op } from './opcodes.ts';
import { invalid, unsupported } from './problems.ts';
import type { Operand, SpirvType } from './types.ts';

/** Composite values are held scalar by scalar; a value larger than this is refused instead. */
export const MAXIMUM_SCALARS = 16_384;

/** Where the made-up instruction of each OpSpecConstantOp stands, by the first word of that; and back. */
export interface SpecOperations {
  readonly module: SpirvModule;
  readonly instructionOf: ReadonlyMap<number, number>;
  readonly originOf: (at: number) => number;
}

/** The module with the instructions of its OpSpecConstantOps written out behind its end. */
export function appendSpecOperations(module: SpirvModule): SpecOperations {
  const added: number[] = [];
  const instructionOf = new Map<number, number>();
  const origins = new Map<number, number>();
  const { words } = module;
  for (const at of module.starts) {
    if (opcodeAt(module, at) !== Op.specConstantOp) continue;
    const length = lengthAt(module, at);
    const copy = words.length + added.length;
    instructionOf.set(at, copy);
    origins.set(copy, at);
    added.push((((length - 1) << 16) | (words[at + 3] & 0xffff)) >>> 0, words[at + 1], words[at + 2]);
    for (let k = 4; k < length; k++) added.push(words[at + k]);
  }
  const originOf = (at: number) => (at < words.length ? at : (origins.get(at) ?? at));
  if (added.length === 0) return { module, instructionOf, originOf };
  const extended = new Uint32Array(words.length + added.length);
  extended.set(words);
  extended.set(added, words.length);
  return { module: { ...module, words: extended }, instructionOf, originOf };
}

/** A zero of the scalar type, emitted where it is no number. */
export function zero(lowering: Lowering, type: ScalarType): ValueId {
  return type === 'i64' ? make64(lowering, 0, 0) : lowering.builder.constant(type, 0);
}

function make64(lowering: Lowering, low: number, high: number): ValueId {
  const { builder } = lowering;
  const halves = [builder.constant('i32', low), builder.constant('i32', high)];
  return builder.pure('i64_make' as PureOp, 'i64', halves);
}

export class Constants {
  private readonly lowering: Lowering;
  private readonly declarations: Declarations;
  private readonly operations: SpecOperations;
  private readonly handlerOf: (opcode: number) => Handler | undefined;

  constructor(
    lowering: Lowering,
    declarations: Declarations,
    operations: SpecOperations,
    handlerOf: (opcode: number) => Handler | undefined,
  ) {
    this.lowering = lowering;
    this.declarations = declarations;
    this.operations = operations;
    this.handlerOf = handlerOf;
  }

  /** The value of a constant; undefined when the id is none. Defines it where it stays the same everywhere. */
  resolve(id: number, user: number): Operand | undefined {
    const { lowering, declarations } = this;
    const at = declarations.definedAt[id] ?? 0;
    if (at === 0) return undefined;
    const opcode = lowering.opcode(at);
    const isConstant = (opcode >= Op.constantTrue && opcode <= Op.specConstantOp) || opcode === Op.undef;
    if (!isConstant) return undefined;
    const origin = lowering.originOf?.(user) ?? user;
    if (origin > 0 && origin <= at)
      invalid('order', `%${lowering.nameOf(id)} is used before it is declared`, lowering.span(user));
    const type = lowering.type(lowering.words[at + 1], at);
    if (isOpaque(type)) {
      return unsupported(
        'constant-type',
        `a constant of ${typeName(type)} is not supported`,
        lowering.span(at),
      );
    }
    const operand: Operand = { type, scalars: this.scalars(id, opcode, type, at) };
    const { builder } = lowering;
    if (operand.scalars.every((scalar) => builder.constantOf(scalar) !== undefined))
      lowering.define(id, operand);
    return operand;
  }

  /** Names by which the launch file may give values. */
  specNames(): Set<string> {
    const { lowering, declarations } = this;
    const known = new Set<string>();
    for (const at of declarations.globals) {
      const opcode = lowering.opcode(at);
      if (opcode < Op.specConstantTrue || opcode > Op.specConstant) continue;
      for (const name of this.namesOf(lowering.words[at + 2])) known.add(name);
    }
    return known;
  }

  private namesOf(id: number): string[] {
    const name = this.lowering.givenName(id);
    const specId = this.declarations.decoration(id, Decoration.specId);
    return [...(name ? [name] : []), ...(specId === undefined ? [] : [String(specId)])];
  }

  private scalars(id: number, opcode: number, type: SpirvType, at: number): readonly ValueId[] {
    const { lowering } = this;
    checkScalars(lowering, type, at);
    switch (opcode) {
      case Op.constantTrue:
      case Op.constantFalse:
        return [this.truth(type, opcode === Op.constantTrue, at)];
      case Op.specConstantTrue:
      case Op.specConstantFalse:
      case Op.specConstant: {
        const initial =
          opcode === Op.specConstant
            ? this.literal(type, at)
            : this.truth(type, opcode === Op.specConstantTrue, at);
        const given = this.given(id);
        return [given === undefined ? initial : this.givenScalar(id, type, given, at)];
      }
      case Op.constant:
        return [this.literal(type, at)];
      case Op.constantComposite:
      case Op.specConstantComposite:
        return this.composite(type, at);
      case Op.constantNull:
      case Op.undef:
        return scalarKinds(type).map((kind) => zero(lowering, kind));
      case Op.specConstantOp:
        return this.operation(id, at);
      default:
        return unsupported('constant', `${instructionName(opcode)} is not supported`, lowering.span(at));
    }
  }

  private given(id: number): number | undefined {
    const { constants } = this.lowering;
    // The SpecId says more than a name, as in WGSL.
    const name = this.namesOf(id)
      .reverse()
      .find((each) => Object.hasOwn(constants, each));
    return name === undefined ? undefined : entryOf(constants, name);
  }

  private givenScalar(id: number, type: SpirvType, value: number, at: number): ValueId {
    const { lowering } = this;
    const scalar = scalarOf(type) ?? 'i32';
    if (!isInRange(scalar, value)) {
      const message = `${value} is no value of the spec constant '${this.namesOf(id)[0]}', which is ${scalar}`;
      invalid('constant-range', message, lowering.span(at));
    }
    if (scalar !== 'i64')
      return lowering.builder.constant(scalar, scalar === 'bool' ? Number(value !== 0) : value);
    const bits = BigInt.asUintN(64, BigInt(value));
    return make64(lowering, Number(bits & 0xffffffffn), Number(bits >> 32n));
  }

  private truth(type: SpirvType, isTrue: boolean, at: number): ValueId {
    const { lowering } = this;
    if (scalarOf(type) === 'bool') return lowering.builder.constant('bool', Number(isTrue));
    const opcode = instructionName(lowering.opcode(at));
    return invalid('constant', `${opcode} makes a bool, which ${typeName(type)} is not`, lowering.span(at));
  }

  private literal(type: SpirvType, at: number): ValueId {
    const { lowering } = this;
    const scalar = scalarOf(type);
    const low = lowering.words[at + 3];
    const isWide = scalar === 'i64' || scalar === 'f64';
    if (isWide && lowering.end(at) < at + 5)
      invalid('constant', 'a 64-bit constant needs two words', lowering.span(at));
    switch (scalar) {
      case 'i64':
        return make64(lowering, low, lowering.words[at + 4]);
      case 'f64': {
        const view = new DataView(new ArrayBuffer(8));
        view.setUint32(0, low, true);
        view.setUint32(4, lowering.words[at + 4], true);
        return lowering.builder.constant('f64', view.getFloat64(0, true));
      }
      case 'f32':
        return lowering.builder.constant('f32', floatFromBits(low | 0));
      case 'f16':
        return lowering.builder.constant('f16', halfFromBits(low & 0xffff));
      case 'i8':
      case 'i16':
      case 'i32':
        return lowering.builder.constant(scalar, low);
      default:
        return invalid('constant', `a constant cannot be ${typeName(type)}`, lowering.span(at));
    }
  }

  private composite(type: SpirvType, at: number): ValueId[] {
    const { lowering } = this;
    const scalars: ValueId[] = [];
    for (let k = at + 3; k < lowering.end(at); k++) {
      for (const scalar of lowering.operand(lowering.words[k], at).scalars) scalars.push(scalar);
    }
    lowering.expect(type, scalars, at);
    return scalars;
  }

  /** Lowered like the instruction and folded; what cannot be folded is emitted where the constant is used. */
  private operation(id: number, at: number): readonly ValueId[] {
    const { lowering, operations } = this;
    const copy = operations.instructionOf.get(at)!;
    const handler = this.handlerOf(lowering.opcode(copy));
    if (!handler) {
      const name = instructionName(lowering.opcode(copy));
      return unsupported('constant', `${name} of constants is not supported`, lowering.span(at));
    }
    const { builder } = lowering;
    const region = builder.region(() => handler(lowering, copy));
    const { scalars } = lowering.operand(id, copy);
    let mapped: readonly ValueId[] = [];
    const rest = builder.region(() => {
      const map = replayFolded(builder, region.instructions);
      mapped = scalars.map(map);
    });
    lowering.forget(id);
    if (rest.instructions.every((each) => each.kind === 'pure')) {
      for (const each of rest.instructions) builder.emit(each);
      return mapped;
    }
    const name = instructionName(lowering.opcode(copy));
    return unsupported('constant', `${name} of constants cannot be computed here`, lowering.span(at));
  }
}

function scalarOf(type: SpirvType): ScalarType | undefined {
  return type.kind === 'scalar' ? type.scalar : undefined;
}

const limits: Readonly<Partial<Record<ScalarType, readonly [number, number]>>> = {
  i8: [-0x80, 0xff],
  i16: [-0x8000, 0xffff],
  i32: [-0x80000000, 0xffffffff],
  i64: [-(2 ** 63), 2 ** 64 - 1],
  f16: [-65504, 65504],
};

/** Integers have no sign, so both readings are allowed. */
function isInRange(scalar: ScalarType, value: number): boolean {
  if (scalar.startsWith('i') && !Number.isInteger(value)) return false;
  const range = limits[scalar];
  return range === undefined || (value >= range[0] && value <= range[1]);
}

/** Refuses values that would take too many scalars. */
export function checkScalars(lowering: Lowering, type: SpirvType, at: number): void {
  const count = scalarCount(type);
  if (count <= MAXIMUM_SCALARS) return;
  const message = `a value of ${count} scalars (${typeName(type)}) is too large to be held at once; index it instead`;
  unsupported('large-value', message, lowering.span(at));
}

/** Each constant that the launch file gives must name a spec constant. */
export function checkConstants(lowering: Lowering, constants: Constants): void {
  const known = constants.specNames();
  for (const name of Object.keys(lowering.constants)) {
    if (known.has(name)) continue;
    const list =
      known.size > 0 ? `its spec constants are ${[...known].join(', ')}` : 'it has no spec constants';
    invalid('unknown-constant', `the module has no spec constant '${name}'; ${list}`, {
      file: lowering.module.file,
      start: 0,
      end: 0,
    });
  }
}
