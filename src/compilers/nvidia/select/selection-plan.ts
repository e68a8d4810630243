// What is found out about a kernel before its instructions are selected: facts of the analyses, and what fusion,
// placement and the search for pairs and tables decided.

import { constantTables } from '../../../ir/analyses/constant-tables.ts';
import { analyzeUniformity } from '../../../ir/analyses/uniformity.ts';
import type { Buffer, Instruction, Module, PureInstruction, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import { HALF_PACKING, INSTRUCTION_FUSION, UNIFORM_DATAPATH } from '../behaviours.ts';
import type { Generation } from '../generation.ts';
import { planFusion } from './fuse.ts';
import { findHalfPairs, type HalfPairs } from './half-pairs.ts';
import { loneLaneAtomics } from './lone-lane.ts';
import { countModifierUses, countSignedUses } from './operand-uses.ts';
import { placeUniform } from './placement.ts';
import { settledVariables, variablesInRegisters } from './private-arrays.ts';
import { indicesOf, steppedValues } from './private-places.ts';
import { collectFacts, type Facts } from './uses.ts';

export interface SelectionPlan {
  readonly module: Module;
  readonly generation: Generation;
  /** Names of behaviours to leave out. */
  readonly without: ReadonlySet<string>;
  readonly facts: Facts;
  readonly uniformity: Uint8Array;
  readonly placed: Uint8Array;
  readonly absorbed: Uint8Array;
  /** Per value: uses where a negation or absolute value is free. */
  readonly modifierUses: Int32Array;
  /** Per value: uses that read an i8 or i16 as signed. */
  readonly signedUses: Int32Array;
  readonly halves: HalfPairs;
  /** Private variables that lie in a constant bank. */
  readonly tables: ReadonlySet<number>;
  /** Private variables that live in registers. */
  readonly inRegisters: ReadonlySet<number>;
  /** Variables in registers by what dynamic accesses to them vary with. */
  readonly indices: ReadonlyMap<ValueId, ReadonlySet<number>>;
  /** Indices that loops step through. */
  readonly stepped: ReadonlySet<ValueId>;
  /** Of the variables in registers the ones whose elements are values that are written once. */
  readonly settled: ReadonlySet<number>;
  /** Atomics that one lane of a warp reaches. */
  readonly loneLane: ReadonlySet<Instruction>;
}

export function planSelection(
  module: Module,
  generation: Generation,
  without: ReadonlySet<string>,
): SelectionPlan {
  const facts = collectFacts(module);
  const uniformity = analyzeUniformity(module, {
    lanes: generation.subgroupSize,
    // Other lanes may write to anything else between the reads of two lanes.
    isSharedLoad: ({ root }) => root.space === 'buffer' && isReadOnly(module.buffers[root.index]),
    isPredicatedByLane: false,
  }).values;
  const tables = constantTables(module);
  const inRegisters = variablesInRegisters(facts, tables, generation);
  // A lone array's index is compared in vector registers.
  const indices = inRegisters.size > 1 ? indicesOf(facts, inRegisters) : new Map<ValueId, Set<number>>();
  const none = new Uint8Array(module.values.length);
  const placed = without.has(UNIFORM_DATAPATH) ? none : placeUniform(facts, uniformity, generation, indices);
  const absorbed = without.has(INSTRUCTION_FUSION) ? none : planFusion(facts, placed, generation);
  const pure: PureInstruction[] = [];
  forEachInstruction(module.body, (each) => {
    if (each.kind === 'pure') pure.push(each);
  });
  return {
    module,
    generation,
    without,
    facts,
    uniformity,
    placed,
    absorbed,
    modifierUses: countModifierUses(pure, module.values.length),
    signedUses: countSignedUses(pure, module.values.length),
    halves: findHalfPairs(module, ({ op }) => op !== 'bitcast' && !without.has(HALF_PACKING)),
    tables,
    inRegisters,
    indices,
    stepped: indices.size > 0 ? steppedValues(module) : new Set(),
    settled: settledVariables(module, inRegisters),
    loneLane: loneLaneAtomics(facts, uniformity),
  };
}

function isReadOnly({ kind, access }: Buffer): boolean {
  return kind === 'uniform' || access === 'read';
}
