// The passes of the optimiser by name: textbook ones with this compiler's numbers, and its own.

import { booleans } from '../../../passes/booleans.ts';
import { conditions } from '../../../passes/conditions.ts';
import { contract } from '../../../passes/contract.ts';
import { share } from '../../../passes/cse.ts';
import { drop } from '../../../passes/dce.ts';
import { decideTests } from '../../../passes/decided-tests.ts';
import { fold } from '../../../passes/fold/fold.ts';
import { wideIntegers } from '../../../passes/int64/wide-integers.ts';
import { promote } from '../../../passes/mem2reg.ts';
import { offsets } from '../../../passes/offsets.ts';
import { reassociate } from '../../../passes/reassociate.ts';
import { shortCircuit } from '../../../passes/short-circuit.ts';
import { simplifyControl } from '../../../passes/simplify-cfg.ts';
import { strength } from '../../../passes/strength-reduction.ts';
import { subgroupSize } from '../../../passes/subgroup-size.ts';
import { unroll } from '../../../passes/unroll.ts';
import { searchElements } from '../../amd/optimize/indirect.ts';
import { type JoinRules, vectorize } from '../../amd/optimize/vectorize.ts';
import { passOf as pass } from '../../pass.ts';
import { dropBounds, INDEX_CLAMP } from '../../tint/clamps.ts';
import { tintRuntimeClamps } from '../../tint/runtime-clamps.ts';
import type { AppleGeneration } from '../generation.ts';
import { flatten } from './flatten.ts';
import { lowerSwitches } from './switches.ts';
import { unrollLimit } from './unroll-limit.ts';

export type ApplePasses = ReturnType<typeof applePasses>;

/** Private arrays up to this size never go to the stack. Source: mesa-26.1. */
const SEARCHED_BYTES = 256;

/** Nothing checks bounds here, so that it does not matter where a sum would wrap. */
const NEIGHBOURS: JoinRules = { spaces: ['buffer'], fitsIn: () => () => true };

/** In the order of their first use. */
export function applePasses(generation: AppleGeneration) {
  const { simdThreads, flattenedInstructions } = generation;
  return {
    int64: pass('int64', 'textbook', wideIntegers),
    subgroupSize: pass(
      'subgroup-size',
      'textbook',
      (each) => subgroupSize(each, simdThreads),
      'subgroup-size',
    ),
    lowerSwitches: pass('lower-switches', 'apple', lowerSwitches),
    mem2reg: pass('mem2reg', 'textbook', (each) => promote(each, undefined), 'arrays-to-registers'),
    fold: pass('fold', 'textbook', fold, 'folding'),
    cse: pass('cse', 'textbook', share, 'common-subexpressions'),
    dce: pass('dce', 'textbook', drop, 'dead-code'),
    booleans: pass('booleans', 'textbook', booleans, 'control-flow'),
    conditions: pass('conditions', 'textbook', conditions, 'control-flow'),
    shortCircuit: pass('short-circuit', 'textbook', shortCircuit, 'control-flow'),
    simplifyCfg: pass('simplify-cfg', 'textbook', simplifyControl, 'control-flow'),
    runtimeClamps: pass('runtime-clamps', 'tint', tintRuntimeClamps, INDEX_CLAMP),
    dropBounds: pass('drop-bounds', 'textbook', dropBounds),
    reassociate: pass('reassociate', 'textbook', reassociate, 'float-constants'),
    flatten: pass('flatten', 'apple', (each) => flatten(each, flattenedInstructions), 'predication'),
    unroll: pass('unroll', 'textbook', (each) => unroll(each, unrollLimit(generation)), 'unrolling'),
    searchElements: pass(
      'search-elements',
      'apple',
      (each) => searchElements(each, SEARCHED_BYTES),
      'arrays-to-registers',
    ),
    decidedTests: pass('decided-tests', 'textbook', decideTests, 'control-flow'),
    strengthReduction: pass('strength-reduction', 'textbook', strength, 'strength-reduction'),
    contract: pass('contract', 'textbook', contract, 'contraction'),
    offsets: pass('offsets', 'textbook', offsets, 'offset-splitting'),
    vectorize: pass('vectorize', 'apple', (each) => vectorize(each, NEIGHBOURS), 'access-merging'),
  };
}
