// The grammar of SPIR-V as typed tables: instructions, kinds of operands with their enumerants, and sets of
// extended instructions, each by name and by number. The data are `isa/spirv.json`, made from Khronos's.

import table from '../../../isa/spirv.json' with { type: 'json' };
import { unreachable } from '../../diagnostics/diagnostic.ts';

export interface OperandKind {
  readonly name: string;
  /** `mask`: enumerants may be combined; `pair`: one operand of each of `bases`. */
  readonly category: 'mask' | 'enum' | 'id' | 'literal' | 'pair';
  readonly bases: readonly OperandKind[];
  readonly byName: ReadonlyMap<string, Enumerant>;
  readonly byValue: ReadonlyMap<number, Enumerant>;
}

export interface Enumerant {
  readonly name: string;
  readonly value: number;
  /** Operands that follow the value. */
  readonly parameters: readonly OperandGrammar[];
}

export interface OperandGrammar {
  readonly kind: OperandKind;
  readonly quantifier: 'one' | 'optional' | 'many';
}

export interface InstructionGrammar {
  readonly name: string;
  readonly opcode: number;
  /** Khronos's printing class, e.g. `Memory`. */
  readonly class: string;
  /** All operands in the order of their words, result type and result included. */
  readonly operands: readonly OperandGrammar[];
  readonly hasResultType: boolean;
  readonly hasResult: boolean;
  /** No valid instruction has fewer words, the first one included. */
  readonly minimumWords: number;
}

export interface ExtendedSet {
  readonly name: string;
  readonly byName: ReadonlyMap<string, ExtendedInstruction>;
  readonly byNumber: ReadonlyMap<number, ExtendedInstruction>;
}

export interface ExtendedInstruction {
  readonly name: string;
  readonly number: number;
  /** Operands after the number; all are ids. Sets of debug information may have fewer. */
  readonly operandCount: number;
}

interface Grammar {
  readonly byOpcode: readonly (InstructionGrammar | undefined)[];
  readonly byName: ReadonlyMap<string, InstructionGrammar>;
  readonly kinds: ReadonlyMap<string, OperandKind>;
  readonly sets: ReadonlyMap<string, ExtendedSet>;
}

type EnumerantRow = readonly [name: string, value: number, parameters?: readonly string[]];
type InstructionRow = readonly [opcode: number, name: string, operands: string, printingClass: string];
type ExtendedRow = readonly [number: number, name: string, operandCount: number];
interface KindRow {
  readonly kind: string;
  readonly category: OperandKind['category'];
  readonly bases?: readonly string[];
  readonly enumerants?: readonly EnumerantRow[];
}

let built: Grammar | undefined;

/** Built when first asked for, as most kernels are no SPIR-V. */
function grammar(): Grammar {
  built ??= build();
  return built;
}

export function instructionByOpcode(opcode: number): InstructionGrammar | undefined {
  return grammar().byOpcode[opcode];
}

export function instructionByName(name: string): InstructionGrammar | undefined {
  return grammar().byName.get(name);
}

export function instructionNames(): readonly string[] {
  return [...grammar().byName.keys()];
}

export function operandKind(name: string): OperandKind | undefined {
  return grammar().kinds.get(name);
}

/** A set of extended instructions whose names are known. */
export function extendedSet(name: string): ExtendedSet | undefined {
  return grammar().sets.get(name);
}

/** The number of an instruction that code names: `opcodeOf('OpLoad')`. */
export function opcodeOf(name: string): number {
  return (instructionByName(name) ?? unreachable(`no instruction ${name} in the grammar`)).opcode;
}

/** The number of an enumerant that code names: `enumerantValue('StorageClass', 'Uniform')`. */
export function enumerantValue(kind: string, name: string): number {
  const found = operandKind(kind)?.byName.get(name);
  return (found ?? unreachable(`no ${kind} ${name} in the grammar`)).value;
}

/** How a message calls an instruction: its name, or its number where the grammar does not know it. */
export function instructionName(opcode: number): string {
  return instructionByOpcode(opcode)?.name ?? `instruction ${opcode}`;
}

/** How a message calls an enumerant: `Uniform`, or `StorageClass 7` where the grammar does not know it. */
export function enumerantName(kind: string, value: number): string {
  return operandKind(kind)?.byValue.get(value)?.name ?? `${kind} ${value}`;
}

function build(): Grammar {
  const kinds = buildKinds(table.kinds as unknown as readonly KindRow[]);
  const byOpcode: (InstructionGrammar | undefined)[] = [];
  const byName = new Map<string, InstructionGrammar>();
  for (const row of table.instructions as unknown as readonly InstructionRow[]) {
    const instruction = buildInstruction(row, kinds);
    byName.set(instruction.name, instruction);
    byOpcode[instruction.opcode] ??= instruction;
  }
  const sets = new Map<string, ExtendedSet>();
  for (const { name, instructions } of table.sets) {
    const members = (instructions as unknown as readonly ExtendedRow[]).map(
      ([number, member, operandCount]): ExtendedInstruction => ({ name: member, number, operandCount }),
    );
    sets.set(name, {
      name,
      byName: new Map(members.map((each) => [each.name, each])),
      byNumber: new Map(members.map((each) => [each.number, each])),
    });
  }
  return { byOpcode, byName, kinds, sets };
}

function buildKinds(rows: readonly KindRow[]): Map<string, OperandKind> {
  // Kinds name each other, so all exist before any is filled.
  const drafts = rows.map((row) => ({
    row,
    bases: [] as OperandKind[],
    byName: new Map<string, Enumerant>(),
    byValue: new Map<number, Enumerant>(),
  }));
  const kinds = new Map<string, OperandKind>(
    drafts.map(({ row, bases, byName, byValue }) => [
      row.kind,
      { name: row.kind, category: row.category, bases, byName, byValue },
    ]),
  );
  for (const { row, bases, byName, byValue } of drafts) {
    for (const base of row.bases ?? []) bases.push(kindNamed(base, kinds));
    for (const [name, value, parameters = []] of row.enumerants ?? []) {
      const enumerant = { name, value, parameters: parameters.map((each) => operandFrom(each, kinds)) };
      byName.set(name, enumerant);
      if (!byValue.has(value)) byValue.set(value, enumerant);
    }
  }
  return kinds;
}

function buildInstruction(
  [opcode, name, operandText, printingClass]: InstructionRow,
  kinds: ReadonlyMap<string, OperandKind>,
): InstructionGrammar {
  const operands = operandText === '' ? [] : operandText.split(' ').map((each) => operandFrom(each, kinds));
  const required = operands.filter(({ quantifier }) => quantifier === 'one');
  return {
    name,
    opcode,
    class: printingClass,
    operands,
    hasResultType: operands[0]?.kind.name === 'IdResultType',
    hasResult: operands.some(({ kind }) => kind.name === 'IdResult'),
    minimumWords: 1 + required.length,
  };
}

function operandFrom(text: string, kinds: ReadonlyMap<string, OperandKind>): OperandGrammar {
  if (text.endsWith('?')) return { kind: kindNamed(text.slice(0, -1), kinds), quantifier: 'optional' };
  if (text.endsWith('*')) return { kind: kindNamed(text.slice(0, -1), kinds), quantifier: 'many' };
  return { kind: kindNamed(text, kinds), quantifier: 'one' };
}

function kindNamed(name: string, kinds: ReadonlyMap<string, OperandKind>): OperandKind {
  return kinds.get(name) ?? unreachable(`no kind of operand ${name} in the grammar`);
}
