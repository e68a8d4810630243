// The space that a launch file and the comments of its shaders declare: their tunables, checked against what
// the names mean, and their constraints.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { entryOf } from '../diagnostics/names.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { ConstraintEntry, Launch, TunableEntry } from '../launch/launch.ts';
import { readAnnotations, type ShaderText } from './annotations.ts';
import { ConstraintReader } from './constraint.ts';
import { RESERVED_NAMES, type ReservedKind, type ReservedName, reservedName } from './reserved.ts';
import { type Constraint, type Parameter, parameterOf, type Space } from './space.ts';

export type { ShaderText } from './annotations.ts';

function overridesOf(shaders: readonly ShaderText[]): string[] {
  const declaration = /\boverride\s+([\p{L}_][\p{L}\p{N}_]*)/gu;
  return shaders.flatMap(({ text }) => [...text.matchAll(declaration)].map((match) => match[1]));
}

/** What a tunable's name stands for. */
export type TunableKind = 'param' | 'constant' | ReservedKind;

/** Undefined when a launch has nothing of that name. */
export function kindOf(
  name: string,
  launch: Launch,
  shaders: readonly ShaderText[],
): TunableKind | undefined {
  if (Object.hasOwn(launch.params, name)) return 'param';
  if (Object.hasOwn(launch.constants, name) || overridesOf(shaders).includes(name)) return 'constant';
  return reservedName(name)?.kind;
}

/** The values that a tunable of this kind takes. */
function acceptedBy(kind: TunableKind, name: string): Pick<ReservedName, 'takes' | 'accepts'> {
  if (kind === 'param') return { takes: 'numbers', accepts: (value) => typeof value === 'number' };
  if (kind !== 'constant') return reservedName(name)!;
  return { takes: 'numbers, true and false', accepts: (value) => typeof value !== 'string' };
}

/** What is wrong with a tunable, to follow its name. */
function problemOf(entry: TunableEntry, launch: Launch, shaders: readonly ShaderText[]): string | undefined {
  const { name, values } = entry;
  const kind = kindOf(name, launch, shaders);
  if (kind === undefined) {
    const known = [...Object.keys(launch.params), ...Object.keys(launch.constants), ...overridesOf(shaders)];
    const what = 'is no param, no override constant of the shader and no transformation';
    return `${what}${didYouMean(name, [...known, ...RESERVED_NAMES])}`;
  }
  if (values.length === 0) return 'has no values';
  const repeated = values.find((value, i) => values.indexOf(value) !== i);
  if (repeated !== undefined) return `has the value ${excerpt(String(repeated))} twice`;
  const { takes, accepts } = acceptedBy(kind, name);
  const refused = values.find((value) => !accepts(value));
  if (refused !== undefined) return `takes ${takes}; ${excerpt(String(refused))} is none of these`;
  const own = kind === 'param' ? entryOf(launch.params, name) : entryOf(launch.constants, name);
  // Every search starts at the launch file's own values, so they have to be part of the space.
  const isOpen = own === undefined || (kind !== 'param' && kind !== 'constant');
  if (isOpen || values.some((value) => Number(value) === own)) return undefined;
  const list = excerpt(values.join(', '));
  return `is ${own} in the launch, which is not among its values (${list}): add it, or start from another`;
}

/** Tunables and constraints from elsewhere, in place of those of launch file and comments. */
export interface GivenSpace {
  readonly tunables: readonly TunableEntry[];
  readonly constraints: readonly ConstraintEntry[];
}

/** What the comments of the shaders declare. */
function annotated(shaders: readonly ShaderText[], launch: Launch): Outcome<TunableEntry[]> {
  const diagnostics: Diagnostic[] = [];
  const entries = new Map<string, TunableEntry>();
  for (const shader of shaders) {
    const annotations = readAnnotations(shader, launch);
    diagnostics.push(...annotations.diagnostics);
    for (const entry of annotations.value!) {
      const earlier = entries.get(entry.name);
      if (earlier !== undefined && earlier.span.file === shader.file) {
        const message = `@tune ${excerpt(entry.name)}: it is declared twice`;
        diagnostics.push({ severity: 'invalid', code: 'space/annotation', message, span: entry.span });
      }
      entries.set(entry.name, entry);
    }
  }
  return { value: [...entries.values()], diagnostics };
}

/**
 * The space of a launch. `shaders`: the texts of its shader and of the alternatives to it. Where launch file
 * and comments name the same tunable, the launch file counts.
 */
export function declareSpace(
  launch: Launch,
  shaders: readonly ShaderText[],
  given?: GivenSpace,
): Outcome<Space> {
  const { tunables = [], constraints: conditions = [] } = given ?? launch;
  const comments = given ? { value: [], diagnostics: [] } : annotated(shaders, launch);
  const diagnostics = [...comments.diagnostics];
  const entries = new Map([...comments.value!, ...tunables].map((entry) => [entry.name, entry]));
  for (const entry of entries.values()) {
    const problem = problemOf(entry, launch, shaders);
    if (problem === undefined) continue;
    const message = `tunable "${excerpt(entry.name)}" ${problem}`;
    diagnostics.push({ severity: 'invalid', code: 'space/tunable', message, span: entry.span });
  }
  const parameters: Parameter[] = [...entries.values()].map(({ name, values, span }) =>
    parameterOf(name, values, span),
  );
  const reader = new ConstraintReader(launch, parameters);
  const constraints: Constraint[] = [];
  for (const entry of conditions) {
    const constraint = reader.read(entry);
    diagnostics.push(...constraint.diagnostics);
    if (constraint.value !== undefined) constraints.push(constraint.value);
  }
  return diagnostics.length > 0 ? { diagnostics } : { value: { parameters, constraints }, diagnostics };
}
