// A walk over the decoded kernel: where it touches memory and what its conditions say there, in terms of coordinates,
// members of uniform buffers and lengths of arrays.

import { steeringOf } from '../ir/analyses/steering.ts';
import type {
  Instruction,
  LoadInstruction,
  Module,
  PureInstruction,
  Region,
  TextureInstruction,
  ValueId,
} from '../ir/ir.ts';
import { scalarBytes } from '../ir/scalars.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { drop } from '../passes/dce.ts';
import { fold } from '../passes/fold/fold.ts';
import { promote } from '../passes/mem2reg.ts';
import { shortCircuit } from '../passes/short-circuit.ts';
import { axesOf } from '../texture/shape.ts';
import { Integers } from './integers.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import {
  type Access,
  type Arrival,
  type Fact,
  type Facts,
  lengthName,
  memberName,
  type Quantities,
  type TexelAccess,
} from './quantities.ts';
import { isOverride } from './symbolic.ts';

/** How a kernel indexes and where it guards itself. */
export function quantitiesOf(decoded: Module): Quantities {
  const module = drop(shortCircuit(fold(promote(decoded))));
  const walk = new Walk(module);
  walk.region(module.body);
  return walk.finish();
}

/** What arrives at the end of a construct, by what it gives. */
type Arrivals = readonly Arrival[][];

class Walk {
  private readonly module: Module;
  private readonly integers: Integers;
  private readonly definitions: (PureInstruction | undefined)[] = [];
  private readonly accesses: Access[] = [];
  private readonly texels: TexelAccess[] = [];
  private readonly guards: Fact[] = [];
  private readonly room = new Map<string, number>();
  /** What was loaded as which member. */
  private readonly members: [ValueId, string][] = [];
  /** By construct: what `break` and what `next` bring. */
  private readonly breaks = new Map<number, Arrivals>();
  private readonly nexts = new Map<number, Arrivals>();
  /** Constructs that something breaks out of. */
  private readonly left = new Set<number>();
  private facts: Facts;
  private depth = 0;

  /** Buffers that some access indexes: what stands first in them is one of many. */
  private readonly indexed = new Set<number>();

  constructor(module: Module) {
    this.module = module;
    this.integers = new Integers(module);
    forEachInstruction(module.body, (each) => {
      if (each.kind !== 'load' && each.kind !== 'store' && each.kind !== 'atomic') return;
      const isFixed = module.values[each.address].constant !== undefined;
      if (each.root.space === 'buffer' && !isFixed) this.indexed.add(each.root.index);
    });
  }

  finish(): Quantities {
    const { integers, module } = this;
    module.buffers.forEach((buffer, k) => {
      if (isOverride(buffer)) integers.named(memberName(k, 0), { kind: 'member', buffer: k, byte: 0 });
    });
    const { hasValue } = steeringOf((visit) => forEachInstruction(module.body, visit), 'paths and places');
    return {
      module,
      accesses: this.accesses,
      texels: this.texels,
      guards: this.guards,
      room: this.room,
      quantityOf: integers.quantityOf,
      divisors: integers.divisors,
      steering: new Set(this.members.flatMap(([value, name]) => (hasValue(value) ? [name] : []))),
      axes: integers.axes,
    };
  }

  /** What conditions told inside is forgotten at the end. */
  region(region: Region): void {
    const outer = this.facts;
    for (const each of region.instructions) this.instruction(each);
    this.facts = outer;
  }

  private instruction(each: Instruction): void {
    const { integers } = this;
    switch (each.kind) {
      case 'pure':
        this.definitions[each.result] = each;
        integers.set(each.result, integers.pure(each, this.facts));
        return;
      case 'input':
        integers.set(each.result, integers.input(each));
        return;
      case 'bound':
        integers.set(each.result, integers.of(each.index));
        if ('constant' in each.size) this.fits(integers.of(each.index), each.size.constant);
        return;
      case 'arrayLength': {
        const length = integers.named(lengthName(each.buffer), { kind: 'length', buffer: each.buffer });
        integers.set(each.result, length);
        return;
      }
      case 'texture':
        this.texture(each);
        return;
      case 'textureQuery':
        integers.set(each.result, integers.query(each));
        return;
      case 'load':
        this.load(each);
        return;
      case 'store':
        this.access(each, 'store', each.values.length);
        return;
      case 'atomic':
        this.access(each, each.op === 'load' ? 'load' : 'atomic', 1);
        return;
      case 'if':
        this.conditional(each);
        return;
      case 'switch':
      case 'block':
        this.breaks.set(
          each.id,
          each.results.map(() => []),
        );
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
      case 'subgroup':
        if (/broadcast|shuffle/.test(each.op) && each.operand !== undefined)
          for (const result of each.results) integers.set(result, integers.of(each.operand));
        return;
      default:
    }
  }

  /** Records that an index leads into so many elements. */
  private fits(index: Polynomial, elements: number): void {
    const [name, ...more] = poly.namesOf(index);
    const step = index.get(name) ?? 0;
    if (name === undefined || more.length > 0 || step <= 0) return;
    const count = Math.floor((elements - (index.get('') ?? 0)) / step);
    this.room.set(name, Math.min(count, this.room.get(name) ?? count));
  }

  private texture({ buffer, op, operands }: TextureInstruction): void {
    const { dimension } = this.module.buffers[buffer].texture!;
    const isWhole = op === 'load' || op === 'store';
    const coordinates = isWhole
      ? operands.slice(0, axesOf[dimension]).map((each) => this.integers.of(each))
      : [];
    this.texels.push({ buffer, op, coordinates, facts: this.facts });
  }

  private conditional(each: Extract<Instruction, { kind: 'if' }>): void {
    this.breaks.set(
      each.id,
      each.results.map(() => []),
    );
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
    this.breaks.set(
      each.id,
      each.results.map(() => []),
    );
    this.nexts.set(each.id, next);
    this.depth++;
    const beside = each.parameters.map((parameter) => `value.${parameter}`);
    each.parameters.forEach((parameter, k) => {
      if (this.module.values[parameter].type !== 'i32') return;
      const initial = { value: this.integers.of(each.initial[k]), facts: this.facts };
      this.integers.name(parameter, { kind: 'loop', beside, initial, next: next[k], depth: this.depth });
    });
    this.region(each.body);
    this.depth--;
    this.arrive(each);
  }

  private leave(open: ReadonlyMap<number, Arrivals>, target: number, values: readonly ValueId[]): void {
    open.get(target)?.forEach((arrivals, k) => {
      const value = values[k];
      if (value !== undefined && this.module.values[value].type === 'i32')
        arrivals.push({ value: this.integers.of(value), facts: this.facts });
    });
  }

  private arrive({ id, results }: { readonly id: number; readonly results: readonly ValueId[] }): void {
    const arrivals = this.breaks.get(id);
    results.forEach((result, k) => {
      if (this.module.values[result].type !== 'i32') return;
      const of = arrivals?.[k] ?? [];
      if (of.length === 1) this.integers.set(result, of[0].value);
      else this.integers.name(result, { kind: 'choice', of });
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
      low: this.integers.of(low),
      high: poly.add(this.integers.of(high), poly.constant(-gap)),
      ...(isEqual ? { isEqual } : {}),
      rest: this.facts,
    };
    if (poly.constantOf(fact.low) !== undefined) return;
    this.facts = fact;
    this.guards.push(fact);
  }

  private load(each: LoadInstruction): void {
    const buffer = each.root.space === 'buffer' ? each.root.index : undefined;
    const place = this.placeOf(each);
    const at = poly.constantOf(place);
    const hasMembers = buffer !== undefined && at !== undefined && this.holdsMembers(buffer);
    if (buffer !== undefined) this.access(each, 'load', each.results.length);
    each.results.forEach((result, k) => {
      const { type } = this.module.values[result];
      if (hasMembers && (type === 'i32' || type === 'f32')) {
        const byte = at + 4 * k;
        const name = memberName(buffer, byte);
        this.members.push([result, name]);
        this.integers.set(result, this.integers.named(name, { kind: 'member', buffer, byte }));
      } else if (type === 'i32') {
        const from = buffer === undefined ? {} : { buffer, at: place };
        this.integers.name(result, { kind: 'data', ...from });
      }
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
    return poly.add(this.integers.of(address), poly.constant(offsetBytes));
  }
}
