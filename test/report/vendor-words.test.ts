// The line with a vendor's words.

import { expect, it } from 'vitest';
import { loadProfile } from '../../src/profile/load.ts';
import { styleFor } from '../../src/report/layout.ts';
import { vendorWords, wordsOfVendors } from '../../src/report/vendor-words.ts';

const style = styleFor(false);
const amd = loadProfile('amd-rx-7900-xtx').value!;

it('says which of the words that are used the vendor has others for', () => {
  const text = 'limited by shared throughput; 64 warps per SM, 40 registers; workgroup memory 2 KiB';
  expect(vendorWords(text, amd, style)).toBe(
    "In AMD's words: wave (warp), WGP of two CUs (SM), VGPR (register), LDS (shared, workgroup memory)\n",
  );
});

it('is silent where there is none', () => {
  expect(vendorWords('sharedness of warped things', amd, style)).toBe('');
  expect(vendorWords('warp', loadProfile('nvidia-h200').value, style)).toBe('');
  expect(vendorWords('warp', undefined, style)).toBe('');
});

it('says of several devices the words of each vendor, for what is said of its own', () => {
  const said = [
    { text: 'shared throughput', profile: loadProfile('nvidia-h200').value },
    { text: 'side throughput', profile: amd },
    { text: 'shared throughput', profile: loadProfile('amd-rx-7600').value },
    { text: 'side throughput', profile: undefined },
  ];
  expect(wordsOfVendors(said, style)).toBe("In AMD's words: LDS (shared), Infinity Cache (side)\n");
});
