// What `kernelcast/capture` is to a program in Node. The build copies this folder beside the bundles as it is, so
// nothing here imports from elsewhere.

export interface CaptureOptions {
  /** What the app file calls the app. */
  readonly name?: string;
  /** Nothing is recorded before `start()` is called. */
  readonly paused?: boolean;
  /** Only dispatches whose pipeline, shader or pass has a label in which this regular expression is found. */
  readonly labels?: string | RegExp;
  /** Only the first so many dispatches of each pipeline. */
  readonly first?: number;
  /** Contents larger than this are not kept, but described by their range: 1 MiB when left out. */
  readonly bytes?: number;
}

export interface FolderOptions extends CaptureOptions {
  /** Where to; that of KERNELCAST_CAPTURE when left out. */
  readonly folder?: string;
}

/** What a capture holds, for people. */
export interface Summary {
  readonly dispatches: number;
  readonly submits: number;
  readonly shaders: number;
  readonly dataBytes: number;
  /** What the app file does not say as it was. */
  readonly notes: readonly string[];
}

/**
 * Starts recording.
 * @throws Error without a folder, with options that make no sense, or where a recording is under way
 */
export function start(options?: FolderOptions): void;

/** Ends the recording, once all contents have been read, and writes the app file; undefined without any. */
export function stop(): Promise<Summary | undefined>;

/**
 * Makes an app file of a capture that was cut off, with all that happened before, and returns its path. A
 * capture that was finished is left as it is.
 * @throws Error when the folder holds no capture
 */
export function finishCapture(folder: string): string;

/** What to say of a folder with a capture that was cut off; undefined for any other. */
export function cutOffMessage(folder: string): string | undefined;
