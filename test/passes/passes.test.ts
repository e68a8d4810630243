import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Module } from '../../src/ir/ir.ts';
import { printModule } from '../../src/ir/print.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { share } from '../../src/passes/cse.ts';
import { drop } from '../../src/passes/dce.ts';
import { fold } from '../../src/passes/fold/fold.ts';
import { hoist } from '../../src/passes/licm.ts';
import { promote } from '../../src/passes/mem2reg.ts';
import { mergeResults } from '../../src/passes/redundant-results.ts';
import { simplifyControl } from '../../src/passes/simplify-cfg.ts';
import { unroll } from '../../src/passes/unroll.ts';
import { alikeButNan, interpret } from './interpret.ts';
import { arbitraryProgram, randomBuffers } from './random-program.ts';
import { within } from './unroll-within.ts';

const passes: Record<string, (module: Module) => Module> = {
  drop,
  mergeResults,
  promote,
  fold,
  share,
  hoist,
  simplifyControl,
  'unroll fully': (module) => unroll(module, within(10_000, 10_000)),
  'unroll in part': (module) => unroll(module, within(20)),
  'all in sequence': (module) => all(all(module)),
};

function all(module: Module): Module {
  const early = hoist(share(fold(simplifyControl(promote(module)))));
  const unrolled = unroll(early, within(40, 20));
  const late = share(promote(simplifyControl(fold(unrolled))));
  return drop(mergeResults(late));
}

/** Buffers after the run; the pass must leave the module valid. */
function outcome(module: Module): number[][] {
  expect(validateModule(module), printModule(module)).toEqual([]);
  return interpret(module, randomBuffers()).buffers.map((words) => Array.from(words));
}

describe('random structured programs', () => {
  it('are valid to begin with', () => {
    fc.assert(
      fc.property(arbitraryProgram(), (module) => {
        outcome(module);
      }),
      { numRuns: 100 },
    );
  });

  it.each(Object.keys(passes))('%s changes nothing that can be seen', (name) => {
    const pass = passes[name];
    fc.assert(
      fc.property(arbitraryProgram(), (module) => {
        const expected = outcome(module);
        expect(alikeButNan(outcome(pass(module)), expected)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
