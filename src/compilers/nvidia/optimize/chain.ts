// The modelled compiler chain between a shader and the machine: the dialect's compiler (Tint in Dawn, naga in
// wgpu), then the driver's optimiser, as observed on an H200 (driver 580.159). Each behaviour has a name and can
// be left out.
//
// Order, and why:
//  0. 64-bit integers become pairs of words: no behaviour, but what everything after it relies on.
//  1. What the dialect's compiler adds before anything is optimised: loop guards, guarded divisions, clamped
//     conversions, zeroed workgroup memory.
//  2. Clean-up: private variables to values, folding, sharing, removal, control flow, until nothing changes.
//     Loop guards that are part of the kernel (SPIR-V) are recognised then.
//  3. Index clamps. They come after the first clean-up because the range analysis reads SSA values, and
//     before the driver's passes because the driver has to live with them.
//  4. Constants of float chains, contraction, strength reduction and selects, before unrolling: the number of
//     copies that fit is counted in the instructions that are left after these. (Sixteen `x * c + d` in a loop body
//     are one fused multiply-add in the driver's code, those of sixteen copies are not.)
//  5. Invariants out of loops, then unrolling with clean-up, again as long as it uncovers more; arrays whose
//     indices became constant go to registers here, and the loops around them get their true size.
//  6. Address offsets split from bases, so that the copies' accesses share bases; sharing and hoisting of those.
//  7. Wide accesses to workgroup memory, which needs bases and offsets apart.
//  8. Predication, last, when the arms have their final size; what code generation need not know is removed.

import type { Module, Variable } from '../../../ir/ir.ts';
import { booleans } from '../../../passes/booleans.ts';
import { conditions } from '../../../passes/conditions.ts';
import { contract } from '../../../passes/contract.ts';
import { share } from '../../../passes/cse.ts';
import { drop } from '../../../passes/dce.ts';
import { fold } from '../../../passes/fold/fold.ts';
import { wideIntegers } from '../../../passes/int64/wide-integers.ts';
import { legalize } from '../../../passes/legalize.ts';
import { hoist } from '../../../passes/licm.ts';
import { promote } from '../../../passes/mem2reg.ts';
import { offsets } from '../../../passes/offsets.ts';
import { reassociate } from '../../../passes/reassociate.ts';
import { shortCircuit } from '../../../passes/short-circuit.ts';
import { simplifyControl } from '../../../passes/simplify-cfg.ts';
import { strength } from '../../../passes/strength-reduction.ts';
import { subgroupSize } from '../../../passes/subgroup-size.ts';
import { unroll } from '../../../passes/unroll.ts';
import { type Dialect, passesOf } from '../../dialects.ts';
import { dropBounds } from '../../tint/clamps.ts';
import { recognizeGuards } from '../../tint/recognize-guards.ts';
import type { FamilyFacts } from './facts.ts';
import { predicate, selectSmallBranches } from './if-conversion.ts';
import { indexedHalves } from './indexed-halves.ts';
import { mergeAccesses } from './merge-accesses.ts';
import { rangeTests } from './range-tests.ts';
import { unrollBudget } from './unroll-budget.ts';

export { wideIntegers } from '../../../passes/int64/wide-integers.ts';
export { type Behaviour, behaviours, isBehaviour } from '../../behaviours.ts';
export { type Dialect, dialectNames } from '../../dialects.ts';
export { type DriverFile, type FamilyFacts, factsFromDriverFile } from './facts.ts';

export interface OptimizeOptions {
  /** Whose safety code the kernel carries. */
  readonly dialect: Dialect;
  /** Names of behaviours to leave out; see `behaviours`. */
  readonly without: ReadonlySet<string>;
  readonly facts: FamilyFacts;
}

/** Clean-up rounds; each is one walk over the module per pass, and two or three are what kernels need. */
const CLEAN_UP_ROUNDS = 4;
/** Unrolling an inner loop can make an outer one small or constant: nests deeper than this are rare. */
const UNROLL_ROUNDS = 4;

type Pass = (module: Module) => Module;

/** Conditions in one form first, then the branches on them. */
const straighten: Pass = (module) => simplifyControl(shortCircuit(conditions(booleans(module))));

/** The kernel as code generation gets it: what the driver's optimiser would make of it. */
export function optimize(module: Module, options: OptimizeOptions): Module {
  return new Chain(options).run(module);
}

class Chain {
  private readonly options: OptimizeOptions;
  /** By pass: the module in which it found nothing to do. */
  private readonly settled = new Map<string, Module>();
  /** Passes keep the objects of variables, whatever becomes of their numbers. */
  private keepingStores: ReadonlySet<Variable> = new Set();

  constructor(options: OptimizeOptions) {
    this.options = options;
  }

  run(module: Module): Module {
    let current = this.apply(
      'subgroup-size',
      (each) => subgroupSize(each, this.options.facts.subgroupSize),
      this.addDialect(wideIntegers(module)),
    );
    this.keepingStores = indexedHalves(current);
    current = this.promote(current);
    current = this.recognize(this.cleanUp(current));
    current = this.apply('float-constants', reassociate, this.bound(current));
    current = this.cleanUp(this.reduce(this.apply('dead-code', drop, current)));
    current = this.loops(current);
    current = this.addresses(current);
    current = this.apply('access-merging', mergeAccesses, legalize(current));
    if (this.has('strength-reduction')) current = rangeTests(current);
    current = this.apply('predication', (each) => predicate(each, this.options.facts), current);
    return this.dataFlow(current);
  }

  private addDialect(module: Module): Module {
    return passesOf(this.options.dialect).additions.reduce(
      (current, [behaviour, pass]) => this.apply(behaviour, pass, current),
      module,
    );
  }

  /** Guards that came with the kernel, where a compiler has added them before this one (SPIR-V). */
  private recognize(module: Module): Module {
    const recognized = recognizeGuards(module, { keeps: this.has('loop-guard') });
    return recognized === module ? module : this.cleanUp(recognized);
  }

  private bound(module: Module): Module {
    const { indexClamp } = passesOf(this.options.dialect);
    return indexClamp && this.has('index-clamp') ? indexClamp(module) : dropBounds(module);
  }

  /** Cheaper forms of single operations and branches. */
  private reduce(module: Module): Module {
    let current = this.apply('strength-reduction', strength, module);
    current = this.apply('contraction', contract, current);
    // Not through `apply`: it shares its name with the later pass, and what one leaves the other may take.
    return this.has('predication') ? selectSmallBranches(current, this.options.facts) : current;
  }

  private loops(module: Module): Module {
    const budget = unrollBudget(module, this.options.facts);
    let current = module;
    for (let round = 0; round < UNROLL_ROUNDS; round++) {
      const hoisted = this.apply('loop-invariant-code', hoist, current);
      const unrolled = this.apply('unrolling', (each) => unroll(each, budget), hoisted);
      if (unrolled === hoisted) return hoisted;
      // Arrays whose indices are constants now go first: nothing has to follow their accesses after that.
      const promoted = this.promote(this.apply('folding', fold, unrolled));
      const tidied = this.cleanUp(promoted);
      const reduced = this.reduce(tidied);
      current = reduced === tidied ? tidied : this.cleanUp(reduced);
    }
    return current;
  }

  private addresses(module: Module): Module {
    const split = this.apply('offset-splitting', offsets, module);
    if (split === module) return module;
    const tidied = this.cleanUp(split);
    const hoisted = this.apply('loop-invariant-code', hoist, tidied);
    return hoisted === tidied ? tidied : this.cleanUp(hoisted);
  }

  /**
   * Folding, sharing and removal, again when they made private memory promotable (an index became constant) or
   * when control flow changed; on its own each of them leaves little to do for itself.
   */
  private cleanUp(module: Module): Module {
    let current = module;
    for (let round = 0; round < CLEAN_UP_ROUNDS; round++) {
      const tidied = this.dataFlow(current);
      const straightened = this.apply('control-flow', straighten, tidied);
      current = this.promote(straightened);
      if (current === tidied) break;
    }
    return current;
  }

  private promote(module: Module): Module {
    return this.apply('arrays-to-registers', (each) => promote(each, this.keepingStores), module);
  }

  private dataFlow(module: Module): Module {
    let current = this.apply('folding', fold, module);
    current = this.apply('common-subexpressions', share, current);
    return this.apply('dead-code', drop, current);
  }

  private has(behaviour: string): boolean {
    return !this.options.without.has(behaviour);
  }

  /** Runs a pass unless it is switched off, or has just found nothing to do in this very module. */
  private apply(behaviour: string, pass: Pass, module: Module): Module {
    if (!this.has(behaviour) || this.settled.get(behaviour) === module) return module;
    const result = pass(module);
    if (result === module) this.settled.set(behaviour, module);
    return result;
  }
}
