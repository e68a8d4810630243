// Whether how much a kernel does hangs on what others have written by then.
import { describe, expect, it } from 'vitest';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { askingOthers } from '../../src/execute/index.ts';
import { generate, optimize } from '../compile.ts';

const NOTHING = new Set<string>();

function isRace(body: string): boolean {
  const text = `
@group(0) @binding(0) var<storage, read_write> found: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<uniform> goal: vec4u;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
${body}
}`;
  const { value } = decodeWgsl({ file: 'k.wgsl', text }, { constants: {} });
  const program = generate(optimize(value!, { dialect: 'dawn', without: NOTHING }), { without: NOTHING });
  return askingOthers(program) !== undefined;
}

describe('a kernel', () => {
  it('is a race where it leaves off as soon as others have found something', () => {
    expect(
      isRace('if (atomicLoad(&found[0]) == 0u && values[id.x] < 9u) { atomicMax(&found[0], id.x); }'),
    ).toBe(true);
    const bound =
      'for (var i = 0u; i < goal.y; i++) { if (values[id.x + i] > atomicLoad(&found[goal.x])) { break; }';
    expect(isRace(`${bound} atomicMin(&found[goal.x], i); }`)).toBe(true);
  });

  it('is told from however many operations a place is made of', () => {
    const mixed = 'h = h ^ (h >> (h & 15u)); '.repeat(60);
    expect(
      isRace(`var h = goal.x; ${mixed} if (atomicLoad(&found[h]) == 0u) { atomicMax(&found[h], id.x); }`),
    ).toBe(true);
  });

  it('is none where it asks for what nobody writes, for places of its own, or for what takes no other way', () => {
    expect(isRace('if (goal.x == 0u) { atomicMax(&found[0], values[id.x]); }')).toBe(false);
    expect(isRace('if (atomicLoad(&found[id.x]) == 0u) { atomicMax(&found[id.x], values[id.x]); }')).toBe(
      false,
    );
    expect(isRace('if (values[0] == 0u) { atomicMax(&found[0], id.x); }')).toBe(false);
    expect(isRace('atomicAdd(&found[id.x], atomicLoad(&found[0]));')).toBe(false);
  });
});
