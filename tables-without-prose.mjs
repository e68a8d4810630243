// What the tables of isa/ say to people, what their numbers mean and come from, is for readers of the files, as are the
// descriptions in schemas: programs read of it what is a guess alone, and a page is loaded over a network.

import { readFileSync } from 'node:fs';

const parsed = (path, reviver) => JSON.stringify(JSON.parse(readFileSync(path, 'utf8'), reviver));

/** @type {import('esbuild').Plugin} */
export const tablesWithoutProse = {
  name: 'tables-without-prose',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]isa[/\\](nvidia|amd|apple|intel)[/\\][a-z0-9-]+\.json$/ }, ({ path }) => ({
      contents: parsed(path, withoutProse),
      loader: 'json',
    }));
    onLoad({ filter: /[/\\]src[/\\](launch|app)[/\\]schema\.json$/ }, ({ path }) => ({
      contents: parsed(path, withoutDescription),
      loader: 'json',
    }));
  },
};

function withoutProse(key, value) {
  if (key === '$schema' || key === 'meaning' || key === 'sources') return undefined;
  return key === 'source' && !value.startsWith('guess') ? '' : value;
}

/** A reviver for schemas. */
export function withoutDescription(key, value) {
  return key === 'description' && typeof value === 'string' ? undefined : value;
}
