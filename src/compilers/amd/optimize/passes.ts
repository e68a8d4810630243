// The passes of the driver's optimiser by name: textbook ones with this driver's numbers, and its own.

import { booleans } from '../../../passes/booleans.ts';
import { conditions } from '../../../passes/conditions.ts';
import { contract } from '../../../passes/contract.ts';
import { share } from '../../../passes/cse.ts';
import { drop } from '../../../passes/dce.ts';
import { decideTests } from '../../../passes/decided-tests.ts';
import { fold } from '../../../passes/fold/fold.ts';
import { wideIntegers } from '../../../passes/int64/wide-integers.ts';
import { hoist } from '../../../passes/licm.ts';
import { promote } from '../../../passes/mem2reg.ts';
import { offsets } from '../../../passes/offsets.ts';
import { reassociate } from '../../../passes/reassociate.ts';
import { shortCircuit } from '../../../passes/short-circuit.ts';
import { simplifyControl } from '../../../passes/simplify-cfg.ts';
import { strength } from '../../../passes/strength-reduction.ts';
import { subgroupSize } from '../../../passes/subgroup-size.ts';
import { unroll } from '../../../passes/unroll.ts';
import { passOf as pass } from '../../pass.ts';
import { dropBounds } from '../../tint/clamps.ts';
import type { AmdNumbers } from '../generation.ts';
import { flatten } from './flatten.ts';
import { searchElements } from './indirect.ts';
import { unrollLimit } from './unroll-limit.ts';
import { type JoinRules, vectorize } from './vectorize.ts';

export type AmdPasses = ReturnType<typeof amdPasses>;

/** Source: mesa-26.1. */
const SEARCHED_BYTES = 256;

/** What the optimiser has to know of a generation. */
export type OptimizerNumbers = Pick<
  AmdNumbers,
  'waveThreads' | 'flattenedInstructions' | 'unrolledIterations' | 'unrolledCost'
> & {
  /** Private arrays up to this size never go to memory that is indexed. */
  readonly searchedBytes?: number;
  readonly joins?: JoinRules;
};

/** In the order of their first use. */
export function amdPasses(generation: OptimizerNumbers) {
  const { waveThreads, flattenedInstructions, searchedBytes = SEARCHED_BYTES, joins } = generation;
  return {
    int64: pass('int64', 'textbook', wideIntegers),
    subgroupSize: pass(
      'subgroup-size',
      'textbook',
      (each) => subgroupSize(each, waveThreads),
      'subgroup-size',
    ),
    mem2reg: pass('mem2reg', 'textbook', (each) => promote(each, undefined), 'arrays-to-registers'),
    fold: pass('fold', 'textbook', fold, 'folding'),
    cse: pass('cse', 'textbook', share, 'common-subexpressions'),
    dce: pass('dce', 'textbook', drop, 'dead-code'),
    booleans: pass('booleans', 'textbook', booleans, 'control-flow'),
    conditions: pass('conditions', 'textbook', conditions, 'control-flow'),
    shortCircuit: pass('short-circuit', 'textbook', shortCircuit, 'control-flow'),
    simplifyCfg: pass('simplify-cfg', 'textbook', simplifyControl, 'control-flow'),
    dropBounds: pass('drop-bounds', 'textbook', dropBounds),
    reassociate: pass('reassociate', 'textbook', reassociate, 'float-constants'),
    unroll: pass('unroll', 'textbook', (each) => unroll(each, unrollLimit(generation)), 'unrolling'),
    searchElements: pass(
      'search-elements',
      'amd',
      (each) => searchElements(each, searchedBytes),
      'arrays-to-registers',
    ),
    decidedTests: pass('decided-tests', 'textbook', decideTests, 'control-flow'),
    strengthReduction: pass('strength-reduction', 'textbook', strength, 'strength-reduction'),
    contract: pass('contract', 'textbook', contract, 'contraction'),
    flatten: pass('flatten', 'amd', (each) => flatten(each, flattenedInstructions), 'predication'),
    licm: pass('licm', 'textbook', hoist, 'loop-invariant-code'),
    offsets: pass('offsets', 'textbook', offsets, 'offset-splitting'),
    vectorize: pass('vectorize', 'amd', (each) => vectorize(each, joins), 'access-merging'),
  };
}
