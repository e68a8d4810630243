// Whole numbers that a shader computes from its constants, such as the size of its workgroups, as functions of what
// a space varies. Expressions of names, numbers and arithmetic are understood; where a source has more, nothing
// is said.

import { entryOf } from '../diagnostics/names.ts';
import type { ConstraintReader, NumberOf } from '../space/constraint.ts';

const BYTES: Readonly<Record<string, number>> = { f32: 4, i32: 4, u32: 4, f16: 2, bool: 4 };

export class SourceNumbers {
  private readonly code: string;
  private readonly reader: ConstraintReader;
  /** Names that have a value from outside of the source. */
  private readonly isGiven: (name: string) => boolean;

  constructor(text: string, reader: ConstraintReader, isGiven: (name: string) => boolean) {
    this.code = text.replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '');
    this.reader = reader;
    this.isGiven = isGiven;
  }

  /** The numbers of `@workgroup_size`, which has to be the same for all entry points that may be meant. */
  workgroupSize(entryPoint: string | undefined): readonly NumberOf[] | undefined {
    const lists = [...this.code.matchAll(/@\s*workgroup_size\s*\(/g)].map(({ 0: head, index }) => ({
      list: enclosed(this.code, index + head.length),
      name: /\bfn\s+(\w+)/.exec(this.code.slice(index))?.[1],
    }));
    const meant = lists.filter(({ name }) => entryPoint === undefined || name === entryPoint);
    if (meant.length === 0 || meant.some(({ list }) => list !== meant[0].list)) return undefined;
    const parts = separated(meant[0].list).map((part) => this.number(part));
    const known = [...parts, ...Array.from({ length: 3 - parts.length }, () => this.number('1'))];
    return known.every((each) => each !== undefined) ? known : undefined;
  }

  /** Bytes of all workgroup variables, as WebGPU counts them; undefined where one cannot be told. */
  workgroupBytes(): NumberOf | undefined {
    const declarations = [...this.code.matchAll(/\bvar\s*<\s*workgroup\s*>\s*\w+\s*:\s*([^;=]+);/g)];
    const sizes = declarations.map((match) => this.bytes(match[1]));
    if (sizes.length === 0 || !sizes.every((each) => each !== undefined)) return undefined;
    return joined(sizes, (numbers) => numbers.reduce((sum, bytes) => sum + Math.ceil(bytes / 16) * 16, 0));
  }

  /** An expression of the source. */
  number(text: string, depth = 0): NumberOf | undefined {
    const parser = new Parser(text, (name) => this.named(name, depth));
    return depth > MOST_DEPTH ? undefined : parser.whole();
  }

  private named(name: string, depth: number): NumberOf | undefined {
    if (this.isGiven(name)) return this.reader.number(name);
    const declared = new RegExp(`\\b(?:const|override)\\s+${name}\\b[^=;]*=([^;]+);`).exec(this.code);
    return declared ? this.number(declared[1], depth + 1) : undefined;
  }

  private bytes(type: string): NumberOf | undefined {
    const text = type.trim();
    const [, name, inner] = /^(\w+)\s*(?:<([\s\S]*)>)?$/.exec(text) ?? [];
    if (name === undefined) return undefined;
    const bytes = entryOf(BYTES, name);
    if (bytes !== undefined) return fixed(bytes);
    if (name === 'atomic' && inner !== undefined) return this.bytes(inner);
    const vector = /^vec([24])([fiuh])?$/.exec(name);
    if (vector) {
      const each = vector[2] === 'h' ? 2 : vector[2] ? 4 : BYTES[inner?.trim() ?? ''];
      return each === undefined ? undefined : fixed(Number(vector[1]) * each);
    }
    if (name !== 'array' || inner === undefined) return undefined;
    const [element, count, ...more] = separated(inner);
    if (count === undefined || more.length > 0) return undefined;
    const parts = [this.bytes(element), this.number(count)];
    return parts.every((each) => each !== undefined)
      ? joined(parts, ([bytes, times]) => bytes * times)
      : undefined;
  }
}

/** Constants made of constants. */
const MOST_DEPTH = 8;

function fixed(value: number): NumberOf {
  return { parameters: [], valueOf: () => value };
}

/** A number made of others. */
export function joined(parts: readonly NumberOf[], make: (numbers: readonly number[]) => number): NumberOf {
  const parameters = [...new Set(parts.flatMap((each) => each.parameters))].sort((a, b) => a - b);
  return {
    parameters,
    valueOf: (values) => {
      const numbers = parts.map((each) => each.valueOf(values));
      return numbers.every((each) => each !== undefined) ? make(numbers) : undefined;
    },
  };
}

/** From an opening bracket's end to the one that closes it. */
function enclosed(text: string, from: number): string {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return text.slice(from, i);
  }
  return '';
}

/** The parts between commas that no bracket encloses. */
function separated(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if ('(<'.includes(letter)) depth++;
    else if (')>'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
};

/** Whole numbers as WGSL computes them: division rounds towards zero. */
class Parser {
  private readonly tokens: string[];
  private readonly named: (name: string) => NumberOf | undefined;

  constructor(text: string, named: (name: string) => NumberOf | undefined) {
    this.tokens = text.match(/\w+|\S/g) ?? [];
    this.named = named;
  }

  whole(): NumberOf | undefined {
    const value = this.chain(['+', '-'], () => this.chain(['*', '/', '%'], () => this.operand()));
    return this.tokens.length === 0 ? value : undefined;
  }

  private chain(operators: readonly string[], next: () => NumberOf | undefined): NumberOf | undefined {
    let value = next();
    while (value !== undefined && operators.includes(this.tokens[0])) {
      const operation = OPERATIONS[this.tokens.shift()!];
      const right = next();
      value = right && joined([value, right], ([a, b]) => operation(a, b));
    }
    return value;
  }

  private operand(): NumberOf | undefined {
    const token = this.tokens.shift();
    if (token === undefined) return undefined;
    if (token === '(') {
      const value = this.chain(['+', '-'], () => this.chain(['*', '/', '%'], () => this.operand()));
      return this.tokens.shift() === ')' ? value : undefined;
    }
    if (/^\d+[iu]?$/.test(token)) return fixed(Number.parseInt(token, 10));
    return /^[A-Za-z_]\w*$/.test(token) && this.tokens[0] !== '(' ? this.named(token) : undefined;
  }
}
