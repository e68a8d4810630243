export function inspectionHtml(_: unknown): string {
  return '';
}
