// What a module declares before and between its functions, found in one walk: entry points, modes, names,
// decorations, and where each id is defined. Nothing is judged here; `types.ts` and others look up what they need.

import { lengthAt, opcodeAt, type SpirvModule, spanAt, stringAt } from './module.ts';
import { Decoration, Op } from './opcodes.ts';
import { resultAt } from './operands.ts';
import { invalid } from './problems.ts';

export interface EntryPoint {
  readonly at: number;
  readonly model: number;
  readonly functionId: number;
  readonly name: string;
}

export interface FunctionRange {
  readonly id: number;
  /** The first word of OpFunction, and the word after OpFunctionEnd. */
  readonly at: number;
  readonly end: number;
}

/** Word indices of decoration enumerants; what belongs to each follows it. */
type Decorations = number[];

export class Declarations {
  readonly module: SpirvModule;
  /** The first word of the instruction that defines each id; 0 where none does. */
  readonly definedAt: Int32Array;
  readonly entryPoints: EntryPoint[] = [];
  /** Types, constants and variables outside functions, in order. */
  readonly globals: number[] = [];
  readonly functions = new Map<number, FunctionRange>();
  readonly names = new Map<number, string>();
  /** OpString, and the sets of OpExtInstImport. */
  readonly strings = new Map<number, string>();
  /** OpMemoryModel; 0 when missing. */
  memoryModel = 0;
  private readonly executionModes: number[] = [];
  private readonly memberNames = new Map<number, Map<number, string>>();
  private readonly decorations = new Map<number, Decorations>();
  private readonly memberDecorations = new Map<number, Map<number, Decorations>>();

  constructor(module: SpirvModule) {
    this.module = module;
    this.definedAt = new Int32Array(module.bound);
    const { starts } = module;
    let index = 0;
    while (index < starts.length) {
      const at = starts[index];
      const opcode = opcodeAt(module, at);
      const id = resultAt(module, at);
      if (id > 0 && id < module.bound) this.definedAt[id] = at;
      if (opcode === Op.function) {
        index = this.function(index);
      } else {
        this.declaration(opcode, at);
        index++;
      }
    }
  }

  /** The literal after a decoration of `id`; 0 for one without, undefined when there is none. */
  decoration(id: number, which: number): number | undefined {
    return this.find(this.decorations.get(id), which);
  }

  memberDecoration(struct: number, member: number, which: number): number | undefined {
    return this.find(this.memberDecorations.get(struct)?.get(member), which);
  }

  memberName(struct: number, member: number): string {
    return this.memberNames.get(struct)?.get(member) || `member${member}`;
  }

  /** The first word of the execution mode of an entry point; undefined when it has none of this kind. */
  executionMode(functionId: number, mode: number): number | undefined {
    const { words } = this.module;
    return this.executionModes.find((at) => words[at + 1] === functionId && words[at + 2] === mode);
  }

  /** Ids with this decoration. */
  decorated(which: number): number[] {
    return [...this.decorations.keys()].filter((id) => this.decoration(id, which) !== undefined);
  }

  private find(decorations: Decorations | undefined, which: number): number | undefined {
    const { words } = this.module;
    const found = decorations?.find((at) => words[at] === which);
    return found === undefined ? undefined : (words[found + 1] ?? 0);
  }

  /** Takes in a whole function; returns the index of the instruction after it. */
  private function(first: number): number {
    const { module, definedAt } = this;
    const { starts } = module;
    const at = starts[first];
    for (let index = first + 1; index < starts.length; index++) {
      const inner = starts[index];
      const opcode = opcodeAt(module, inner);
      if (opcode === Op.functionEnd) {
        const id = resultAt(module, at);
        this.functions.set(id, { id, at, end: inner + lengthAt(module, inner) });
        return index + 1;
      }
      if (opcode === Op.function) break;
      const id = resultAt(module, inner);
      if (id > 0 && id < module.bound) definedAt[id] = inner;
    }
    return invalid('function', 'this function has no OpFunctionEnd', spanAt(module, at));
  }

  private declaration(opcode: number, at: number): void {
    const { module } = this;
    const { words } = module;
    const end = at + lengthAt(module, at);
    switch (opcode) {
      case Op.memoryModel:
        this.memoryModel = at;
        return;
      case Op.entryPoint: {
        const name = stringAt(module, at + 3, end);
        this.entryPoints.push({ at, model: words[at + 1], functionId: words[at + 2], name });
        return;
      }
      case Op.executionMode:
      case Op.executionModeId:
        this.executionModes.push(at);
        return;
      case Op.name:
        this.names.set(words[at + 1], stringAt(module, at + 2, end));
        return;
      case Op.memberName:
        entry(this.memberNames, words[at + 1]).set(words[at + 2], stringAt(module, at + 3, end));
        return;
      case Op.string:
      case Op.extInstImport:
        this.strings.set(words[at + 1], stringAt(module, at + 2, end));
        return;
      case Op.decorate:
        this.decorate(words[at + 1], [at + 2]);
        return;
      case Op.memberDecorate:
        this.decorateMember(words[at + 1], words[at + 2], [at + 3]);
        return;
      case Op.groupDecorate:
        for (let k = at + 2; k < end; k++) this.decorate(words[k], this.group(at));
        return;
      case Op.groupMemberDecorate:
        for (let k = at + 2; k + 1 < end; k += 2) this.decorateMember(words[k], words[k + 1], this.group(at));
        return;
      default:
        this.globals.push(at);
    }
  }

  private group(at: number): Decorations {
    return this.decorations.get(this.module.words[at + 1]) ?? [];
  }

  private decorate(id: number, added: Decorations): void {
    const known = this.decorations.get(id);
    if (known) known.push(...added);
    else this.decorations.set(id, [...added]);
  }

  private decorateMember(struct: number, member: number, added: Decorations): void {
    const members = entry(this.memberDecorations, struct);
    members.set(member, [...(members.get(member) ?? []), ...added]);
  }
}

function entry<V>(map: Map<number, Map<number, V>>, key: number): Map<number, V> {
  let found = map.get(key);
  if (!found) map.set(key, (found = new Map()));
  return found;
}

/** The descriptor set and binding of a variable; undefined when it lacks one of them. */
export function bindingOf(
  declarations: Declarations,
  variable: number,
): { group: number; binding: number } | undefined {
  const group = declarations.decoration(variable, Decoration.descriptorSet);
  const binding = declarations.decoration(variable, Decoration.binding);
  return group === undefined || binding === undefined ? undefined : { group, binding };
}
