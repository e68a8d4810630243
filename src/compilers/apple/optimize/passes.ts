// The passes of the optimiser by name: those of Mesa's with this compiler's numbers, and its own.

import type { Instruction, Module } from '../../../ir/ir.ts';
import { mesaPasses, type OptimizerNumbers } from '../../mesa/optimize/passes.ts';
import type { JoinRules } from '../../mesa/optimize/vectorize.ts';
import { passOf as pass } from '../../pass.ts';
import { INDEX_CLAMP } from '../../tint/clamps.ts';
import { tintRuntimeClamps } from '../../tint/runtime-clamps.ts';
import type { AppleGeneration } from '../generation.ts';
import { isReadOnly } from '../select/preamble.ts';
import { lowerSwitches } from './switches.ts';

/** Nothing checks bounds here, so that it does not matter where a sum would wrap. */
const NEIGHBOURS: JoinRules = { spaces: ['buffer'], fitsIn: () => () => true };

/** Nothing leaves a loop here. */
export function applePasses(generation: AppleGeneration) {
  const { licm: _, ...shared } = mesaPasses(numbersOf(generation));
  return {
    ...shared,
    lowerSwitches: pass('lower-switches', 'apple', lowerSwitches),
    runtimeClamps: pass('runtime-clamps', 'tint', tintRuntimeClamps, INDEX_CLAMP),
  };
}

/** A function that the optimiser has spelled out by the time that it unrolls costs what its instructions do. */
function numbersOf(generation: AppleGeneration): OptimizerNumbers {
  const { simdThreads, operations } = generation;
  return {
    ...generation,
    waveThreads: simdThreads,
    flattens: isHarmless,
    costOf: (each) => (each.kind === 'pure' ? (operations.get(each.op)?.code.length ?? 1) : 1),
    joins: NEIGHBOURS,
    followsStores: false,
  };
}

/** Reading in vain what nobody writes does no harm: a place that is not there reads as zero. */
function isHarmless(each: Instruction, module: Module): boolean {
  if (each.kind === 'pure' || each.kind === 'input' || each.kind === 'arrayLength') return true;
  return each.kind === 'load' && each.root.space === 'buffer' && isReadOnly(module, each.root.index);
}
