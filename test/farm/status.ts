// How a farm may stand, with a name that wants to be markup.

import type { FarmStatus } from '../../src/farm/protocol.ts';

const skill = { kind: 'gpu', device: 'Maker GPU 9', driver: '1.2' } as const;

export const EXAMPLE_STATUS: FarmStatus = {
  build: '0.1.0+abc',
  database: 'PGlite in a folder',
  agents: [
    {
      agent: 'a',
      machine: '<script>alert(1)</script>',
      workers: [
        { worker: 'g', skill, slots: 2 },
        { worker: 'm', skill: { kind: 'model' }, slots: 4 },
      ],
      quietSeconds: 1,
      isHere: true,
      done: 12,
    },
  ],
  queues: [{ queue: 'measure.maker-gpu-9', skill, waiting: 7, underWay: 2 }],
  winners: [
    {
      kernel: 'matmul',
      evaluator: 'hardware',
      device: skill.device,
      driver: skill.driver,
      trials: 30,
      failed: 2,
      baseNs: 2e6,
      bestNs: 1e6,
      configuration: { 'workgroup.x': 8, unroll: 4 },
      curve: [2e6, 1.5e6, 1e6],
    },
  ],
  occurrences: [{ at: '2026-01-01T10:00:00.000Z', text: 'box joined with Maker GPU 9' }],
};
