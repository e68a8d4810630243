// Makes the profiles of cards that share a generation: `node hwprofiles/cards/make.mjs` writes hwprofiles/NAME.json for
// each card of cards.json. A generation's file is shaped like a profile and stands on its `basis`; a value may be a formula
// over the card's facts, and then the source shows it with numbers in (`{=}`). The rules that the sources name stand in
// hwprofiles/README.md.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { create, all } from 'mathjs';

const here = import.meta.dirname;
const { evaluate } = create(all);
const read = (file) => JSON.parse(readFileSync(path.join(here, file), 'utf8'));

/** Digits that are kept of what a formula gives. */
const DIGITS = 4;
const PARTS = ['limits', 'resources', 'classes', 'memory', 'gaps', 'launch', 'barrier'];

/** A generation over its basis, quantity by quantity; `memories` are its own. */
function generation(name) {
  const own = read(`${name}.json`);
  if (own.basis === undefined) return own;
  const basis = generation(own.basis);
  const parts = PARTS.map((part) => [part, { ...basis[part], ...own[part] }]);
  return { ...basis, ...own, ...Object.fromEntries(parts) };
}

/** What formulas may name. */
function factsOf(card, { memories, l2Cycles }) {
  const memory = memories[card.memory];
  return { ...card, card: card.source, ...memory, l2Cycles };
}

function rounded(value) {
  return Number.isInteger(value) && Math.abs(value) < 1e9 ? value : Number(value.toPrecision(DIGITS));
}

const shown = (formula, facts) => formula.replaceAll(/[a-z]\w*/gi, (word) => facts[word] ?? word);

/** A quantity, resource or class with its formula computed. */
function filled(quantity, facts) {
  let formula = '';
  const entries = Object.entries(quantity).flatMap(([key, value]) => {
    if (value === null) return [];
    if (key === 'source' || typeof value !== 'string' || key === 'resource' || key === 'scope') return [[key, value]];
    formula = shown(value, facts);
    return [[key, rounded(evaluate(value, { ...facts }))]];
  });
  const made = Object.fromEntries(entries);
  if (made.source)
    made.source = made.source.replaceAll(/\{(=|\w+)\}/g, (_, name) => (name === '=' ? formula : facts[name]));
  return made;
}

/** All profiles, by name. */
export function cardProfiles() {
  return read('cards.json').cards.map((card) => {
    const template = generation(card.generation);
    const facts = factsOf(card, template);
    facts.l2BytesPerSecond = filled(template.memory.l2BytesPerSecond, facts).value;
    const parts = PARTS.map((part) => [
      part,
      Object.fromEntries(Object.entries(template[part]).map(([name, each]) => [name, filled(each, facts)])),
    ]);
    return {
      $schema: './schema.json',
      schema: 'kernelcast/profile@1',
      name: card.name,
      title: card.title,
      vendor: 'NVIDIA',
      compiler: template.compiler,
      generation: template.generation,
      architecture: template.architecture,
      ...(template.adapterNames ? { adapterNames: template.adapterNames } : {}),
      ...(card.standsFor ? { standsFor: card.standsFor } : {}),
      clockHz: filled(template.clockHz, facts),
      ...Object.fromEntries(parts),
    };
  });
}

/** A profile as its file: a number and its source on a line. */
export function fileText(value, indent = '') {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  const isFlat = entries.length > 0 && ('source' in value || 'resource' in value);
  const parts = entries.map(([key, each]) => `${JSON.stringify(key)}: ${fileText(each, `${indent}  `)}`);
  if (isFlat) return `{ ${parts.join(', ').replaceAll('\n', ' ')} }`;
  return `{\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}}`;
}

if (process.argv[1] === import.meta.filename)
  for (const profile of cardProfiles())
    writeFileSync(path.join(here, '..', `${profile.name}.json`), `${fileText(profile)}\n`);
