// What the page works on: a launch file, the shader that it names, and further files that the two read.

export interface Document {
  /** File names, as the launch file's folder has them. */
  readonly launchName: string;
  readonly shaderName: string;
  /** Empty where it is to be made from the shader. */
  readonly launch: string;
  readonly shader: string;
  /** By the path in the launch file. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** A shader that came without a file. */
export function pasted(shader: string): Document {
  return { launchName: 'pasted.json', shaderName: 'pasted.wgsl', launch: '', shader, files: {} };
}

/** `triad` of `triad.json`. */
export function nameOf({ launchName }: Document): string {
  return launchName.replace(/\.[^.]*$/, '');
}
