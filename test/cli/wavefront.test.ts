// `kernelcast wavefront` and the search over the app that it writes, as one types them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-wavefront-'));

beforeAll(() => {
  writeFileSync(
    path.join(folder, 'sum.wgsl'),
    `struct Cell { sum: u32 }
fn outside(row: i32, column: i32) -> Cell { return Cell(1u); }
fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell {
  return Cell(west.sum + north.sum + northWest.sum);
}
`,
  );
  const wrong = 'struct Cell { sum: u32 }\nfn outside(r: i32) -> Cell { return Cell(1u); }\nfn cell() {}\n';
  writeFileSync(path.join(folder, 'wrong.wgsl'), wrong);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const program = path.join(root, 'dist/kernelcast.js');
  const { status, stdout, stderr } = spawnSync('node', [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

const SMALL = ['-D', 'rows=40', '-D', 'columns=30', '--profile', 'nvidia-h200'];

describe('kernelcast wavefront', () => {
  it('answers in the first line, fits a terminal, and writes an app that search takes', () => {
    const { status, stdout, stderr } = run(
      'wavefront',
      'sum.wgsl',
      ...SMALL,
      '--workgroup',
      '32',
      '-o',
      'app',
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^sum 40 × 30 on nvidia-h200: [\d.]+ µs with /);
    expect(lines).toContain('written: app/app.json, app/wavefront.wgsl');
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100);

    const searched = run('search', 'app', '--profile', 'nvidia-h200', '--budget', '3', '-o', 'found');
    expect(searched.stderr).toBe('');
    expect(searched.stdout).toMatch(/^sum on nvidia-h200: /);
    expect(searched.stdout).toContain('3 kernels evaluated for ');
    const found = readFileSync(path.join(folder, 'found/app.json'), 'utf8');
    expect(found).toContain('"tunables"');
    // Written by hand, the folder stays.
    writeFileSync(path.join(folder, 'app/app.json'), '{}');
    const again = run('wavefront', 'sum.wgsl', ...SMALL, '-o', 'app');
    expect(again.status).toBe(2);
    expect(again.stderr).toContain('kernelcast has not written it; --force replaces it');
  });

  it('says by what was learned at once what it would take', () => {
    const { stdout } = run('wavefront', 'sum.wgsl', ...SMALL, '--by', 'learned', '--format', 'json');
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ schema: 'kernelcast/wavefront-report@1', by: 'learned', cellBytes: 4 });
    expect(report.ranking).toHaveLength(1);
    expect(report.predicted).toBeLessThan(10);
    const other = run('wavefront', 'sum.wgsl', '--by', 'learned', '--profile', 'apple-m2');
    expect(other.status).toBe(2);
    expect(other.stderr).toContain('nothing was learned for apple-m2');
  });

  it('says what is wrong, and where', () => {
    const wrong = run('wavefront', 'wrong.wgsl', '--profile', 'nvidia-h200');
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('wrong.wgsl does not fit the pattern');
    expect(wrong.stderr).toContain('fn cell(row: i32, column: i32, west: Cell');
    expect(run('wavefront', 'none.json').stderr).toContain('no such file');
    expect(run('wavefront', 'sum.wgsl', '-D', 'rows=0').stderr).toContain('rows is 0');
    const none = run('wavefront', 'sum.wgsl', ...SMALL, '--tile', '8', '--diagonals', '2');
    expect(none.stderr).toContain('no configuration has these params');
  });
});
