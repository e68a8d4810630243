// Launch files for the compute entry points of a shader: each decoded with values for what it leaves open, looked
// through, and written down.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { Buffer, Module } from '../ir/ir.ts';
import { type Draft, type DraftOptions, draftOf } from './draft.ts';
import { choicesFor } from './overrides.ts';
import { type EntryPointOutline, entryPointsOf, moduleOf, type ShaderText } from './shader.ts';
import { withSymbols } from './symbolic.ts';

export interface DraftsOptions {
  /** The path of the shader in the launch file. */
  readonly path: string;
  /** The paths of texts before it. */
  readonly prepend?: readonly string[];
  /** All of them where left out. */
  readonly entryPoint?: string;
  /** Numbers for params and overrides, by name. */
  readonly given: Readonly<Record<string, number>>;
}

export interface NamedDraft {
  readonly entryPoint: string;
  readonly draft: Draft;
}

/** One draft for each entry point; none where anything is wrong with one of them. */
export function draftsOf(shader: ShaderText, options: DraftsOptions): Outcome<NamedDraft[]> {
  const outlines = entryPointsOf(shader);
  if (!outlines.value) return { diagnostics: outlines.diagnostics };
  const { entryPoint: wanted } = options;
  const chosen = outlines.value.filter(({ name }) => wanted === undefined || name === wanted);
  if (chosen.length === 0) return { diagnostics: [noEntryPoint(shader, outlines.value, wanted)] };
  const diagnostics: Diagnostic[] = [];
  const drafts = chosen.flatMap((outline): NamedDraft[] => {
    const decoded = decode(shader, outline, options.given);
    diagnostics.push(...decoded.diagnostics);
    if (!decoded.value) return [];
    const isOnly = outlines.value!.length === 1;
    const settings = { ...options, ...decoded.value, shader: options.path, outline, isOnly };
    const draft = symbolicDraft(shader, decoded.value, settings) ?? draftOf(decoded.value.module, settings);
    return [{ entryPoint: outline.name, draft }];
  });
  return drafts.length < chosen.length ? { diagnostics } : { value: drafts, diagnostics };
}

/** With sizes in terms of overrides; undefined where that is not possible, or does not fit together. */
function symbolicDraft(shader: ShaderText, decoded: Decoded, settings: DraftOptions): Draft | undefined {
  const { outline } = settings;
  const { name: entryPoint } = outline;
  const { constants } = decoded;
  const symbolic = withSymbols(shader, outline, constants);
  if (!symbolic) return undefined;
  const rest = Object.entries(constants).filter(([name]) => !symbolic.names.includes(name));
  const module = moduleOf(symbolic.shader, { entryPoint, constants: Object.fromEntries(rest) }).value;
  if (!module) return undefined;
  const draft = draftOf(decoded.module, settings, module);
  const numbers = Object.fromEntries(draft.constants.map(({ name, value }) => [name, value]));
  const final = moduleOf(shader, { entryPoint, constants: numbers }).value;
  const placesOf = (buffers: readonly Buffer[]) => buffers.map(placeOf).join();
  if (!final || placesOf(final.buffers) !== placesOf(draft.buffers.map(({ buffer }) => buffer)))
    return undefined;
  // A shift by an override bounds more than one by who knows how much.
  const params = Object.fromEntries(draft.params.map(({ name, value }) => [name, value]));
  const byNumbers = draftOf(final, { ...settings, given: { ...params, ...numbers } });
  const isSameLaunch = byNumbers.params.every(({ name }) => Object.hasOwn(params, name));
  if (isSameLaunch && draft.totalBytes > LARGER * byNumbers.totalBytes) return undefined;
  const unknown = ({ params: all }: Draft) =>
    all.filter(({ of, assumed }) => of.kind === 'length' && assumed !== undefined).length;
  if (unknown(draft) > unknown(byNumbers)) return undefined;
  return { ...draft, module: final };
}

interface Decoded {
  readonly module: Module;
  /** Of overrides that lack a default and a number. */
  readonly chosen: Readonly<Record<string, number>>;
  /** Those, and the numbers of others that somebody gave. */
  readonly constants: Readonly<Record<string, number>>;
  readonly workgroupSize?: readonly [number, number, number];
}

/** Than by the numbers that overrides have: what is told in terms of them is then too far from it. */
const LARGER = 1.5;

/** Where the module says nothing about it. */
const WORKGROUP = [64, 1, 1] as const;

function decode(
  shader: ShaderText,
  outline: EntryPointOutline,
  given: Readonly<Record<string, number>>,
): Outcome<Decoded> {
  const { name: entryPoint } = outline;
  const open = outline.overrides.filter(({ hasDefault, name }) => !hasDefault && given[name] === undefined);
  const own = Object.fromEntries(
    outline.overrides.flatMap(({ name }) =>
      given[name] === undefined ? [] : [[name, given[name]] as const],
    ),
  );
  const names = open.map(({ name }) => name);
  const chosen = choicesFor(shader, outline, names, own);
  const constants = { ...chosen, ...own };
  const decoded = moduleOf(shader, { entryPoint, constants });
  if (decoded.value)
    return { value: { module: decoded.value, chosen, constants }, diagnostics: decoded.diagnostics };
  if (!decoded.diagnostics.some(({ code }) => code === 'spirv/workgroup-size'))
    return { diagnostics: decoded.diagnostics };
  const sized = moduleOf(shader, { entryPoint, constants, workgroupSize: WORKGROUP });
  const { value: module, diagnostics } = sized;
  return module
    ? { value: { module, chosen, constants, workgroupSize: WORKGROUP }, diagnostics }
    : { diagnostics };
}

function noEntryPoint(
  shader: ShaderText,
  outlines: readonly EntryPointOutline[],
  wanted: string | undefined,
): Diagnostic {
  const names = outlines.map(({ name }) => name);
  const message =
    wanted === undefined || names.length === 0
      ? `${shader.file} has no compute entry point`
      : `${shader.file} has no compute entry point "${wanted}"${didYouMean(wanted, names) || `; it has ${names.join(', ')}`}`;
  return { severity: 'invalid', code: 'init/entry-point', message };
}

function placeOf({ group, binding, element = 0 }: Buffer): string {
  return `${group}/${binding}/${element}`;
}
