// Words → assembly text in the style of spirv-dis, for messages and `inspect`. An instruction that the grammar
// does not fit exactly is written as raw words, so that assembling the text gives the same words again.

import {
  type InstructionGrammar,
  instructionByOpcode,
  type OperandGrammar,
  type OperandKind,
  opcodeOf,
} from './grammar.ts';
import { LiteralTypes } from './literal-types.ts';
import { decodeLiteral, type NumericType, WORD_TYPE } from './literals.ts';
import { lengthAt, opcodeAt, type SpirvModule } from './module.ts';
import { Names } from './names.ts';

/** Where spirv-dis puts the opcodes. */
const INDENT = 15;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface DisassemblyOptions {
  /** Ids by their names (OpName, or as in the text they came from) rather than their numbers. */
  readonly names?: boolean;
}

/** What ends the attempt to follow the grammar. */
class Misfit extends Error {}

export class Disassembler {
  private readonly module: SpirvModule;
  private readonly names: Names | undefined;
  private readonly types = new LiteralTypes();
  private readonly opSwitch = opcodeOf('OpSwitch');
  private readonly opSpecConstantOp = opcodeOf('OpSpecConstantOp');
  /** Instructions whose types have been noted. */
  private noted = 0;
  /** The instruction, and the next word of it. */
  private start = 0;
  private at = 0;
  private end = 0;
  private tokens: string[] = [];

  constructor(module: SpirvModule, { names = false }: DisassemblyOptions = {}) {
    this.module = module;
    this.names = names ? new Names(module) : undefined;
  }

  /** The instruction at this word as a line of a listing. */
  line(at: number): string {
    const text = this.instruction(at);
    const equals = text.startsWith('%') ? text.indexOf(' = ') : -1;
    return ' '.repeat(Math.max(0, INDENT - (equals < 0 ? 0 : equals + 3))) + text;
  }

  /** The instruction whose first word is at `at`. */
  instruction(at: number): string {
    const { module } = this;
    this.noteUpTo(at);
    this.start = at;
    this.end = at + lengthAt(module, at);
    const grammar = instructionByOpcode(opcodeAt(module, at));
    if (grammar === undefined) return this.raw();
    try {
      return this.fitted(grammar);
    } catch (error) {
      if (error instanceof Misfit) return this.raw();
      throw error;
    }
  }

  private noteUpTo(at: number): void {
    const { starts, words } = this.module;
    for (; this.noted < starts.length && starts[this.noted] < at; this.noted++) {
      const start = starts[this.noted];
      this.types.note(words, start, start + lengthAt(this.module, start));
    }
  }

  private raw(): string {
    return [...this.module.words.subarray(this.start, this.end)]
      .map((word) => `!0x${word.toString(16).padStart(8, '0')}`)
      .join(' ');
  }

  private fitted(grammar: InstructionGrammar): string {
    this.at = this.start + 1;
    this.tokens = [grammar.name];
    let result = '';
    for (const operand of grammar.operands) {
      if (operand.kind.name === 'IdResult') result = `${this.id()} = `;
      else this.operand(operand);
    }
    if (this.at !== this.end) throw new Misfit();
    return result + this.tokens.join(' ');
  }

  private operand({ kind, quantifier }: OperandGrammar): void {
    if (quantifier === 'one') this.single(kind);
    else if (quantifier === 'optional') {
      if (this.at < this.end) this.single(kind);
    } else while (this.at < this.end) this.single(kind);
  }

  private single(kind: OperandKind): void {
    switch (kind.category) {
      case 'id':
        this.tokens.push(this.id());
        break;
      case 'pair':
        for (const base of kind.bases) this.single(base);
        break;
      case 'literal':
        this.literal(kind);
        break;
      default:
        this.enumerants(kind);
    }
  }

  private word(): number {
    if (this.at >= this.end) throw new Misfit();
    return this.module.words[this.at++];
  }

  private id(): string {
    const id = this.word();
    if (id === 0 || id >= this.module.bound) throw new Misfit();
    return `%${this.names?.of(id) ?? id}`;
  }

  private enumerants(kind: OperandKind): void {
    const value = this.word();
    const whole = kind.byValue.get(value);
    if (whole !== undefined || kind.category === 'enum') {
      if (whole === undefined) throw new Misfit();
      this.tokens.push(whole.name);
      for (const parameter of whole.parameters) this.operand(parameter);
      return;
    }
    const bits = Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0).filter(
      (bit) => (value & bit) !== 0,
    );
    const found = bits.map((bit) => {
      const enumerant = kind.byValue.get(bit);
      if (enumerant === undefined) throw new Misfit();
      return enumerant;
    });
    if (found.length === 0) throw new Misfit();
    this.tokens.push(found.map(({ name }) => name).join('|'));
    for (const { parameters } of found) for (const parameter of parameters) this.operand(parameter);
  }

  private literal(kind: OperandKind): void {
    const { words } = this.module;
    switch (kind.name) {
      case 'LiteralString':
        this.tokens.push(this.string());
        break;
      case 'LiteralExtInstInteger': {
        const set = this.types.set(words[this.at - 1]);
        const number = this.word();
        this.tokens.push(set?.byNumber.get(number)?.name ?? String(number));
        break;
      }
      case 'LiteralSpecConstantOpInteger':
        this.operationOfConstant();
        break;
      case 'LiteralContextDependentNumber':
        this.number(this.types.numeric(words[this.start + 1]));
        break;
      default: {
        const isCase = opcodeAt(this.module, this.start) === this.opSwitch;
        this.number(isCase ? this.types.numericOfValue(words[this.start + 1]) : WORD_TYPE);
      }
    }
  }

  private operationOfConstant(): void {
    const grammar = instructionByOpcode(this.word());
    if (grammar === undefined || grammar.opcode === this.opSpecConstantOp) throw new Misfit();
    this.tokens.push(grammar.name.slice(2));
    for (const operand of grammar.operands) {
      if (!/^IdResult/.test(operand.kind.name)) this.operand(operand);
    }
  }

  private number(type: NumericType | undefined): void {
    if (type === undefined) throw new Misfit();
    const low = this.word();
    const high = type.width > 32 ? this.word() : 0;
    const text = decodeLiteral(low, high, type);
    if (text === undefined) throw new Misfit();
    this.tokens.push(text);
  }

  private string(): string {
    const { words } = this.module;
    const bytes: number[] = [];
    for (;;) {
      const word = this.word();
      const length = wordBytes(word);
      for (let k = 0; k < length; k++) bytes.push((word >>> (8 * k)) & 0xff);
      if (length === 4) continue;
      // Assembling fills up with nulls; anything else would be lost.
      if (words[this.at - 1] >>> (8 * length) !== 0) throw new Misfit();
      return `"${decoded(bytes).replace(/["\\]/g, '\\$&')}"`;
    }
  }
}

/** Bytes of a string in this word: those before the first null. */
function wordBytes(word: number): number {
  for (let k = 0; k < 4; k++) if (((word >>> (8 * k)) & 0xff) === 0) return k;
  return 4;
}

function decoded(bytes: readonly number[]): string {
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    throw new Misfit();
  }
}
