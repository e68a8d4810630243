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
import { Types } from './types.ts';

export interface Merge {
  readonly factor: number;
  readonly inputText: InputText;
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
    inputText: coordinates.inputText,
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
