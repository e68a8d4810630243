// Which values a kernel's way hangs on: those that reach an address, a condition or a selector, directly, through
// constructs or through memory that is read back. Memory counts as a whole: a buffer, a variable.

import type {
  ConstructId,
  IfInstruction,
  Instruction,
  MemoryRoot,
  SwitchInstruction,
  TextureInstruction,
  ValueId,
} from '../ir.ts';
import { forEachInstruction, operandsOf, regionsOf, resultsOf } from '../walk.ts';

export interface Steering {
  hasValue(value: ValueId): boolean;
  /** True for buffers and variables whose contents matter. */
  hasRoot(root: MemoryRoot): boolean;
}

/** What to find the sources of: how often loops run, or all conditions and selectors, or addresses as well. */
export type SteeringEnds = 'rounds' | 'paths' | 'paths and places';

/** @param forEach visits every instruction, constructs before what they hold */
export function steeringOf(
  forEach: (visit: (instruction: Instruction) => void) => void,
  ends: SteeringEnds,
): Steering & { readonly changedByAtomics: readonly MemoryRoot[] } {
  const finder = new SteeringFinder(ends);
  forEach((instruction) => finder.declare(instruction));
  forEach((instruction) => finder.note(instruction));
  return { ...finder.finish(), changedByAtomics: finder.changedByAtomics };
}

class SteeringFinder {
  /** Buffers that atomics change. */
  readonly changedByAtomics: MemoryRoot[] = [];
  private readonly ends: SteeringEnds;
  /** What a value is made of: operands, or what flows into a result or parameter. */
  private readonly sources = new Map<ValueId, ValueId[]>();
  private readonly readFrom = new Map<ValueId, string>();
  private readonly written = new Map<string, ValueId[]>();
  private readonly results = new Map<ConstructId, readonly ValueId[]>();
  private readonly parameters = new Map<ConstructId, readonly ValueId[]>();
  private readonly pending: ValueId[] = [];

  constructor(ends: SteeringEnds) {
    this.ends = ends;
  }

  declare(instruction: Instruction): void {
    if (!('id' in instruction)) return;
    this.results.set(instruction.id, instruction.results);
    if (instruction.kind === 'loop') this.parameters.set(instruction.id, instruction.parameters);
  }

  note(instruction: Instruction): void {
    switch (instruction.kind) {
      case 'load':
        this.notePlace(instruction.address);
        for (const result of instruction.results) this.readFrom.set(result, rootKey(instruction.root));
        return;
      case 'store':
        this.notePlace(instruction.address);
        append(this.written, rootKey(instruction.root), instruction.values);
        return;
      case 'atomic':
        this.notePlace(instruction.address);
        append(this.written, rootKey(instruction.root), instruction.operands);
        if (instruction.root.space === 'buffer' && instruction.op !== 'load')
          this.changedByAtomics.push(instruction.root);
        if (instruction.result !== undefined)
          this.readFrom.set(instruction.result, rootKey(instruction.root));
        return;
      case 'texture':
        this.noteTexture(instruction);
        return;
      case 'if':
        this.notePath(instruction, instruction.condition);
        return;
      case 'switch':
        this.notePath(instruction, instruction.selector);
        return;
      case 'loop':
        this.flow(instruction.parameters, instruction.initial);
        return;
      case 'break':
        this.flow(this.results.get(instruction.target), instruction.values);
        return;
      case 'next':
        this.flow(this.parameters.get(instruction.target), instruction.values);
        return;
      default:
        for (const result of resultsOf(instruction)) append(this.sources, result, operandsOf(instruction));
    }
  }

  /** All operands but the components of a store say where. */
  private noteTexture({ op, operands, results, buffer }: TextureInstruction): void {
    const values = op === 'store' ? operands.slice(-TEXEL_COMPONENTS) : [];
    for (const operand of operands.slice(0, operands.length - values.length)) this.notePlace(operand);
    const key = rootKey({ space: 'buffer', index: buffer });
    append(this.written, key, values);
    for (const result of results) this.readFrom.set(result, key);
  }

  private notePlace(address: ValueId): void {
    if (this.ends === 'paths and places') this.pending.push(address);
  }

  private notePath(branch: IfInstruction | SwitchInstruction, condition: ValueId): void {
    if (this.ends !== 'rounds' || this.decidesRounds(branch)) this.pending.push(condition);
  }

  /** Whether there are loops inside, or ways out of or on in one. */
  private decidesRounds(branch: IfInstruction | SwitchInstruction): boolean {
    let does = false;
    for (const region of regionsOf(branch))
      forEachInstruction(region, (each) => {
        does ||= each.kind === 'loop' || each.kind === 'next' || each.kind === 'return';
        does ||= each.kind === 'break' && this.parameters.has(each.target);
      });
    return does;
  }

  finish(): Steering {
    const values = new Set<ValueId>();
    const roots = new Set<string>();
    for (let value = this.pending.pop(); value !== undefined; value = this.pending.pop()) {
      if (values.has(value)) continue;
      values.add(value);
      for (const source of this.sources.get(value) ?? []) this.pending.push(source);
      const root = this.readFrom.get(value);
      if (root === undefined || roots.has(root)) continue;
      roots.add(root);
      for (const source of this.written.get(root) ?? []) this.pending.push(source);
    }
    return { hasValue: (value) => values.has(value), hasRoot: (root) => roots.has(rootKey(root)) };
  }

  private flow(targets: readonly ValueId[] | undefined, values: readonly ValueId[]): void {
    targets?.forEach((target, index) => {
      append(this.sources, target, [values[index]]);
    });
  }
}

const TEXEL_COMPONENTS = 4;

function append<Key>(map: Map<Key, ValueId[]>, key: Key, values: readonly ValueId[]): void {
  const known = map.get(key);
  if (known) for (const value of values) known.push(value);
  else map.set(key, [...values]);
}

function rootKey(root: MemoryRoot): string {
  return root.space + root.index;
}
