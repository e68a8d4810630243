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
