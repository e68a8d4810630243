// What the page works on: a launch file, the shader that it names, and further files that the two read.

export interface Document {
  /** File names, as the launch file's folder has them. */
  readonly launchName: string;
  readonly shaderName: string;
  readonly launch: string;
  readonly shader: string;
  /** By the path in the launch file. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** `triad` of `triad.json`. */
export function nameOf({ launchName }: Document): string {
  return launchName.replace(/\.[^.]*$/, '');
}
