// What the integers of a kernel are: a polynomial over names for each, from what its operation does with the operands'.

import type {
  InputInstruction,
  Module,
  PureInstruction,
  TextureQueryInstruction,
  ValueId,
} from '../ir/ir.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import {
  type Axis,
  coordinateName,
  extentName,
  type Facts,
  isOfSizes,
  type Quantity,
  texelsName,
} from './quantities.ts';

/** A shift by fewer halves counts. */
const FEWEST_BITS = 4;

/** Lanes of a subgroup: most devices' number. */
const SUBGROUP = 32;

/** Samples of a texture that has several: what every device has. */
export const SAMPLES = 4;

export class Integers {
  /** Names whose value something is divided by. */
  readonly divisors = new Set<string>();
  /** Axes of which something looks at coordinates. */
  readonly axes = new Set<Axis>();
  private readonly module: Module;
  private readonly values: (Polynomial | undefined)[] = [];
  private readonly quantities = new Map<string, Quantity>();

  constructor(module: Module) {
    this.module = module;
  }

  readonly quantityOf = (name: string): Quantity => this.quantities.get(name) ?? { kind: 'data' };

  /** Where nothing is known of it, a name of its own. */
  of(value: ValueId): Polynomial {
    const { constant } = this.module.values[value];
    if (constant !== undefined) return poly.constant(constant);
    return this.values[value] ?? this.named(`value.${value}`, { kind: 'data' });
  }

  /** Says what a value is; nothing, where that is not known. */
  set(value: ValueId, is: Polynomial | undefined): void {
    this.values[value] = is;
  }

  /** Gives a value a name of its own. */
  name(value: ValueId, quantity: Quantity): void {
    this.values[value] = this.named(`value.${value}`, quantity);
  }

  named(name: string, quantity: Quantity): Polynomial {
    if (!this.quantities.has(name)) this.quantities.set(name, quantity);
    return poly.symbol(name);
  }

  /** What a texture is asked for: it has one level. */
  query({ query, buffer, level }: TextureQueryInstruction): Polynomial {
    if (query === 'levels') return poly.constant(1);
    if (query === 'samples')
      return poly.constant(this.module.buffers[buffer].texture!.isMultisampled ? SAMPLES : 1);
    const axis = query === 'width' ? 0 : query === 'height' ? 1 : 2;
    const size = this.named(texelsName(buffer, axis), { kind: 'texels', buffer, axis });
    const finer = level === undefined ? 0 : (poly.constantOf(this.of(level)) ?? 0);
    return poly.scale(size, 2 ** -finer);
  }

  input({ builtin }: InputInstruction): Polynomial {
    const size = this.module.workgroupSize;
    const all = size[0] * size[1] * size[2];
    const match = /^(global_id|workgroup_id|local_id|num_workgroups)_([xyz])$/.exec(builtin);
    if (!match) {
      if (builtin === 'local_index' && size[1] * size[2] === 1) return this.coordinate('local', 0);
      if (builtin === 'subgroup_size') return poly.constant(SUBGROUP);
      const below =
        builtin === 'local_index' ? all : builtin === 'subgroup_id' ? Math.ceil(all / SUBGROUP) : SUBGROUP;
      return this.named(`input.${builtin}`, { kind: 'limited', by: [poly.constant(below - 1)] });
    }
    const axis = 'xyz'.indexOf(match[2]) as Axis;
    if (match[1] === 'num_workgroups') {
      const extent = this.named(extentName(axis), { kind: 'extent', axis });
      return poly.scale(extent, 1 / size[axis]);
    }
    const kind = match[1] === 'global_id' ? 'global' : match[1] === 'workgroup_id' ? 'group' : 'local';
    return this.coordinate(kind, axis);
  }

  private coordinate(kind: 'global' | 'group' | 'local', axis: Axis): Polynomial {
    if (kind === 'local' && this.module.workgroupSize[axis] === 1) return poly.ZERO;
    if (kind !== 'local') this.axes.add(axis);
    const isWhole = kind === 'group' && this.module.workgroupSize[axis] === 1;
    const which = isWhole ? 'global' : kind;
    return this.named(coordinateName(which, axis), { kind: which, axis });
  }

  /** A workgroup's place times its size, and the place in it, are a place in the grid. */
  private joined(value: Polynomial): Polynomial {
    let sum = value;
    for (const axis of [0, 1, 2] as const) {
      const [group, local] = [coordinateName('group', axis), coordinateName('local', axis)];
      const size = this.module.workgroupSize[axis];
      const factor = sum.get(local);
      if (factor === undefined || sum.get(group) !== factor * size) continue;
      sum = poly.add(sum, poly.add(poly.symbol(local), poly.symbol(group), size), -factor);
      sum = poly.add(sum, this.coordinate('global', axis), factor);
    }
    return sum;
  }

  /** @param facts what holds where it stands */
  pure({ op, operands, result }: PureInstruction, facts: Facts): Polynomial | undefined {
    if (op === 'f2u' || op === 'f2s') return this.values[operands[0]];
    // A size may be a float, too.
    if (op === 'u2f' || op === 's2f') return this.of(operands[0]);
    if (this.module.values[result].type !== 'i32') return undefined;
    if (this.module.values[operands[0]].type !== 'i32' && op !== 'select') return undefined;
    const a = op === 'select' ? poly.ZERO : this.of(operands[0]);
    const b = operands[1] === undefined || op === 'select' ? poly.ZERO : this.of(operands[1]);
    const number = poly.constantOf(b);
    switch (op) {
      case 'iadd':
        return this.joined(poly.add(a, b));
      case 'isub':
        return poly.add(a, b, -1);
      case 'imul':
        return isHash(a) || isHash(b) ? undefined : poly.multiply(a, b);
      case 'shl':
        return number === undefined ? undefined : poly.scale(a, 2 ** (number & 31));
      case 'ushr':
      case 'sshr':
        return number === undefined ? undefined : this.shifted(result, a, number & 31, op === 'ushr');
      case 'udiv':
      case 'sdiv':
        return this.quotient(result, a, b);
      case 'urem':
      case 'srem':
        for (const name of poly.namesOf(b)) this.divisors.add(name);
        return this.limited(result, poly.add(b, poly.constant(-1)), a);
      case 'and':
        return number === undefined ? this.limited(result, a, b) : this.limited(result, b, a);
      case 'umin':
      case 'smin':
        return this.limited(result, a, b);
      case 'or':
      case 'xor':
        return this.limited(result, poly.add(a, b));
      case 'umax':
      case 'smax':
        return this.choice(result, facts, a, b);
      case 'select':
        return this.choice(result, facts, this.of(operands[1]), this.of(operands[2]));
      default:
        return undefined;
    }
  }

  private limited(result: ValueId, ...by: Polynomial[]): Polynomial {
    return this.named(`value.${result}`, { kind: 'limited', by });
  }

  private choice(result: ValueId, facts: Facts, ...values: Polynomial[]): Polynomial {
    const of = values.map((value) => ({ value, facts }));
    return this.named(`value.${result}`, { kind: 'choice', of });
  }

  /** The upper bits of a word are few, whatever the word is. */
  private shifted(result: ValueId, of: Polynomial, bits: number, isUnsigned: boolean): Polynomial {
    const quotient = this.quotient(result, of, poly.constant(2 ** bits));
    const [name] = poly.namesOf(quotient);
    const isOpen = name !== undefined && this.quantityOf(name).kind === 'quotient';
    if (!isUnsigned || bits < FEWEST_BITS || !isOpen) return quotient;
    const by = [quotient, poly.constant(2 ** (32 - bits) - 1)];
    return this.named(`bits.${result}`, { kind: 'limited', by });
  }

  private quotient(result: ValueId, of: Polynomial, by: Polynomial): Polynomial {
    for (const name of poly.namesOf(by)) this.divisors.add(name);
    const exact = poly.divide(of, by);
    if (exact && [...exact.values()].every(Number.isInteger)) return exact;
    const number = poly.constantOf(by);
    if (number !== undefined && number > 0 && poly.namesOf(of).size > 0 && isOfSizes(of, this.quantityOf))
      return shareOf(of, number);
    return this.named(`value.${result}`, { kind: 'quotient', of, by });
  }
}

/** Whether nobody counts by so much: a multiplier that scatters. */
function isHash(value: Polynomial): boolean {
  return [...value].some(([, factor]) => Math.abs(factor) > 2 ** 24);
}

/** A part of a size, as if it could be divided: rounded up where it cannot be, so that what goes by it has room. */
function shareOf(size: Polynomial, parts: number): Polynomial {
  const isRounding = size.get('') === parts - 1;
  return poly.scale(isRounding ? poly.add(size, poly.constant(1 - parts)) : size, 1 / parts);
}
