// One instruction of assembly text → its words, operand by operand as the grammar says. A problem is thrown, with
// the place of its token.

import type { Span } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import {
  type Enumerant,
  type InstructionGrammar,
  instructionByName,
  instructionNames,
  type OperandGrammar,
  type OperandKind,
  opcodeOf,
} from './grammar.ts';
import { EQUALS, ID, Lexer, STRING, WORD } from './lexer.ts';
import { LiteralTypes } from './literal-types.ts';
import { encodeLiteral, type NumericType, WORD_TYPE } from './literals.ts';
import { invalid } from './problems.ts';
import { TextIds } from './text-ids.ts';
import { WordWriter } from './word-writer.ts';

const MOST_WORDS = 0xffff;
const ID_NAME = /^[A-Za-z0-9_]+$/;

/** A word of the text as messages show it. */
function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export class InstructionAssembler {
  readonly lexer: Lexer;
  readonly ids: TextIds;
  readonly types = new LiteralTypes();
  readonly writer: WordWriter;
  /** Where the last token of the instruction ended. */
  endOfLast = 0;
  private readonly file: string;
  private readonly opSwitch = opcodeOf('OpSwitch');
  /** Where the instruction starts, as a word and in the text. */
  private at = 0;
  private startInText = 0;

  constructor(file: string, text: string) {
    this.file = file;
    this.lexer = new Lexer(text);
    this.ids = new TextIds(text);
    this.writer = new WordWriter(text.length >>> 3);
  }

  /** Writes the words of the instruction that begins at the current token, or throws its problem. */
  assemble(): void {
    const { lexer, writer } = this;
    const at = writer.length;
    const resultStart = lexer.start;
    this.at = at;
    this.startInText = lexer.start;
    const result = lexer.kind === ID ? this.resultName() : undefined;
    if (lexer.kind !== WORD) this.fail('syntax', 'expected an instruction, such as OpLoad, or %id = …');
    const name = lexer.slice();
    if (name.startsWith('!') && result === undefined) {
      this.rawInstruction();
      return;
    }
    const grammar = instructionByName(name) ?? this.unknownInstruction(name);
    this.step();
    if (grammar.hasResult !== (result !== undefined)) {
      const message = grammar.hasResult
        ? `${name} gives a result: write %id = ${name} …`
        : `${name} gives no result that %${clipped(result!)} could name`;
      invalid('result', message, this.span(resultStart, this.endOfLast));
    }
    writer.push(grammar.opcode);
    this.operands(grammar, result);
    // A raw word here is an instruction of its own.
    if (!lexer.isInstructionStart() && !lexer.isRaw()) {
      this.fail('operands', `${name} takes no operand ${clipped(lexer.slice())} here`);
    }
    const length = writer.length - at;
    if (length > MOST_WORDS) this.fail('length', `${name} takes ${length} words; ${MOST_WORDS} are the most`);
    writer.words[at] = (length << 16) | grammar.opcode;
  }

  /** `%name =`, stepped over. */
  private resultName(): string {
    const name = this.idName();
    this.step();
    if (this.lexer.kind !== EQUALS) this.fail('syntax', `expected = after %${clipped(name)}`);
    this.step();
    return name;
  }

  private unknownInstruction(name: string): never {
    const span = this.span(this.lexer.start, this.lexer.end);
    // What is stepped over is not taken for the start of the next instruction.
    this.step();
    return invalid(
      'instruction',
      `there is no instruction ${clipped(name)}${didYouMean(name, instructionNames())}`,
      span,
    );
  }

  private operands(grammar: InstructionGrammar, result: string | undefined): void {
    for (const operand of grammar.operands) {
      if (operand.kind.name === 'IdResult') this.writer.push(this.ids.id(result!));
      else if (!this.operand(operand)) return;
    }
  }

  /** One operand, or as many as follow; false when raw words have ended the instruction. */
  private operand({ kind, quantifier }: OperandGrammar): boolean {
    const { lexer } = this;
    if (lexer.isInstructionStart()) return quantifier === 'one' ? this.missing(kind) : true;
    do {
      if (lexer.isRaw()) {
        this.rawWords();
        return false;
      }
      // An enumerant's own operands may be raw, too.
      if (!this.single(kind)) return false;
    } while (quantifier === 'many' && !lexer.isInstructionStart());
    return true;
  }

  private single(kind: OperandKind): boolean {
    const { lexer } = this;
    switch (kind.category) {
      case 'id':
        this.writer.push(this.ids.id(this.idName()));
        this.step();
        return true;
      case 'pair':
        return this.pair(kind);
      case 'literal':
        return this.literal(kind);
      default:
        return this.parameters(
          kind.category === 'mask' ? this.mask(kind) : [this.enumerant(kind, lexer.slice())],
        );
    }
  }

  private missing(kind: OperandKind): never {
    const message = `an operand is missing at the end: ${kind.name}`;
    return invalid('operands', message, this.span(this.startInText, this.endOfLast));
  }

  private pair(kind: OperandKind): boolean {
    return kind.bases.every((base) => this.operand({ kind: base, quantifier: 'one' }));
  }

  private literal(kind: OperandKind): boolean {
    switch (kind.name) {
      case 'LiteralString':
        this.string();
        return true;
      case 'LiteralExtInstInteger':
        this.extendedInstruction();
        return true;
      case 'LiteralSpecConstantOpInteger':
        return this.operationOfConstant();
      case 'LiteralContextDependentNumber':
        this.number(this.types.numeric(this.writer.words[this.at + 1]));
        return true;
      default: {
        // The selector of OpSwitch gives its literals their width.
        const isCase = this.writer.words[this.at] === this.opSwitch;
        this.number(isCase ? this.types.numericOfValue(this.writer.words[this.at + 1]) : WORD_TYPE);
        return true;
      }
    }
  }

  private number(type: NumericType | undefined): void {
    if (type === undefined)
      this.fail('literal', 'the type of this number must be an int or a float, declared before');
    const words = encodeLiteral(this.lexer.slice(), type);
    if (typeof words === 'string') this.fail('literal', words);
    for (const word of words) this.writer.push(word);
    this.step();
  }

  private string(): void {
    const { lexer } = this;
    if (lexer.kind !== STRING)
      this.fail('literal', `expected a string in quotes, found ${clipped(lexer.slice())}`);
    if (!lexer.isClosed) this.fail('literal', 'the closing quote of this string is missing');
    this.writer.pushString(lexer.string());
    this.step();
  }

  private extendedInstruction(): void {
    const { lexer, writer } = this;
    const name = lexer.slice();
    const set = this.types.set(writer.words[writer.length - 1]);
    const known = set?.byName.get(name)?.number;
    if (known === undefined && !/^[0-9]+$/.test(name)) {
      const message = set
        ? `${set.name} has no instruction ${clipped(name)}${didYouMean(name, [...set.byName.keys()])}`
        : `${clipped(name)} cannot be looked up: the operand before it names no set of instructions that is known here; write its number`;
      this.fail('extended-instruction', message);
    }
    if (known === undefined) this.number(WORD_TYPE);
    else {
      writer.push(known);
      this.step();
    }
  }

  /** OpSpecConstantOp holds another instruction without its type and result. */
  private operationOfConstant(): boolean {
    const name = this.lexer.slice();
    const grammar = instructionByName(`Op${name}`) ?? this.unknownInstruction(`Op${name}`);
    if (name === 'SpecConstantOp') this.fail('operands', 'OpSpecConstantOp cannot hold another one');
    this.writer.push(grammar.opcode);
    this.step();
    return grammar.operands.every(
      (operand) =>
        operand.kind.name === 'IdResultType' || operand.kind.name === 'IdResult' || this.operand(operand),
    );
  }

  /** The enumerants of `A|B|C` in the order of their bits, which is that of their operands. */
  private mask(kind: OperandKind): readonly Enumerant[] {
    const text = this.lexer.slice();
    if (!text.includes('|')) return [this.enumerant(kind, text)];
    const found = text.split('|').map((name) => this.enumerant(kind, name));
    return [...new Map(found.map((each) => [each.value, each])).values()].sort((a, b) => a.value - b.value);
  }

  private enumerant(kind: OperandKind, name: string): Enumerant {
    const known = kind.byName.get(name);
    if (known !== undefined) return known;
    if (/^(0[xX][0-9a-fA-F]{1,8}|[0-9]{1,9})$/.test(name))
      return { name, value: Number(name), parameters: [] };
    return this.fail(
      'enumerant',
      `there is no ${kind.name} ${clipped(name)}${didYouMean(name, [...kind.byName.keys()])}`,
    );
  }

  private parameters(enumerants: readonly Enumerant[]): boolean {
    let value = 0;
    for (const each of enumerants) value |= each.value;
    this.writer.push(value);
    this.step();
    for (const { parameters } of enumerants) {
      for (const parameter of parameters) if (!this.operand(parameter)) return false;
    }
    return true;
  }

  /** From a `!` word on, an instruction's operands are taken as they look. */
  private rawWords(): void {
    const { lexer, writer } = this;
    do {
      if (lexer.kind === ID) writer.push(this.ids.id(this.idName()));
      else if (lexer.kind === STRING) writer.pushString(lexer.string());
      else {
        const text = lexer.slice().replace(/^!/, '');
        const isFloat = /[.pP]|^[^xX]*[eE]/.test(text);
        const words = encodeLiteral(text, { isFloat, width: 32, isSigned: text.startsWith('-') });
        if (typeof words === 'string') this.fail('literal', words);
        writer.push(words[0]);
      }
      this.step();
    } while (!lexer.isInstructionStart());
  }

  private rawInstruction(): void {
    this.rawWords();
    const { writer, at } = this;
    const said = writer.words[at] >>> 16;
    const length = writer.length - at;
    if (said === length) return;
    this.fail('length', `the first of these ${length} words says that the instruction has ${said}`);
  }

  /** The name of the current id. */
  private idName(): string {
    const { lexer } = this;
    if (lexer.kind !== ID)
      this.fail(
        'id',
        `expected an id, such as %${clipped(lexer.slice().replace(/\W/g, '')) || 'x'}, found ${clipped(lexer.slice())}`,
      );
    const name = lexer.text.slice(lexer.start + 1, lexer.end);
    if (!ID_NAME.test(name)) this.fail('id', 'an id is % and letters, digits and _ after it');
    return name;
  }

  private step(): void {
    this.endOfLast = this.lexer.end;
    this.lexer.next();
  }

  private span(start: number, end: number): Span {
    return { file: this.file, start, end };
  }

  /** At the current token. */
  private fail(code: string, message: string): never {
    return invalid(code, message, this.span(this.lexer.start, this.lexer.end));
  }
}
