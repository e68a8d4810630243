export function shareBars(
  _names: readonly string[],
  _kernels: readonly { kernel: string; speedUps: readonly number[] }[],
): string {
  return '';
}
