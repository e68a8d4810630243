// A piece of the source for one of the merged invocations: the same text with its names replaced.

import type { AbstractElem } from 'wesl/core';
import { applyEdits, type Edit, withoutComments } from './edits.ts';
import type { Inputs, InputUse } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Declaration } from './names.ts';
import { calledName, walk } from './tree.ts';

/** What stands for a use of a builtin value in the k-th copy; undefined where it stays. */
export type InputText = (use: InputUse, k: number) => string | undefined;

export class Renderer {
  /** Names of copied variables, by number of the copy. */
  readonly copies = new Map<Declaration, readonly string[]>();
  /** The same of functions. */
  readonly functions = new Map<string, readonly string[]>();
  /** Calls whose results have been given names. */
  readonly results = new Map<AbstractElem, string>();
  /** Functions that are called once for all: which of their parameters are there once for each. */
  readonly spread = new Map<string, readonly boolean[]>();
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;
  private readonly inputText: InputText;
  private readonly factor: number;

  constructor(kernel: Kernel, inputs: Inputs, inputText: InputText, factor: number) {
    this.kernel = kernel;
    this.inputs = inputs;
    this.inputText = inputText;
    this.factor = factor;
  }

  /** The element's text in the k-th copy. Only the first keeps its comments. */
  text(element: AbstractElem, k: number): string {
    const { start, end } = this.kernel.place(element);
    const edits = this.editsOf(element, k).map((edit) => ({
      ...edit,
      start: edit.start - start,
      end: edit.end - start,
    }));
    const text = applyEdits(this.kernel.text.slice(start, end), edits);
    return k === 0 ? text : withoutComments(text);
  }

  /** The element's text in every copy. */
  texts(element: AbstractElem): string[] {
    return Array.from({ length: this.factor }, (_, k) => this.text(element, k));
  }

  /** The replacements in an element, at their places in the source. */
  editsOf(element: AbstractElem, k: number): Edit[] {
    const edits: Edit[] = [];
    const replace = (each: AbstractElem, text: string | undefined) => {
      if (text !== undefined) edits.push({ ...this.kernel.place(each), text });
    };
    walk(element, (each) => {
      const use = this.inputs.at(each);
      if (use) {
        replace(each, this.inputText(use, k));
        return false;
      }
      switch (each.kind) {
        case 'ref':
          replace(each, this.nameOf(this.kernel.names.of(each), k));
          break;
        case 'let':
        case 'var':
        case 'const':
          replace(each.name.decl, this.nameOf(this.kernel.names.declarationOf(each), k));
          break;
        case 'call-expression': {
          const result = this.results.get(each);
          replace(each, result);
          if (result !== undefined) return false;
          if (each.function.kind === 'ref') replace(each.function, this.functions.get(calledName(each))?.[k]);
          const spread = this.spread.get(calledName(each));
          if (!spread) break;
          each.arguments.forEach((argument, i) => {
            if (spread[i]) replace(argument, this.texts(argument).join(', '));
            else edits.push(...this.editsOf(argument, k));
          });
          return false;
        }
      }
      return true;
    });
    return edits;
  }

  private nameOf(declaration: Declaration | undefined, k: number): string | undefined {
    return declaration && this.copies.get(declaration)?.[k];
  }
}
