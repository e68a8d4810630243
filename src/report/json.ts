// Results for programs: one document, or one object per line. Nothing is rounded.

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
