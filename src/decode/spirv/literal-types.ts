// What the form of a literal depends on: the numeric type of a constant's or a selector's type, and the set of
// extended instructions behind an id. Collected while instructions go by, in assembling and disassembling.

import { type ExtendedSet, extendedSet, instructionByOpcode, opcodeOf } from './grammar.ts';
import type { NumericType } from './literals.ts';
import { type SpirvModule, stringAt } from './module.ts';

const WIDTHS = [8, 16, 32, 64];

export class LiteralTypes {
  private readonly numericTypes: (NumericType | undefined)[] = [];
  private readonly sets: (ExtendedSet | undefined)[] = [];
  /** The type's id by value id. */
  private readonly valueTypes: number[] = [];
  private readonly typeInt = opcodeOf('OpTypeInt');
  private readonly typeFloat = opcodeOf('OpTypeFloat');
  private readonly extInstImport = opcodeOf('OpExtInstImport');

  /** The numeric type with this id. */
  numeric(typeId: number): NumericType | undefined {
    return this.numericTypes[typeId];
  }

  /** The numeric type of the value with this id. */
  numericOfValue(id: number): NumericType | undefined {
    return this.numericTypes[this.valueTypes[id] ?? 0];
  }

  set(id: number): ExtendedSet | undefined {
    return this.sets[id];
  }

  /** Takes note of the instruction in `words` from `at` to `end`; ids must be small. */
  note(words: Uint32Array, at: number, end: number): void {
    const opcode = words[at] & 0xffff;
    const id = words[at + 1];
    if (opcode === this.typeInt && end - at >= 4) {
      this.noteNumeric(id, { isFloat: false, width: words[at + 2], isSigned: words[at + 3] === 1 });
    } else if (opcode === this.typeFloat && end - at >= 3) {
      this.noteNumeric(id, { isFloat: true, width: words[at + 2], isSigned: true });
    } else if (opcode === this.extInstImport) {
      this.sets[id] = extendedSet(stringAt({ words } as SpirvModule, at + 2, end));
    } else if (end - at >= 3 && instructionByOpcode(opcode)?.hasResultType === true) {
      this.valueTypes[words[at + 2]] = id;
    }
  }
  private noteNumeric(id: number, type: NumericType): void {
    if (WIDTHS.includes(type.width)) this.numericTypes[id] = type;
  }
}
