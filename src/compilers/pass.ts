// Passes over the IR and what applies them. A compiler is a sequence of applications; leaving one out by the name of
// its behaviour, looking behind one, or checking the IR between them happens here, in one place.

import type { Module } from '../ir/ir.ts';

/** Whose doing a pass models: a textbook's, a shader compiler's or a driver's. */
export type Owner = 'textbook' | 'tint' | 'naga' | 'nvidia' | 'mesa' | 'apple';

/** One rewriting of the IR. */
export interface Pass {
  /** As textbooks or the compiler's authors call it; `inspect --print-after` takes it. */
  readonly name: string;
  readonly owner: Owner;
  /** The behaviour that leaves it out (`--without`); passes without one always run. */
  readonly behaviour?: string;
  /** The rewritten module; the same object where there was nothing to do. */
  readonly run: (module: Module) => Module;
}

/** @param behaviour none for a pass that always runs */
export function passOf(name: string, owner: Owner, run: Pass['run'], behaviour?: string): Pass {
  return { name, owner, run, ...(behaviour === undefined ? {} : { behaviour }) };
}

/** Sees the module behind each application that changed it. It must not change the module. */
export type PassObserver = (pass: Pass, module: Module) => void;

export class PassRunner {
  private readonly without: ReadonlySet<string>;
  private readonly observe: PassObserver | undefined;
  /** By pass: the module in which it found nothing to do. */
  private readonly settled = new Map<string, Module>();

  /** @param without names of behaviours to leave out */
  constructor(without: ReadonlySet<string>, observe?: PassObserver) {
    this.without = without;
    this.observe = observe;
  }

  has(behaviour: string): boolean {
    return !this.without.has(behaviour);
  }

  /** Runs passes in order, except those left out and those that have just found nothing to do in this very module. */
  apply(module: Module, ...passes: readonly Pass[]): Module {
    return passes.reduce((current, pass) => this.applyOne(pass, current), module);
  }

  private applyOne(pass: Pass, module: Module): Module {
    const isLeftOut = pass.behaviour !== undefined && !this.has(pass.behaviour);
    if (isLeftOut || this.settled.get(pass.name) === module) return module;
    const result = pass.run(module);
    if (result === module) this.settled.set(pass.name, module);
    else this.observe?.(pass, result);
    return result;
  }
}
