// What a case of bad input consists of, and the launch file that most cases change one thing of.

/** Elements of each buffer of the plain launch. */
const COUNT = 65536;

export interface BadInput {
  readonly title: string;
  /** A file of `shaders/` without its ending, or `{ text }`; it becomes `shader.wgsl` beside the launch. */
  readonly shader?: string | { readonly text: string };
  /** What the plain launch is changed by; or the whole text of the launch file. */
  readonly launch?: Readonly<Record<string, unknown>> | string;
  /** Further files beside the launch file. */
  readonly files?: Readonly<Record<string, string>>;
  /** `-D` of the command line. */
  readonly params?: Readonly<Record<string, string>>;
  /** 0 when it is to be predicted all the same. */
  readonly code: 0 | 2 | 3;
  /** What the problems say, rendered; for code 0 what the warnings say, and none where it is left out. */
  readonly says?: RegExp;
  /** What the prediction must be like. */
  readonly timeNs?: readonly [low: number, high: number];
}

export const X = { group: 0, binding: 0, size: 4 * COUNT, data: { kind: 'random-f32', seed: 1 } };
export const Y = { group: 0, binding: 1, size: 4 * COUNT };

/** Binds `x`, `y` and further buffers. */
export function binding(...more: readonly object[]): { bindings: object[] } {
  return { bindings: [X, Y, ...more.map((each, i) => ({ group: 0, binding: 2 + i, ...each }))] };
}

export function launchText(changes: BadInput['launch'] = {}): string {
  if (typeof changes === 'string') return changes;
  const plain = { shader: 'shader.wgsl', dispatch: [COUNT / 64], bindings: [X, Y] };
  return JSON.stringify({ ...plain, ...changes }, null, 2);
}
