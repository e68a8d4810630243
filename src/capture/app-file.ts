// The app file that a capture gives (docs/apps.md), and the journal from which it is put together: one JSON
// value per line, in the order in which things happened, so that what was written before a kill is whole.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The named parts of an app file. */
export type Section = 'buffers' | 'textures' | 'samplers' | 'pipelines';

export type JournalLine =
  | { readonly app: JsonObject }
  | { readonly define: Section; readonly name: string; readonly value: JsonObject }
  | { readonly step: JsonObject };

export const SCHEMA = 'kernelcast/app@1';

/** The app file's text. A later definition adds to an earlier one of the same name: contents arrive late. */
export function appText(lines: Iterable<JournalLine>): string {
  let head: JsonObject = {};
  const sections = new Map<Section, Map<string, JsonObject>>();
  const steps: JsonObject[] = [];
  for (const line of lines) {
    if ('app' in line) head = { ...head, ...line.app };
    else if ('step' in line) steps.push(line.step);
    else {
      const section = sections.get(line.define) ?? new Map<string, JsonObject>();
      section.set(line.name, { ...section.get(line.name), ...line.value });
      sections.set(line.define, section);
    }
  }
  const named = (name: Section) => {
    const entries = [...(sections.get(name) ?? [])].map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    );
    return `  "${name}": {${block(entries, '  ')}}`;
  };
  const parts = [
    ...Object.entries({ schema: SCHEMA, ...head }).map(
      ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    ),
    named('buffers'),
    ...(['textures', 'samplers'] as const).filter((name) => sections.has(name)).map(named),
    named('pipelines'),
    `  "steps": [${block(
      steps.map((step) => stepText(step, '    ')),
      '  ',
    )}]`,
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** The lines of a journal; the last one may be cut off. */
export function journalLines(text: string): JournalLine[] {
  const lines = text.split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line));
}

const block = (entries: readonly string[], indent: string): string =>
  entries.length === 0 ? '' : `\n${entries.join(',\n')}\n${indent}`;

/** Submits and passes over several lines, everything else on one. */
function stepText(step: JsonObject, indent: string): string {
  const key = ['submit', 'pass'].find((each) => Array.isArray(step[each]));
  if (key === undefined) return indent + JSON.stringify(step);
  const { [key]: inner, ...rest } = step;
  const entries = (inner as readonly JsonObject[]).map((each) => stepText(each, `${indent}  `));
  const others = Object.entries(rest).map(([name, value]) => `, "${name}": ${JSON.stringify(value)}`);
  return `${indent}{"${key}": [${block(entries, indent)}]${others.join('')}}`;
}
