// What mutation of JSON formats starts from: small documents of each that between them have everything a reader
// looks at. Records of a database are made by its own writer.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { parameterOf } from '../../src/space/space.ts';
import { writeKernelTunerCache } from '../../src/tune/formats/kernel-tuner-cache.ts';
import type { Recording } from '../../src/tune/formats/recording.ts';
import { writeT4 } from '../../src/tune/formats/t4.ts';
import { subjectKey } from '../../src/tune/trials/records.ts';
import { SPACE_RECORD_SCHEMA } from '../../src/tune/trials/space-record.ts';
import { SUBJECT } from '../tune/subject.ts';
import { root } from './corpus.ts';
import type { Json } from './mutate-json.ts';

const recording: Recording = {
  kernel: 'k "quoted"',
  device: 'a device',
  problemSize: [4096, 32],
  parameters: [
    parameterOf('TILE', [8, 16]),
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
    { point: [1, 0, 1], status: 'compile' },
    { point: [1, 1, 1], status: 'constraints' },
  ],
};

const json = (text: string): Json => JSON.parse(text) as Json;

export const cacheDocuments: readonly Json[] = [
  json(writeKernelTunerCache(recording)),
  {
    device_name: 'A4000',
    kernel_name: 'k',
    problem_size: 4096,
    tune_params_keys: ['x'],
    tune_params: { x: [32, 16] },
    objective: 'time',
    cache: {
      '16': { x: 16, time: 'RuntimeFailedConfig', compile_time: 1, framework_time: 1.5 },
      '32': { x: 32, time: 5.5, times: [5.5, 5.25], 'GFLOP/s': 12.5, __error__: 'InvalidConfig' },
    },
  },
];

export const t4Documents: readonly Json[] = [
  json(writeT4(recording)),
  {
    metadata: { timeunit: 'seconds' },
    results: [
      {
        configuration: { x: 1 },
        objectives: ['time'],
        times: { compilation_time: 1, runtimes: [1, 2] },
        invalidity: 'correct',
        correctness: 1,
        measurements: [{ name: 'time', value: 1, unit: 'us' }],
      },
      { configuration: { x: 2 }, invalidity: 'timeout' },
    ],
  },
];

export const t1Documents: readonly Json[] = [
  {
    General: { FormatVersion: 1 },
    ConfigurationSpace: {
      TuningParameters: [
        { Name: 'block_size_x', Type: 'int', Values: '[16, 32, 64, 2**7, 3 * 8]', Default: 32 },
        { Name: 'N', Type: 'float', Values: [1024, 0.5], Default: 1 },
      ],
      Conditions: [
        { Expression: '32 <= block_size_x * 2 <= 128 and not N == 3', Parameters: ['block_size_x', 'N'] },
        { Expression: 'block_size_x % 32 != 0 or N // 4 > 1 if N in [1, 2] else True', Parameters: ['N'] },
      ],
    },
    KernelSpecification: { Language: 'CUDA', ProblemSize: [4096], Arguments: [{ Name: 'a', Type: 'float' }] },
    Budget: [{ Type: 'ConfigurationCount', BudgetValue: 100 }],
  },
  { ConfigurationSpace: { TuningParameters: [{ Name: 'block_size_x', Type: 'int', Values: [32, 64] }] } },
];

export const spaceRecordDocuments: readonly Json[] = [
  {
    schema: SPACE_RECORD_SCHEMA,
    kernel: 'k',
    launch: 'k.json',
    params: { N: '4' },
    source: 'abc',
    device: 'a device',
    driver: '1',
    webgpu: '1',
    date: '2026-01-01',
    parameters: [
      { name: 'A', values: [1, 2, 4], isOrdered: true },
      { name: 'B', values: ['x', true], isOrdered: false },
    ],
    constraints: ['A < 4'],
    base: [0, 0],
    valid: 4,
    unverified: [],
    configurations: [
      { at: [0, 0], status: 'correct', timeNs: 1000, minNs: 900, spread: 0.1, quality: ['noisy'] },
      { at: [1, 1], status: 'compile', message: 'no' },
    ],
  },
];

const run = 'a-run';
const subject = subjectKey(SUBJECT);
export const trialDocuments: readonly Json[] = [
  {
    record: 'run',
    run,
    subject,
    of: { ...SUBJECT },
    seed: 1,
    objective: 'time',
    space: { parameters: [{ name: 'A', values: [1, 2] }], constraints: [] },
    started: '2026-01-01T00:00:00Z',
  },
  {
    record: 'trial',
    trial: 'a-trial',
    run,
    subject,
    purpose: 'search',
    configuration: { A: 1 },
    identity: 'x',
    technique: 'random',
    evaluation: { status: 'correct', timeNs: 5, samples: [{ timeNs: 5 }], quality: ['noisy'], compileMs: 3 },
    seconds: 2,
    measured: '2026-01-01T00:00:00Z',
  },
  {
    record: 'trial',
    trial: 'another-trial',
    run,
    subject,
    purpose: 'base',
    configuration: { A: 2 },
    identity: 'y',
    technique: 'base',
    evaluation: { status: 'runtime', message: 'lost' },
    seconds: 3,
    measured: '2026-01-01T00:00:00Z',
  },
  { record: 'state', run, state: 'finished', seconds: 4 },
  { record: 'taken', contents: 'abc' },
  { record: 'damage', lines: [3, 4] },
];

export const profileDocuments: readonly Json[] = ['nvidia-h200', 'nvidia-k20c', 'nvidia-rtx-4090'].map(
  (name) => parse(readFileSync(path.join(root, 'hwprofiles', `${name}.json`), 'utf8')) as Json,
);

const bound = (...all: readonly { readonly [key: string]: Json }[]): Json[] =>
  all.map((each, binding) => ({ group: 0, binding, ...each }));

/** One as written by hand, one as captures write them. */
export const appDocuments: readonly Json[] = [
  {
    schema: 'kernelcast/app@1',
    name: 'counted',
    params: { N: 256, GROUPS: 'ceil(N / 64)' },
    limits: { maxComputeWorkgroupsPerDimension: 1024 },
    buffers: {
      values: { size: '4 * N', data: { kind: 'random-u32', modulo: 10, seed: 1 } },
      other: { size: '4 * N' },
      params: { size: 8, data: { kind: 'struct', values: { count: 'N', limit: 3 } } },
      counts: { size: 16, data: { kind: 'u32', values: ['GROUPS', 1, 1] } },
    },
    pipelines: { count: { shader: 'count.wgsl', entryPoint: 'main', constants: {} } },
    steps: [
      {
        dispatch: ['GROUPS'],
        pipeline: 'count',
        bindings: bound({ buffer: 'params' }, { buffer: 'values' }),
      },
      {
        repeat: 3,
        index: 'i',
        steps: [
          {
            pass: [
              {
                dispatch: ['i + 1'],
                pipeline: 'count',
                name: 'in a pass',
                bindings: bound({ buffer: 'params' }, { buffer: 'other', offset: 256, size: 512 }),
              },
            ],
          },
          { copy: { buffer: 'values' }, to: { buffer: 'other', offset: '4 * i' }, size: '4 * (N - i)' },
        ],
      },
      { clear: 'values', offset: 4, size: 8 },
      { write: 'counts', data: { kind: 'u32', values: [2, 1, 1] }, size: 12 },
      {
        submit: [
          {
            dispatch: { indirect: 'counts', offset: 0 },
            pipeline: 'count',
            bindings: bound({ buffer: 'params' }, { buffer: 'values' }),
          },
          { skipped: 'render pass', name: 'drawn' },
        ],
        name: 'last',
      },
    ],
  },
  {
    schema: 'kernelcast/app@1',
    buffers: { values: { size: 256, data: { kind: 'file', path: 'data/1.bin' } }, result: { size: 4096 } },
    textures: {
      image: { format: 'rgba8unorm', size: [16, 16, 1], dimension: '2d', mipLevels: 3 },
      stack: {
        format: 'r8unorm',
        size: [7, 7, 6],
        dimension: '2d',
        mipLevels: 2,
        data: { kind: 'iota-u32' },
      },
    },
    samplers: { linear: { magFilter: 'linear', addressModeU: 'repeat', lodMaxClamp: 3, maxAnisotropy: 1 } },
    pipelines: { store: { shader: 'shaders/store.wgsl' }, look: { shader: 'shaders/look.wgsl' } },
    steps: [
      {
        write: { texture: 'image', mipLevel: 1, origin: [2, 0, 0] },
        bytesPerRow: 16,
        size: [4, 4, 1],
        data: { kind: 'random-u32' },
      },
      {
        submit: [
          {
            pass: [
              {
                dispatch: [2, 2, 1],
                pipeline: 'store',
                bindings: bound(
                  { texture: 'image', view: { baseMipLevel: 0, mipLevelCount: 1 } },
                  { buffer: 'values' },
                ),
              },
            ],
          },
          {
            copy: { texture: 'stack', mipLevel: 1, origin: [1, 1, 2] },
            to: { buffer: 'result', offset: 3, bytesPerRow: 256, rowsPerImage: 2 },
            size: [2, 2, 3],
          },
          {
            copy: { buffer: 'result', offset: 0, bytesPerRow: 256 },
            to: { texture: 'image', mipLevel: 0, origin: [0, 0, 0], aspect: 'all' },
            size: [16, 8, 1],
          },
          {
            pass: [
              {
                dispatch: [1, 1, 1],
                pipeline: 'look',
                bindings: bound(
                  { texture: 'image', view: { dimension: '2d', format: 'rgba8unorm-srgb' } },
                  { sampler: 'linear' },
                  { buffer: 'result' },
                ),
              },
            ],
          },
        ],
      },
    ],
  },
];
