// Where the bundles have the emulator's core as WebAssembly (compiled-core.mjs). In the source there is none: tests and
// whoever runs TypeScript have the core as it is written.

/** An object in the binary's memory: how many bytes it has, and of each field the name, the type and the place. */
export interface ObjectLayout {
  readonly bytes: number;
  readonly fields: readonly (readonly [name: string, type: string, place: number])[];
}

export interface Binary {
  readonly base64: string;
  /** By type. */
  readonly layouts: Readonly<Record<string, ObjectLayout>>;
}

export const binary: Binary | undefined = undefined;
