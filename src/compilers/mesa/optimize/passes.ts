// The passes of Mesa's optimiser by name: textbook ones with a driver's numbers, and its own.

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
import { commonFactors } from './common-factors.ts';
import { dropOverwritten } from './dead-stores.ts';
import { computes, type Flattens, flatten } from './flatten.ts';
import { searchElements } from './indirect.ts';
import { joinsBySum } from './join-rules.ts';
import { maskShifts } from './mask-shifts.ts';
import { joinTests } from './tests.ts';
import { type UnrollNumbers, unrollLimit } from './unroll-limit.ts';
import { type JoinRules, vectorize } from './vectorize.ts';

export type MesaPasses = ReturnType<typeof mesaPasses>;

/** Source: mesa-26.1. */
const SEARCHED_BYTES = 256;
const BUFFERS = joinsBySum(['buffer']);

/** What the optimiser has to know of a driver and a generation. */
export interface OptimizerNumbers extends UnrollNumbers {
  /** Lanes of a subgroup. */
  readonly waveThreads: number;
  /** Operations that an arm may have to become a selection. */
  readonly flattenedInstructions: number;
  /** Which operations such an arm may have: those that only compute unless given. */
  readonly flattens?: Flattens;
  /** Private arrays up to this size never go to memory that is indexed. */
  readonly searchedBytes?: number;
  readonly joins?: JoinRules;
  /** Whether it knows what was stored to buffers and drops what is written again; it does unless given. */
  readonly followsStores?: boolean;
}

/** In the order of their first use. */
export function mesaPasses(generation: OptimizerNumbers) {
  const { waveThreads, flattenedInstructions, flattens = computes } = generation;
  const { searchedBytes = SEARCHED_BYTES, joins = BUFFERS, followsStores = true } = generation;
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
    cse: pass('cse', 'textbook', (each) => share(each, followsStores), 'common-subexpressions'),
    dce: pass('dce', 'textbook', drop, 'dead-code'),
    deadStores: pass(
      'dead-stores',
      'mesa',
      (each) => (followsStores ? dropOverwritten(each) : each),
      'dead-code',
    ),
    booleans: pass('booleans', 'textbook', booleans, 'control-flow'),
    conditions: pass('conditions', 'textbook', conditions, 'control-flow'),
    shortCircuit: pass('short-circuit', 'textbook', shortCircuit, 'control-flow'),
    simplifyCfg: pass('simplify-cfg', 'textbook', simplifyControl, 'control-flow'),
    maskShifts: pass('mask-shifts', 'mesa', maskShifts, 'folding'),
    joinTests: pass('join-tests', 'mesa', joinTests, 'folding'),
    commonFactors: pass('common-factors', 'mesa', commonFactors, 'folding'),
    dropBounds: pass('drop-bounds', 'textbook', dropBounds),
    reassociate: pass('reassociate', 'textbook', reassociate, 'float-constants'),
    unroll: pass('unroll', 'textbook', (each) => unroll(each, unrollLimit(generation)), 'unrolling'),
    searchElements: pass(
      'search-elements',
      'mesa',
      (each) => searchElements(each, searchedBytes),
      'arrays-to-registers',
    ),
    decidedTests: pass('decided-tests', 'textbook', decideTests, 'control-flow'),
    strengthReduction: pass('strength-reduction', 'textbook', strength, 'strength-reduction'),
    contract: pass('contract', 'textbook', contract, 'contraction'),
    flatten: pass('flatten', 'mesa', (each) => flatten(each, flattenedInstructions, flattens), 'predication'),
    licm: pass('licm', 'textbook', hoist, 'loop-invariant-code'),
    offsets: pass('offsets', 'textbook', offsets, 'offset-splitting'),
    vectorize: pass('vectorize', 'mesa', (each) => vectorize(each, joins), 'access-merging'),
  };
}
