// How a kernel indexes and where it guards itself, in terms of what is not known before the launch: one walk over the
// decoded kernel gives every integer a polynomial over coordinates, members of uniform buffers and lengths of arrays.

import { steeringOf } from '../ir/analyses/steering.ts';
import type {
  Instruction,
  LoadInstruction,
  Module,
  PureInstruction,
  Region,
  TextureInstruction,
  TextureQueryInstruction,
  ValueId,
} from '../ir/ir.ts';
import { scalarBytes } from '../ir/scalars.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { drop } from '../passes/dce.ts';
import { fold } from '../passes/fold/fold.ts';
import { promote } from '../passes/mem2reg.ts';
import { shortCircuit } from '../passes/short-circuit.ts';
import { axesOf } from '../texture/shape.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import { isOverride } from './symbolic.ts';

/** What holds at a place: `low` is at most `high`. The facts of the places around it follow. */
export interface Fact {
  readonly low: Polynomial;
  readonly high: Polynomial;
  /** Half of an equality. */
  readonly isEqual?: true;
  readonly rest: Facts;
}
export type Facts = Fact | undefined;

/** A value as it arrives from one of several ways. */
export interface Arrival {
  readonly value: Polynomial;
  readonly facts: Facts;
}

export type Axis = 0 | 1 | 2;

/** What a name in a polynomial stands for. */
export type Quantity =
  /** An invocation's place in the grid, its workgroup's, or that within the workgroup. */
  | { readonly kind: 'global' | 'group' | 'local'; readonly axis: Axis }
  /** Invocations of the grid along an axis. */
  | { readonly kind: 'extent'; readonly axis: Axis }
  /** A word at a fixed place of a buffer that the kernel only reads. */
  | { readonly kind: 'member'; readonly buffer: number; readonly byte: number }
  /** Elements of a buffer's runtime-sized array. */
  | { readonly kind: 'length'; readonly buffer: number }
  /** Texels of a texture along an axis; layers are the third. */
  | { readonly kind: 'texels'; readonly buffer: number; readonly axis: Axis }
  /** What the kernel reads from memory; from a buffer, if it is one. */
  | { readonly kind: 'data'; readonly buffer?: number; readonly at?: Polynomial }
  /** At most the least of these. */
  | { readonly kind: 'limited'; readonly by: readonly Polynomial[] }
  | { readonly kind: 'quotient'; readonly of: Polynomial; readonly by: Polynomial }
  /** One of several. */
  | { readonly kind: 'choice'; readonly of: readonly Arrival[] }
  /**
   * `next` are the values of following iterations; `depth` counts the loops around, this one included; `beside` are
   * the names of all that the same loop carries.
   */
  | {
      readonly kind: 'loop';
      readonly beside: readonly string[];
      readonly initial: Arrival;
      readonly next: readonly Arrival[];
      readonly depth: number;
    };

export interface Access {
  readonly buffer: number;
  readonly kind: 'load' | 'store' | 'atomic';
  /** Of its first byte from the start of the buffer; undefined where nothing is known. */
  readonly place: Polynomial;
  readonly sizeBytes: number;
  readonly facts: Facts;
}

/** An access to a texture by whole texels; of one by a sampler, nothing is known. */
export interface TexelAccess {
  readonly buffer: number;
  readonly op: TextureInstruction['op'];
  readonly coordinates: readonly Polynomial[];
  readonly facts: Facts;
}

export interface Quantities {
  readonly module: Module;
  readonly texels: readonly TexelAccess[];
  readonly accesses: readonly Access[];
  /** What conditions compare, wherever they stand: in the kernel's order. */
  readonly guards: readonly Fact[];
  readonly quantityOf: (name: string) => Quantity;
  /** Names whose value something is divided by. */
  readonly divisors: ReadonlySet<string>;
  /** Members that reach a condition or an address in any way. */
  readonly steering: ReadonlySet<string>;
  /** Axes of which the kernel looks at coordinates. */
  readonly axes: ReadonlySet<Axis>;
}

/** A shift by fewer halves counts. */
const FEWEST_BITS = 4;

/** Lanes of a subgroup: most devices' number. */
const SUBGROUP = 32;

/** Whether a launch decides how much it is: sizes and counts. */
export function isSize({ kind }: Quantity): boolean {
  return kind === 'member' || kind === 'length' || kind === 'texels';
}

export const texelsName = (buffer: number, axis: Axis): string => `texels.${buffer}.${axis}`;

export const extentName = (axis: Axis): string => `extent.${'xyz'[axis]}`;

export function quantitiesOf(decoded: Module): Quantities {
  const module = drop(shortCircuit(fold(promote(decoded))));
  const walk = new Walk(module);
  walk.region(module.body);
  return walk.finish();
}

interface Open {
  /** Instructions of the construct, by what they give to it. */
  readonly arrivals: Arrival[][];
}

class Walk {
  private readonly module: Module;
  private readonly values: (Polynomial | undefined)[] = [];
  private readonly definitions: (PureInstruction | undefined)[] = [];
  private readonly quantities = new Map<string, Quantity>();
  private readonly accesses: Access[] = [];
  private readonly texels: TexelAccess[] = [];
  private readonly guards: Fact[] = [];
  private readonly divisors = new Set<string>();
  /** What was loaded as which member. */
  private readonly members: [ValueId, string][] = [];
  private readonly axes = new Set<Axis>();
  /** By construct: what `break` and what `next` bring. */
  private readonly breaks = new Map<number, Open>();
  private readonly nexts = new Map<number, Open>();
  /** Constructs that something breaks out of. */
  private readonly left = new Set<number>();
  private facts: Facts;
  private depth = 0;

  /** Buffers that some access indexes: what stands first in them is one of many. */
  private readonly indexed = new Set<number>();

  constructor(module: Module) {
    this.module = module;
    forEachInstruction(module.body, (each) => {
      if (each.kind !== 'load' && each.kind !== 'store' && each.kind !== 'atomic') return;
      const isFixed = module.values[each.address].constant !== undefined;
      if (each.root.space === 'buffer' && !isFixed) this.indexed.add(each.root.index);
    });
  }

  finish(): Quantities {
    this.module.buffers.forEach((buffer, k) => {
      if (isOverride(buffer)) this.named(`member.${k}.0`, { kind: 'member', buffer: k, byte: 0 });
    });
    const { hasValue } = steeringOf(
      (visit) => forEachInstruction(this.module.body, visit),
      'paths and places',
    );
    return {
      steering: new Set(this.members.flatMap(([value, name]) => (hasValue(value) ? [name] : []))),
      module: this.module,
      accesses: this.accesses,
      texels: this.texels,
      guards: this.guards,
      quantityOf: (name) => this.quantities.get(name) ?? { kind: 'data' },
      divisors: this.divisors,
      axes: this.axes,
    };
  }

  /** What conditions told inside is forgotten at the end. */
  region(region: Region): void {
    const outer = this.facts;
    for (const each of region.instructions) this.instruction(each);
    this.facts = outer;
  }

  private instruction(each: Instruction): void {
    switch (each.kind) {
      case 'pure':
        this.definitions[each.result] = each;
        if (this.module.values[each.result].type === 'i32') this.values[each.result] = this.pure(each);
        // A size may be a float, too.
        if (each.op === 'u2f' || each.op === 's2f') this.values[each.result] = this.valueOf(each.operands[0]);
        return;
      case 'input':
        this.values[each.result] = this.input(each.builtin);
        return;
      case 'bound':
        this.values[each.result] = this.valueOf(each.index);
        return;
      case 'arrayLength':
        this.values[each.result] = this.named(`length.${each.buffer}`, {
          kind: 'length',
          buffer: each.buffer,
        });
        return;
      case 'texture':
        this.texture(each);
        return;
      case 'textureQuery':
        this.values[each.result] = this.query(each);
        return;
      case 'load':
        this.load(each);
        return;
      case 'store':
        this.access(each, 'store', each.values.length);
        return;
      case 'atomic':
        this.access(each, each.op === 'load' ? 'load' : 'atomic', 1);
        if (each.result !== undefined)
          this.values[each.result] = this.named(`value.${each.result}`, { kind: 'data' });
        return;
      case 'if':
        this.conditional(each);
        return;
      case 'switch':
      case 'block':
        this.breaks.set(each.id, { arrivals: each.results.map(() => []) });
        for (const region of each.kind === 'block' ? [each.body] : each.cases.map(({ body }) => body))
          this.region(region);
        this.arrive(each);
        return;
      case 'loop':
        this.loop(each);
        return;
      case 'break':
        this.left.add(each.target);
        this.leave(this.breaks, each.target, each.values);
        return;
      case 'next':
        this.leave(this.nexts, each.target, each.values);
        return;
      case 'subgroup': {
        const isSame = /broadcast|shuffle/.test(each.op) && each.operand !== undefined;
        for (const result of each.results) if (isSame) this.values[result] = this.valueOf(each.operand!);
        return;
      }
      default:
    }
  }

  private texture({ buffer, op, operands }: TextureInstruction): void {
    const { dimension } = this.module.buffers[buffer].texture!;
    const isWhole = op === 'load' || op === 'store';
    const coordinates = isWhole ? operands.slice(0, axesOf[dimension]).map((each) => this.valueOf(each)) : [];
    this.texels.push({ buffer, op, coordinates, facts: this.facts });
  }

  /** One level, as many samples as the texture has. */
  private query({ query, buffer, level }: TextureQueryInstruction): Polynomial {
    if (query === 'levels') return poly.constant(1);
    if (query === 'samples')
      return poly.constant(this.module.buffers[buffer].texture!.isMultisampled ? 4 : 1);
    const axis = query === 'width' ? 0 : query === 'height' ? 1 : 2;
    const size = this.named(texelsName(buffer, axis), { kind: 'texels', buffer, axis });
    const finer = level === undefined ? 0 : (poly.constantOf(this.valueOf(level)) ?? 0);
    return poly.scale(size, 2 ** -finer);
  }

  private conditional(each: Extract<Instruction, { kind: 'if' }>): void {
    this.breaks.set(each.id, { arrivals: each.results.map(() => []) });
    const outer = this.facts;
    const arm = (region: Region, holds: boolean): boolean => {
      this.left.delete(each.id);
      this.facts = outer;
      this.assume(each.condition, holds);
      this.region(region);
      return this.left.has(each.id);
    };
    const [then, otherwise] = [arm(each.then, true), arm(each.otherwise, false)];
    this.facts = outer;
    if (then !== otherwise) this.assume(each.condition, then);
    this.arrive(each);
  }

  private loop(each: Extract<Instruction, { kind: 'loop' }>): void {
    const next = each.parameters.map((): Arrival[] => []);
    this.breaks.set(each.id, { arrivals: each.results.map(() => []) });
    this.nexts.set(each.id, { arrivals: next });
    this.depth++;
    const beside = each.parameters.map((parameter) => `value.${parameter}`);
    each.parameters.forEach((parameter, k) => {
      if (this.module.values[parameter].type !== 'i32') return;
      const initial = { value: this.valueOf(each.initial[k]), facts: this.facts };
      const quantity: Quantity = { kind: 'loop', beside, initial, next: next[k], depth: this.depth };
      this.values[parameter] = this.named(`value.${parameter}`, quantity);
    });
    this.region(each.body);
    this.depth--;
    this.arrive(each);
  }

  private leave(open: ReadonlyMap<number, Open>, target: number, values: readonly ValueId[]): void {
    open.get(target)?.arrivals.forEach((arrivals, k) => {
      const value = values[k];
      if (value !== undefined && this.module.values[value].type === 'i32')
        arrivals.push({ value: this.valueOf(value), facts: this.facts });
    });
  }

  private arrive({ id, results }: { readonly id: number; readonly results: readonly ValueId[] }): void {
    const open = this.breaks.get(id);
    results.forEach((result, k) => {
      if (this.module.values[result].type !== 'i32') return;
      const of = open?.arrivals[k] ?? [];
      this.values[result] =
        of.length === 1 ? of[0].value : this.named(`value.${result}`, { kind: 'choice', of });
    });
  }

  /** Records what a condition says, as a guard and for what follows. */
  private assume(condition: ValueId, holds: boolean): void {
    const definition = this.definitions[condition];
    if (!definition) return;
    const [a, b] = definition.operands as [ValueId, ValueId];
    switch (definition.op) {
      case 'and':
      case 'or':
        if (holds !== (definition.op === 'and')) return;
        this.assume(a, holds);
        this.assume(b, holds);
        return;
      case 'not':
        this.assume(a, !holds);
        return;
      case 'ult':
      case 'slt':
      case 'flt':
        if (holds) this.note(a, b, 1);
        else this.note(b, a, 0);
        return;
      case 'ule':
      case 'sle':
      case 'fle':
        if (holds) this.note(a, b, 0);
        else this.note(b, a, 1);
        return;
      case 'ieq':
      case 'ine':
        if (holds === (definition.op === 'ieq')) {
          this.note(a, b, 0, true);
          this.note(b, a, 0, true);
        }
        return;
      default:
    }
  }

  private note(low: ValueId, high: ValueId, gap: number, isEqual = false): void {
    const fact: Fact = {
      low: this.valueOf(low),
      high: poly.add(this.valueOf(high), poly.constant(-gap)),
      ...(isEqual ? { isEqual } : {}),
      rest: this.facts,
    };
    if (poly.constantOf(fact.low) !== undefined) return;
    this.facts = fact;
    this.guards.push(fact);
  }

  private load(each: LoadInstruction): void {
    const { root } = each;
    const place = this.placeOf(each);
    const at = poly.constantOf(place);
    if (root.space === 'buffer') this.access(each, 'load', each.results.length);
    const isFixed = root.space === 'buffer' && at !== undefined && this.holdsMembers(root.index);
    each.results.forEach((result, k) => {
      const { type } = this.module.values[result];
      if (type !== 'i32' && !(type === 'f32' && isFixed)) return;
      const byte = (at ?? 0) + 4 * k;
      if (isFixed && root.space === 'buffer') this.members.push([result, `member.${root.index}.${byte}`]);
      this.values[result] =
        isFixed && root.space === 'buffer'
          ? this.named(`member.${root.index}.${byte}`, { kind: 'member', buffer: root.index, byte })
          : this.named(`value.${result}`, {
              kind: 'data',
              ...(root.space === 'buffer' ? { buffer: root.index, at: place } : {}),
            });
    });
  }

  /** Whether what stands at a fixed place of a buffer has a meaning of its own. */
  private holdsMembers(buffer: number): boolean {
    const { access, kind } = this.module.buffers[buffer];
    return access === 'read' && (kind === 'uniform' || !this.indexed.has(buffer));
  }

  private access(
    each: Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>,
    kind: Access['kind'],
    components: number,
  ): void {
    if (each.root.space !== 'buffer') return;
    this.accesses.push({
      buffer: each.root.index,
      kind,
      place: this.placeOf(each),
      sizeBytes: components * scalarBytes(each.type),
      facts: this.facts,
    });
  }

  private placeOf({ address, offsetBytes }: { address: ValueId; offsetBytes: number }): Polynomial {
    return poly.add(this.valueOf(address), poly.constant(offsetBytes));
  }

  private valueOf(value: ValueId): Polynomial {
    const { constant } = this.module.values[value];
    if (constant !== undefined) return poly.constant(constant);
    return this.values[value] ?? this.named(`value.${value}`, { kind: 'data' });
  }

  private named(name: string, quantity: Quantity): Polynomial {
    if (!this.quantities.has(name)) this.quantities.set(name, quantity);
    return poly.symbol(name);
  }

  private limited(result: ValueId, ...by: Polynomial[]): Polynomial {
    return this.named(`value.${result}`, { kind: 'limited', by });
  }

  private input(builtin: Extract<Instruction, { kind: 'input' }>['builtin']): Polynomial {
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
    return this.named(`${which}.${'xyz'[axis]}`, { kind: which, axis });
  }

  /** A workgroup's place times its size, and the place in it, are a place in the grid. */
  private joined(value: Polynomial): Polynomial {
    let sum = value;
    for (const axis of [0, 1, 2] as const) {
      const [group, local] = [`group.${'xyz'[axis]}`, `local.${'xyz'[axis]}`];
      const size = this.module.workgroupSize[axis];
      const factor = sum.get(local);
      if (factor === undefined || sum.get(group) !== factor * size) continue;
      sum = poly.add(sum, poly.add(poly.symbol(local), poly.symbol(group), size), -factor);
      sum = poly.add(sum, this.coordinate('global', axis), factor);
    }
    return sum;
  }

  private pure({ op, operands, result }: PureInstruction): Polynomial | undefined {
    if (op === 'f2u' || op === 'f2s') return this.values[operands[0]];
    if (this.module.values[operands[0]].type !== 'i32' && op !== 'select') return undefined;
    const a = op === 'select' ? poly.ZERO : this.valueOf(operands[0]);
    const b = operands[1] === undefined || op === 'select' ? poly.ZERO : this.valueOf(operands[1]);
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
        return this.choice(result, a, b);
      case 'select':
        return this.choice(result, this.valueOf(operands[1]), this.valueOf(operands[2]));
      default:
        return undefined;
    }
  }

  /** Made of members and lengths, at least one. */
  private isOfSizes(value: Polynomial): boolean {
    const names = [...poly.namesOf(value)];
    const quantityOf = (name: string) => this.quantities.get(name) ?? ({ kind: 'data' } as const);
    return names.length > 0 && names.every((name) => isSize(quantityOf(name)));
  }

  private choice(result: ValueId, ...values: Polynomial[]): Polynomial {
    const of = values.map((value) => ({ value, facts: this.facts }));
    return this.named(`value.${result}`, { kind: 'choice', of });
  }

  /** The upper bits of a word are few, whatever the word is. */
  private shifted(result: ValueId, of: Polynomial, bits: number, isUnsigned: boolean): Polynomial {
    const quotient = this.quotient(result, of, poly.constant(2 ** bits));
    const [name] = poly.namesOf(quotient);
    const isOpen = name !== undefined && this.quantities.get(name)?.kind === 'quotient';
    if (!isUnsigned || bits < FEWEST_BITS || !isOpen) return quotient;
    const by = [quotient, poly.constant(2 ** (32 - bits) - 1)];
    return this.named(`bits.${result}`, { kind: 'limited', by });
  }

  private quotient(result: ValueId, of: Polynomial, by: Polynomial): Polynomial {
    for (const name of poly.namesOf(by)) this.divisors.add(name);
    const exact = poly.divide(of, by);
    if (exact && [...exact.values()].every(Number.isInteger)) return exact;
    const number = poly.constantOf(by);
    if (number !== undefined && number > 0 && this.isOfSizes(of)) return shareOf(of, number);
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
