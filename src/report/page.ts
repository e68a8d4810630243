// Reports as one HTML file that needs nothing else: no script, no font, no image, no request. Light or dark as the
// reader's system is, and in one column on a phone.

import { STYLE } from './diagnosis-style.ts';
import { shown } from './diagnosis-tables.ts';
import { MARK } from './mark.ts';
import { markup } from './svg.ts';

/**
 * @param articles as markup; empty ones are left out
 * @param style of parts that not every page has
 */
export function page(title: string, articles: readonly string[], style = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="${MARK}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shown(title)} – kernelcast</title>
<link rel="icon" href="data:,">
<style>${STYLE}${style}</style>
</head>
<body>
<main>
${articles.filter(Boolean).join('\n')}
</main>
</body>
</html>
`;
}

/** A part of an article with its title; none where it has nothing to show. */
export function card(title: string, body: string, note = ''): string {
  if (body === '') return '';
  const remark = note === '' ? '' : `<p class="note">${markup(note)}</p>`;
  return `<section aria-label="${markup(title)}"><h2>${markup(title)}</h2>${remark}${body}</section>`;
}

export function list(items: readonly string[]): string {
  return listOf(items.map(code));
}

/** @param items as markup */
export function listOf(items: readonly string[]): string {
  if (items.length === 0) return '<p>Nothing stands out.</p>';
  return `<ul>${items.map((each) => `<li>${each}</li>`).join('')}</ul>`;
}

/** Backticks as in the text. */
export function code(text: string): string {
  return shown(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
