// The machine code of kernels that compute one expression of a few loaded values.

import { tintRules } from '../../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import { generate, optimize } from '../../compile.ts';

/** Opcodes of a kernel that computes `y[i]`, without modifiers but for special functions. */
export function opcodesOf(body: string, element = 'f32'): string[] {
  const text = `${element === 'f16' ? 'enable f16;' : ''}@group(0) @binding(0) var<storage, read> x: array<${element}>;
    @group(0) @binding(1) var<storage, read_write> y: array<${element}>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
      let i = id.x;
      let a = x[i]; let b = x[i + 4096u]; let c = x[i + 8192u]; let d = x[i + 12288u]; let t = x[i + 16384u];
      ${body} }`;
  const { value } = decodeWgsl({ file: 'forms.wgsl', text }, { constants: {}, rules: tintRules() });
  const program = generate(optimize(value!, { dialect: 'dawn', without: new Set() }), { without: new Set() });
  return program.segments.flatMap(({ instructions }) => instructions.map(({ opcode }) => opcode));
}

export function count(opcodes: readonly string[], start: string): number {
  return opcodes.filter((each) => each.split('.')[0] === start).length;
}
