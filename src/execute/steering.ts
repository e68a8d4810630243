// What a trace hangs on. A traced run computes only what steers a kernel and leaves the rest out, since it records where
// a kernel goes and not what it finds there; its memory is right only where it steers.

import { readsOfOthers } from '../ir/analyses/first-come.ts';
import { type Steering, type SteeringEnds, steeringOf } from '../ir/analyses/steering.ts';
import { forEachInstructionIn } from '../machine/nodes.ts';
import type { Program } from '../machine/program.ts';

export type { Steering };

/**
 * True when what an atomic on a buffer found decides where the kernel goes: its workgroups then behave by what
 * earlier ones left (a hash table that fills, vertices that were visited).
 */
export function isSteeredByAtomics(program: Program): boolean {
  const { changedByAtomics, hasRoot } = steeringIn(program, 'paths');
  return changedByAtomics.some(hasRoot);
}

/** Whether how much is done hangs on who came first, and the source that asks for it where that is known. */
export function askingOthers(program: Program) {
  return readsOfOthers(program.module, (visit) => forEachInstructionIn(program.nodes, visit))[0];
}

/** For runs whose results matter. */
export const EVERYTHING: Steering = { hasValue: () => true, hasRoot: () => true };

export function findSteering(program: Program): Steering {
  return steeringIn(program, 'paths and places');
}

/** What decides how often loops run. */
export function findRounds(program: Program): Steering {
  return steeringIn(program, 'rounds');
}

function steeringIn({ nodes }: Program, ends: SteeringEnds): ReturnType<typeof steeringOf> {
  return steeringOf((visit) => forEachInstructionIn(nodes, visit), ends);
}
