// Words of a uniform buffer that instructions name as operands, one after the other, by how many lines of 64 bytes they
// lie in and how far apart: launch files with their shaders, for `kernelcast measure`.
// node build.mjs bench/studies/constant-lines.ts && node dist/bench/studies/constant-lines.js FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LINE_WORDS = 16;

export interface Row {
  readonly name: string;
  readonly lines: number;
  /** In lines. */
  readonly apart: number;
  /** Of each line. */
  readonly words: number;
  readonly order: 'there' | 'back' | 'columns';
  readonly warps: number;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Places in words: `lines` lines that lie `apart`, `words` of each; in order, there and back, or by columns of lines. */
function placesOf({ lines, apart, words, order }: Row): number[] {
  const starts = numbers(lines).map((line) => line * apart * LINE_WORDS);
  if (order === 'columns') return numbers(words).flatMap((word) => starts.map((start) => start + word));
  const there = starts.flatMap((start) =>
    numbers(words).map((word) => start + word * Math.max(1, LINE_WORDS / words)),
  );
  return order === 'back' ? [...there, ...[...there].reverse()] : there;
}

/** A chain of multiply-adds around which each warp goes `rounds` times; the SMs of an H200 have one workgroup each. */
export function launchOf(row: Row): { shader: string; launch: object } {
  const places = placesOf(row);
  const invocations = row.warps * 32;
  const steps = places.map((place) => `    a = fma(a, u[${place >> 2}].${'xyzw'[place & 3]}, b);`);
  const shader = `@group(0) @binding(0) var<uniform> u: array<vec4f, 4096>;
@group(0) @binding(1) var<storage, read> rounds: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(${invocations}) fn main(@builtin(global_invocation_id) id: vec3u) {
  var a = f32(id.x);
  let b = a * 0.5;
  for (var r = 0u; r < rounds[0]; r++) {
${steps.join('\n')}
  }
  result[id.x] = a;
}
`;
  const rounds = Math.max(20, Math.floor(100_000 / (4.3 * places.length)));
  const launch = {
    shader: `${row.name}.wgsl`,
    dispatch: [132],
    bindings: [
      {
        group: 0,
        binding: 0,
        usage: 'uniform',
        size: 65_536,
        data: { kind: 'random-f32', seed: 1, min: 0.1, max: 0.9 },
      },
      { group: 0, binding: 1, size: 4, data: { kind: 'words', values: [rounds] } },
      { group: 0, binding: 2, size: 4 * 132 * invocations },
    ],
  };
  return { shader, launch };
}

const row = (
  name: string,
  lines: number,
  apart = 1,
  words = 1,
  { order = 'there', warps = 4 }: Partial<Row> = {},
): Row => ({
  name: `${name}-${lines}`,
  lines,
  apart,
  words,
  order,
  warps,
});

const rows: readonly Row[] = [
  ...[8, 16, 24, 32, 40, 48, 52, 56, 60, 62, 64, 66, 68, 72, 80, 96, 128, 192, 256].map((n) =>
    row('next', n),
  ),
  ...[16, 24, 28, 32, 36, 40, 48, 64].map((n) => row('second', n, 2)),
  ...[8, 12, 14, 16, 20, 24, 32].map((n) => row('fourth', n, 4)),
  ...[4, 6, 8, 10, 12, 16].map((n) => row('eighth', n, 8)),
  ...[2, 4, 6, 8, 16].map((n) => row('sixteenth', n, 16)),
  ...[32, 48, 64, 96].map((n) => row('vectors', n, 1, 4)),
  ...[32, 48, 64, 80].map((n) => row('whole', n, 1, 16)),
  ...[64, 72, 96, 128].map((n) => row('back', n, 1, 1, { order: 'back' })),
  ...[32, 64, 96, 128].map((n) => row('warps-32', n, 1, 1, { warps: 32 })),
  ...[64, 96].map((n) => row('whole-warps-32', n, 1, 16, { warps: 32 })),
  row('columns', 36, 2, 32, { order: 'columns' }),
  row('columns-warps-32', 36, 2, 32, { order: 'columns', warps: 32 }),
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2] ?? 'constant-lines';
  mkdirSync(folder, { recursive: true });
  for (const each of rows) {
    const { shader, launch } = launchOf(each);
    writeFileSync(path.join(folder, `${each.name}.wgsl`), shader);
    writeFileSync(path.join(folder, `${each.name}.json`), `${JSON.stringify(launch, null, 2)}\n`);
  }
}
