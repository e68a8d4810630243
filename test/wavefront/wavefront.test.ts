// Wavefront files and cell functions: what is read, and what is said of what is wrong.

import { describe, expect, it } from 'vitest';
import { appFileText, dataFilesOf } from '../../src/wavefront/app-file.ts';
import { parseWavefront, withCell } from '../../src/wavefront/wavefront.ts';

const CELL = `struct Cell { value: u32, other: vec2f }
fn outside(row: i32, column: i32) -> Cell { return Cell(1u, vec2f()); }
fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell { return west; }`;

const read = (file: object, params: Record<string, string> = {}) =>
  parseWavefront(JSON.stringify(file), 'w.json', { params });

const problems = (cell: string, file: object = { cell: 'c.wgsl' }) =>
  withCell(read(file).value!, cell).diagnostics.map(({ message }) => message);

describe('a wavefront file', () => {
  it('has a table of 1024 by 1024 unless it says otherwise, or the command line does', () => {
    expect(read({ cell: 'c.wgsl' }).value).toMatchObject({ rows: 1024, columns: 1024, name: 'w' });
    const other = read({ cell: 'c.wgsl', params: { n: 7, rows: '2 * n' } }, { n: '8', columns: '5' });
    expect(other.value).toMatchObject({ rows: 16, columns: 5, cellFile: 'c.wgsl' });
  });

  it('is refused with the place of what is wrong', () => {
    const message = (file: object, params?: Record<string, string>) =>
      read(file, params).diagnostics.map((each) => each.message);
    expect(message({ cell: 'c.wgsl', params: { rows: 0.5 } })).toEqual([
      'rows is 0.5: expected a whole number from 1 to 65536',
    ]);
    expect(message({ cell: 'c.wgsl', params: { tile: 3 } })).toEqual([
      'params.tile: the pattern uses this name; choose another',
    ]);
    expect(message({ cells: 'c.wgsl' })[0]).toContain('cell');
    expect(message({ cell: 'c.wgsl' }, { row: '3' })[0]).toContain('did you mean "rows"');
    const bindings = [{ group: 0, binding: 0, size: 4 }];
    const { diagnostics } = read({ cell: 'c.wgsl', bindings });
    expect(diagnostics[0].message).toContain("group 0 is the pattern's own");
    expect(diagnostics[0].span).toBeDefined();
  });
});

describe('a cell function', () => {
  it('says how many bytes a cell has', () => {
    expect(withCell(read({ cell: 'c.wgsl' }).value!, CELL).value?.cellBytes).toBe(16);
  });

  it('is told what it lacks', () => {
    expect(problems('struct Cell { a: u32 }\n// fn cell(')).toEqual([
      'c.wgsl: a cell function needs "fn outside(row: i32, column: i32) -> Cell" and "fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell"',
    ]);
  });

  it('is told which buffer nothing is known of', () => {
    const cell = `@group(1) @binding(2) var<storage, read> letters: array<u32>;\n${CELL.replace('return west', 'return Cell(letters[row], west.other)')}`;
    expect(problems(cell)).toEqual(['"letters" of c.wgsl (group 1, binding 2) has no size and no data']);
    const bindings = [{ group: 1, binding: 2, size: '4 * rows' }];
    expect(problems(cell, { cell: 'c.wgsl', bindings })).toEqual([]);
  });

  it('brings its files along', () => {
    const bindings = [{ group: 1, binding: 0, size: 64, data: { kind: 'file', path: 'deep/letters.bin' } }];
    const wavefront = withCell(read({ cell: 'c.wgsl', bindings }).value!, CELL).value!;
    expect(dataFilesOf(wavefront)).toEqual([{ from: 'deep/letters.bin', to: 'letters.bin' }]);
    const how = { band: 0, tile: 1, diagonals: 1, workgroup: 32 };
    expect(JSON.parse(appFileText(wavefront, how)).buffers.input1_0.data.path).toBe('letters.bin');
  });
});
