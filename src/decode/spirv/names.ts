// What ids are called in text: as in the text they came from, or by OpName, made unique and fit for the
// assembly language.

import { opcodeOf } from './grammar.ts';
import { lengthAt, opcodeAt, type SpirvModule, stringAt } from './module.ts';

export class Names {
  private readonly byId: (string | undefined)[];

  constructor(module: SpirvModule) {
    this.byId = module.textNames ? [...module.textNames] : namesOf(module);
  }

  of(id: number): string | undefined {
    return this.byId[id];
  }
}

function namesOf(module: SpirvModule): (string | undefined)[] {
  const { words, starts, bound } = module;
  const opName = opcodeOf('OpName');
  const names: (string | undefined)[] = [];
  const taken = new Map<string, number>();
  for (const at of starts) {
    const id = words[at + 1];
    if (opcodeAt(module, at) !== opName || id >= bound || names[id] !== undefined) continue;
    const given = stringAt(module, at + 2, at + lengthAt(module, at)).replace(/[^A-Za-z0-9_]/g, '_');
    if (given === '') continue;
    // A name of digits would be taken for a number.
    const name = /^[0-9]+$/.test(given) ? `_${given}` : given;
    names[id] = unique(name, taken);
  }
  return names;
}

/** `name`, or with the first `_0`, `_1` … that is free. */
function unique(name: string, taken: Map<string, number>): string {
  let candidate = name;
  for (let next = taken.get(name) ?? 0; taken.has(candidate); next++) {
    candidate = `${name}_${next}`;
    taken.set(name, next + 1);
  }
  taken.set(candidate, 0);
  return candidate;
}
