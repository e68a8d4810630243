// A dispatch of an app as a launch of its own: with the buffers as the operations before have left them.

import type { Module } from '../ir/ir.ts';
import { type Binding, type Launch, placeOf } from '../launch/launch.ts';
import type { App, Dispatch, Pipeline } from './app.ts';
import type { AppContents } from './contents.ts';

/** The kernel of a pipeline, as far as decoding it goes: which buffers it gets, and their contents, come later. */
export function launchOfPipeline(app: App, pipeline: Pipeline, bindings: readonly Binding[]): Launch {
  const { name, ...kernel } = pipeline;
  const limits = app.limits === undefined ? {} : { limits: app.limits };
  return { name, file: app.file, params: app.params, ...kernel, ...limits, dispatch: [1, 1, 1], bindings };
}

/**
 * The launch of a dispatch. Whether a buffer is uniform the kernel says; what it does not use is left out.
 * @param counts workgroups, those of an indirect dispatch read from its buffer
 */
export function launchOfDispatch(
  app: App,
  operation: Dispatch,
  counts: readonly [number, number, number],
  { buffers }: Module,
  contents: AppContents,
): Launch {
  const kinds = new Map(buffers.map((buffer) => [placeOf(buffer), buffer.kind]));
  const bindings = operation.bindings.flatMap((bound): Binding[] => {
    const { group, binding, element, sizeBytes, span, buffer, texture } = bound;
    const kind = kinds.get(placeOf(bound));
    if (kind === undefined) return [];
    const usage = texture ? 'texture' : kind === 'uniform' ? kind : 'storage';
    const seen = texture ? { texture } : {};
    const place = element === undefined ? { group, binding } : { group, binding, element };
    const unknown = contents.isUnknown(buffer) ? { lacksData: true as const } : {};
    return [{ ...place, usage, sizeBytes, data: contents.dataOf(bound), ...seen, ...unknown, span }];
  });
  const samplers = operation.samplers.flatMap((bound): Binding[] => {
    if (!kinds.has(placeOf(bound))) return [];
    return [{ ...bound, usage: 'sampler', sizeBytes: 0, data: { kind: 'zeros' } }];
  });
  const { name, dispatchSpan, immediates } = operation;
  return {
    ...launchOfPipeline(app, operation.pipeline, [...bindings, ...samplers]),
    name,
    dispatch: counts,
    dispatchSpan,
    ...(immediates === undefined ? {} : { immediates }),
  };
}
