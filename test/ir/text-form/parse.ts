// Reads the text form of a module, as `print.ts` writes it:
//
//   kernel "name" entry "main"   workgroup_size 64 1 1
//   buffer 0 "a" storage read group 0 binding 0 min 4 runtime 0 stride 4
//   variable 0 "tile" workgroup size 1024 align 4
//   body { INSTRUCTION... }
//
// An instruction is `RESULTS = OPERATION OPERANDS`, results as `%7:i32` or `%name.7:i32`. A value written
// without a number (`%sum`) gets a free one. Constants stand for themselves: `5`, `1.5f`, `2h`, `true`,
// `inf_f`. Words after the type of a result, or after the id of a construct, are notes about it. Everything after `//` is a comment. The parser checks form; `validate.ts` checks meaning.

import { DiagnosticError, type Outcome } from '../../../src/diagnostics/diagnostic.ts';
import { normalizeConstant } from '../../../src/ir/builder.ts';
import type {
  Buffer,
  Instruction,
  MemoryRoot,
  Module,
  PureOp,
  Region,
  ScalarType,
  SubgroupOp,
  Value,
  ValueId,
  Variable,
} from '../../../src/ir/ir.ts';
import { GrowingNotes, note } from '../../../src/ir/notes.ts';
import { pureOps } from '../../../src/ir/ops.ts';
import { constantSuffix } from '../../../src/ir/print.ts';
import { subgroupOps } from '../../../src/ir/subgroup-ops.ts';
import { atomicOps, builtins, scalarTypes } from './names.ts';
import { TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';

/** The module that `text` describes, or diagnostics with code `ir/syntax` and the place in `file`. */
export function parseModule(text: string, file = 'module.ir'): Outcome<Module> {
  try {
    return { value: new Parser(text, file).module(), diagnostics: [] };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    throw error;
  }
}

/** Value numbers above this are refused: the table is dense. */
const LARGEST_VALUE_NUMBER = 1 << 24;

const SUFFIX_TYPES = new Map<string, ScalarType>(
  Object.entries(constantSuffix).map(([type, suffix]) => [suffix, type as ScalarType]),
);

class Parser extends TokenReader {
  private readonly values: Value[] = [];
  private readonly known = new Map<string, ValueId>();
  private readonly constants = new Map<string, ValueId>();
  private firstFree = 0;
  private nextConstruct = 0;
  private readonly notes = new GrowingNotes();

  constructor(text: string, file: string) {
    super(text, file);
    for (const token of this.tokens) {
      if (token.kind !== 'value') continue;
      const number = valueNumber(token.text);
      if (number === undefined) continue;
      if (number > LARGEST_VALUE_NUMBER) throw this.error('this value number is too large', token);
      this.firstFree = Math.max(this.firstFree, number + 1);
    }
  }

  module(): Module {
    this.word('kernel');
    const name = this.take('string', 'the name of the kernel').text;
    this.word('entry');
    const entryPoint = this.take('string', 'the name of the entry point').text;
    this.word('workgroup_size');
    const workgroupSize = [this.integer(), this.integer(), this.integer()] as const;
    const buffers: Buffer[] = [];
    const variables: Variable[] = [];
    while (this.peek().text === 'buffer') buffers.push(this.buffer(buffers.length));
    while (this.peek().text === 'variable') variables.push(this.variable(variables.length));
    this.word('body');
    this.mark('{');
    const body = this.region();
    if (this.peek().kind !== 'end') throw this.error('expected nothing after the body', this.peek());
    for (let id = 0; id < this.values.length; id++) this.values[id] ??= { type: 'i32' };
    const { values, nextConstruct, notes } = this;
    return { name, entryPoint, workgroupSize, buffers, variables, values, body, nextConstruct, notes };
  }

  private buffer(index: number): Buffer {
    this.index('buffer', index);
    const name = this.take('string', 'the name of the buffer').text;
    const kind = this.oneOf(['storage', 'uniform'] as const);
    const access = this.oneOf(['read', 'read_write'] as const);
    this.word('group');
    const group = this.integer();
    this.word('binding');
    const binding = this.integer();
    this.word('min');
    const minBytes = this.integer();
    let runtime: Pick<Buffer, 'runtimeArray'> = {};
    if (this.skip('runtime')) {
      const offsetBytes = this.integer();
      this.word('stride');
      runtime = { runtimeArray: { offsetBytes, strideBytes: this.integer() } };
    }
    return { group, binding, name, kind, access, minBytes, ...runtime, ...this.span() };
  }

  private variable(index: number): Variable {
    this.index('variable', index);
    const name = this.take('string', 'the name of the variable').text;
    const space = this.oneOf(['workgroup', 'private'] as const);
    this.word('size');
    const sizeBytes = this.integer();
    this.word('align');
    const alignBytes = this.integer();
    const isZeroed = this.peek().text === 'zeroed';
    if (isZeroed) this.word('zeroed');
    return { name, space, sizeBytes, alignBytes, ...(isZeroed ? { isZeroed } : {}), ...this.span() };
  }

  private index(what: string, expected: number): void {
    this.word(what);
    const token = this.peek();
    if (this.integer() !== expected) throw this.error(`expected ${what} ${expected} here`, token);
  }

  /** Instructions up to the closing brace, which is taken. */
  private region(): Region {
    const instructions: Instruction[] = [];
    while (!this.skip('}')) instructions.push(this.instruction());
    return { instructions };
  }

  private instruction(): Instruction {
    const results: ValueId[] = [];
    if (this.peek().kind === 'value') {
      do results.push(this.definition());
      while (this.skip(','));
      this.mark('=');
    }
    return this.operation(results);
  }

  private operation(results: readonly ValueId[]): Instruction {
    const token = this.take('word', 'an operation');
    const only = (): ValueId => {
      if (results.length !== 1) throw this.error(`${token.text} gives one result`, token);
      return results[0];
    };
    if (Object.hasOwn(pureOps, token.text)) return this.pure(token.text as PureOp, only());
    const instruction = this.otherOperation(token, results, only);
    const takesResults = [
      'input',
      'bound',
      'arrayLength',
      'load',
      'atomic',
      'subgroup',
      'if',
      'switch',
      'block',
      'loop',
    ];
    if (results.length > 0 && !takesResults.includes(token.text)) {
      throw this.error(`${token.text} gives no result`, token);
    }
    return instruction;
  }

  private pure(op: Extract<Instruction, { kind: 'pure' }>['op'], result: ValueId): Instruction {
    const component = this.skip('.') ? { component: this.integer() } : {};
    return { kind: 'pure', op, result, operands: this.list(), ...component, ...this.trailer() };
  }

  private otherOperation(token: Token, results: readonly ValueId[], only: () => ValueId): Instruction {
    switch (token.text) {
      case 'input':
        return { kind: 'input', builtin: this.oneOf(builtins), result: only(), ...this.trailer() };
      case 'bound': {
        const index = this.operand();
        this.mark('<');
        const size = this.skip('buffer') ? { buffer: this.integer() } : { constant: this.integer() };
        return { kind: 'bound', result: only(), index, size, ...this.trailer() };
      }
      case 'arrayLength':
        this.word('buffer');
        return { kind: 'arrayLength', result: only(), buffer: this.integer(), ...this.trailer() };
      case 'load':
        return { kind: 'load', ...this.access(), results, ...this.trailer() };
      case 'store':
        return { kind: 'store', ...this.access(), values: this.list(), ...this.trailer() };
      case 'atomic': {
        const op = this.oneOf(atomicOps);
        const high = results.length > 1 ? { resultHigh: results[1] } : {};
        const result = results.length > 0 ? { result: results[0], ...high } : {};
        return { kind: 'atomic', op, ...this.access(), operands: this.list(), ...result, ...this.trailer() };
      }
      case 'subgroup': {
        const op = this.oneOf(Object.keys(subgroupOps) as SubgroupOp[]);
        const operand =
          this.startsOperand() && this.peek().text !== 'lane' ? { operand: this.operand() } : {};
        const lane = this.skip('lane') ? { lane: this.operand() } : {};
        return { kind: 'subgroup', op, results, ...operand, ...lane, ...this.trailer() };
      }
      case 'barrier':
        return {
          kind: 'barrier',
          scope: this.oneOf(['workgroup', 'storage', 'subgroup', 'memory']),
          ...this.trailer(),
        };
      case 'break':
      case 'next':
        return {
          kind: token.text,
          target: this.construct(),
          values: this.parenthesized(),
          ...this.trailer(),
        };
      case 'return':
      case 'unreachable':
        return { kind: token.text, ...this.trailer() };
      default:
        return this.constructOperation(token, results);
    }
  }

  private constructOperation(token: Token, results: readonly ValueId[]): Instruction {
    switch (token.text) {
      case 'if': {
        const id = this.constructDefinition();
        const condition = this.operand();
        const mark = this.skip('predicated')
          ? { isPredicated: true }
          : this.skip('branching')
            ? { isPredicated: false }
            : {};
        this.mark('{');
        const trailer = this.trailer();
        const then = this.region();
        this.word('else');
        this.mark('{');
        return { kind: 'if', id, condition, results, then, otherwise: this.region(), ...mark, ...trailer };
      }
      case 'switch': {
        const id = this.constructDefinition();
        const selector = this.operand();
        this.mark('{');
        const trailer = this.trailer();
        const cases: Extract<Instruction, { kind: 'switch' }>['cases'][number][] = [];
        while (!this.skip('}')) cases.push(this.switchCase());
        return { kind: 'switch', id, selector, results, cases, ...trailer };
      }
      case 'block': {
        const id = this.constructDefinition();
        this.mark('{');
        const trailer = this.trailer();
        return { kind: 'block', id, results, body: this.region(), ...trailer };
      }
      case 'loop':
        return this.loop(results);
      default:
        throw this.error(`there is no operation '${token.text}'`, token);
    }
  }

  private switchCase() {
    this.word('case');
    const values: number[] = [];
    let isDefault = false;
    do {
      if (this.skip('default')) isDefault = true;
      else values.push(this.integer());
    } while (this.skip(','));
    this.mark('{');
    return { values, isDefault, body: this.region() };
  }

  private loop(results: readonly ValueId[]): Instruction {
    const id = this.constructDefinition();
    const parameters: ValueId[] = [];
    const initial: ValueId[] = [];
    this.mark('(');
    while (!this.skip(')')) {
      parameters.push(this.definition());
      this.mark('=');
      initial.push(this.operand());
      if (this.peek().text !== ')') this.mark(',');
    }
    this.mark('{');
    const trailer = this.trailer();
    return { kind: 'loop', id, initial, parameters, results, body: this.region(), ...trailer };
  }

  private access(): { root: MemoryRoot; type: ScalarType; address: ValueId; offsetBytes: number } {
    const type = this.oneOf(scalarTypes);
    const space = this.oneOf(['buffer', 'workgroup', 'private'] as const);
    const root = { space, index: this.integer() };
    this.mark('[');
    const address = this.operand();
    const offsetBytes = this.skip('+') ? this.integer() : 0;
    this.mark(']');
    return { root, type, address, offsetBytes };
  }

  private parenthesized(): ValueId[] {
    if (!this.skip('(')) return [];
    const values = this.list();
    this.mark(')');
    return values;
  }

  private list(): ValueId[] {
    const values: ValueId[] = [];
    if (!this.startsOperand()) return values;
    do values.push(this.operand());
    while (this.skip(','));
    return values;
  }

  private startsOperand(): boolean {
    const { kind, text } = this.peek();
    // A value before a colon is the definition that starts the next instruction.
    if (kind === 'value') return this.peek(1).text !== ':';
    return kind === 'constant' || text === 'true' || text === 'false';
  }

  private operand(): ValueId {
    const token = this.next();
    if (token.kind === 'value') {
      const id = this.known.get(valueKey(token.text));
      if (id === undefined) throw this.error(`%${token.text} is not defined before its use`, token);
      return id;
    }
    if (token.kind === 'constant') return this.constant(...this.constantParts(token));
    if (token.text === 'true' || token.text === 'false')
      return this.constant('bool', Number(token.text === 'true'));
    throw this.error('expected a value', token);
  }

  private constantParts(token: Token): [ScalarType, number] {
    const [, digits, suffix] = /^(.*?)(i8|i16|i64|h|f|d)?$/.exec(token.text)!;
    // `inf_f`: the underscore keeps the suffix apart from the word.
    const special = /^(-?)(inf|nan)_$/.exec(digits);
    const number = special
      ? special[2] === 'nan'
        ? Number.NaN
        : Number(`${special[1]}Infinity`)
      : Number(digits);
    const type = SUFFIX_TYPES.get(suffix ?? '')!;
    if (type.startsWith('i') && !Number.isInteger(number))
      throw this.error(`${token.text} is not an integer`, token);
    return [type, normalizeConstant(type, number)];
  }

  private constant(type: ScalarType, constant: number): ValueId {
    const key = `${type} ${Object.is(constant, -0) ? '-0' : constant}`;
    const known = this.constants.get(key);
    if (known !== undefined) return known;
    const id = this.firstFree++;
    this.values[id] = { type, constant };
    this.constants.set(key, id);
    return id;
  }

  private definition(): ValueId {
    const token = this.take('value', 'a value');
    const key = valueKey(token.text);
    if (this.known.has(key)) throw this.error(`%${token.text} is defined twice`, token);
    const id = valueNumber(token.text) ?? this.firstFree++;
    this.known.set(key, id);
    this.mark(':');
    const type = this.oneOf(scalarTypes);
    const name = token.text.replace(/(^|\.)\d+$/, '').replaceAll('.', '_');
    this.values[id] = name === '' ? { type } : { type, name };
    note(this.notes.values, id, this.facts());
    return id;
  }

  private constructDefinition(): number {
    const id = this.construct();
    note(this.notes.constructs, id, this.facts());
    return id;
  }

  private facts(): string[] {
    const facts: string[] = [];
    while (this.peek().kind === 'word' && !['true', 'false'].includes(this.peek().text))
      facts.push(this.next().text);
    return facts;
  }

  private construct(): number {
    const id = Number(this.take('construct', 'a construct such as #0').text);
    this.nextConstruct = Math.max(this.nextConstruct, id + 1);
    return id;
  }
}

/** The number in `%7` or `%name.7`; undefined for a value known by name alone. */
function valueNumber(text: string): number | undefined {
  const digits = /^(?:.*\.)?(\d+)$/.exec(text);
  return digits ? Number(digits[1]) : undefined;
}

function valueKey(text: string): string {
  const number = valueNumber(text);
  return number === undefined ? text : `${number}`;
}
