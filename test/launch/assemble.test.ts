// Shaders made from templates: texts before them, names that the launch file defines, and the way back to the files.

import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/launch/assemble.ts';
import { parseLaunch } from '../../src/launch/parse.ts';

const launchOf = (fields: string, params: Record<string, string> = {}) =>
  parseLaunch(`{ "shader": "k.wgsl", "dispatch": [1], "params": { "TILE": 8 }, ${fields} }`, 'l.json', {
    params,
  }).value!;

describe('names that the launch file defines', () => {
  const defines = '"defines": { "SIDE": "TILE * 2", "TYPE": "f32", "ON": true }';

  it('stand for numbers of expressions, or for texts', () => {
    const { text } = assemble(
      launchOf(defines),
      `SIDE {{SIDE}} \${ TYPE } SIDES MY_TYPE vec2<TYPE>(SIDE) ON`,
    );
    expect(text).toBe('16 16 f32 SIDES MY_TYPE vec2<f32>(16) true');
  });

  it('follow -D', () => {
    expect(assemble(launchOf(defines, { TILE: '32' }), 'SIDE').text).toBe('64');
  });
});

describe('what is assembled', () => {
  const launch = {
    ...launchOf('"defines": { "N": "1000" }, "prepend": ["common.wgsl"]'),
    preludes: [{ file: 'common.wgsl', text: 'const A = N;\nconst B = 1;' }],
  };
  const shader = 'let x = N + y;';
  const { text, origin } = assemble(launch, shader);

  it('begins with what is to stand before it, on lines of its own', () => {
    expect(text).toBe('const A = 1000;\nconst B = 1;\nlet x = 1000 + y;');
    expect(launch.prepend!.map(({ file }) => file)).toEqual(['common.wgsl']);
  });

  it('knows where each character comes from', () => {
    expect(origin(text.indexOf('B'))).toEqual({ file: 'common.wgsl', offset: 19 });
    expect(origin(text.indexOf('x'))).toEqual({ file: 'k.wgsl', offset: 4 });
    // Any digit of what a name stands for comes from the name.
    expect(origin(text.lastIndexOf('1000') + 3)).toEqual({ file: 'k.wgsl', offset: 8 });
    expect(origin(text.indexOf('y'))).toEqual({ file: 'k.wgsl', offset: shader.indexOf('y') });
  });
});
