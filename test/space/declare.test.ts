import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { declareSpace } from '../../src/space/declare.ts';
import { Points, pointsOf } from '../../src/space/points.ts';
import { configurationOf, type Space } from '../../src/space/space.ts';

const shaderOf = (text: string) => ({ file: 'k.wgsl', text });

function declare(extra: string, shader = '', head = '"params": { "TILE": 8, "N": 64, "WIDE": "2 * TILE" }') {
  const text = `{ "shader": "k.wgsl", "dispatch": [1], ${head}, ${extra} }`;
  const launch = parseLaunch(text, 'k.json');
  if (launch.value === undefined) return { text, diagnostics: launch.diagnostics };
  return { text, ...declareSpace(launch.value, [shaderOf(shader)]) };
}

function space(extra: string, shader?: string, head?: string): Space {
  const outcome = declare(extra, shader, head);
  expect(outcome.diagnostics).toEqual([]);
  return outcome.value!;
}

/** Problems as `marked text: message`. */
function problems(extra: string, shader = '', head?: string): string[] {
  const outcome = declare(extra, shader, head);
  expect('value' in outcome ? outcome.value : undefined).toBeUndefined();
  return outcome.diagnostics.map(({ severity, message, span }) => {
    expect(severity).toBe('invalid');
    const source = span!.file === 'k.json' ? outcome.text : shader;
    return `${source.slice(span!.start, span!.end)}: ${message}`;
  });
}

const valuesOf = ({ parameters }: Space) =>
  Object.fromEntries(parameters.map(({ name, values }) => [name, values]));

const configurations = (declared: Space) =>
  [...new Points(declared)].map((point) => configurationOf(declared, point));

describe('tunables', () => {
  it('are lists, values or ranges, with expressions, of params, constants and transformations', () => {
    const declared = space(
      `"constants": { "FAST": true },
       "tunables": {
         "TILE": [32, "N / 8"],
         "N": { "values": [64] },
         "WIDE": { "range": { "from": "TILE", "to": 24, "step": 8 } },
         "FAST": [false, true],
         "DEPTH": { "range": { "from": 1, "to": 10, "times": 2 } },
         "coarsen.x": [1, 2],
         "coarsen.x.stride": [1, "warp"],
         "unroll.loop": { "range": { "from": 1, "to": 3 } },
         "swapAxes": [false, true],
         "shader": ["k.wgsl", "other.wgsl"],
         "entryPoint": ["main", "N"]
       }`,
      'override DEPTH: u32 = 1;',
    );
    expect(valuesOf(declared)).toEqual({
      TILE: [8, 32],
      N: [64],
      WIDE: [8, 16, 24],
      FAST: [false, true],
      DEPTH: [1, 2, 4, 8],
      'coarsen.x': [1, 2],
      'coarsen.x.stride': [1, 'warp'],
      'unroll.loop': [1, 2, 3],
      swapAxes: [false, true],
      shader: ['k.wgsl', 'other.wgsl'],
      entryPoint: ['main', 'N'],
    });
    expect(declared.parameters.map(({ isOrdered }) => isOrdered)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it('are annotations in the shader too; the launch file has the last word', () => {
    const shader = `
      // @tune TILE erange 8, 64, 2
      override DEPTH: u32 = 4; // @tune DEPTH range 2,8,2
      // @tune swapAxes values false, true
      // @tune unroll values 1, 2, full
      // @tune entryPoint alternatives a, b
      // @tune N values 1
      // a @tuned comment`;
    expect(valuesOf(space('"tunables": { "N": [64, 128] }', shader))).toEqual({
      TILE: [8, 16, 32, 64],
      DEPTH: [2, 4, 6, 8],
      swapAxes: [false, true],
      unroll: [1, 2, 'full'],
      entryPoint: ['a', 'b'],
      N: [64, 128],
    });
  });

  it('that are wrong are reported where they stand', () => {
    expect(problems('"tunables": { "TIL": [8], "coarsen.w": [1] }')).toEqual([
      '"TIL": tunable "TIL" is no param, no override constant of the shader and no transformation; did you mean "TILE"?',
      '"coarsen.w": tunable "coarsen.w" is no param, no override constant of the shader and no transformation; did you mean "coarsen.x"?',
    ]);
    expect(problems('"tunables": { "TILE": [8, 16, 8] }')).toEqual([
      '"TILE": tunable "TILE" has the value 8 twice',
    ]);
    expect(problems('"tunables": { "TILE": [16, 32] }')).toEqual([
      '"TILE": tunable "TILE" is 8 in the launch, which is not among its values (16, 32): add it, or start from another',
    ]);
    expect(problems('"tunables": { "workgroup.x": [0, 64], "swapAxes": [1], "TILE": [8, true] }')).toEqual([
      '"workgroup.x": tunable "workgroup.x" takes whole numbers from 1; 0 is none of these',
      '"swapAxes": tunable "swapAxes" takes true and false; 1 is none of these',
      '"TILE": tunable "TILE" takes numbers; true is none of these',
    ]);
    expect(problems('"tunables": { "coarsen.x": [1, "full"], "unroll": ["warp"] }')).toEqual([
      '"coarsen.x": tunable "coarsen.x" takes whole numbers from 1; full is none of these',
      '"unroll": tunable "unroll" takes whole numbers from 1, or "full"; warp is none of these',
    ]);
  });

  it('that the launch file spells wrongly are reported with it', () => {
    expect(problems('"tunables": { "TILE": ["M"] }')).toEqual([
      'M: tunables.TILE[0]: "M" fails: unknown name "M"; known names: TILE, N, WIDE',
    ]);
    expect(problems('"tunables": { "TILE": [] }')).toEqual([
      '[]: "tunables.TILE" must have at least 1 entry',
    ]);
    expect(problems('"tunables": { "TILE": { } }')).toEqual([
      '{ }: tunables.TILE: needs either "values" or a "range"',
    ]);
    expect(problems('"tunables": { "TILE": { "range": { "from": 8, "to": 4 } } }')).toEqual([
      '{ "from": 8, "to": 4 }: tunables.TILE.range: from 8 is above to 4',
    ]);
    expect(
      problems('"tunables": { "TILE": { "range": { "from": 1, "to": 8, "step": 1, "times": 2 } } }')[0],
    ).toContain('a range has step or times, not both');
    expect(problems('"tunables": { "TILE": { "range": { "from": 1, "to": 1e9 } } }')[0]).toContain(
      'it has more than 10000 values',
    );
    expect(problems('"tunables": { "TILE": { "range": { "from": 0, "to": 8, "times": 2 } } }')[0]).toContain(
      'from 0 is not above 0',
    );
    expect(problems('"tunables": { "TILE": [1e999] }')[0]).toContain('must be a number');
    expect(problems('"tunables": { "shader": [1] }')).toEqual(['1: tunables.shader[0]: must be a text']);
  });

  it('in comments are checked as well', () => {
    const one = (comment: string) => problems('"tunables": { }', comment)[0];
    const usage =
      'write // @tune NAME values 1, 2, 4, or range FROM, TO, STEP, or erange FROM, TO, FACTOR, or alternatives a, b';
    expect(one('// @tune')).toBe(`// @tune: @tune : ${usage}`);
    expect(one('// @tune TILE 8, 16')).toBe(`// @tune TILE 8, 16: @tune TILE 8, 16: ${usage}`);
    expect(one('// @tune TILE values 8,,16')).toContain(usage);
    expect(one('// @tune TILE erange 8, 16')).toContain(usage);
    expect(one('// @tune TILE range 8')).toContain(usage);
    expect(one('// @tune TILE range 16, 8')).toContain('from 16 is above to 8');
    expect(one('// @tune TILE values 8, M')).toContain('"M": unknown name "M"');
    expect(one('// @tune TILE alternatives a, b')).toContain('shader and entryPoint have alternatives');
    expect(one('// @tune shader values a, b')).toContain('shader and entryPoint have alternatives');
    expect(one('// @tune TILE values 16, 32')).toContain('is 8 in the launch');
    expect(one('// @tune TILE values 8, 16\n// @tune TILE values 8')).toBe(
      '// @tune TILE values 8: @tune TILE: it is declared twice',
    );
  });

  it('survive -D of another value, or are reported', () => {
    const text =
      '{ "shader": "k.wgsl", "dispatch": [1], "params": { "TILE": 8 }, "tunables": { "TILE": [8, 16] } }';
    const withTile = (value: number) => {
      const launch = parseLaunch(text, 'k.json', { params: { TILE: value } }).value!;
      return declareSpace(launch, []).diagnostics.map(({ code }) => code);
    };
    expect([withTile(16), withTile(12)]).toEqual([[], ['space/tunable']]);
  });
});

describe('constraints', () => {
  it('read tunables, params and constants, also those that depend on tunables', () => {
    const declared = space(`"constants": { "HALF": "WIDE / 4" },
      "tunables": { "TILE": [8, 16, 32], "N": [64, 128] },
      "constraints": ["TILE * WIDE <= 512", "N / HALF < 32", "pi > 3"]`);
    expect(configurations(declared)).toEqual([
      { TILE: 8, N: 64 },
      { TILE: 16, N: 64 },
      { TILE: 16, N: 128 },
    ]);
    expect(declared.constraints.map(({ parameters }) => parameters)).toEqual([[0], [0, 1], []]);
  });

  it('let the constant count where a param has the same name', () => {
    const head = '"params": { "A": 1, "B": 5, "C": "B" }, "constants": { "B": "A * 2" }';
    const declared = space('"tunables": { "A": [1, 2, 3] }, "constraints": ["B == 4", "C == 5"]', '', head);
    expect(configurations(declared)).toEqual([{ A: 2 }]);
  });

  it('compare texts, truth values and names with dots', () => {
    const declared = space(
      `"tunables": { "coarsen.x": [1, 2, 4], "coarsen.x.stride": [1, "warp"], "swapAxes": [false, true],
         "shader": ["a.wgsl", "b.wgsl"] },
       "constraints": ["coarsen.x > 1 or coarsen.x.stride != \\"warp\\"", "not swapAxes or shader == 'b.wgsl'",
         "coarsen.x * (swapAxes + 1) <= 2", "shader == 'a.wgsl' or coarsen.x == 1"]`,
    );
    expect(configurations(declared)).toEqual([
      { 'coarsen.x': 1, 'coarsen.x.stride': 1, swapAxes: false, shader: 'a.wgsl' },
      { 'coarsen.x': 1, 'coarsen.x.stride': 1, swapAxes: false, shader: 'b.wgsl' },
      { 'coarsen.x': 1, 'coarsen.x.stride': 1, swapAxes: true, shader: 'b.wgsl' },
      { 'coarsen.x': 2, 'coarsen.x.stride': 1, swapAxes: false, shader: 'a.wgsl' },
      { 'coarsen.x': 2, 'coarsen.x.stride': 'warp', swapAxes: false, shader: 'a.wgsl' },
    ]);
  });

  it('fail where they have no value', () => {
    const head = '"params": { "TILE": 8, "N": 64 }, "constants": { "PER": "N / TILE" }';
    const declared = space('"tunables": { "TILE": [0, 8] }, "constraints": ["PER > 1"]', '', head);
    expect(configurations(declared)).toEqual([{ TILE: 8 }]);
  });

  it('that are wrong are reported where they stand', () => {
    const one = (text: string) =>
      problems(
        `"tunables": { "TILE": [8, 16], "shader": ["a", "b"] }, "constraints": [${JSON.stringify(text)}]`,
      )[0];
    expect(one('TIL < 3')).toBe('"TIL < 3": constraint "TIL < 3": unknown name "TIL"; did you mean "TILE"?');
    expect(one('shader < 3')).toContain('shader has texts among its values: compare it with == or !=');
    expect(one('shader == "c"')).toContain('shader is never "c"');
    expect(one('TILE == "a"')).toContain('TILE is never "a"');
    expect(one('"a" < TILE')).toContain('texts are not allowed here');
    expect(one('TILE > 1 && N > 1')).toContain('conditions are joined with "and", "or" and "not"');
    expect(one('TILE <')).toContain('constraint "TILE <": unexpected end of expression');
    expect(one('f = 3')).toContain('only arithmetic on numbers is allowed here');
    expect(one('random() < TILE')).toContain('unknown function "random"');
    expect(one('')).toContain('it is empty');
  });
});

describe('whatever is declared', () => {
  const names = ['TILE', 'N', 'shader', 'coarsen.x', 'unroll', 'swapAxes', '__proto__', 'constructor', 'x y'];
  const scalar = fc.oneof(
    fc.constantFrom<string | number | boolean>('TILE', 'N / 0', '', 'warp', 'full', true, 0, -1, 1e300, 1.5),
    fc.integer({ min: 0, max: 64 }),
  );
  const entry = fc.oneof(
    fc.array(scalar, { maxLength: 4 }),
    fc.record({ values: fc.array(scalar, { maxLength: 4 }) }),
    fc.record({
      range: fc.record({ from: scalar, to: scalar, step: scalar, times: scalar }, { requiredKeys: [] }),
    }),
    scalar,
  );
  const words = [
    'TILE',
    'coarsen.x',
    'shader',
    '(',
    ')',
    '<',
    '==',
    '"a"',
    "'",
    'and',
    'not',
    '/',
    '0',
    '.',
    ':',
    '[1]',
    '=',
  ];
  const constraint = fc.array(fc.constantFrom(...words), { maxLength: 7 }).map((each) => each.join(' '));
  const comment = fc.array(fc.constantFrom('// @tune', 'TILE', 'values', 'erange', '1,2', ',', '8', '\n'), {
    maxLength: 9,
  });

  it('gives a space or problems, never an exception', () => {
    const declarations = fc.record({
      tunables: fc.dictionary(fc.constantFrom(...names), entry, { maxKeys: 4 }),
      constraints: fc.array(constraint, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(declarations, comment, ({ tunables, constraints }, shader) => {
        const outcome = declare(
          `"tunables": ${JSON.stringify(tunables)}, "constraints": ${JSON.stringify(constraints)}`,
          shader.join(' '),
        );
        if (outcome.diagnostics.length > 0) return;
        const points = pointsOf((outcome as { value: Space }).value);
        expect(points.value !== undefined || points.diagnostics.length > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
