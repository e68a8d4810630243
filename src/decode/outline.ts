// What a shader of any language says of itself without being decoded for one launch.

/** A constant that the pipeline may set. */
export interface OverrideOutline {
  readonly name: string;
  /** The number by which a launch file may name it. */
  readonly id?: string;
  readonly hasDefault: boolean;
  /** Its default, where that is a number by itself. */
  readonly value?: number;
}

export interface EntryPointOutline {
  readonly name: string;
  /** Those that it uses. */
  readonly overrides: readonly OverrideOutline[];
  /** Numbers that the module has names for, whether the entry point uses them or not. */
  readonly constants: Readonly<Record<string, number>>;
  /** The names of overrides that are sizes of its workgroup, from x on. */
  readonly workgroupSize: readonly (string | undefined)[];
}
