// An app file with other numbers for some of its params; comments and all else stay as they are.

import { applyEdits, modify } from 'jsonc-parser';

/** @param params those that have a place in the file */
export function withParams(text: string, params: Readonly<Record<string, number | string>>): string {
  return Object.entries(params).reduce((changed, [name, value]) => {
    const written = Number.isNaN(Number(value)) ? value : Number(value);
    return applyEdits(changed, modify(changed, ['params', name], written, {}));
  }, text);
}
