// Reading members of parsed JSON from other tools: guards, and problems with their place in the file.

import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import { excerpt } from '../../diagnostics/excerpt.ts';
import type { Value } from '../../space/space.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a parameter can be; 1e999 is no number that could be written again. */
export function isValue(value: unknown): value is Value {
  return Number.isFinite(value) || typeof value === 'string' || typeof value === 'boolean';
}

/** In no unit: any time that a tuner can have measured. */
export function isTime(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0;
}

/** A name, a unit or another short text; empty where something else stands in its place. */
export function textIn(value: unknown): string {
  return isValue(value) ? String(value) : '';
}

/** A value of a file in a message about it. */
export function shown(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? `a ${Array.isArray(value) ? 'list' : 'JSON object'}`
    : excerpt(String(JSON.stringify(value)));
}

/** `FILE:LINE:COLUMN`, counted from 1. */
export function placeOf(file: string, text: string, at: number): string {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return `${file}:${before.split('\n').length}:${at - lineStart + 1}`;
}

/** More than this would hide the first. */
const MOST_PROBLEMS = 10;

export class Problems {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: string;
  readonly #text: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  get areTooMany(): boolean {
    return this.diagnostics.length >= MOST_PROBLEMS;
  }

  /** `key`: a member name; the problem is shown at its first occurrence. */
  add(message: string, key?: string): void {
    const span = key === undefined ? undefined : this.spanOf(key);
    const isPlaced = span !== undefined && span.start !== span.end;
    this.diagnostics.push({
      severity: 'invalid',
      code: 'tune/format',
      message: `${isPlaced ? placeOf(this.#file, this.#text, span.start) : this.#file}: ${message}`,
      ...(isPlaced ? { span } : {}),
    });
  }

  /** Where a text stands for the first time; the beginning of the file where it is not to be found. */
  spanOf(key: string): Span {
    const quoted = JSON.stringify(key);
    const start = this.#text.indexOf(quoted);
    return { file: this.#file, start: Math.max(0, start), end: start < 0 ? 0 : start + quoted.length };
  }
}
