// What the environment says of a capture.

import { expect, it } from 'vitest';
import { optionsOf, settingsOf } from '../../src/capture/options.ts';

it('is read from variables', () => {
  const options = optionsOf({
    KERNELCAST_CAPTURE: 'folder',
    KERNELCAST_CAPTURE_FIRST: '3',
    KERNELCAST_CAPTURE_BYTES: '4096',
    KERNELCAST_CAPTURE_LABELS: '^mat',
    KERNELCAST_CAPTURE_PAUSED: '1',
  });
  expect(options).toEqual({ first: 3, bytes: 4096, labels: '^mat', paused: true });
  expect(settingsOf(options)).toEqual({ name: 'captured', labels: /^mat/, first: 3, bytes: 4096 });
  expect(optionsOf({ KERNELCAST_CAPTURE_PAUSED: '0' })).toEqual({ paused: false });
});

it('is refused where it makes no sense', () => {
  expect(() => settingsOf(optionsOf({ KERNELCAST_CAPTURE_FIRST: 'two' }))).toThrow(
    'kernelcast capture: first (KERNELCAST_CAPTURE_FIRST) has to be a number from 0 on, not NaN',
  );
  expect(() => settingsOf({ labels: '(' })).toThrow('Invalid regular expression');
});
