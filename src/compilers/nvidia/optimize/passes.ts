// The passes of the modelled driver's optimiser by name: textbook ones with this driver's numbers, and its own.

import type { LoopInstruction, Module, Variable } from '../../../ir/ir.ts';
import { booleans } from '../../../passes/booleans.ts';
import { conditions } from '../../../passes/conditions.ts';
import { contract } from '../../../passes/contract.ts';
import { share } from '../../../passes/cse.ts';
import { drop } from '../../../passes/dce.ts';
import { decideTests } from '../../../passes/decided-tests.ts';
import { fold } from '../../../passes/fold/fold.ts';
import { wideIntegers } from '../../../passes/int64/wide-integers.ts';
import { legalize } from '../../../passes/legalize.ts';
import { hoist } from '../../../passes/licm.ts';
import { promote } from '../../../passes/mem2reg.ts';
import { offsets } from '../../../passes/offsets.ts';
import { dropZeros, reassociate } from '../../../passes/reassociate.ts';
import { shortCircuit } from '../../../passes/short-circuit.ts';
import { simplifyControl } from '../../../passes/simplify-cfg.ts';
import { strength } from '../../../passes/strength-reduction.ts';
import { subgroupSize } from '../../../passes/subgroup-size.ts';
import { type UnrollOptions, unroll } from '../../../passes/unroll.ts';
import { passOf as pass } from '../../pass.ts';
import { dropBounds } from '../../tint/clamps.ts';
import { LOOP_GUARD } from '../../tint/guards.ts';
import { recognizeGuards } from '../../tint/recognize-guards.ts';
import type { Generation } from '../generation.ts';
import { blends } from './blends.ts';
import { cancellations } from './cancellations.ts';
import { extremes } from './extremes.ts';
import { floatForms } from './float-forms.ts';
import { predicate } from './if-conversion.ts';
import { indexedComponents } from './indexed-components.ts';
import { indexedHalves } from './indexed-halves.ts';
import { mergeAccesses } from './merge-accesses.ts';
import { rangeTests } from './range-tests.ts';
import { unrollBudget } from './unroll-budget.ts';

export type DriverPasses = ReturnType<typeof driverPasses>;

/** Its test stays at its head: nothing in front of it is known to be reached only when the loop runs. */
const isGuarded = ({ body }: LoopInstruction): boolean =>
  body.instructions.some(({ origin }) => origin === LOOP_GUARD);

/**
 * For one kernel: `plan-unrolling` keeps what it found for `unroll`, `indexed-halves` for `mem2reg`. In the order of their first use.
 * @param keepsGuards whether guards that came with the kernel stay, in the modelled form
 */
export function driverPasses({ optimizer, subgroupSize: lanes }: Generation, keepsGuards: boolean) {
  let budget: UnrollOptions | undefined;
  const planUnrolling = (module: Module): Module => {
    budget = unrollBudget(module, optimizer);
    return module;
  };
  // Passes keep the objects of variables, whatever becomes of their numbers.
  let keepingStores: ReadonlySet<Variable> | undefined;
  const findIndexedHalves = (module: Module): Module => {
    keepingStores = indexedHalves(module);
    return module;
  };
  return {
    int64: pass('int64', 'textbook', wideIntegers),
    blends: pass('blends', 'nvidia', blends),
    subgroupSize: pass('subgroup-size', 'textbook', (each) => subgroupSize(each, lanes), 'subgroup-size'),
    indexedHalves: pass('indexed-halves', 'nvidia', findIndexedHalves, 'arrays-to-registers'),
    mem2reg: pass('mem2reg', 'textbook', (each) => promote(each, keepingStores), 'arrays-to-registers'),
    fold: pass('fold', 'textbook', fold, 'folding'),
    cse: pass('cse', 'textbook', share, 'common-subexpressions'),
    dce: pass('dce', 'textbook', drop, 'dead-code'),
    booleans: pass('booleans', 'textbook', booleans, 'control-flow'),
    conditions: pass('conditions', 'textbook', conditions, 'control-flow'),
    shortCircuit: pass('short-circuit', 'textbook', shortCircuit, 'control-flow'),
    simplifyCfg: pass('simplify-cfg', 'textbook', simplifyControl, 'control-flow'),
    cancellations: pass('cancellations', 'nvidia', cancellations, 'float-constants'),
    recognizeGuards: pass('recognize-guards', 'tint', (each) =>
      recognizeGuards(each, { keeps: keepsGuards }),
    ),
    dropBounds: pass('drop-bounds', 'textbook', dropBounds),
    reassociate: pass('reassociate', 'textbook', reassociate, 'float-constants'),
    dropZeros: pass('drop-zeros', 'textbook', dropZeros, 'float-constants'),
    decidedTests: pass('decided-tests', 'textbook', decideTests, 'control-flow'),
    strengthReduction: pass(
      'strength-reduction',
      'textbook',
      (each) => strength(each, { knowsRanges: false }),
      'strength-reduction',
    ),
    floatForms: pass('float-forms', 'nvidia', floatForms, 'strength-reduction'),
    contract: pass('contract', 'textbook', contract, 'contraction'),
    planUnrolling: pass('plan-unrolling', 'nvidia', planUnrolling, 'unrolling'),
    licm: pass('licm', 'textbook', (each) => hoist(each), 'loop-invariant-code'),
    lateLicm: pass('late-licm', 'nvidia', (each) => hoist(each, isGuarded), 'loop-invariant-code'),
    unroll: pass('unroll', 'textbook', (each) => (budget ? unroll(each, budget) : each), 'unrolling'),
    offsets: pass('offsets', 'textbook', offsets, 'offset-splitting'),
    legalize: pass('legalize', 'textbook', (each) => legalize(each, optimizer.accessBytes)),
    mergeAccesses: pass(
      'merge-accesses',
      'nvidia',
      (each) => mergeAccesses(each, optimizer.accessBytes),
      'access-merging',
    ),
    indexedComponents: pass('indexed-components', 'nvidia', indexedComponents),
    rangeTests: pass('range-tests', 'nvidia', rangeTests, 'strength-reduction'),
    ifConversion: pass('if-conversion', 'nvidia', (each) => predicate(each, optimizer, lanes), 'predication'),
    extremes: pass('extremes', 'nvidia', extremes, 'strength-reduction'),
  };
}
