import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Launch } from '../../src/launch/launch.ts';
import { declareSpace } from '../../src/space/declare.ts';
import { Points } from '../../src/space/points.ts';
import { configurationOf, parameterOf } from '../../src/space/space.ts';
import { parseJson } from '../../src/tune/formats/json-text.ts';
import { readKernelTunerCache, writeKernelTunerCache } from '../../src/tune/formats/kernel-tuner-cache.ts';
import type { Recording } from '../../src/tune/formats/recording.ts';
import { readT1, writeT1 } from '../../src/tune/formats/t1.ts';
import { readT4, writeT4 } from '../../src/tune/formats/t4.ts';

const CACHE = `{
"device_name": "NVIDIA RTX A4000",
"kernel_name": "convolution_kernel",
"problem_size": [4096, 4096],
"tune_params_keys": ["block_size_x", "use_padding"],
"tune_params": {"block_size_x": [32, 16], "use_padding": [0, 1]},
"objective": "time",
"cache": {
"16,0": {"block_size_x": 16, "use_padding": 0, "time": 5.5, "times": [5.5, 5.25, 5.75], "compile_time": 892.9, "verification_time": 0, "benchmark_time": 190.5, "GFLOP/s": 1279.5, "strategy_time": 0, "framework_time": 81.5, "timestamp": "2023-12-22 09:53:48.691683+00:00"},
"16,1": {"block_size_x": 16, "use_padding": 1, "time": "RuntimeFailedConfig", "compile_time": 1, "verification_time": 0, "benchmark_time": 0.25, "strategy_time": 0, "framework_time": 1.5, "timestamp": "2023-12-22 13:21:05.003513+00:00"},
"32,0": {"block_size_x": 32, "use_padding": 0, "time": "InvalidConfig", "__error__": "InvalidConfig"},
"32,1": {"block_size_x": 32, "use_padding": 1, "time": 4.25, "times": [4.25]}}
}`;

const recording: Recording = {
  kernel: 'k "quoted"',
  device: 'NVIDIA H200',
  problemSize: [4096, 32],
  parameters: [
    parameterOf('TILE', [8, 16, 32]),
    parameterOf('layout', ['row', 'column']),
    parameterOf('fast', [false, true]),
  ],
  trials: [
    {
      point: [0, 1, 0],
      status: 'ok',
      timeMs: 0.125,
      samplesMs: [0.125, 0.25],
      costs: { compileMs: 20, benchmarkMs: 3, verificationMs: 4, frameworkMs: 1, searchMs: 0.5 },
      timestamp: '2026-11-21T18:00:00Z',
      metrics: [{ name: 'GB/s', value: 900 }],
    },
    { point: [2, 0, 1], status: 'compile' },
    { point: [1, 0, 1], status: 'ok', timeMs: 7 },
    { point: [1, 1, 1], status: 'constraints' },
    { point: [2, 1, 1], status: 'runtime' },
  ],
};

describe('Kernel Tuner caches', () => {
  it('are read: times, failures, costs, metrics', () => {
    const { value, diagnostics } = readKernelTunerCache('c.json', CACHE);
    expect(diagnostics).toEqual([]);
    expect(value!.parameters[0]).toEqual({ name: 'block_size_x', values: [16, 32], isOrdered: true });
    expect(value!.trials.map(({ point, status, timeMs }) => [point, status, timeMs])).toEqual([
      [[0, 0], 'ok', 5.5],
      [[0, 1], 'runtime', undefined],
      [[1, 0], 'constraints', undefined],
      [[1, 1], 'ok', 4.25],
    ]);
    expect(value!.trials[0]).toMatchObject({
      samplesMs: [5.5, 5.25, 5.75],
      costs: { compileMs: 892.9, benchmarkMs: 190.5, verificationMs: 0, searchMs: 0, frameworkMs: 81.5 },
      metrics: [{ name: 'GFLOP/s', value: 1279.5 }],
    });
  });

  it('come back from being written', () => {
    expect(readKernelTunerCache('c.json', writeKernelTunerCache(recording)).value).toEqual(recording);
    const read = readKernelTunerCache('c.json', CACHE).value!;
    expect(readKernelTunerCache('c.json', writeKernelTunerCache(read)).value).toEqual(read);
  });

  it('are read up to the last whole configuration wherever they are cut', () => {
    const whole = readKernelTunerCache('c.json', CACHE).value!.trials;
    const firstEnd = CACHE.indexOf('"16,1"') - 2;
    for (let length = firstEnd; length < CACHE.length; length++) {
      const { value, diagnostics } = readKernelTunerCache('c.json', CACHE.slice(0, length));
      const isClosed = length > CACHE.lastIndexOf('}');
      expect(diagnostics.map(({ code }) => code)).toEqual(isClosed ? [] : ['tune/cut-short']);
      expect(value!.trials).toEqual(whole.slice(0, value!.trials.length));
      const entries = CACHE.slice(0, length).split('"},').length - 1;
      expect(value!.trials.length).toBeGreaterThanOrEqual(Math.min(entries, 2));
    }
    // Without the two closing brackets, as Kernel Tuner leaves it, nothing is lost.
    const unclosed = CACHE.slice(0, CACHE.lastIndexOf('}}') + 1);
    expect(readKernelTunerCache('c.json', `${unclosed},\n`).value!.trials).toEqual(whole);
  });

  it('with a mistake say what is wrong and where', () => {
    const problem = (text: string) => {
      const { value, diagnostics } = readKernelTunerCache('c.json', text);
      expect(value).toBeUndefined();
      const [{ message, span }] = diagnostics as [(typeof diagnostics)[number]];
      return [message, span === undefined ? '' : text.slice(span.start, span.end)];
    };
    expect(problem(CACHE.replace('"time": 5.5,', '"time": 5.5;'))).toEqual([
      expect.stringContaining('not JSON from here on: "; '),
      ';',
    ]);
    expect(
      problem(CACHE.replace('"use_padding": 1, "time": 4.25', '"use_padding": 7, "time": 4.25')),
    ).toEqual([
      'c.json:12:1: configuration "32,1" has a value that "tune_params" does not list for "use_padding"',
      '"32,1"',
    ]);
    expect(problem(CACHE.replace('"time": 4.25, ', ''))[0]).toContain('configuration "32,1" has no "time"');
    expect(problem(CACHE.replace('"tune_params_keys"', '"keys"'))[0]).toContain('"tune_params_keys"');
    expect(problem('[]')[0]).toContain('no Kernel Tuner cache');
    expect(problem('')[0]).toContain('ends too early');
  });

  it('may have Python’s infinities in them', () => {
    const { value } = readKernelTunerCache('c.json', CACHE.replace('"time": 4.25', '"time": Infinity'));
    expect(value!.trials[3].status).toBe('failed');
  });

  it('never make the reader crash', () => {
    const mutation = fc.record({
      at: fc.nat(CACHE.length),
      length: fc.nat(20),
      text: fc.string({ maxLength: 6 }),
    });
    fc.assert(
      fc.property(mutation, ({ at, length, text }) => {
        const { value, diagnostics } = readKernelTunerCache(
          'c',
          CACHE.slice(0, at) + text + CACHE.slice(at + length),
        );
        expect(value !== undefined || diagnostics.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('JSON that ends too early', () => {
  it('keeps what is whole of a list of numbers, but not a number that may lack digits', () => {
    expect(parseJson('f', '{"results": [12, 34').value).toEqual({ value: { results: [12] }, isCut: true });
    expect(parseJson('f', '{"results": [12, 34 ').value).toEqual({
      value: { results: [12, 34] },
      isCut: true,
    });
  });

  it('is told from JSON that is wrong', () => {
    expect(parseJson('f', '{"a": tru').diagnostics[0]?.message ?? '').not.toContain('not JSON');
    expect(parseJson('f', '{"a": trü').diagnostics[0].message).toContain('not JSON from here on');
    expect(parseJson('f', '{"a": 1} x').diagnostics[0].span!.start).toBe(9);
  });
});

const HUB_RESULT = {
  schema_version: '1.0.0',
  metadata: { timeunit: 'miliseconds' },
  results: [
    {
      timestamp: '2023-12-22 09:53:48',
      configuration: { block_size_x: 16, use_padding: 0 },
      objectives: ['time'],
      times: {
        compilation: 892.9,
        benchmark: 190.5,
        framework: 81.5,
        search_algorithm: 0,
        validation: 0,
        runtimes: [5, 6],
      },
      invalidity: 'correct',
      correctness: 1,
      measurements: [
        { name: 'time', value: 5.5, unit: '' },
        { name: 'GFLOP/s', value: 1279.5, unit: '' },
      ],
    },
    {
      configuration: { block_size_x: 32, use_padding: 1 },
      objectives: ['time'],
      times: { compilation_time: 12, runtimes: [] },
      invalidity: 'compile',
      correctness: 0,
      measurements: [],
    },
  ],
};

describe('T4 results', () => {
  it('are read as the hub has them, with either name of the compilation time', () => {
    const { value, diagnostics } = readT4('r.json', JSON.stringify(HUB_RESULT));
    expect(diagnostics).toEqual([]);
    expect(value!.parameters.map(({ name, values }) => [name, values])).toEqual([
      ['block_size_x', [16, 32]],
      ['use_padding', [0, 1]],
    ]);
    const [first, second] = value!.trials;
    expect(first).toMatchObject({ point: [0, 0], status: 'ok', timeMs: 5.5, samplesMs: [5, 6] });
    expect(first.costs).toEqual({
      compileMs: 892.9,
      benchmarkMs: 190.5,
      frameworkMs: 81.5,
      searchMs: 0,
      verificationMs: 0,
    });
    expect(second).toEqual({ point: [1, 1], status: 'compile', costs: { compileMs: 12 } });
  });

  it('are in the unit that they name', () => {
    const inSeconds = { ...HUB_RESULT, metadata: { timeunit: 'seconds' } };
    expect(readT4('r', JSON.stringify(inSeconds)).value!.trials[0]).toMatchObject({
      timeMs: 5500,
      samplesMs: [5000, 6000],
    });
    const own = JSON.stringify(HUB_RESULT).replace('"value":5.5,"unit":""', '"value":5.5,"unit":"ns"');
    expect(readT4('r', own).value!.trials[0].timeMs).toBeCloseTo(5.5e-6, 15);
    const unknown = { ...HUB_RESULT, metadata: { timeunit: 'fortnights' } };
    expect(readT4('r', JSON.stringify(unknown)).diagnostics[0].message).toContain(
      'unknown unit of time "fortnights"',
    );
  });

  it('come back from being written', () => {
    const { problemSize: _, ...rest } = recording;
    const found = readT4('r.json', writeT4(recording)).value!;
    // T4 has no order for values that are no numbers, so that points are compared by their values.
    const byValue = ({ parameters, trials }: Pick<Recording, 'parameters' | 'trials'>) =>
      trials.map(({ point, ...trial }) => ({
        ...trial,
        at: configurationOf({ parameters, constraints: [] }, point),
      }));
    expect(byValue(found)).toEqual(byValue(rest));
    expect([found.kernel, found.device]).toEqual([rest.kernel, rest.device]);
  });

  it('with a mistake say what is wrong', () => {
    const message = (change: (text: string) => string) => {
      const { value, diagnostics } = readT4('r.json', change(JSON.stringify(HUB_RESULT)));
      expect(value).toBeUndefined();
      return diagnostics[0].message;
    };
    expect(message((text) => text.replace('"compile"', '"exploded"'))).toContain(
      'unknown "invalidity" "exploded"',
    );
    expect(message((text) => text.replace('"use_padding":1', '"padding":1'))).toContain('has no value for');
    expect(message((text) => text.replace('"configuration"', '"config"'))).toContain(
      'result 0 has no "configuration"',
    );
    expect(message((text) => text.replace('"value":5.5', '"value":null').replace('[5,6]', '[]'))).toContain(
      'no measurement',
    );
    expect(message(() => '{}')).toContain('no T4 results');
  });
});

const T1 = {
  General: { BenchmarkName: 'convolution' },
  ConfigurationSpace: {
    TuningParameters: [
      { Name: 'block_size_x', Type: 'int', Values: '[16 * i, 32, 64]'.replace('16 * i', '16'), Default: 32 },
      { Name: 'block_size_y', Type: 'int', Values: '[1, 2, 4, 8]', Default: 1 },
      { Name: 'padding', Type: 'bool', Values: '[0, 1]', Default: 0 },
      { Name: 'kind', Type: 'string', Values: "['a', 'b']", Default: 'b' },
    ],
    Conditions: [
      {
        Expression: '32 <= block_size_x * block_size_y <= 128',
        Parameters: ['block_size_x', 'block_size_y'],
      },
      { Expression: 'padding == 0 or block_size_x % 32 != 0', Parameters: ['padding', 'block_size_x'] },
    ],
  },
  KernelSpecification: {
    Language: 'CUDA',
    KernelName: 'convolution_kernel',
    KernelFile: 'convolution.cu',
    ProblemSize: [4096, 4096],
    Arguments: [{ Name: 'output', Type: 'float' }],
  },
  Budget: [{ Type: 'ConfigurationCount', BudgetValue: 100 }],
};

const T1_LAUNCH = {
  file: 'launch.json',
  params: { block_size_x: 32, block_size_y: 1 },
  constants: { padding: 0, kind: 1 },
} as unknown as Launch;

describe('T1 inputs', () => {
  const spaceOf = (text: string) => {
    const given = readT1('t1.json', text);
    expect(given.diagnostics).toEqual([]);
    return declareSpace(T1_LAUNCH, [], given.value!);
  };
  const numeric = {
    ...T1,
    ConfigurationSpace: {
      ...T1.ConfigurationSpace,
      TuningParameters: [
        ...T1.ConfigurationSpace.TuningParameters.slice(0, 3),
        { Name: 'kind', Type: 'int', Values: [1, 2], Default: 2 },
      ],
    },
  };

  it('become spaces of the launch', () => {
    const { value: space, diagnostics } = spaceOf(JSON.stringify(numeric));
    expect(diagnostics).toEqual([]);
    expect(space!.parameters.map(({ values }) => values)).toEqual([
      [16, 32, 64],
      [1, 2, 4, 8],
      [false, true],
      [1, 2],
    ]);
    // 16: 2, 4, 8; 32: 1, 2, 4; 64: 1, 2 of which padding goes only with 16; times 2 kinds.
    expect(new Points(space!).count).toBe((8 + 3) * 2);
  });

  it('name parameters that the launch has, with values that they take', () => {
    const problem = (text: string) => spaceOf(text).diagnostics[0];
    const text = JSON.stringify(numeric);
    const misspelt = problem(text.replaceAll('block_size_y', 'block_size_z'));
    expect(misspelt.message).toMatch(/"block_size_z" is no param.*did you mean "block_size_x"/);
    expect(misspelt.span).toMatchObject({ file: 't1.json', start: text.indexOf('"block_size_y"') });
    expect(problem(JSON.stringify(T1)).message).toContain('tunable "kind" takes numbers, true and false');
    expect(problem(text.replace('padding == 0 or', 'pading == 0 or')).message).toMatch(
      /unknown name "pading".*did you mean "padding"/,
    );
  });

  it('come back from being written', () => {
    const space = spaceOf(JSON.stringify(numeric)).value!;
    const defaults = { block_size_x: 32, block_size_y: 1, padding: false, kind: 1 };
    const { text, leftOut } = writeT1({ kernel: 'k', file: 'k.wgsl', space, defaults });
    expect(leftOut).toEqual([]);
    const again = spaceOf(text).value!;
    expect(again.parameters.map(({ values }) => values)).toEqual(
      space.parameters.map(({ values }) => values),
    );
    expect(new Points(again).count).toBe(22);
    expect(JSON.parse(text).ConfigurationSpace.TuningParameters[2]).toEqual({
      Name: 'padding',
      Type: 'bool',
      Values: '[False, True]',
      Default: false,
    });
  });

  it('are written without what reads more than parameters, which is told', () => {
    const launch = {
      ...T1_LAUNCH,
      params: { ...T1_LAUNCH.params, N: 64 },
      definitions: [{ kind: 'param', name: 'N', text: 64 }],
    } as unknown as Launch;
    const span = { file: 'launch.json', start: 0, end: 0 };
    const tunables = [{ name: 'block_size_x', values: [16, 32], span }];
    const constraints = [
      { text: 'block_size_x < N', span },
      { text: 'block_size_x > 8', span },
    ];
    const space = declareSpace(launch, [], { tunables, constraints }).value!;
    const written = writeT1({ kernel: 'k', file: 'k.wgsl', space, defaults: { block_size_x: 32 } });
    expect(written.leftOut).toEqual(['block_size_x < N']);
    expect(JSON.parse(written.text).ConfigurationSpace.Conditions).toEqual([
      { Expression: '(block_size_x > 8)', Parameters: ['block_size_x'] },
    ]);
  });

  it('with a mistake say what is wrong and where', () => {
    const problem = (from: string, to: string) => {
      const text = JSON.stringify(T1).replace(from, to);
      const { value, diagnostics } = readT1('t1.json', text);
      expect(value).toBeUndefined();
      const { message, span } = diagnostics[0];
      return `${message} @ ${span === undefined ? '' : text.slice(span.start, span.end)}`;
    };
    expect(problem('padding == 0 or', 'padding == 0 or or')).toContain(
      'expected a value, not "or" (character 17) @ "padding == 0 or or',
    );
    expect(problem('[1, 2, 4, 8]', '[1, 2, 4')).toContain('expected ",", not the end');
    expect(problem('"[1, 2, 4, 8]"', '3')).toContain('"Values" of block_size_y must be a list in brackets');
    expect(problem('[1, 2, 4, 8]', '[1, later]')).toContain('unknown name "later"');
    expect(problem('"ConfigurationSpace"', '"Space"')).toContain('"ConfigurationSpace" is needed');
  });
});
