import { describe, expect, it } from 'vitest';
import { bitsOfFloat } from '../../src/launch/data.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { type Overrides, parseLaunch } from '../../src/launch/parse.ts';

function read(text: string, overrides: Overrides = {}): Launch {
  const outcome = parseLaunch(text, 'folder/kernel.json', overrides);
  expect(outcome.diagnostics).toEqual([]);
  return outcome.value!;
}

/** Problems as `marked text: message`. */
function problems(text: string, overrides: Overrides = {}): string[] {
  const outcome = parseLaunch(text, 'k.json', overrides);
  expect(outcome.value).toBeUndefined();
  return outcome.diagnostics.map((d) => {
    expect(d.severity).toBe('invalid');
    return `${d.span === undefined ? '' : text.slice(d.span.start, d.span.end)}: ${d.message}`;
  });
}

/** A launch file that is right but for what is put into it. */
const file = (extra: string, dispatch = '[1]') => `{ "shader": "a.wgsl", "dispatch": ${dispatch}, ${extra} }`;
const buffer = (extra: string) => file(`"bindings": [{ "group": 0, "binding": 0, ${extra} }]`);

describe('a launch file', () => {
  it('takes names of JavaScript for plain names', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
    for (const name of names) {
      const launch = read(
        file(
          `"params": { "A": "${name} + 1", "${name}": 3 }, "constants": { "${name}": "${name}", "C": "A" }`,
        ),
      );
      expect(Object.entries(launch.params)).toEqual([
        ['A', 4],
        [name, 3],
      ]);
      expect(Object.entries(launch.constants)).toEqual([
        [name, 3],
        ['C', 4],
      ]);
      const changed = read(file(`"params": { "${name}": 3 }`), {
        params: JSON.parse(`{ "${name}": "5" }`),
        constants: JSON.parse(`{ "${name}": 7 }`),
      });
      expect([...Object.entries(changed.params), ...Object.entries(changed.constants)]).toEqual([
        [name, 5],
        [name, 7],
      ]);
      expect(problems(file(`"params": { "A": "${name}" }`)).join()).toContain(`unknown name "${name}"`);
      expect(problems(file(`"params": { "A": "${name}(1)" }`)).join()).toContain(`"${name}"`);
      for (const text of [
        file(`"${name}": 1`),
        file(`"limits": { "${name}": 1 }`),
        buffer(`"size": 4, "data": { "kind": "${name}" }`),
      ])
        expect(problems(text).join(), text).toMatch(/unknown/);
    }
  });

  it('is read in full, with comments, trailing commas and expressions everywhere', () => {
    const launch = read(`{
      // a comment
      "name": "scaled", "shader": "../a.wgsl", "entryPoint": "main",
      "params": { "TILE": 16, "N": "64 * TILE", "HALF": "N / 2" }, /* another */
      "constants": { "TILE": "TILE", "7": "HALF", "FAST": true },
      "workgroupSize": ["TILE"],
      "dispatch": ["ceil(N / TILE)", "2^3",],
      "bindings": [
        { "group": 0, "binding": "1 + 1", "size": "4 * N", "data": { "kind": "random-f32", "seed": "N", "min": "-HALF" } },
        { "group": 1, "binding": 0, "usage": "uniform", "size": 16,
          "data": { "kind": "words", "values": ["N", { "f32": "1/2" }, { "i32": -3 }] } },
      ],
      "check": { "binding": 2, "reference": "x" },
      "tunables": { "TILE": { "values": [8, 16] } }, "constraints": ["TILE <= 32"],
    }`);
    expect(launch).toMatchObject({
      name: 'scaled',
      file: 'folder/kernel.json',
      shaderPath: 'folder/../a.wgsl',
      entryPoint: 'main',
      params: { TILE: 16, N: 1024, HALF: 512 },
      constants: { TILE: 16, '7': 512, FAST: 1 },
      workgroupSize: [16, 1, 1],
      dispatch: [64, 8, 1],
      check: { group: 0, binding: 2, reference: 'folder/x' },
      tunables: [{ name: 'TILE', values: [8, 16] }],
      constraints: [{ text: 'TILE <= 32' }],
    });
    expect(launch.bindings).toMatchObject([
      {
        group: 0,
        binding: 2,
        usage: 'storage',
        sizeBytes: 4096,
        data: { kind: 'random-f32', seed: 1024, min: -512, max: 1 },
      },
      { group: 1, binding: 0, usage: 'uniform', sizeBytes: 16 },
    ]);
    expect(launch.bindings[1].data).toEqual({
      kind: 'words',
      words: Uint32Array.of(1024, bitsOfFloat(0.5), 0xfffffffd),
    });
  });

  it('has defaults: its own name, zeros, storage, one workgroup in y and z', () => {
    const launch = read(
      '{ "shader": "/abs/a.wgsl", "dispatch": [3], "bindings": [{ "group": 0, "binding": 0, "size": 4 }] }',
    );
    expect(launch).toMatchObject({
      name: 'kernel',
      shaderPath: '/abs/a.wgsl',
      dispatch: [3, 1, 1],
      constants: {},
      params: {},
    });
    expect(launch.bindings).toMatchObject([{ usage: 'storage', sizeBytes: 4, data: { kind: 'zeros' } }]);
    expect(launch.entryPoint).toBeUndefined();
  });

  it.each([
    ['{ "kind": "zeros" }', { kind: 'zeros' }],
    ['{ "kind": "random-f32" }', { kind: 'random-f32', seed: 0, min: 0, max: 1 }],
    ['{ "kind": "random-u32", "seed": 4 }', { kind: 'random-u32', seed: 4, modulo: 2 ** 32 }],
    ['{ "kind": "iota-u32" }', { kind: 'iota-u32' }],
    [
      '{ "kind": "u32", "values": [4294967295, "1+1"] }',
      { kind: 'words', words: Uint32Array.of(0xffffffff, 2) },
    ],
    [
      '{ "kind": "f32", "values": [1, -0.5] }',
      { kind: 'words', words: Uint32Array.of(0x3f800000, 0xbf000000) },
    ],
    [
      '{ "kind": "csr-rows", "rows": 4, "meanRow": 40, "seed": 3 }',
      { kind: 'csr-rows', rows: 4, meanRow: 40, seed: 3 },
    ],
    ['{ "kind": "file", "path": "x.bin" }', { kind: 'file', path: 'folder/x.bin' }],
  ])('takes the data %s', (data, expected) => {
    expect(read(buffer(`"size": 64, "data": ${data}`)).bindings[0].data).toEqual(expected);
  });

  it('lets the command line override params, by expressions over the others', () => {
    const text = file('"params": { "N": 64, "M": "2 * N", "K": 1 }');
    expect(read(text, { params: { N: '2^20', K: 'M + 1' } }).params).toEqual({
      N: 1048576,
      M: 2097152,
      K: 2097153,
    });
    expect(read(text, { params: { N: 5 } }).params['M']).toBe(10);
  });

  it('lets a search set constants, whether or not the file gives them', () => {
    const text = file('"params": { "A": 2 }, "constants": { "A": "A", "B": "A + 1" }');
    expect(read(text, { constants: { A: 5, FAST: true } }).constants).toEqual({ A: 5, B: 3, FAST: 1 });
  });

  it('lets a constant win over a param of its name where both are in sight', () => {
    expect(read(file('"params": { "T": 4 }, "constants": { "T": "2 * T" }', '["T"]')).dispatch).toEqual([
      8, 1, 1,
    ]);
  });

  it('warns about a dispatch that only some devices take, and keeps it', () => {
    const outcome = parseLaunch(file('"name": "x"', '[65535, 65536]'), 'k.json');
    expect(outcome.value!.dispatch).toEqual([65535, 65536, 1]);
    expect(outcome.diagnostics.map((d) => [d.severity, d.code])).toEqual([
      ['warning', 'launch/large-dispatch'],
    ]);
  });

  it('warns about a buffer that no implementation binds, and keeps it', () => {
    const outcome = parseLaunch(buffer('"size": "16 * 2^30"'), 'k.json');
    expect(outcome.value!.bindings[0].sizeBytes).toBe(17179869184);
    expect(outcome.diagnostics.map((d) => d.severity)).toEqual(['warning']);
  });
});

describe('a wrong launch file', () => {
  it.each([
    ['{ "shader": "a" "dispatch": [1] }', ['"dispatch": expected "," between the values']],
    ['', [': the file holds no JSON']],
    ['{ "shader": "a", dispatch: [1] }', ['dispatch: not a JSON value; text goes in double quotes']],
    ['[]', ['[]: the launch file must be an object']],
    ['{}', ['{}: the launch file needs the key "shader"', '{}: the launch file needs the key "dispatch"']],
    [file('"dispach": 1'), ['"dispach": unknown key "dispach"; did you mean "dispatch"?']],
    [file('"name": 3'), ['3: "name" must be a text']],
    [file('"name": "a", "name": "b"'), ['"name": the key "name" is given twice']],
    [file('"params": { "N": null }'), ['null: "params.N" must be a number or an expression in quotes']],
    [file('"bindings": {}'), ['{}: "bindings" must be a list']],
    [file('"params": {}', '[]'), ['[]: "dispatch" must have at least 1 entry']],
    [file('"params": {}', '[1, 1, 1, 1]'), ['[1, 1, 1, 1]: "dispatch" must have at most 3 entries']],
  ])('with shape %s', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it.each([
    ['"M + 1"', 'M: param "A": "M + 1" fails: unknown name "M"; known names: A'],
    ['"2 +"', '"2 +": param "A": "2 +" fails: unexpected end of expression (char 4)'],
    ['"1 / 0"', '"1 / 0": param "A": "1 / 0" fails: it gives Infinity'],
    ['"sqrt(-1)"', '"sqrt(-1)": param "A": "sqrt(-1)" fails: it gives NaN'],
    ['""', '"": param "A": "" fails: it is empty'],
    ['"flor(3)"', 'flor: param "A": "flor(3)" fails: unknown function "flor"; did you mean "floor"?'],
    ['"A"', '"A": param "A" is defined by way of itself'],
    ['"3 cm"', 'cm: param "A": "3 cm" fails: unknown name "cm"; known names: A'],
  ])('with the expression %s', (expression, expected) => {
    expect(problems(file(`"params": { "A": ${expression} }`))).toEqual([expected]);
  });

  it.each([
    'import(1)',
    'evaluate(1)',
    'parse(1)',
    'simplify(1)',
    'derivative(1, 2)',
    'createUnit(1)',
    'f(x) = x',
    'A = 3',
    '[1, 2]',
    '{a: 1}',
    '(1).constructor',
    '1; 2',
    "'text'",
    'cos.constructor',
    '1:3',
  ])('cannot make an expression do anything but arithmetic: %s', (expression) => {
    const found = problems(file(`"params": { "B": ${JSON.stringify(expression)} }`));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('fails: ');
  });

  it('names a cycle once, and nothing that only follows from it', () => {
    const found = problems(file('"params": { "A": "B", "B": "C + 1", "C": "A" }', '["A"]'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('by way of itself');
  });

  it.each([
    ['[0]', '0: dispatch[0]: 0 is below 1'],
    ['[1, 1.5]', '1.5: dispatch[1]: 1.5 is not a whole number'],
    ['[1, 1, "-N"]', '"-N": dispatch[2]: "-N" gives -3, which is below 1'],
    ['[4294967296]', '4294967296: dispatch[0]: 4294967296 is above 4294967295'],
    ['["N / 2"]', '"N / 2": dispatch[0]: "N / 2" gives 1.5, which is not a whole number'],
  ])('with the dispatch %s', (dispatch, expected) => {
    expect(problems(file('"params": { "N": 3 }', dispatch))).toEqual([expected]);
  });

  it.each([
    ['"size": 6', '6: bindings[0].size: 6 is not a multiple of 4'],
    ['"size": 0', '0: bindings[0].size: 0 is below 1'],
    ['"size": 8, "usage": "index"', '"index": "bindings[0].usage" must be one of: storage, uniform'],
    [
      '"size": 8, "data": { "kind": "u32", "values": [1, 2, 3] }',
      '8: bindings[0].size: its data need 12 bytes, and it has 8',
    ],
    [
      '"size": 8, "data": { "kind": "csr-rows", "rows": 2, "meanRow": 1 }',
      '8: bindings[0].size: its data need 12 bytes, and it has 8',
    ],
    [
      '"size": 8, "data": { "kind": "csr-rows", "rows": 1, "meanRow": 0 }',
      '0: bindings[0].data.meanRow: 0 is below 1',
    ],
    [
      '"size": 8, "data": { "kind": "u32", "values": [-1] }',
      '-1: bindings[0].data.values[0]: -1 is no u32; write {"f32": …} or {"i32": …} for other numbers',
    ],
    [
      '"size": 8, "data": { "kind": "words", "values": [{ "i32": 2147483648 }] }',
      '2147483648: bindings[0].data.values[0].i32: 2147483648 is no i32',
    ],
    [
      '"size": 8, "data": { "kind": "words", "values": [{}] }',
      '{}: "bindings[0].data.values[0]" must have exactly one of the keys f32, i32, u32',
    ],
    [
      '"size": 8, "data": { "kind": "f32", "values": [1e39] }',
      '1e39: bindings[0].data.values[0]: 1e+39 does not fit in f32',
    ],
    ['"size": 8, "data": { "kind": "random-u32", "modulo": 0 }', '0: bindings[0].data.modulo: 0 is below 1'],
    [
      '"size": 8, "data": { "kind": "random-f32", "min": 2 }',
      '2: bindings[0].data.min: min 2 is above max 1',
    ],
    [
      '"size": 8, "data": { "kind": "random-f33" }',
      '"random-f33": unknown kind of data "random-f33"; did you mean "random-f32"?',
    ],
    ['"size": 8, "data": { "seed": 1 }', '{ "seed": 1 }: "bindings[0].data" needs the key "kind"'],
    ['"size": 8, "data": { "kind": "zeros", "seed": 1 }', '"seed": unknown key "seed"; known here: kind'],
  ])('with the buffer %s', (extra, expected) => {
    expect(problems(buffer(extra))).toEqual([expected]);
  });

  it('with two buffers in one place', () => {
    const one = '{ "group": 0, "binding": 1, "size": 4 }';
    const found = problems(file(`"bindings": [${one}, ${one}]`));
    expect(found).toEqual(['1: bindings[1].binding: group 0, binding 1 is bound twice']);
  });

  it('reports everything it can at once', () => {
    const bindings =
      '"bindings": [{ "group": 0, "binding": 0, "size": 6 }, { "group": -1, "binding": 0, "size": "X" }]';
    expect(problems(file(`"params": { "A": "Y" }, ${bindings}`, '[0]'))).toHaveLength(5);
  });

  it('names the params there are when an override names another', () => {
    const text = file('"params": { "WIDTH": 1, "HEIGHT": 2 }');
    expect(problems(text, { params: { WITDH: 3 } })).toEqual([
      ': -D WITDH: k.json has no such param (its params: WIDTH, HEIGHT); did you mean "WIDTH"?',
    ]);
    expect(problems(file('"name": "x"'), { params: { N: 3 } })).toEqual([
      ': -D N: k.json has no such param (it has none)',
    ]);
    expect(problems(text, { params: { WIDTH: '2 * Q' } })).toEqual([
      ': -D WIDTH: "2 * Q" fails: unknown name "Q"; known names: WIDTH, HEIGHT',
    ]);
  });

  it('refuses a param that is named like a function', () => {
    expect(problems(file('"params": { "min": 1 }'))[0]).toContain('is the name of a function');
  });
});
