// What a command buffer holds, in the words of app files, before it is known whether it is kept.

import type { BindGroup, BufferRecord, Memory, Pipeline, Resource, TextureRecord } from './objects.ts';

export interface BoundGroup {
  readonly group: BindGroup;
  readonly offsets: readonly number[];
}

export interface Dispatch {
  readonly pipeline: Pipeline | undefined;
  readonly groups: readonly (BoundGroup | undefined)[];
  readonly counts: readonly number[] | { readonly indirect: BufferRecord; readonly offset: number };
  readonly immediates: readonly number[];
}

export interface BufferPlace {
  readonly buffer: BufferRecord;
  readonly offset: number;
  readonly bytesPerRow?: number | undefined;
  readonly rowsPerImage?: number | undefined;
}

export interface TexturePlace {
  readonly texture: TextureRecord;
  readonly mipLevel: number;
  readonly origin: readonly number[];
  readonly aspect: string;
}

export type Place = BufferPlace | TexturePlace;

export type Command =
  | { readonly kind: 'pass'; readonly label: string; readonly dispatches: Dispatch[] }
  | {
      readonly kind: 'copy';
      readonly from: Place;
      readonly to: Place;
      /** Bytes between buffers, else the extent in texels. */
      readonly size: number | readonly number[];
    }
  | {
      readonly kind: 'clear';
      readonly buffer: BufferRecord;
      readonly offset: number;
      readonly size: number;
    }
  | {
      readonly kind: 'skipped';
      readonly what: string;
      readonly name: string;
      readonly writes: readonly Memory[];
    };

/** A command buffer's commands, and the device that it is for. */
export interface Recording {
  readonly device: GPUDevice;
  readonly commands: Command[];
}

/** A resource bound to a dispatch, with what `setBindGroup` added to its offset. */
export interface Binding {
  readonly group: number;
  readonly binding: number;
  readonly resource: Resource;
  readonly dynamicOffset: number;
  readonly isWritten: boolean;
}

/** The bindings that a dispatch's shader declares; all that are bound where that cannot be read off. */
export function bindingsOf(dispatch: Dispatch): Binding[] {
  const { pipeline } = dispatch;
  const declared = pipeline?.shader.bindings();
  return dispatch.groups.flatMap((bound, group) => {
    if (bound === undefined || group >= (pipeline?.groups ?? Number.POSITIVE_INFINITY)) return [];
    return bound.group.entries
      .filter(({ binding }) => declared?.has(`${group}/${binding}`) ?? true)
      .map(({ binding, resource }) => {
        const position = bound.group.dynamic.indexOf(binding);
        const dynamicOffset = position < 0 ? 0 : (bound.offsets[position] ?? 0);
        const isWritten = declared?.get(`${group}/${binding}`) ?? true;
        return { group, binding, resource, dynamicOffset, isWritten };
      });
  });
}

export interface Uses {
  readonly reads: readonly Memory[];
  readonly writes: readonly Memory[];
}

export function usesOf(dispatch: Dispatch): Uses {
  const bound = bindingsOf(dispatch).flatMap(({ resource, isWritten }) => {
    const memory = memoryOf(resource);
    return memory === undefined ? [] : [{ memory, isWritten }];
  });
  const { counts } = dispatch;
  return {
    // What a kernel writes it may leave in part as it was.
    reads: [...bound.map(({ memory }) => memory), ...('indirect' in counts ? [counts.indirect] : [])],
    writes: bound.filter(({ isWritten }) => isWritten).map(({ memory }) => memory),
  };
}

/** What is seen through a binding; undefined for samplers and what app files have no word for. */
export function memoryOf(resource: Resource): Memory | undefined {
  if ('buffer' in resource) return resource.buffer;
  return 'view' in resource ? resource.view.texture : undefined;
}

export function usesOfCommand(command: Command): Uses {
  switch (command.kind) {
    case 'pass': {
      const uses = command.dispatches.map(usesOf);
      return { reads: uses.flatMap(({ reads }) => reads), writes: uses.flatMap(({ writes }) => writes) };
    }
    case 'copy': {
      const [from, to] = [command.from, command.to].map((at) => ('buffer' in at ? at.buffer : at.texture));
      return { reads: [from, to], writes: [to] };
    }
    case 'clear':
      return { reads: [command.buffer], writes: [command.buffer] };
    case 'skipped':
      return { reads: [], writes: command.writes };
  }
}
