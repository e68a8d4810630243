// Overrides as if they were uniforms of their own, so that sizes and loops are told in terms of them instead of for one
// number: only of WGSL, and of those that no type and no other override is made of.

import type { Buffer } from '../ir/ir.ts';
import { type EntryPointOutline, moduleOf, type ShaderText } from './shader.ts';

/** The group of such uniforms: no device has as many. */
const GROUP = 4096;

/** The buffer that stands for an override, by the override's name. */
export function isOverride({ group }: Pick<Buffer, 'group'>): boolean {
  return group === GROUP;
}

export interface Symbolic {
  readonly shader: ShaderText;
  readonly names: readonly string[];
}

/** The shader with as many of its overrides as uniforms as can be. `constants` are numbers for all of them. */
export function withSymbols(
  shader: ShaderText,
  { name: entryPoint, overrides, workgroupSize }: EntryPointOutline,
  constants: Readonly<Record<string, number>>,
): Symbolic | undefined {
  if (!('text' in shader)) return undefined;
  const { file, text } = shader;
  const rewritten = (names: readonly string[]) => ({ file, text: asUniforms(text, names) });
  const canBe = (names: readonly string[]) => {
    const rest = Object.fromEntries(Object.entries(constants).filter(([name]) => !names.includes(name)));
    return moduleOf(rewritten(names), { entryPoint, constants: rest }).value !== undefined;
  };
  const named = overrides.map(({ name }) => name).filter((name) => declarationOf(text, name) !== undefined);
  const candidates = named.filter((name) => !workgroupSize.includes(name));
  if (candidates.length === 0) return undefined;
  const names = canBe(candidates) ? candidates : candidates.filter((name) => canBe([name]));
  return names.length > 0 && canBe(names) ? { shader: rewritten(names), names } : undefined;
}

interface Declaration {
  readonly text: string;
  readonly type: string;
}

function declarationOf(text: string, name: string): Declaration | undefined {
  const pattern = new RegExp(
    `(?:@id\\([^)]*\\)\\s*)?\\boverride\\s+${name}\\s*(?::\\s*(\\w+)\\s*)?(?:=\\s*([^;]*))?;`,
  );
  const match = pattern.exec(text);
  const type = match?.[1] ?? typeOfNumber(match?.[2]);
  return match && type !== undefined && ['u32', 'i32', 'f32'].includes(type)
    ? { text: match[0], type }
    : undefined;
}

function typeOfNumber(text = ''): string | undefined {
  const match = /^-?(\d+)(\.\d*)?([uif]?)\s*$/.exec(text);
  if (!match) return undefined;
  return match[3] === 'u' ? 'u32' : match[3] === 'f' || match[2] !== undefined ? 'f32' : 'i32';
}

/** Places in the text stay what they were. */
function asUniforms(text: string, names: readonly string[]): string {
  return names.reduce((changed, name, k) => {
    const declaration = declarationOf(changed, name)!;
    const blank = declaration.text.replace(/\S/g, ' ');
    const uniform = `\n@group(${GROUP}) @binding(${k}) var<uniform> ${name}: ${declaration.type};`;
    return changed.replace(declaration.text, () => blank) + uniform;
  }, text);
}
