// The edits of their own that steps of a diagnosis make: what they write, that the kernel leaves the same behind,
// and what they refuse.

import { describe, expect, it } from 'vitest';
import { editKernel, type KernelEdit, stepsOf, type Transformed } from '../../src/transform/index.ts';
import { boundReadOnly, paddedRows, sizedArrays } from '../../src/transform/rewrites/declarations.ts';
import { gatheredAtomics } from '../../src/transform/rewrites/gathered-atomics.ts';
import { hoistedTest } from '../../src/transform/rewrites/hoisted-test.ts';
import { paddedFlat } from '../../src/transform/rewrites/padded-flat.ts';
import { sharedArray } from '../../src/transform/rewrites/shared-array.ts';
import { specialized } from '../../src/transform/rewrites/specialized.ts';
import { vectorElements } from '../../src/transform/rewrites/vector-elements.ts';
import { difference, launchOf, type TestLaunch } from './support.ts';

async function edited(source: string, test: TestLaunch, ...edits: KernelEdit[]): Promise<Transformed> {
  const launch = launchOf(test);
  const { value, diagnostics } = editKernel(source, launch, edits);
  expect(diagnostics.map((each) => each.message)).toEqual([]);
  expect(await difference(source, launch, value!)).toBeUndefined();
  return value!;
}

function reason(source: string, test: TestLaunch, edit: KernelEdit): string | undefined {
  return editKernel(source, launchOf(test), [edit]).diagnostics[0]?.message;
}

const floats = (count: number) =>
  Array.from(new Uint32Array(Float32Array.from({ length: count }, (_, i) => i * 0.75 - 9).buffer));

describe('vectors for scalars', () => {
  const stream = (body: string, more = '') => `@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> z: array<f32>;
override N: u32 = 64;
${more}
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
${body}
}`;
  const test = { dispatch: [8, 1, 1], buffers: [floats(64), 64], constants: { N: 64 } } as const;

  it('take whole vectors in as many fewer workgroups', async () => {
    const { source, dispatch } = await edited(
      stream('  z[id.x] = 3.0 * x[id.x] + 1.0;'),
      test,
      vectorElements(4),
    );
    expect(source).toContain('var<storage, read> x: array<vec4<f32>>;');
    expect(source).toContain('  z[id.x] = 3.0 * x[id.x] + 1.0;');
    expect(dispatch).toEqual([2, 1, 1]);
  });

  it.each([
    ['functions of both', 'let i = id.x;\n let v = max(x[i], 0.5); z[i] = select(-v, v * 2.0, x[i] > 3.0);'],
    ['guards by length', 'if (id.x >= arrayLength(&x)) { return; }\n z[id.x] = sqrt(abs(x[id.x]));'],
    ['guards by a constant', 'let i = id.x;\n if (i < N) { z[i] = -x[i]; }'],
    [
      'sums over loops',
      'var s = 0.0; for (var k = 0u; k < 3u; k++) { s += x[id.x] * f32(k); }\n z[id.x] = s;',
    ],
    ['types that are written out', 'let i: u32 = id.x; let v: f32 = x[i]; z[i] += clamp(v, -1.0, 1.0);'],
  ])('know %s', async (_, body) => {
    const { source } = await edited(stream(`  ${body}`), test, vectorElements(4));
    expect(source).toContain('vec4<f32>>');
    await edited(stream(`  ${body}`), test, vectorElements(2));
  });

  it('divide a bound that is a sum as a whole', async () => {
    const guarded = stream('  if (id.x < (HALF) + (HALF)) { z[id.x] = x[id.x]; }', 'const HALF = 24u;');
    const { source } = await edited(guarded, test, vectorElements(4));
    expect(source).toContain('if (id.x < ((HALF) + (HALF)) / 4u) {');
  });

  it.each([
    ['z[id.x] = x[id.x + 1u];', 'its place is more than an index'],
    ['z[id.x] = f32(id.x) * x[id.x];', 'its place is more than an index'],
    ['if (x[id.x] > 0.0) { z[id.x] = 1.0; }', 'what it loads decides more than what it stores'],
    ['z[id.x] = twice(x[id.x]);', 'twice takes what it loads'],
    ['if (id.x < 62u) { z[id.x] = x[id.x]; }', 'may not divide into whole vectors'],
    ['z[0] = x[0];', 'it indexes no buffer by its place alone'],
  ])('are refused for %s', (body, message) => {
    const more = 'fn twice(v: f32) -> f32 { return 2.0 * v; }';
    expect(reason(stream(body, more), test, vectorElements(4))).toContain(message);
  });
});

describe('atomics gathered in workgroup memory', () => {
  const histogram = (body: string) => `@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 12>;
@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
${body}
}`;
  const guarded = histogram(`  if (id.x >= arrayLength(&values)) {
    return;
  }
  let value = values[id.x];
  atomicAdd(&bins[value % 12u], 1u);`);
  const test = { dispatch: [4, 1, 1], buffers: [57, 12] } as const;

  it('are added once per workgroup, those that ended early included', async () => {
    const { source } = await edited(guarded, test, gatheredAtomics('bins', 12));
    expect(source).toContain('  if (id.x < arrayLength(&values)) {\n    let value = values[id.x];\n');
    expect(source).toContain('var<workgroup> bins_of_group: array<atomic<u32>, 12>;');
  });

  it('go together with coarsening', async () => {
    const coarser = stepsOf({ coarsen: [{ direction: 0, factor: 4 }] });
    const { dispatch } = await edited(guarded, test, ...coarser, gatheredAtomics('bins', 12));
    expect(dispatch).toEqual([1, 1, 1]);
  });

  it.each([
    ['let old = atomicAdd(&bins[0], 1u);', 'whose result nobody wants'],
    ['atomicMin(&bins[0], 1u);', 'whose result nobody wants'],
    ['for (var i = 0u; i < 3u; i++) { if (i == id.x) { return; } atomicAdd(&bins[i], 1u); }', 'ends early'],
  ])('are refused for %s', (body, message) => {
    expect(reason(histogram(body), test, gatheredAtomics('bins', 12))).toContain(message);
  });
});

describe('a private array in workgroup memory', () => {
  const source = `@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var seen: array<u32, 5>;
  for (var k = 0u; k < 9u; k++) {
    seen[keys[id.x + k] % 5u] += k;
  }
  out[id.x] = seen[id.x % 5u] + 10u * seen[(id.x + 2u) % 5u];
}`;
  const test = { dispatch: [3, 1, 1], buffers: [40, 24] } as const;

  it('has a column for each invocation', async () => {
    const result = await edited(source, test, sharedArray('seen'));
    expect(result.source).toContain('var<workgroup> seen_of_group: array<array<u32, 8>, 5>;');
    expect(result.source).toContain('seen_of_group[keys[id.x + k] % 5u][lane] += k;');
  });

  it('is refused where it is zero more than once, or passed on', () => {
    const inLoop = source.replace(
      'var seen: array<u32, 5>;',
      'if (true) { var seen: array<u32, 5>; seen[0] = 1u; }',
    );
    expect(reason(inLoop.replaceAll(/seen\[[^0\]]*\]/g, '1u'), test, sharedArray('seen'))).toBeDefined();
    const whole = source.replace('out[id.x] =', 'let copy = seen; out[id.x] = copy[0] +');
    expect(reason(whole, test, sharedArray('seen'))).toContain('otherwise than by its elements');
  });
});

describe('a test before its loop', () => {
  const filter = (condition: string, type = 'i32') => `@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
override N: ${type} = 48;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let centre = ${type}(id.x);
  var sum = 0u;
  for (var k = ${type === 'i32' ? '-3' : '0u'}; k <= ${type === 'i32' ? '3' : '6u'}; k++) {
    let place = centre + k${type === 'i32' ? '' : ' - 3u'};
    if (${condition}) {
      sum += x[place] * u32(k + ${type === 'i32' ? '4' : '1u'});
    }
  }
  out[id.x] = sum;
}`;
  const test = { dispatch: [6, 1, 1], buffers: [48, 48] } as const;
  const at = (source: string) => hoistedTest(source.indexOf('if (place') + 5);

  it('asks for each bound at the end where it is tightest', async () => {
    const source = filter('place >= 0 && place < N');
    const result = await edited(source, test, at(source));
    expect(result.source).toContain('if (centre - 3 >= 0 && centre + 3 < N) {');
  });

  it('asks at both ends where a difference may wrap around', async () => {
    const source = filter('place < N', 'u32');
    const result = await edited(source, test, at(source));
    expect(result.source).toContain('if (centre + 0u - 3u < N && centre + 6u - 3u < N) {');
  });

  it.each([
    ['place > 2u', 'u32', 'may wrap around'],
    ['place < N && x[place] > 3u', 'i32', 'may wrap around'],
    ['place % 2 < 1', 'i32', 'no comparison of sums'],
  ])('is refused for %s in %s', (condition, type, message) => {
    const source = filter(condition, type);
    expect(reason(source, test, at(source))).toContain(message);
  });
});

describe('numbers of a uniform buffer as constants', () => {
  const source = `struct Shape { rows: u32, scale: f32, columns: i32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  out[id.x] = id.x / shape.rows + u32(shape.columns) * u32(shape.scale);
}`;
  const words = [3, 0x40000000, 0xffffffff];
  const test = { dispatch: [2, 1, 1], buffers: [words, 16], uniforms: [0] } as const;

  it('have the values that are bound', async () => {
    const given = new Map([['shape', Uint32Array.from(words)]]);
    const result = await edited(source, test, specialized(given));
    expect(result.source).toContain('override SHAPE_ROWS: u32 = 3; // was shape.rows');
    expect(result.source).toContain('override SHAPE_COLUMNS: i32 = -1; // was shape.columns');
    expect(result.source).toContain('u32(shape.scale)');
  });

  it('are refused where nothing is known', () => {
    expect(reason(source, test, specialized(new Map()))).toContain('reads no whole number');
  });
});

describe('declarations', () => {
  const source = `@group(0) @binding(0) var<storage, read_write> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<workgroup> tile: array<array<u32, 8>, 8>;
@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) id: vec3<u32>) {
  tile[id.y][id.x] = x[id.y * 8u + id.x];
  workgroupBarrier();
  out[id.y * 8u + id.x] = tile[id.x][id.y];
}`;
  const test = { dispatch: [1, 1, 1], buffers: [64, 64] } as const;

  it('say what is only read, how much is bound, and where there is room', async () => {
    expect((await edited(source, test, boundReadOnly('x'))).source).toContain('var<storage, read> x');
    const sized = await edited(source, test, sizedArrays(new Map([['out', 64]])));
    expect(sized.source).toContain('out: array<u32, 64>;');
    const padded = await edited(source, test, paddedRows('tile'));
    expect(padded.source).toContain('tile: array<array<u32, 9>, 8>;');
  });

  it('stay where that is not so', () => {
    const whole = source.replace('tile[id.x][id.y]', 'total(tile[id.x])');
    const total = 'fn total(row: array<u32, 8>) -> u32 { return row[0]; }\n';
    expect(reason(total + whole, test, paddedRows('tile'))).toContain('used as a whole');
    const asked = source.replace('out[id.y', 'if (arrayLength(&out) > 0u) { out[0] = 1u; }\n  out[id.y');
    expect(reason(asked, test, sizedArrays(new Map([['out', 64]])))).toContain('is asked for');
  });
});

describe('rows of a flat array', () => {
  const source = `@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
override PAD: u32 = 0;
const SIDE = 8u;
var<workgroup> tile: array<u32, SIDE * (SIDE + PAD)>;
@compute @workgroup_size(SIDE, 4)
fn main(@builtin(local_invocation_id) id: vec3<u32>) {
  for (var row = 0u; row < SIDE; row += 4u) {
    tile[(id.y + row) * (SIDE + PAD) + id.x] = x[(id.y + row) * SIDE + id.x];
  }
  workgroupBarrier();
  for (var row = 0u; row < SIDE; row += 4u) {
    out[(id.y + row) * SIDE + id.x] = tile[id.x * (SIDE + PAD) + id.y + row];
  }
}`;
  const test = { dispatch: [1, 1, 1], buffers: [64, 64] } as const;

  it('are padded where every column lies in its row', async () => {
    const { source: result } = await edited(source, test, paddedFlat('tile'));
    expect(result).toContain('tile: array<u32, SIDE * (SIDE + PAD + 1)>;');
    expect(result).toContain('tile[id.x * (SIDE + PAD + 1) + id.y + row];');
  });

  it('stay where one may not', () => {
    const beyond = source.replace('+ id.y + row];', '+ id.y + row + 1u];');
    expect(reason(beyond, test, paddedFlat('tile'))).toContain('outside of its row');
    const other = source.replace('tile[id.x * (SIDE + PAD) + id.y + row]', 'tile[id.x]');
    expect(reason(other, test, paddedFlat('tile'))).toContain('no row times its length');
  });
});
