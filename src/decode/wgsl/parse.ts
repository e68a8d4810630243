// From text to wesl's syntax tree. wesl 0.7.31 takes `<` for the start of a template list where a closing
// bracket shows that it cannot be one, as in `select(a, b, x < y), z > 0)`, and two minus signs before an
// operand for a decrement. When a source does not parse, parsing is tried once more with the names before such
// a `<` in parentheses and the signs apart, which changes nothing but how it is read; offsets are mapped back.

import { type AbstractElem, parseSrcModule, WeslParseError } from 'wesl/core';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { findComparisons } from './template-lists.ts';

export interface ParsedSource {
  /** Module-scope declarations and directives in order; meaningless when there are diagnostics. */
  readonly elements: readonly AbstractElem[];
  readonly diagnostics: readonly Diagnostic[];
  /** From an offset in the tree to one in the source. */
  readonly mapOffset: (offset: number) => number;
}

/** A minus sign before another that cannot be a decrement, since an operand follows. */
const doubledSign = /-(?=-+\s*[\w.(~!&*])/g;

/** The syntax tree, or the syntax errors as they stand in the source. */
export function parseSource(file: string, text: string): ParsedSource {
  const parsed = parseText(file, text);
  if (parsed.diagnostics.length === 0) return { ...parsed, mapOffset: (offset) => offset };
  const insertions = repairs(text);
  if (insertions.length > 0) {
    const rewritten = insert(text, insertions);
    const retried = parseText(file, rewritten.text);
    if (retried.diagnostics.length === 0) return { ...retried, mapOffset: rewritten.mapOffset };
  }
  return { ...parsed, mapOffset: (offset) => offset };
}

function parseText(file: string, text: string): Pick<ParsedSource, 'elements' | 'diagnostics'> {
  const source = { modulePath: 'package::main', debugFilePath: file, src: text };
  try {
    const { moduleElem, diagnostics } = parseSrcModule(source, { keepComments: false });
    const errors = diagnostics.filter((each) => each.severity === 'error');
    return { elements: moduleElem.decls, diagnostics: errors.map((error) => toDiagnostic(file, error)) };
  } catch (error) {
    if (!(error instanceof WeslParseError)) throw error;
    return { elements: [], diagnostics: error.diagnostics.map((each) => toDiagnostic(file, each)) };
  }
}

function toDiagnostic(file: string, error: { message: string; start: number; end: number }): Diagnostic {
  const { message, start, end } = error;
  return { severity: 'invalid', code: 'wgsl/syntax', message, span: { file, start, end } };
}

interface Insertion {
  readonly position: number;
  readonly character: string;
}

function repairs(text: string): Insertion[] {
  const insertions: Insertion[] = [];
  for (const { start, end } of findComparisons(text)) {
    insertions.push({ position: start, character: '(' }, { position: end, character: ')' });
  }
  for (const match of text.matchAll(doubledSign)) {
    insertions.push({ position: match.index + 1, character: ' ' });
  }
  return insertions.sort((a, b) => a.position - b.position);
}

function insert(text: string, insertions: readonly Insertion[]) {
  let result = '';
  let from = 0;
  for (const { position, character } of insertions) {
    result += text.slice(from, position) + character;
    from = position;
  }
  result += text.slice(from);
  // The k-th insertion sits k characters further on in the rewritten text.
  const mapOffset = (offset: number): number => {
    let low = 0;
    let high = insertions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (insertions[middle].position + middle < offset) low = middle + 1;
      else high = middle;
    }
    return offset - low;
  };
  return { text: result, mapOffset };
}
