// What the tests of the trials database store trials of.

import type { Subject } from '../../src/tune/trials/records.ts';

export const SUBJECT: Subject = {
  identity: 'kernel',
  name: 'kernel',
  launch: 'kernel.json',
  evaluator: 'hardware',
  device: 'a device',
  driver: '1',
};
