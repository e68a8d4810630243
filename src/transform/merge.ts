// Several invocations of the body made one: what a kind of coarsening has to say about it, and doing it.

import type { ExpressionElem } from 'wesl/core';
import { IntegerKinds } from './conditions.ts';
import { Coordinates, type Definition, type Key } from './coordinates.ts';
import { UNIFORM } from './divergence.ts';
import { findDivergence } from './divergence-analysis.ts';
import type { Edit } from './edits.ts';
import { Emission } from './emission.ts';
import type { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import { Liveness } from './liveness.ts';
import { type InputText, Renderer } from './render.ts';
import { Replicator } from './replicate.ts';
import type { Axis } from './transformation.ts';
import { Types } from './types.ts';

/** What is merged, as comments call it. */
export interface Merged {
  readonly noun: 'result' | 'invocation' | 'workgroup';
  readonly axis: Axis;
}

export interface Merge {
  readonly factor: number;
  readonly of: Merged | undefined;
  readonly inputText: InputText;
  /** Names that already stand for this expression in each copy. */
  readonly namesOf: (expression: ExpressionElem) => readonly string[] | undefined;
  /** What says that the k-th of the merged exists; undefined where it always does. */
  readonly exists: (k: number) => string | undefined;
  /** Whether the expression is a builtin value that grows with the number of the copy. */
  readonly isIncreasing: (expression: ExpressionElem) => boolean;
  /** Barriers in divergent control flow may be met once for each of the merged. */
  readonly mayRepeatBarriers: boolean;
  /** Lines in front of the body. */
  readonly prologue: readonly string[];
}

export type Value = (key: Key) => string;

export interface MergeOptions {
  readonly kernel: Kernel;
  readonly inputs: Inputs;
  readonly factor: number;
  /** Left out where there is but one. */
  readonly of?: Merged;
  readonly definitions: ReadonlyMap<Key, Definition>;
  readonly exists?: (k: number, value: Value) => string | undefined;
  readonly prologue?: (value: Value) => readonly string[];
  /** Values that need names for `exists` or `prologue`. */
  readonly forced?: readonly Key[];
  readonly ownsWorkgroupMemory?: boolean;
}

/** The edits that make `factor` invocations of the body one. @throws DiagnosticError */
export function merged(options: MergeOptions): Edit[] {
  const {
    kernel,
    inputs,
    factor,
    of,
    definitions,
    exists,
    prologue,
    forced,
    ownsWorkgroupMemory = false,
  } = options;
  const coordinates = new Coordinates(kernel, inputs, definitions, factor, forced);
  const divergence = findDivergence(kernel, inputs, { maskOf: coordinates.maskOf, ownsWorkgroupMemory });
  const value =
    (k: number): Value =>
    (key) =>
      coordinates.value(key, k);
  const merge: Merge = {
    factor,
    of,
    inputText: coordinates.inputText,
    namesOf: coordinates.namesOf,
    exists: (k) => exists?.(k, value(k)),
    isIncreasing: coordinates.isIncreasing,
    mayRepeatBarriers: ownsWorkgroupMemory,
    prologue: [...coordinates.prologue, ...(prologue?.(value(0)) ?? [])],
  };
  const renderer = new Renderer(kernel, inputs, merge.inputText, factor);
  coordinates.bind(renderer);
  const isUniform = (expression: ExpressionElem) => divergence.maskOf(expression) === UNIFORM;
  const live = new Liveness(kernel, renderer, merge, new IntegerKinds(kernel, inputs), isUniform);
  const types = new Types(kernel, inputs);
  const emission = new Emission({ kernel, divergence, merge, renderer, live, types });
  new Replicator(emission).run();
  return emission.edits;
}
