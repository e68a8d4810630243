// The body of a function as regions, wherever it is inlined: each block's instructions, then the construct that
// its terminator becomes, then what follows. Where a block is entered from several sides its phis are private
// variables, which the branches to it store and it loads; `promote` makes values of them again.

import type { ConstructId, Region, Terminator, ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { type FunctionBody, isInside } from './function-body.ts';
import { instructionName } from './grammar.ts';
import type { Lowering } from './lowering.ts';
import { addressOf, load, store } from './memory.ts';
import { Op } from './opcodes.ts';
import { resultAt } from './operands.ts';
import { POINTER_WORDS, pointerWords, possibleRoots, referenceOf } from './pointer-values.ts';
import { invalid, unsupported } from './problems.ts';
import type { Operand, Reference, SpirvType } from './types.ts';

/** What the function being inlined does at its returns; `value` is the id of what it returns. */
export type Leave = (value: number | undefined, at: number) => Terminator;

/** Lowers the instruction at `at`; gives a terminator when nothing in its block remains to be done. */
export type LowerInstruction = (at: number) => Terminator | undefined;

/** What a terminator leads to: a block whose code follows in the same region, or out of the region. */
type Next = { readonly block: number } | { readonly leave: Terminator };

export class ControlFlow {
  private readonly lowering: Lowering;
  private readonly body: FunctionBody;
  private readonly lowerInstruction: LowerInstruction;
  private readonly leave: Leave;
  /** By block: how to get there from inside the constructs that are open. */
  private readonly ways: (Terminator | undefined)[];
  /** The variables of phis and of values that cross regions, by id. */
  private readonly variables = new Map<number, Reference>();
  private readonly phis = new Set<number>();
  /** Pointers that cross or are phis: where they lead, of what their variables hold. */
  private readonly pointers = new Map<number, (words: readonly ValueId[]) => Reference>();

  constructor(lowering: Lowering, body: FunctionBody, lowerInstruction: LowerInstruction, leave: Leave) {
    this.lowering = lowering;
    this.body = body;
    this.lowerInstruction = lowerInstruction;
    this.leave = leave;
    this.ways = new Array(body.blocks.length);
  }

  /** Emits the body into the open region and returns what ends that. */
  emit(): Terminator {
    return this.from(0, false);
  }

  /** Emits `first` and all that follows it in the same region. */
  private from(first: number, isInLoop: boolean): Terminator {
    const { placement } = this.body;
    let block = first;
    let isOpen = isInLoop;
    for (;;) {
      if (placement.isLoop[block] === 1 && !isOpen) {
        this.loop(block);
        block = placement.loopMerges[block];
        if (block < 0) return { kind: 'unreachable' };
        continue;
      }
      isOpen = false;
      const end = this.code(block);
      if (end) return end;
      const next = this.construct(block, placement.after[block].length);
      if ('leave' in next) return next.leave;
      block = next.block;
    }
  }

  private loop(header: number): void {
    const { builder } = this.lowering;
    const { span } = builder;
    const id = builder.construct();
    const merge = this.body.placement.loopMerges[header];
    this.ways[header] = { kind: 'next', target: id, values: [] };
    if (merge >= 0) this.ways[merge] = { kind: 'break', target: id, values: [] };
    const body = this.lowering.region(() => this.from(header, true));
    this.ways[header] = undefined;
    if (merge >= 0) this.ways[merge] = undefined;
    builder.span = span;
    builder.emit({ kind: 'loop', id, initial: [], parameters: [], results: [], body });
  }

  /**
   * The construct that a block ends in, with the first `count` of the blocks that follow it: each follows a
   * `block` around all before it, the first one the branch itself where that is a construct.
   */
  private construct(block: number, count: number): Next {
    const { builder } = this.lowering;
    const following = this.body.placement.after[block];
    const isBranching = this.body.blocks[block].successors.length > 1;
    if (count === 0) return isBranching ? this.freeBranch(block) : this.straight(block);
    const next = following[count - 1];
    const id = builder.construct();
    this.ways[next] = { kind: 'break', target: id, values: [] };
    if (count === 1 && isBranching) {
      this.branch(block, id);
    } else {
      const { span } = builder;
      const body = this.lowering.region(() => this.finish(this.construct(block, count - 1)));
      builder.span = span;
      builder.emit({ kind: 'block', id, results: [], body });
    }
    this.ways[next] = undefined;
    return { block: next };
  }

  private finish(next: Next): Terminator {
    return 'leave' in next ? next.leave : this.from(next.block, false);
  }

  /** The end of a block with at most one successor. */
  private straight(block: number): Next {
    const { lowering } = this;
    const { terminator, successors } = this.body.blocks[block];
    if (successors.length === 1) return this.to(block, successors[0]);
    switch (lowering.opcode(terminator)) {
      case Op.return:
        return { leave: this.leave(undefined, terminator) };
      case Op.returnValue:
        return { leave: this.leave(lowering.words[terminator + 1], terminator) };
      case Op.unreachable:
        return { leave: { kind: 'unreachable' } };
      case Op.kill:
      case Op.terminateInvocation:
        return { leave: { kind: 'return' } };
      default: {
        const name = instructionName(lowering.opcode(terminator));
        return unsupported('instruction', `${name} is not supported`, lowering.span(terminator));
      }
    }
  }

  /** A branch with several ways and nothing behind it; one way may go on in the same region. */
  private freeBranch(block: number): Next {
    const { lowering } = this;
    const { terminator } = this.body.blocks[block];
    const id = lowering.builder.construct();
    if (lowering.opcode(terminator) === Op.switch) {
      this.branch(block, id);
      return { leave: { kind: 'unreachable' } };
    }
    const { builder, words } = lowering;
    const condition = this.condition(terminator);
    const targets = [words[terminator + 2], words[terminator + 3]].map(
      (label) => this.body.indices.get(label)!,
    );
    const [isTrueInside, isFalseInside] = targets.map((target) =>
      isInside(this.body.placement, block, target),
    );
    if (isTrueInside && isFalseInside) {
      this.branch(block, id);
      return { leave: { kind: 'unreachable' } };
    }
    // The next iteration goes on rather than a way out, as the end of a loop is written.
    const goesOnIfTrue = isTrueInside || (!isFalseInside && this.ways[targets[0]]?.kind === 'next');
    const stay = lowering.region(() => ({ kind: 'break', target: id, values: [] }));
    const leaving = this.arm(block, targets[goesOnIfTrue ? 1 : 0]);
    builder.emit({
      kind: 'if',
      id,
      condition,
      results: [],
      then: goesOnIfTrue ? stay : leaving,
      otherwise: goesOnIfTrue ? leaving : stay,
    });
    return this.to(block, targets[goesOnIfTrue ? 0 : 1]);
  }

  /** Emits the `if` or `switch` of a block. */
  private branch(block: number, id: ConstructId): void {
    const { lowering } = this;
    const { builder, words } = lowering;
    const { terminator } = this.body.blocks[block];
    const { span } = builder;
    if (lowering.opcode(terminator) === Op.switch) {
      this.switch(block, id);
      return;
    }
    const condition = this.condition(terminator);
    const then = this.arm(block, this.body.indices.get(words[terminator + 2])!);
    builder.span = span;
    const otherwise = this.arm(block, this.body.indices.get(words[terminator + 3])!);
    builder.span = span;
    builder.emit({ kind: 'if', id, condition, results: [], then, otherwise });
  }

  private condition(terminator: number): ValueId {
    const { lowering } = this;
    const condition = lowering.scalar(lowering.words[terminator + 1], terminator);
    if (lowering.builder.typeOf(condition) === 'bool') return condition;
    return invalid('condition', 'the condition of a branch must be a bool', lowering.span(terminator));
  }

  private switch(block: number, id: ConstructId): void {
    const { lowering } = this;
    const { builder } = lowering;
    const { terminator } = this.body.blocks[block];
    const { span } = builder;
    const selector = this.selector(terminator);
    const targets = this.targets(terminator);
    const cases = [...targets].map(([target, { values, isDefault }]) => {
      builder.span = span;
      return { values, isDefault, body: this.arm(block, target) };
    });
    builder.span = span;
    builder.emit({ kind: 'switch', id, selector, results: [], cases });
  }

  private selector(terminator: number): ValueId {
    const { lowering } = this;
    const { builder } = lowering;
    const selector = lowering.scalar(lowering.words[terminator + 1], terminator);
    const type = builder.typeOf(selector);
    if (type === 'i32') return selector;
    if (type === 'i8' || type === 'i16') return emitPure(builder, 'sextend', 'i32', [selector]);
    const message = `OpSwitch on ${type} is not supported; only integers of up to 32 bits are`;
    return unsupported('selector', message, lowering.span(terminator));
  }

  /** The blocks that a switch leads to, with the selectors of each. */
  private targets(terminator: number): Map<number, { values: number[]; isDefault: boolean }> {
    const { lowering } = this;
    const { words } = lowering;
    const width = lowering.builder.typeOf(lowering.scalar(words[terminator + 1], terminator));
    const shift = width === 'i8' ? 24 : width === 'i16' ? 16 : 0;
    const found = new Map<number, { values: number[]; isDefault: boolean }>();
    const seen = new Set<number>();
    const at = (label: number) => {
      const target = this.body.indices.get(label)!;
      let entry = found.get(target);
      if (!entry) found.set(target, (entry = { values: [], isDefault: false }));
      return entry;
    };
    for (let k = terminator + 3; k + 1 < lowering.end(terminator); k += 2) {
      const value = (words[k] << shift) >> shift;
      if (seen.has(value)) invalid('switch', `two cases of ${value}`, lowering.span(terminator));
      seen.add(value);
      at(words[k + 1]).values.push(value);
    }
    at(words[terminator + 2]).isDefault = true;
    return found;
  }

  private arm(block: number, target: number): Region {
    return this.lowering.region(() => this.finish(this.to(block, target)));
  }

  /** The way from a block to another: on in the same region, or out of it. */
  private to(block: number, target: number): Next {
    this.pass(block, target);
    if (isInside(this.body.placement, block, target)) return { block: target };
    const way = this.ways[target];
    if (way) return { leave: way };
    const { lowering } = this;
    const names = [block, target].map((each) => `%${lowering.nameOf(this.body.blocks[each].label)}`);
    return invalid(
      'structure',
      `${names[0]} branches to ${names[1]}, which is neither in its construct nor what that merges to; control flow must be structured`,
      lowering.span(this.body.blocks[block].terminator),
    );
  }

  /** Emits the instructions of a block but for the terminator, unless one of them ends the block itself. */
  private code(block: number): Terminator | undefined {
    const { lowering } = this;
    const { module } = lowering;
    const { start, terminator } = this.body.blocks[block];
    const { stored, loaded } = this.body.crossings;
    let at = start;
    for (; lowering.opcode(at) === Op.phi; at = lowering.end(at)) this.phi(block, at);
    for (const id of loaded[block]) this.fetch(id, at);
    for (; at < terminator; at = lowering.end(at)) {
      lowering.count(at);
      const end = this.lowerInstruction(at);
      if (end) return end;
      if (stored.size === 0) continue;
      const id = resultAt(module, at);
      if (stored.has(id)) this.keep(id, at);
    }
    return this.lowerInstruction(terminator);
  }

  /** Whether the phis of a block are variables, as its predecessors do not end where it begins. */
  private hasVariables(block: number): boolean {
    const { places, isLoop } = this.body.placement;
    return places[block] !== 'inside' || isLoop[block] === 1;
  }

  private phi(block: number, at: number): void {
    const { lowering } = this;
    const id = lowering.words[at + 2];
    const { builder } = lowering;
    const type = lowering.type(lowering.words[at + 1], at);
    if (this.hasVariables(block)) {
      builder.span = lowering.span(at);
      const isPointer = type.kind === 'pointer';
      const variable = this.phiVariable(id, isPointer ? POINTER_WORDS : type, at);
      const value = load(lowering, variable, at, lowering.givenName(id));
      this.defineHeld(id, value);
    }
    if (this.body.crossings.stored.has(id)) this.keep(id, at);
  }

  private phiVariable(id: number, type: SpirvType, at: number): Reference {
    let variable = this.variables.get(id);
    if (!variable) {
      variable = this.lowering.allocate(this.lowering.nameOf(id), 'private', type, this.lowering.span(at));
      this.variables.set(id, variable);
      this.phis.add(id);
    }
    return variable;
  }

  /** What a block hands to the phis of another. All values are read before any is written. */
  private pass(block: number, target: number): void {
    const { lowering } = this;
    const { start } = this.body.blocks[target];
    const handed: { id: number; type: SpirvType; value: Operand; at: number }[] = [];
    for (let at = start; lowering.opcode(at) === Op.phi; at = lowering.end(at)) {
      const id = lowering.words[at + 2];
      const type = lowering.type(lowering.words[at + 1], at);
      const source = this.incoming(block, at);
      if (type.kind === 'pointer') handed.push(this.pointer(id, type, source, at));
      else handed.push({ id, type, value: lowering.operand(source, at), at });
    }
    for (const { id, type, value, at } of handed) {
      lowering.expect(type, value.scalars, at);
      if (!this.hasVariables(target)) this.defineHeld(id, value);
      else store(lowering, this.phiVariable(id, type, at), value.scalars, at);
    }
  }

  private incoming(block: number, at: number): number {
    const { lowering } = this;
    const { label } = this.body.blocks[block];
    for (let k = at + 3; k + 1 < lowering.end(at); k += 2) {
      if (lowering.words[k + 1] === label) return lowering.words[k];
    }
    const message = `this phi has no value for the block %${lowering.nameOf(label)}`;
    return invalid('phi', message, lowering.span(at));
  }

  /** What a phi of pointers is handed: the words of the pointer. */
  private pointer(id: number, type: PointerType, source: number, at: number) {
    const { lowering } = this;
    const roots = possibleRoots(lowering, [id], at);
    this.pointers.set(id, (words) => referenceOf(type.pointee, roots, words));
    const scalars = pointerWords(lowering, lowering.reference(source, at), roots, at);
    return { id, type: POINTER_WORDS, value: { type: POINTER_WORDS, scalars }, at };
  }

  /** Gives an id what its variable held. */
  private defineHeld(id: number, value: Operand): void {
    const reference = this.pointers.get(id)?.(value.scalars);
    if (reference) this.lowering.defineReference(id, reference);
    else this.lowering.define(id, value);
  }

  /** Stores what an instruction has computed for blocks out of its scope. */
  private keep(id: number, at: number): void {
    const { lowering } = this;
    // The variable of a phi holds its value until another iteration begins.
    if (this.phis.has(id)) return;
    const name = lowering.nameOf(id);
    const reference = lowering.knownReference(id);
    if (reference) {
      const { address, choice } = reference;
      if (address === undefined && !choice) return;
      const variable = this.variables.get(id) ?? lowering.allocate(name, 'private', POINTER_WORDS);
      this.variables.set(id, variable);
      const words = [addressOf(lowering, reference), choice?.which ?? lowering.builder.constant('i32', 0)];
      this.pointers.set(id, ([held, which]) => ({
        ...reference,
        address: held,
        ...(choice ? { choice: { ...choice, which } } : {}),
      }));
      store(lowering, variable, words, at);
      return;
    }
    const operand = lowering.knownOperand(id);
    if (!operand || operand.scalars.length === 0) return;
    const variable = this.variables.get(id) ?? lowering.allocate(name, 'private', operand.type);
    this.variables.set(id, variable);
    store(lowering, variable, operand.scalars, at);
  }

  /** Loads what a block out of the scope has computed. */
  private fetch(id: number, at: number): void {
    const { lowering } = this;
    const variable = this.variables.get(id);
    if (!variable) return;
    lowering.builder.span = lowering.span(at);
    this.defineHeld(id, load(lowering, variable, at));
  }
}

type PointerType = Extract<SpirvType, { kind: 'pointer' }>;
