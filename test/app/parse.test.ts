// What app files mean and what is refused in them, each problem with its place.

import { describe, expect, it } from 'vitest';
import { isDispatch, type Operation } from '../../src/app/app.ts';
import { isAppText, parseApp } from '../../src/app/parse.ts';
import { problems, read } from './read.ts';

const run = { dispatch: [1], pipeline: 'run' };
const placed = (operations: readonly Operation[]) =>
  operations.map(({ kind, submit, pass }) => [kind, submit, pass ?? '-'].join(' '));

describe('an app file', () => {
  it('is told from a launch file by its schema or its steps', () => {
    expect(isAppText('{ "schema" : "kernelcast/app@1" }')).toBe(true);
    expect(isAppText('{ "steps": [] }')).toBe(true);
    expect(isAppText('{ "shader": "steps.wgsl", "dispatch": [1] }')).toBe(false);
    const struct = '{ "kind": "struct", "values": { "steps": [1, 2] } }';
    expect(isAppText(`{ "shader": "walk.wgsl", "bindings": [{ "data": ${struct} }] }`)).toBe(false);
    expect(isAppText('{ "steps": [ // not ended')).toBe(true);
  });

  it('has names of its own, or that of its file', () => {
    expect(read({ name: 'frame' }).name).toBe('frame');
    expect(read({}).name).toBe('app');
  });

  it('repeats steps with an index', () => {
    const { operations } = read({
      steps: [
        { repeat: 3, index: 'i', steps: [{ dispatch: ['i + 1', '2 * i'], pipeline: 'run', name: 'x' }] },
      ],
    });
    expect(operations.map((each) => isDispatch(each) && each.dispatch)).toEqual([
      [1, 0, 1],
      [2, 2, 1],
      [3, 4, 1],
    ]);
  });

  it('repeats within repetitions, as often as the outer index says', () => {
    const inner = { repeat: 'i', index: 'k', steps: [{ dispatch: ['10 * i + k'], pipeline: 'run' }] };
    const { operations } = read({ steps: [{ repeat: 4, index: 'i', steps: [inner] }] });
    expect(
      operations.map((each) => isDispatch(each) && Array.isArray(each.dispatch) && each.dispatch[0]),
    ).toEqual([10, 20, 21, 30, 31, 32]);
  });

  it('is done with rounds in which nothing happens', () => {
    expect(read({ steps: [{ repeat: 4e9, steps: [{ repeat: 4e9, steps: [] }] }] }).operations).toEqual([]);
  });

  it('puts dispatches that follow one another into one pass, and what follows up to a write into one submit', () => {
    const { operations } = read({
      steps: [
        run,
        run,
        { clear: 'a' },
        run,
        { write: 'a', data: { kind: 'zeros' } },
        run,
        { pass: [run, run] },
        run,
        { submit: [run, { pass: [run] }] },
        run,
      ],
    });
    expect(placed(operations)).toEqual([
      'dispatch 0 0',
      'dispatch 0 0',
      'clear 0 -',
      'dispatch 0 1',
      'write 1 -',
      'dispatch 1 2',
      'dispatch 1 3',
      'dispatch 1 3',
      'dispatch 1 4',
      'dispatch 2 5',
      'dispatch 2 6',
      'dispatch 3 7',
    ]);
  });

  it('binds and copies to the end of the buffer where it gives no size', () => {
    const { operations } = read({
      steps: [
        { ...run, bindings: [{ group: 0, binding: 1, buffer: 'a', offset: 256 }] },
        { copy: { buffer: 'a', offset: 768 }, to: { buffer: 'b' } },
        { dispatch: { indirect: 'b', offset: 4 }, pipeline: 'run' },
      ],
    });
    expect(operations).toMatchObject([
      { bindings: [{ offsetBytes: 256, sizeBytes: 768 }] },
      { from: { offsetBytes: 768, sizeBytes: 256 }, to: { offsetBytes: 0, sizeBytes: 256 } },
      { dispatch: { buffer: { name: 'b' }, offsetBytes: 4, sizeBytes: 12 } },
    ]);
  });

  it('moves no bytes where there are none to move', () => {
    const { operations } = read({
      steps: [
        { clear: 'b', offset: 256 },
        { write: 'b', size: 0, data: { kind: 'zeros' } },
        { copy: { buffer: 'a' }, to: { buffer: 'b' }, size: 0 },
      ],
    });
    expect(operations).toEqual([]);
  });
});

describe('wrong in an app file:', () => {
  const wrongStep = (step: object) => problems({ steps: [step] });

  it.each([
    ['an unknown buffer', { clear: 'c' }, 'app/unknown-buffer', '"c"'],
    ['an unknown pipeline', { dispatch: [1], pipeline: 'rum' }, 'app/unknown-pipeline', '"rum"'],
    ['a step of no kind', { name: 'x' }, 'app/step', '{"name":"x"}'],
    ['a step of two kinds', { clear: 'a', write: 'a' }, 'app/step', '{"clear":"a","write":"a"}'],
    ['a key of another kind', { clear: 'a', pipeline: 'run' }, 'app/step', '"run"'],
    ['a copy to nowhere', { copy: { buffer: 'a' } }, 'app/step', '{"copy":{"buffer":"a"}}'],
    ['a submit in a pass', { pass: [{ submit: [] }] }, 'app/nesting', '{"submit":[]}'],
    ['a pass in a pass', { pass: [{ pass: [] }] }, 'app/nesting', '{"pass":[]}'],
    ['a copy in a pass', { pass: [{ clear: 'a' }] }, 'app/nesting', '{"clear":"a"}'],
    [
      'a write in a submit',
      { submit: [{ write: 'a', data: { kind: 'zeros' } }] },
      'app/nesting',
      '{"write":"a","data":{"kind":"zeros"}}',
    ],
    [
      'a write in a pass',
      { pass: [{ write: 'a', data: { kind: 'zeros' } }] },
      'app/nesting',
      '{"write":"a","data":{"kind":"zeros"}}',
    ],
    ['bytes that are no words', { clear: 'a', offset: 2 }, 'app/range', '{"clear":"a","offset":2}'],
    ['bytes beyond the end', { clear: 'b', size: 260 }, 'app/range', '{"clear":"b","size":260}'],
    [
      'nothing to bind',
      { ...run, bindings: [{ group: 0, binding: 0, buffer: 'b', offset: 256 }] },
      'app/range',
      '{"group":0,"binding":0,"buffer":"b","offset":256}',
    ],
    [
      'counts beyond the end',
      { dispatch: { indirect: 'b', offset: 248 }, pipeline: 'run' },
      'app/range',
      '{"indirect":"b","offset":248}',
    ],
    [
      'a copy that does not fit',
      { copy: { buffer: 'a' }, to: { buffer: 'b' } },
      'app/range',
      '{"buffer":"b"}',
    ],
    [
      'a copy within a buffer',
      { copy: { buffer: 'a' }, to: { buffer: 'a', offset: 512 }, size: 256 },
      'app/range',
      '{"buffer":"a","offset":512}',
    ],
    [
      'data that do not fit',
      { write: 'b', size: 4, data: { kind: 'u32', values: [1, 2] } },
      'launch/size',
      '{"kind":"u32","values":[1,2]}',
    ],
    ['an index that is no name', { repeat: 1, index: 'a b', steps: [run] }, 'launch/name', '"a b"'],
    ['a negative repetition', { repeat: -1, steps: [] }, 'launch/value', '-1'],
    [
      'a place bound twice',
      {
        ...run,
        bindings: [
          { group: 0, binding: 0, buffer: 'a' },
          { group: 0, binding: 0, buffer: 'b' },
        ],
      },
      'launch/duplicate-binding',
      '{"group":0,"binding":0,"buffer":"b"}',
    ],
  ])('%s', (_, step, code, place) => {
    expect(wrongStep(step)).toEqual([[code, expect.any(String), place]]);
  });

  it('a misspelt key, with what was meant', () => {
    expect(problems({ bufers: {} })).toEqual([
      ['launch/unknown-key', expect.stringContaining('buffers'), expect.any(String)],
    ]);
  });

  it('a param that is used as an index', () => {
    expect(problems({ params: { i: 1 }, steps: [{ repeat: 2, index: 'i', steps: [] }] })).toMatchObject([
      ['app/index', expect.stringContaining('param already'), '"i"'],
    ]);
  });

  it('an index outside of its repetition', () => {
    const found = problems({
      steps: [
        { repeat: 1, index: 'i', steps: [run] },
        { ...run, dispatch: ['i'] },
      ],
    });
    expect(found).toMatchObject([['launch/expression', expect.stringContaining('unknown'), 'i']]);
  });

  it('params that hang on each other', () => {
    expect(problems({ params: { M: 'N', N: 'M' } })).toMatchObject([
      ['launch/cycle', expect.stringContaining('by way of itself'), expect.any(String)],
    ]);
  });

  it('a size that is no multiple of four', () => {
    expect(problems({ buffers: { a: { size: 6 } } })).toMatchObject([
      ['launch/size', expect.stringContaining('buffers.a.size: 6 is not a multiple of 4'), '6'],
    ]);
  });

  it('more operations than anyone means', () => {
    expect(problems({ steps: [{ repeat: 100_001, steps: [run] }] })).toMatchObject([
      ['app/too-long', expect.stringContaining('100000'), JSON.stringify(run)],
    ]);
  });

  it('more empty rounds than anyone means', () => {
    expect(
      problems({ steps: [{ repeat: 4e9, index: 'i', steps: [{ repeat: 'i - i', steps: [run] }] }] }),
    ).toMatchObject([['app/too-long', expect.stringContaining('100000'), expect.any(String)]]);
  });
});

describe('a dispatch beyond what WebGPU promises', () => {
  it('is taken, with a warning that has its place', () => {
    const text = JSON.stringify({
      pipelines: { p: { shader: 'p.wgsl' } },
      steps: [{ dispatch: [131072], pipeline: 'p' }],
    });
    const { value, diagnostics } = parseApp(text, 'app.json');
    expect(value?.operations).toHaveLength(1);
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning launch/large-dispatch',
    ]);
    expect(text.slice(diagnostics[0].span!.start, diagnostics[0].span!.end)).toBe('131072');
  });
});
