// Which words of an instruction are ids, by the grammar: what tells which variables a function uses and which
// values cross from one region to another.

import { instructionByOpcode, type OperandGrammar, type OperandKind } from './grammar.ts';
import { lengthAt, opcodeAt, type SpirvModule } from './module.ts';
import { Op } from './opcodes.ts';

/** The id that the instruction at `at` defines; 0 when it defines none. */
export function resultAt(module: SpirvModule, at: number): number {
  const grammar = instructionByOpcode(opcodeAt(module, at));
  if (!grammar?.hasResult) return 0;
  return module.words[at + (grammar.hasResultType ? 2 : 1)];
}

/** Calls `visit` with every id that the instruction uses, its result and result type left out. */
export function forEachId(module: SpirvModule, at: number, visit: (id: number) => void): void {
  const opcode = opcodeAt(module, at);
  if (opcode === Op.switch) {
    // What follows are literals, as wide as the selector, and labels.
    visit(module.words[at + 1]);
    return;
  }
  const grammar = instructionByOpcode(opcode);
  if (!grammar) return;
  const skipped = Number(grammar.hasResultType) + Number(grammar.hasResult);
  new Walk(module.words, at + 1 + skipped, at + lengthAt(module, at), visit).operands(
    grammar.operands,
    skipped,
  );
}

class Walk {
  private readonly words: Uint32Array;
  private at: number;
  private readonly end: number;
  private readonly visit: (id: number) => void;

  constructor(words: Uint32Array, at: number, end: number, visit: (id: number) => void) {
    this.words = words;
    this.at = at;
    this.end = end;
    this.visit = visit;
  }

  operands(grammars: readonly OperandGrammar[], from: number): void {
    for (let k = from; k < grammars.length; k++) {
      const { kind, quantifier } = grammars[k];
      do {
        if (this.at >= this.end) return;
        this.operand(kind);
      } while (quantifier === 'many');
    }
  }

  private operand(kind: OperandKind): void {
    if (kind.category === 'pair') {
      for (const base of kind.bases) if (this.at < this.end) this.operand(base);
      return;
    }
    const word = this.words[this.at++];
    switch (kind.category) {
      case 'id':
        this.visit(word);
        return;
      case 'literal':
        if (kind.name === 'LiteralString') this.skipString(word);
        return;
      case 'enum':
        this.operands(kind.byValue.get(word)?.parameters ?? [], 0);
        return;
      case 'mask':
        for (let bit = 1; bit !== 0 && bit <= word; bit = (bit << 1) >>> 0) {
          if (word & bit) this.operands(kind.byValue.get(bit)?.parameters ?? [], 0);
        }
    }
  }

  private skipString(first: number): void {
    let word = first;
    const hasEnd = (each: number) =>
      (each & 0xff) === 0 || (each & 0xff00) === 0 || (each & 0xff0000) === 0 || each >>> 24 === 0;
    while (!hasEnd(word) && this.at < this.end) word = this.words[this.at++];
  }
}
