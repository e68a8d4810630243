// The optimiser of Mesa's driver in the order that matters here: the shader compiler's additions, clean-up to values,
// unrolling with clean-up as long as it uncovers more, small branches to selections, offsets of addresses.

import type { Module } from '../../../ir/ir.ts';
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
import type { ShaderCompiler } from '../../compiler.ts';
import { dropBounds } from '../../tint/clamps.ts';
import { WORKGROUP_INIT } from '../../tint/workgroup-init.ts';
import type { AmdGeneration } from '../generation.ts';
import { flatten } from './flatten.ts';
import { searchElements } from './indirect.ts';
import { unrollLimit } from './unroll-limit.ts';
import { vectorize } from './vectorize.ts';

type Rewrite = (module: Module) => Module;

const ROUNDS = 4;
/** Private arrays up to this size never go to memory that is indexed. Source: mesa-26.1. */
const SEARCHED_BYTES = 256;

/** The kernel as code generation gets it. The driver zeroes workgroup memory itself, behind the optimiser. */
export function optimizeAmd(module: Module, shader: ShaderCompiler, generation: AmdGeneration): Module {
  const additions = shader.additions.filter((each) => each.behaviour !== WORKGROUP_INIT);
  let current = inTurn(module, [
    wideIntegers,
    ...additions.map(({ run }) => run),
    (each) => subgroupSize(each, generation.waveThreads),
    (each) => promote(each, undefined),
  ]);
  current = cleanUp(current);
  current = inTurn(current, [...(shader.indexClamp ? [shader.indexClamp.run] : []), dropBounds, reassociate]);
  current = cleanUp(current);
  for (let round = 0; round < ROUNDS; round++) {
    const unrolled = unroll(current, unrollLimit(generation));
    if (unrolled === current) break;
    current = cleanUp(inTurn(unrolled, [fold, (each) => promote(each, undefined)]));
  }
  current = searched(current);
  current = cleanUp(inTurn(current, [drop, decideTests, strength, contract]));
  current = cleanUp(hoist(flatten(current, generation.flattenedInstructions)));
  current = cleanUp(inTurn(current, [offsets]));
  return cleanUp(vectorize(current));
}

/** Arrays with indices of the run become values once each access knows its place. */
function searched(module: Module): Module {
  const found = searchElements(module, SEARCHED_BYTES);
  return found === module ? module : cleanUp(inTurn(found, [(each) => promote(each, undefined)]));
}

function inTurn(module: Module, passes: readonly Rewrite[]): Module {
  return passes.reduce((current, pass) => pass(current), module);
}

function cleanUp(module: Module): Module {
  const passes: readonly Rewrite[] = [
    fold,
    share,
    drop,
    booleans,
    conditions,
    shortCircuit,
    simplifyControl,
    (each) => promote(each, undefined),
  ];
  let current = module;
  for (let round = 0; round < ROUNDS; round++) {
    const tidied = inTurn(current, passes);
    if (tidied === current) break;
    current = tidied;
  }
  return inTurn(current, [fold, share, drop]);
}
