// The few shapes that the graphical reports draw, as SVG text. Colours are classes of the page's style, so
// that light and dark need no second drawing.

export function markup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  const label = markup(title);
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><title>${label}</title>\n${parts.join('\n')}\n</svg>`;
}

export function rect(
  [x, y, width, height]: readonly [number, number, number, number],
  className: string,
  hint?: string,
): string {
  const inner = hint === undefined ? '/>' : `><title>${markup(hint)}</title></rect>`;
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(height)}" class="${className}"${inner}`;
}

export function text(
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${markup(content)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, className: string): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${className}"/>`;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
