// Which bindings a WGSL module declares and which of them it may write, read off its text.

/** By `GROUP/BINDING`: whether the shader may write it. */
export type ShaderBindings = ReadonlyMap<string, boolean>;

const DECLARATION = /((?:@\w+\s*(?:\([^)]*\)\s*)?)+)var\b\s*(?:<([^>]*)>)?\s*\w+\s*:\s*(\w+)/g;

/** Undefined where a number is not written as one, so that nothing can be said. */
export function shaderBindings(code: string): ShaderBindings | undefined {
  const text = code.replace(/\/\/.*$/gm, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ');
  const bindings = new Map<string, boolean>();
  for (const [, attributes, space = '', type] of text.matchAll(DECLARATION)) {
    if (!/@group\b/.test(attributes)) continue;
    const [group, binding] = ['group', 'binding'].map((name) =>
      new RegExp(`@${name}\\s*\\(\\s*(\\d+)[iu]?\\s*,?\\s*\\)`).exec(attributes),
    );
    if (!group || !binding) return undefined;
    bindings.set(`${group[1]}/${binding[1]}`, /write/.test(space) || type.startsWith('texture_storage'));
  }
  return bindings;
}
