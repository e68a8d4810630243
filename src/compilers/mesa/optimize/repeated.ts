// What the chains of Mesa's drivers repeat: clean-up, unrolling with clean-up as long as it uncovers more, arrays that
// become values. A driver that turns branches into selections all along does so behind each clean-up.

import type { Module } from '../../../ir/ir.ts';
import type { PassRunner } from '../../pass.ts';
import type { MesaPasses } from './passes.ts';

const ROUNDS = 4;

export class RepeatedPasses {
  private readonly passes: Omit<MesaPasses, 'licm'>;
  private readonly runner: PassRunner;
  private readonly flattensAlong: boolean;

  constructor(passes: Omit<MesaPasses, 'licm'>, runner: PassRunner, { flattensAlong = false } = {}) {
    this.passes = passes;
    this.runner = runner;
    this.flattensAlong = flattensAlong;
  }

  cleanUp(module: Module): Module {
    const p = this.passes;
    const values = [p.fold, p.maskShifts, p.cse, p.deadStores, p.dce];
    const control = [p.booleans, p.conditions, p.shortCircuit, p.simplifyCfg, p.joinTests, p.mem2reg];
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const tidied = this.runner.apply(current, ...values, ...control);
      if (tidied === current) break;
      current = tidied;
    }
    return this.runner.apply(current, p.fold, p.cse, p.dce);
  }

  /** Factors of sums taken out, as long as there are more: of a chain half of its products go each time. */
  factored(module: Module): Module {
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const next = this.runner.apply(current, this.passes.commonFactors);
      if (next === current) break;
      current = this.cleanUp(next);
    }
    return current;
  }

  /** From the inside out: an arm is short once the branches in it are gone. */
  flattened(module: Module): Module {
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const next = this.runner.apply(current, this.passes.flatten);
      if (next === current) break;
      current = this.cleanUp(next);
    }
    return current;
  }

  /** Loops written out, and arrays with indices of the run as values once each access knows its place. */
  unrolled(module: Module): Module {
    const { unroll, fold, mem2reg, searchElements } = this.passes;
    let current = this.settled(module);
    for (let round = 0; round < ROUNDS; round++) {
      const next = this.runner.apply(current, unroll);
      if (next === current) break;
      current = this.settled(this.runner.apply(next, fold, mem2reg));
    }
    const found = this.runner.apply(current, searchElements);
    return found === current ? current : this.settled(this.runner.apply(found, mem2reg));
  }

  private settled(module: Module): Module {
    const tidied = this.cleanUp(module);
    return this.flattensAlong ? this.flattened(tidied) : tidied;
  }
}
